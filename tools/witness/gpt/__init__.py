"""Answers of GPT-5.6 zero-shot: primary, repeated and rotated, made to print what is printed."""
