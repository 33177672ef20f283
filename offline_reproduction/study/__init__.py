"""The study language: what is declared, what it gives on records, and what is printed.

Data flows one way: study.toml → `spec` (`declaration`, `plan`) → `declared`, which asks
`quantities` for each cell: `units` (whose responses, over which items) → a metric of the core's
registry → `estimates` → `values` and `clustered`, the quantities made of others. `claims` are
expressions over what came out. Only then `compare` sees what is printed; `pipeline` makes entries
and a report of it.
"""
