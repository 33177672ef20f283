"""What printed tables prove or refute without any answers.

| module | what it answers |
| --- | --- |
| spans | which values a printed number can stand for, under which rounding rules |
| granularity | which counts k of n a printed proportion can be |
| rows, printed_row | is there a confusion matrix that prints accuracy and macro P, R, F1 |
| hits, predictions, matrix | the search behind `rows` and its witness |
| jointly | joint, circular and paired metrics against their marginal counts |
| relations | sums, means, differences, deviations, marks over several cells |
| labels | permuted, shifted, swapped or transposed labels |
| conventions | which of a finite list of conventions explains a printed number |
| forced | what the printed numbers leave for a quantity that is not printed |
| uncertainty | standard errors and intervals against a proportion and its n |
| sheet, constraints, planted, killtable | checks over whole tables; the share of planted errors caught |
| delimited, known, anybody, further | a table of somebody else and what is known of it |
| studies | the audit of a shipped study |

Only what is impossible is flagged; rounding never raises an alarm.
"""
