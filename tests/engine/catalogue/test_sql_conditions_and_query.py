"""Expressions as SQL mean what they mean elsewhere."""

from __future__ import annotations

import itertools
from pathlib import Path
from tempfile import TemporaryDirectory

import catalogues
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.catalogue import annotation
from engine.catalogue.query import Query, Selection
from engine.catalogue.query_keys import parse_query
from engine.catalogue.store import Catalogue
from engine.values.expression import MAX_LENGTH, ExpressionError, is_satisfied

KINDS = {
    "n": float, "whole": int, "sure": bool, "word": str, "table": int, "table.rating": int,
    "table.part": float, "absent": float, "game": str,
}  # fmt: skip
TAGS = ("good", "two words", "'", "ä")
FACTS = st.fixed_dictionaries(
    {
        "n": st.none() | st.integers(-3, 3) | st.sampled_from((0.5, -1.5, 1e300)),
        "whole": st.none() | st.integers(-3, 3) | st.sampled_from((2**62, -(2**63))),
        "sure": st.none() | st.booleans(),
        "word": st.none() | st.sampled_from(("", "a", "b", "ab", "Z", "é", "true", "1")),
        "table": st.none()
        | st.fixed_dictionaries({"rating": st.none() | st.integers(0, 3), "part": st.floats(0, 1)}),
    }
)
VALUES = (
    "-2",
    "0",
    "1",
    "0.5",
    "3",
    "nan",
    "inf",
    "-inf",
    "1e3",
    "9" * 30,
    "-" + "9" * 330,
    "2.50",
)
OPERATORS = ("=", "!=", "<", "<=", ">", ">=")
NUMBERED = [key for key, kind in KINDS.items() if kind in (int, float)]


def _conditions() -> st.SearchStrategy[str]:
    numbers = st.builds("{}{}{}".format, *map(st.sampled_from, (NUMBERED, OPERATORS, VALUES)))
    words = st.builds(
        "word{}{}".format, st.sampled_from(OPERATORS), st.sampled_from(("a", "é", "''", "'a b'"))
    )
    games = st.builds("game{}{}".format, st.sampled_from(("=", "!=", "<")),
                      st.sampled_from(("fruit-dating", "skiddy")))  # fmt: skip
    truths = st.sampled_from(("sure", "sure=true", "sure!=true", "sure=false", "not sure"))
    ranges = st.builds("{} {}".format, st.sampled_from(NUMBERED),
                       st.sampled_from(("0..2", "..1", "1..", "-1.5..0.5", "1")))  # fmt: skip
    tags = st.sampled_from([f"tag:{tag}" if " " not in tag else f"tag:'{tag}'"
                            for tag in TAGS if tag != "'"] + ['tag:"\'"'])  # fmt: skip
    return numbers | words | games | truths | ranges | tags


EXPRESSIONS = st.recursive(
    _conditions(),
    lambda part: (
        st.builds("not ({})".format, part)
        | st.builds("({}) {} ({})".format, part, st.sampled_from(("and", "or", "")), part)
    ),
    max_leaves=6,
)


@given(st.lists(st.tuples(FACTS, st.sets(st.sampled_from(TAGS))), min_size=1, max_size=8),
       st.lists(EXPRESSIONS, min_size=1, max_size=6))  # fmt: skip
def test_as_elsewhere_of_every_level(levels, texts):
    with TemporaryDirectory() as folder:
        path = Path(folder, "some.db")
        catalogues.fill(path, [facts for facts, _ in levels])
        with Catalogue.open(path, write=True) as catalogue:
            for number, (_, tags) in enumerate(levels, 1):
                annotation.annotate_levels(
                    catalogue, [number], annotation.AnnotationEdit(tags=tuple(tags))
                )
            for text in texts:
                wanted = parse_query(text, KINDS)
                expected = [
                    number
                    for number, (facts, tags) in enumerate(levels, 1)
                    if is_satisfied(wanted, {**facts, "game": "fruit-dating"}, tags)
                ]
                assert [*Selection(catalogue, Query(wanted)).list_ids()] == expected, text


@given(st.lists(FACTS, max_size=12), st.sampled_from([*KINDS]), st.booleans(),
       st.none() | st.integers(1, 5))  # fmt: skip
def test_sorted_by_a_fact_and_then_by_number(levels, key, falling, limit):
    def height(facts):
        found = facts.get(key) if "." not in key else (facts["table"] or {}).get(key[6:])
        return found["rating"] if isinstance(found, dict) else found

    known = {number: height(facts) for number, facts in enumerate(levels, 1)}
    if key == "game":
        known = dict.fromkeys(known, "fruit-dating")
    there = sorted((n for n in known if known[n] is not None), key=known.__getitem__,
                   reverse=falling)  # fmt: skip
    ties = itertools.groupby(there, key=known.__getitem__)
    expected = [number for _, group in ties for number in sorted(group)]
    expected += [number for number, value in known.items() if value is None]
    with TemporaryDirectory() as folder:
        path = Path(folder, "some.db")
        catalogues.fill(path, levels)
        with Catalogue.open(path) as catalogue:
            chosen = Selection(catalogue, Query(None, key, falling, limit))
            assert [*chosen.list_ids()] == expected[:limit]
            assert chosen.count_levels() == len(expected[:limit])
            assert [each.id for each in chosen.read_entries()] == expected[:limit]


def test_the_longest_expressions_are_answered(tmp_path):
    path = tmp_path / "some.db"
    catalogues.fill(path, [{"n": 1}, {"n": 2}])
    double = "not(" * 90 + "n=1 or n=3" + ")" * 90
    nested = "(" * 180 + "n=1" + ")" * 180
    refusing = "not(n=3 or " * 11 + "n=1" + ")" * 11
    alternating = "(n=3 or (n 0..3 and " * 11 + "n=1" + "))" * 11
    for text in ("n=1 or " * 140 + "n=2", "n=1 " * 249, double, nested, refusing, alternating):
        assert len(text) <= MAX_LENGTH
        wanted = parse_query(text, KINDS)
        with Catalogue.open(path) as catalogue:
            ids = [*Selection(catalogue, Query(wanted)).list_ids()]
        assert ids == [n for n in (1, 2) if is_satisfied(wanted, {"n": n})]


@pytest.mark.parametrize("text", ["not(n=3 or " * 70 + "n=1" + ")" * 70,
                                  "(n=3 or (n=3 and " * 50 + "n=1" + "))" * 50])  # fmt: skip
def test_what_is_too_deep_is_refused(text):
    assert len(text) <= MAX_LENGTH
    with pytest.raises(ExpressionError, match="nested brackets and words"):
        parse_query(text, KINDS)
