"""How far facts are from what an expression wants, so that wishes are met by degrees."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.improvement.expression_distance import measure_distance
from engine.values.expression import is_satisfied, parse_expression

KINDS = {"moves": float, "states": float, "stars": int, "solvable": bool}
FACTS = st.fixed_dictionaries(
    {
        "moves": st.none() | st.integers(0, 9),
        "states": st.integers(0, 9) | st.floats(0, 9),
        "stars": st.integers(0, 3),
        "solvable": st.booleans(),
    }
)
COMPARISONS = st.builds(
    "{}{}{}".format,
    st.sampled_from(["moves", "states", "stars"]),
    st.sampled_from(["=", "!=", "<", "<=", ">", ">="]),
    st.integers(0, 9),
) | st.sampled_from(["moves 3..6", "states ..4", "solvable", "solvable=false"])
EXPRESSIONS = st.recursive(
    COMPARISONS,
    lambda inner: (
        st.builds("not ({})".format, inner)
        | st.builds("({}) and ({})".format, inner, inner)
        | st.builds("({}) or ({})".format, inner, inner)
    ),
    max_leaves=5,
)


@given(EXPRESSIONS, FACTS)
def test_the_distance_from_a_wish_is_nothing_just_where_it_holds(text, facts) -> None:
    expression = parse_expression(text, KINDS)
    assert (measure_distance(expression, facts) == 0) == is_satisfied(expression, facts)
    assert measure_distance(expression, facts) >= 0


@pytest.mark.parametrize(
    ("text", "far", "near"),
    [
        ("moves>=12", {"moves": 4}, {"moves": 11}),
        ("moves=5", {"moves": 9}, {"moves": 6}),
        ("moves 8..10", {"moves": 20}, {"moves": 12}),
        ("not moves>5", {"moves": 9}, {"moves": 6}),
        ("moves>=9 and states<4", {"moves": 4, "states": 9}, {"moves": 8, "states": 9}),
        ("moves>=9 or states<4", {"moves": 2, "states": 20}, {"moves": 2, "states": 5}),
        ("moves>=9", {"moves": None}, {"moves": 1}),
    ],
)
def test_wishes_are_met_by_degrees(text, far, near) -> None:
    expression = parse_expression(text, KINDS)
    assert measure_distance(expression, far) > measure_distance(expression, near) > 0
