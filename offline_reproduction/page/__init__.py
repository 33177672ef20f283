"""index.html: one self-contained page."""
