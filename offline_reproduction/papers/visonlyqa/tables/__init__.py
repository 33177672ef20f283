"""One builder for each printed table; none of them sees what is printed."""
