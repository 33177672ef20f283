"""Cells, tables and entries, and the texts that reports are made of."""
