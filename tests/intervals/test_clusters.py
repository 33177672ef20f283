from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fe_core.errors import UsageError
from fe_core.intervals.clusters import by_attribute, components, totals

KEYS = st.dictionaries(
    st.sampled_from("abcdefghij"), st.lists(st.sampled_from("uvwxyz"), min_size=1, max_size=3)
)


def reachable(start, keys_of):
    """All members that a walk over shared keys reaches."""
    seen, queue = {start}, [start]
    while queue:
        member = queue.pop()
        for other in keys_of:
            if other not in seen and set(keys_of[other]) & set(keys_of[member]):
                seen.add(other)
                queue.append(other)
    return tuple(sorted(seen))


@given(KEYS)
def test_components_against_walking(keys_of):
    found = components(keys_of)
    assert sorted(m for cluster in found for m in cluster.members) == sorted(keys_of)
    for cluster in found:
        assert all(cluster.members == reachable(member, keys_of) for member in cluster.members)
        assert set(cluster.keys) == {key for member in cluster.members for key in keys_of[member]}


@given(KEYS, st.randoms())
def test_order_of_members_and_keys_does_not_matter(keys_of, source):
    members = list(keys_of)
    source.shuffle(members)
    shuffled = {m: source.sample(keys_of[m], len(keys_of[m])) for m in members}
    assert components(shuffled) == components(keys_of)


def test_union_of_relations_joins_indirect_paths():
    keys = {"g1": ["image:1"], "g2": ["image:1", "scene:a"], "g3": ["scene:a"], "g4": ["scene:b"]}
    assert [c.members for c in components(keys)] == [("g1", "g2", "g3"), ("g4",)]


def test_an_attribute_is_one_key_each():
    assert [c.members for c in by_attribute({"a": "x", "b": "y", "c": "x"})] == [("a", "c"), ("b",)]


def test_a_member_without_key_or_tally_is_refused():
    with pytest.raises(UsageError, match="'b'"):
        components({"a": ["x"], "b": []})
    with pytest.raises(UsageError, match="'a'"):
        totals(components({"a": ["x"]}), {})
