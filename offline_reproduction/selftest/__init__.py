"""Planted errors: does the verification notice them? A check that cannot fail proves nothing."""
