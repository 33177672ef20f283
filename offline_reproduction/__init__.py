"""Papers: what was printed, how it is rebuilt from records, and what is claimed.

| package         | what it holds                                                      |
| --------------- | ------------------------------------------------------------------ |
| `study`         | the study language, and judging what is printed by it              |
| `tables`        | reading printed tables, whatever they are written in               |
| `answers`       | reading answers                                                    |
| `importers`     | logs of evaluation tools → records                                 |
| `audit`         | what printed tables prove without any answers                      |
| `page`          | index.html                                                         |
| `selftest`      | planted errors and how many are noticed                            |
| `cli`           | the command line `fe`                                              |
| `papers`        | one folder a paper: `frameevidence`, `visonlyqa`, `example`        |
"""
