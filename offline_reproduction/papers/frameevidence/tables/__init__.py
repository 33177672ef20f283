"""One builder for each of the paper's tables and figures with data."""

from __future__ import annotations

from offline_reproduction.papers.frameevidence.tables import (
    composition,
    contrasts,
    controls,
    decompositions,
    inputs,
    primary,
    prompt_audit,
    rotations,
    same_order,
    strata,
    transitions,
)
from offline_reproduction.study.paper import TableSpec

HUMAN = "an author-reported summary of one participant; no answers were kept (Appendix A)"
NAMES = "names of repositories and aliases are configuration, which no answer tells"

SPECS = (
    TableSpec("table-02", composition.table_02),
    TableSpec("table-03", strata.table_03),
    TableSpec("table-04", primary.table_04, {"Human (reported)": HUMAN}),
    TableSpec("table-05", inputs.table_05),
    TableSpec("table-06", rotations.table_06, rotations.SUMMARY_06),
    TableSpec("table-07", rotations.table_07),
    TableSpec("table-08", primary.table_08),
    TableSpec("table-09", primary.table_09, {"*": NAMES}),
    TableSpec("table-10", controls.table_10),
    TableSpec("table-11", primary.table_11),
    TableSpec("table-12", rotations.table_12, rotations.SUMMARY_12),
    TableSpec("table-13", same_order.table_13),
    TableSpec("table-14", inputs.table_14),
    TableSpec("table-15", strata.table_15),
    TableSpec("table-16", strata.table_16, strata.UNANSWERED_16),
    TableSpec("table-17", strata.table_17),
    TableSpec("table-18", strata.table_18),
    TableSpec("table-19", strata.table_19),
    TableSpec("table-20", transitions.table_20),
    TableSpec("table-21", decompositions.table_21),
    TableSpec("table-22", decompositions.table_22),
    TableSpec("table-23", decompositions.table_23),
    TableSpec("table-24", decompositions.table_24),
    TableSpec("table-25", contrasts.table_25),
    TableSpec("table-26", contrasts.table_26),
    TableSpec("table-27", strata.table_27),
    TableSpec("table-28", prompt_audit.table_28),
    TableSpec("table-29", strata.table_29),
    TableSpec("table-30", strata.table_30),
    TableSpec("table-31", transitions.table_31),
    TableSpec("table-32", controls.table_32),
    TableSpec("table-33", strata.table_33),
    TableSpec("table-34", transitions.table_34),
    TableSpec("table-35", contrasts.table_35),
    TableSpec("table-36", transitions.table_36),
    TableSpec("figure-02", composition.figure_02),
    TableSpec("figure-03", composition.figure_03),
    TableSpec("figure-05", transitions.figure_05),
    TableSpec("figure-06", composition.figure_06),
)
"""Tables 2–36 and the figures with data, in the paper's order."""
