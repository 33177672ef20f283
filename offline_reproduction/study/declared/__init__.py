"""Studies declared in a study.toml: somebody's own benchmark, without writing Python."""
