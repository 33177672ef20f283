"""Reading tables, whatever they are written in."""
