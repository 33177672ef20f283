"""Tables: relations between printed cells, labels, planted errors, what is forced."""
