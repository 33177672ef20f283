"""Drawing in plain Python: replayed streams, packed sums, order statistics."""
