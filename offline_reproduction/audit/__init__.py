"""What printed tables prove or refute without any answers.

| folder | module | what it answers |
| --- | --- | --- |
| values | spans | which values a printed number can stand for, under which rounding rules |
| | granularity | which counts k of n a printed proportion can be |
| | jointly | joint, circular and paired counts against their marginal counts |
| | deviation, uncertainty | sample deviations; standard errors and intervals |
| | conventions | which of a finite list of conventions explains a printed number |
| row | decide, printed_row | is there a confusion matrix that prints accuracy and macro P, R, F1 |
| | hits, predictions, matrix | the search behind it and its witness |
| tables | sheet, constraints, relations | sums, means, differences, deviations, marks over cells |
| | labels | permuted, shifted, swapped or transposed labels |
| | forced | what the printed numbers leave for a quantity that is not printed |
| | planted, killtable | the share of planted errors that is caught |
| anybody | delimited, known, describe, further | somebody's table and what is known of it |
| | studies | the audit of a study that ships with the kit |

Only what is impossible is flagged; rounding never raises an alarm.
"""
