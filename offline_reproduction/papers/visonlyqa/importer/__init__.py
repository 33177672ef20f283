"""Reading the release as its authors laid it out.

| module      | what it holds                                                     |
| ----------- | ----------------------------------------------------------------- |
| `layout`    | which files there must be, and where                              |
| `version`   | recognising the files of commit 33a1355 by their hashes           |
| `literals`  | lists of options written as Python literals                       |
| `questions` | dataset lines → questions                                         |
| `responses` | answer lines, joined to questions by position and verified        |
| `people`    | the annotators' answers                                           |
| `load`      | all of it → records, responses and notes                          |
"""
