"""Transcription of the paper's tables and claims, as text."""
