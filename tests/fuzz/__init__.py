"""Coverage-guided fuzzing of everything that strangers hand in."""
