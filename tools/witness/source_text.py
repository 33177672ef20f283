"""SOURCE.md of the records: what they are and are not, in the first line."""

from __future__ import annotations

TEXT = """\
These are witness records: answers constructed by a solver so that the printed numbers of the \
FrameEvidence paper hold all at once; they are not the authors' data, and no model gave any of \
them.

What they prove: the printed numbers are jointly possible, and a scorer that recomputes them
from complete records gets them. What they do not prove: anything about what a model answered.
Agreement with the paper is by construction.

- Run names are the paper's (its gateway aliases too). Item, group, image and cluster names are
  our own, except those that the paper names, which stand where it puts them.
- What no printed number fixes was decided by a plan, a seed or the solver: it is undetermined,
  and reports show no digits of it.
- Ten additions of LLaVA-OneVision-7B have status `failed`, as the paper says of ten calls.
- Qwen2.5-VL-7B Base has no rotation records: the paper prints a summary that nobody can
  recompute.
- Questions, prompts and images are not reproduced; the images field holds names only.

Made by `python -m tools.witness` (extra `witness`; about two
minutes), which makes the same bytes each time; `--check` compares a rebuild with these files.
Everything that was enforced is told in docs/witness.md and docs/witness-runs.md. Licence: MIT,
as the kit.

The authors' records take their place with `--records DIR` (docs/records.md).
"""
