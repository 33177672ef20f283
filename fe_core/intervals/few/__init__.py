"""What can still be said with few clusters: sign flips, influence, Holm, clustered errors."""
