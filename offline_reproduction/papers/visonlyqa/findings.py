"""Differences that were looked at, explained for readers; and remarks that no cell shows.

Written for the release's commit 33a1355. Every count in these texts is held by a test.
"""

from __future__ import annotations

from fe_core.reporting.entries import Finding

MOVED = ("Geometry Diameter", "Geometry Length", "Geometry Angle", "Geometry Area")
"""The four columns of Tables 4(a) and 9 whose headers stand over other tasks' numbers."""

HOLDS_INSTEAD = ("Geometry Length", "Geometry Angle", "Geometry Area", "Geometry Diameter")
"""What those four columns hold, in the same order."""


def _cells(table: str, row: str, columns: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"visonlyqa/{table}/{row}/{column}" for column in columns)


TABLE_4A_ORDER = Finding(
    id="table-04a-columns",
    title="Table 4(a): four geometry columns stand under each other's headers",
    printed="The header reads Triangle, Quadrilateral, Diameter, Length, Angle, Area. Under it "
    "160 of 242 cells agree with the answers; the 82 others are all in the last four of these "
    "columns.",
    follows="With these four columns read as Length, Angle, Area, Diameter all 242 cells agree: "
    "every model, and the rows Random and Human.",
    confidence="Certain. The printed 20 % for guessing Diameter and 50 % for guessing Area "
    "contradict the tasks: Diameter is true or false, Area has five options.",
    tried="All 24 orders of the four columns were tried: no other brings more than 44 of the 80 "
    "models' cells into agreement, this one all 80. Table 10 prints the same numbers of five "
    "models under Length, Angle and Area.",
    covers=(*_cells("table-04a", "*", MOVED), "visonlyqa/check/label/04a/*"),
)

TABLE_9_ORDER = Finding(
    id="table-09-columns",
    title="Table 9: four geometry columns stand under each other's headers",
    printed="The header reads Triangle, Quadrilateral, Diameter, Length, Angle, Area. Under it "
    "148 of 220 cells agree with the answers; the 72 others are all in the last four of these "
    "columns.",
    follows="With these four columns read as Length, Angle, Area, Diameter all 220 cells agree.",
    confidence="Certain; it is the order that Table 4(a) needs as well.",
    tried="All 24 orders of the four columns were tried: no other brings more than 46 of the 80 "
    "cells into agreement, this one all 80.",
    covers=_cells("table-09", "*", MOVED),
)

TABLE_2_FORMATS = Finding(
    id="table-02-formats",
    title="Table 2: the answer formats of Length and Diameter are exchanged",
    printed="True/False for Geometry-Length and 5 options for Geometry-Diameter. As the header "
    "has it, 10 of the 12 formats agree with the questions.",
    follows="All 50 (Real) and 100 (Synthetic) Length questions have five options, all 50 "
    "Diameter questions are true or false. With the two exchanged, 12 of 12 agree.",
    confidence="Certain. The printed row fits a header in the order Triangle, Quadrilateral, "
    "Diameter, Length, Angle, Area, the one that Tables 4(a) and 9 have.",
    tried="The options were taken from every question, not from one of them.",
    covers=(
        *_cells("table-02", "Answer Format", ("Geometry Length", "Geometry Diameter")),
        "visonlyqa/check/label/02/formats",
    ),
)

TABLE_5_REAL = Finding(
    id="table-05-real",
    title="Table 5: five averages on the Real split follow neither from the answers nor from "
    "Table 10",
    printed="Original 36.8, 41.0, 32.1 and fine-tuned 43.6, 53.2, for InternVL2-4B, InternVL2-8B "
    "and, original only, Qwen2-VL-2B.",
    follows="Over the five tasks that models were fine-tuned on: 31.2, 36.0, 31.2 and 44.0, 50.8, "
    "as Table 10 of the same paper prints. The other eleven averages of Table 5 agree.",
    confidence="Certain that these five do not follow. Where they come from is unknown.",
    tried="The four original averages were compared with the mean of every choice among the ten "
    "Real tasks (1,023 choices): none gives more than one of the four. The averages of Table "
    "4(a), answers with chain of thought, and the files of the experiment that the paper does "
    "not report do not give them either. 32.1 is no mean of five to ten accuracies over 50 "
    "questions each.",
    covers=(
        *_cells("table-05", "InternVL2-4B", ("Original Real", "Fine-tuned Real")),
        *_cells("table-05", "InternVL2-8B", ("Original Real", "Fine-tuned Real")),
        *_cells("table-05", "Qwen2-VL-2B", ("Original Real",)),
        "visonlyqa/check/copy/05-10/InternVL2-4B/*/Real",
        "visonlyqa/check/copy/05-10/InternVL2-8B/*/Real",
        "visonlyqa/check/copy/05-10/Qwen2-VL-2B/Original/Real",
        "visonlyqa/check/granularity/table-05/Qwen2-VL-2B/Original Real",
    ),
)

