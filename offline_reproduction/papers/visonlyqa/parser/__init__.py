"""Reading an answer in a response, with rules alone: no model, no randomness, no environment.

| module    | what it holds                                                       |
| --------- | ------------------------------------------------------------------- |
| `plain`   | a response without markdown, TeX and full-width forms               |
| `tokens`  | how one option, or a list of options, is written                    |
| `cues`    | words that declare an answer, and words that decline to             |
| `lists`   | options where a rule looks for them                                 |
| `declared`| explicit declarations                                               |
| `rules`   | the rules, in their order                                           |
| `read`    | `read`: response and options → an answer, or unreadable, and why    |

All rules take time linear in the length of the response: each pattern looks at most a fixed number
of characters ahead.
"""
