"""The answer parser against the released extraction."""

from __future__ import annotations

from collections import Counter

from offline_reproduction.answers.read import read
from offline_reproduction.answers.tokens import listed_meanings
from offline_reproduction.papers.visonlyqa.evidence import Evidence
from offline_reproduction.papers.visonlyqa.importer.responses import reading


def test_every_prompt_of_the_release_is_unreadable(evidence: Evidence) -> None:
    for question in evidence.release.questions:
        known = listed_meanings(question.text, question.options)
        for text in (*question.prompts.values(), question.text):
            found = read(text, question.options, policy="text", many=question.many, meanings=known)
            assert found.value is None, (question.item, found)


def test_agreement_with_the_released_extraction(evidence: Evidence) -> None:
    counts: Counter[tuple[str, str]] = Counter()
    for response, parsed in zip(evidence.release.responses, evidence.readings, strict=True):
        released, _ = reading(response.extracted, response.question)
        released = tuple(released) if isinstance(released, list) else released
        found = parsed.value
        kind = "cot" if response.file.kind == "cot" else "direct"
        same = "agree" if found == released else "unread" if found is None else "conflict"
        counts[kind, same] += 1
    direct = {same: counts["direct", same] for same in ("agree", "unread", "conflict")}
    assert direct["agree"] * 1000 >= 999 * sum(direct.values()), direct
    cot = {same: counts["cot", same] for same in ("agree", "unread", "conflict")}
    read_at_all = cot["agree"] + cot["conflict"]
    assert read_at_all * 100 >= 95 * sum(cot.values()), cot
    assert cot["conflict"] * 1000 <= 5 * read_at_all, cot
