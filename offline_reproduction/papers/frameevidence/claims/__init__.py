"""Every sentence, caption and note with a number: one function for each claim."""

from __future__ import annotations

from offline_reproduction.papers.frameevidence.claims import (
    composition,
    executions,
    failures,
    introduction,
    prompts,
    references,
    results,
    strata,
)

CLAIMS = (
    *introduction.CLAIMS,
    *composition.CLAIMS,
    *results.CLAIMS,
    *failures.CLAIMS,
    *prompts.CLAIMS,
    *executions.CLAIMS,
    *references.CLAIMS,
    *strata.CLAIMS,
)
"""In the paper's order, module by module."""

UNANSWERED = {
    "production": "about the production database, which is not part of the records",
    "raw-input-audit": "an audit of raw inputs and files, which sanitized records do not hold",
    "training": "a training configuration, which no answer tells",
    "decoding": "a decoding setting, which no answer tells",
    "protocol": "how requests were prepared and sent, which no answer tells",
    "resampling": "how the paper drew its intervals; judged through the intervals themselves",
    "text-model-fit": "the fit of the text classifier, whose texts are not public",
    "model-assisted-audit": "an assistant's saved readings of images, which are no records",
    "human": "a summary of one participant; no answers were kept",
    "summary": "a run summary that nobody can recompute",
    "definition": "part of a definition; the numbers it defines are judged where they are printed",
    "selection": "how many things the paper chose to show",
}
"""Kind of claim → why no record can answer it."""
