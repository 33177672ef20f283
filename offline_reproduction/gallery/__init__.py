"""The gallery: public projects judged as a user would judge them (gallery/, docs/gallery.md)."""