GAPS = Finding(
    id="gaps-real",
    title="§4.4: on the Real split the gap between the two Qwen2-VL models does not grow",
    printed="Gaps between models with the same encoder become larger after fine-tuning.",
    follows="On the Real split InternVL2's gap grows from 4.8 to 6.8 points, but Qwen2-VL's "
    "shrinks from 4.8 to 4.4. On the Synthetic split both grow, as printed.",
    confidence="Certain for the averages over five tasks, which Table 10 prints, too. With Table "
    "5's 32.1 for Qwen2-VL-2B the gap would have grown from 3.9 to 4.4: the sentence hangs on a "
    "number that does not follow.",
    tried="Recomputed from the numbers that Table 10 prints, without any answer: the same.",
    covers=("visonlyqa/claim/s44-gaps-real",),
)

TABLE_10_PHI = Finding(
    id="table-10-phi-angle",
    title="Table 10: fine-tuned Phi-3.5-vision on Geometry-Angle (Real), and its average",
    printed="14.0 for Geometry-Angle and 29.2 for the average.",
    follows="18.0 (9 of 50 right) and 30.0. The other 145 checkable cells of Table 10 agree.",
    confidence="Certain for the released file. The printed average follows from the printed "
    "cells, so the table was made from other answers than the released ones.",
    tried="All 50 responses are one letter each, so the extraction leaves no room. The experiment "
    "that the paper does not report gives 18.0, too. The file names carry dates: this model's "
    "checkpoint for angles is of November 5, its six others of November 25 to 27; a conjecture "
    "is that the table shows a later checkpoint.",
    covers=_cells("table-10", "Real: Phi-3.5-vision Fine-tuned", ("Geometry Angle", "Average")),
)

HUMAN_ANSWERS = Finding(
    id="human-answers",
    title="§3.5: 289 answers of people were released for the Real split, not 300",
    printed="Three annotators, 300 instances in total.",
    follows="289: the third annotator's list for Charts-Intersection is not there, and their list "
    "for Chemistry-Shape (m) has nine answers. The Synthetic split has its 140.",
    confidence="Certain for the released file. The printed human accuracies follow from these "
    "289 answers, so nothing more entered them.",
    tried="The file's own averages agree with the lists, so no list was lost in reading.",
    covers=("visonlyqa/claim/s35-human-real-answers",),
)

BALANCE = Finding(
    id="balance",
    title="§3.5: one true-or-false task is not balanced",
    printed="For every true-or-false question its negative version was added.",
    follows="Chemistry-Shape (s) has 27 true and 23 false golds. Triangle, Quadrilateral, Diameter "
    "and Intersection have 25 of each.",
    confidence="Certain for the counts. The sentence says what annotators were told to do.",
    tried="Golds were counted in the dataset and in every answer file; they are the same.",
    covers=("visonlyqa/claim/s35-negations",),
)

SIX_MODELS = Finding(
    id="six-models",
    title="Remark: six models with 50 annotated responses each would be 300, not 250",
    printed="Six models (§4.2, Figure 6), 250 responses in total, 50 for each model.",
    follows="50 responses of each of six models are 300; 250 would be five models.",
    confidence="Certain as arithmetic; the annotations themselves were not released.",
    tried="Nothing in the release tells which number is right.",
)

