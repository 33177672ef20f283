"""Relations inferred from a document's tables, and what contradicts them."""
