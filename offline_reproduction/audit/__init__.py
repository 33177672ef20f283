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
| inferred | grid, formula, evidence | numbers as integers; what a formula gives; support in bits |
| | means, pairs, carried, notes | relations that a table suggests, and what is short of proof |
| | marks, order, partition, proportions | bold, what cannot fall, parts of 100, counts |
| | deviation, bounds, magnitude | ± of listed runs, F1 within P and R, a moved point |
| | copies, across, prose | blocks, entries and sentences that repeat a number |
| | search, judge, sentences, document | from candidates to one graded check a cell |
| asked | known, texts, describe, across, further, run | what a reader states about a table |
| | studies | the audit of a study that ships with the kit |
| | report, picture | the audit as text, JSON, annotations, a page |

A contradiction is only what no rounding in the list explains; the rest is a note.
"""
