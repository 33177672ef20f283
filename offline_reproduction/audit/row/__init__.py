"""Rows: is there a confusion matrix that prints accuracy and macro P, R and F1 together."""
