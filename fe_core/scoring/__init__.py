"""From answers to integer tallies, and from summed tallies to exact values."""
