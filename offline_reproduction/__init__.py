"""Papers: what was printed, how it is rebuilt from records, and what is claimed.

| module          | what it holds                                                      |
| --------------- | ------------------------------------------------------------------ |
| `study`         | `Study`: the value that a paper fills in                           |
| `printed`       | transcribed tables and claims, read as text                        |
| `compare`       | built against printed, number by number: the only place sees both  |
| `pipeline`      | records → tables and claims → entries → report files               |
| `registry`      | the studies that ship with the kit                                 |
| `cli`           | the command line `fe`                                              |
| `audit`         | what printed tables prove without any answers                      |
| `importers`     | logs of evaluation tools → records                                 |
| `declared`      | studies declared in a study.toml                                   |
| `page`          | index.html                                                         |
| one per paper   | `frameevidence`, `visonlyqa`, `example`                            |
"""
