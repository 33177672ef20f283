"""Anybody's table: reading it, and the checks that its columns and a few facts allow."""
