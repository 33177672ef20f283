"""The one reader of answers: rules alone, no model, no randomness, no environment.

| module    | what it holds                                                          |
| --------- | ---------------------------------------------------------------------- |
| `read`    | `read`: text, options and policy → an answer, or the reason for none    |
| `strict`  | a text that is nothing but an option, or what one option stands for     |
| `plain`   | a text without markdown, TeX and full-width forms                       |
| `tokens`  | how one option, or a list of options, is written                        |
| `cues`    | words that declare an answer, and words that decline to                 |
| `lists`   | options where a rule looks for them                                     |
| `declared`| explicit declarations                                                   |
| `rules`   | the rules for free text, in their order                                 |

All rules take time linear in the length of the text: each pattern looks at most a fixed number of
characters ahead.
"""
