"""Exact values and the texts that papers print of them."""
