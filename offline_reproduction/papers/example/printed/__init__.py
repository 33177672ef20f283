"""What the made-up paper prints, as text."""
