"""What a reader states about a table, and the checks that this allows."""