NONE_OF_THEM = Finding(
    id="none-of-them",
    title="Remark: where a model selects no figure, the extraction has no one text for it",
    printed="Chemistry-Shape (m) is scored by the extracted letters.",
    follows="31 extracted answers are no option: 19 are empty, 8 say None or none, 2 None of the "
    "above, 2 give capital letters. No gold is empty, so none of them could be right; the "
    "ledger counts them as empty or unreadable, and no printed number depends on it.",
    confidence="Certain.",
    tried="Capital letters read as small ones would be wrong, too (A for a,c and A,B,C for d).",
)

ROUNDING = Finding(
    id="shape-multi-rules",
    title="Remark: two printed numbers of Chemistry-Shape (m) tell which rules were used",
    printed="6.2 for guessing and 93.0 for people.",
    follows="Guessing is one of 16 subsets of four letters, 6.25 %, printed 6.2: half to even, as "
    "binary floating point prints it; half up would print 6.3, and without the empty subset it "
    "would be 6.7. People's 93.0 is the mean of three annotators' accuracies; all 29 answers "
    "together would be 93.1.",
    confidence="Certain that these rules give the printed numbers and the named others do not.",
    tried="Each other rule named here was computed.",
)

DATES = Finding(
    id="dates",
    title="Remark: some fine-tuned answers are younger than the dates in Appendix A",
    printed="Responses were collected between October 1 and November 10, 2024.",
    follows="Six of the seven files names of fine-tuned Phi-3.5-vision carry dates of November 25 "
    "to 27.",
    confidence="Low that this contradicts the paper: the appendix speaks of the models of §4.1, "
    "and these are those of §4.3.",
    tried="The other dated names are all of November 5 to 7.",
)

CATEGORY = Finding(
    id="angle-category",
    title="Remark: the dataset labels its 3D-Angle questions as task `size`",
    printed="3D-Angle is a task of its own.",
    follows="All 100 lines of 3d__angle.jsonl have task_category `size`; their questions ask for "
    "angles. The kit goes by the file's name.",
    confidence="Certain.",
    tried="Every other file's label fits its name.",
)

EXAMPLE_16 = Finding(
    id="table-16",
    title="Table 16: the example is no question of the release",
    printed="The statement that there is no quadrilateral CBPQ, with the gold True.",
    follows="The release has this statement on line 28 of geometry__quadrilateral.jsonl with the "
    "gold False (and its opposite on line 31 with the gold True). 19 of the example's 29 cells "
    "differ from that line: the gold, all seven responses with chain of thought, and marks.",
    confidence="Certain that it is not in the release. That it shows an earlier version, whose "
    "gold was corrected before the answers were collected again, is a conjecture.",
    tried="Golds and responses were compared with every line of the task: no line fits more than "
    "7 of 14 responses, and those are direct ones, which are True or False.",
    covers=("visonlyqa/table-11-61/16 *",),
)

EXAMPLE_29 = Finding(
    id="table-29",
    title="Remark: the question of Table 29 is not in the release",
    printed="A statement that CH_3 is attached to a single line, not a double line.",
    follows="None of the 50 questions of chemistry__shape_single.jsonl has its words; its cells "
    "cannot be checked. Together with Table 16, two of the 51 examples cannot have been drawn "
    "from the released questions.",
    confidence="Certain for the released files.",
    tried="Questions were compared by letters and digits alone; the seven direct and seven other "
    "responses fit no line either (at most 7 of 14).",
)

EXAMPLES_TYPESET = Finding(
    id="typeset-powers",
    title="Table 37: powers of ten lost their exponents' marks in print",
    printed="Three answers such as (d) 3x102̂.",
    follows="The responses have (d) 3x10^2; the circumflex was read as an accent by the "
    "typesetting.",
    confidence="Certain; letter, gold and marks agree.",
    tried="Every other direct response of the examples agrees character by character.",
    covers=("visonlyqa/table-11-61/37 */w∕o CoT response",),
)

