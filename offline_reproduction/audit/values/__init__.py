"""Values: what one printed number can stand for, and how exact values relate."""
