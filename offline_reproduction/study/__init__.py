"""The study machinery: what a study is, and how it is rebuilt, compared and judged."""