EXAMPLE_44 = Finding(
    id="table-44",
    title="Remark: two released questions fit Table 44 in everything printed",
    printed="One statement on a quadrilateral with seven direct answers.",
    follows="Lines 63 and 82 of syntheticgeometry__quadrilateral.jsonl have this question, gold "
    "and all seven answers. Of the 48 other examples found, each fits one line; five of them only "
    "once the answers are taken into account.",
    confidence="Certain.",
    tried="All lines of the task were compared; only the figure, which was not, could tell.",
)

EXTRACTION_NONE = Finding(
    id="extraction-none",
    title="The released extraction reads `none of the figures` as `all of them`",
    printed="Table 9 (and Figure 5) count extracted answers.",
    follows="12 responses with chain of thought to Chemistry-Shape (m) end in declaring that no "
    "figure is chosen, most of them in the words `None of the figures (a, b, c, d)`; their "
    "extracted answer is a,b,c,d. Four of them count as right, since a,b,c,d is the gold.",
    confidence="Certain for each response: the table of conflicts gives file and line. Other "
    "responses of this wording have an empty extraction; see the remark on none of them.",
    tried="All 18 responses that decline and still have an extracted option were read one by one; "
    "the other six belong to other tasks.",
)

EXTRACTION_SILENT = Finding(
    id="extraction-silent",
    title="Where a response declares no option, the released extraction has one all the same",
    printed="Table 9 counts these answers like all others.",
    follows="In 427 of 10,000 responses with chain of thought the parser finds no declaration; "
    "353 of them are of the two Llama 3.2 models, and 324 of these break off in the middle of a "
    "sentence. All 427 have an extracted option, and 154 count as right. Where "
    "Table 9 prints averages of -0.8 for Llama 3.2 11B and 2.6 for 90B, counting unreadable "
    "answers as wrong gives -11.8 and -12.2, leaving them out -2.3 and 5.3.",
    confidence="Certain that nothing is declared where a response breaks off. Some others imply "
    "an answer that a reader would find, such as `therefore AB is a diameter`.",
    tried="The parser's corpus of forms, all prompts as responses, and a reading of seventy "
    "such responses.",
)

EXTRACTION_CONFLICT = Finding(
    id="extraction-conflict",
    title="25 extracted answers contradict what the response declares last",
    printed="Table 9 counts the extracted answers.",
    follows="Of 9,528 responses with chain of thought that the parser reads, 25 have another "
    "extracted answer. In ten true-or-false ones the first word and the last sentence disagree and "
    "the extraction follows the first word. In four of the MolMo models it has another letter "
    "than the final answer given. 12 count as right as extracted, 5 as declared.",
    confidence="High for each listed one; where a response contradicts itself, either reading can "
    "be defended, and the parser's rule is that the last declaration counts.",
    tried="Each was read; file and line stand in the table of conflicts. Direct prompts have one "
    "conflict in 28,750: a capital letter.",
)

BY_WORDING = Finding(
    id="by-wording",
    title="Remark: two models answer Geometry-Triangle by the wording alone",
    printed="48.0 for InternVL2-26B and InternVL2-76B (Table 4(a)).",
    follows="Both files are byte-identical: True to each of the 25 statements, False to each of "
    "their 25 negations, whatever the figure. Two independent answerers with these frequencies "
    "would agree on all 50 lines with a chance of 8 in 10^16; who goes by the wording always does. "
    "The two LLaVA-Next models answer False to every Quadrilateral question of both splits.",
    confidence="Certain.",
    tried="The other identical files are those of models fine-tuned on 3D-Size, which are right "
    "on all 100 questions.",
)

FINDINGS = (
    TABLE_4A_ORDER,
    TABLE_9_ORDER,
    TABLE_2_FORMATS,
    TABLE_5_REAL,
    GAPS,
    TABLE_10_PHI,
    HUMAN_ANSWERS,
    BALANCE,
    SIX_MODELS,
    NONE_OF_THEM,
    ROUNDING,
    DATES,
    CATEGORY,
    EXAMPLE_16,
    EXAMPLE_29,
    EXAMPLES_TYPESET,
    EXAMPLE_44,
    EXTRACTION_NONE,
    EXTRACTION_SILENT,
    EXTRACTION_CONFLICT,
    BY_WORDING,
)
