"""Items, runs and answers; they are checked once, when they are made, and trusted after that."""
