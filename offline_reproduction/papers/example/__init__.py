"""A made-up benchmark of twelve questions: the tutorial, and a small study to copy from."""
