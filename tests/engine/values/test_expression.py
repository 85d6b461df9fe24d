"""Expressions over what is known of something, such as ``stars>=2 moves 8..10 not tag:easy``."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.values import expression
from engine.values.expression import ExpressionError, HasText, parse_expression

KINDS = {
    "moves": int, "states": int, "share": float, "solvable": bool, "title": str, "notes": str,
    "fun": int, "fun.lead": int, "order": int, "android": int,
}  # fmt: skip
FACTS: dict[str, Any] = {
    "moves": 8, "states": None, "share": 0.5, "solvable": True, "title": "First date",
    "fun": {"rating": 4, "lead": 2}, "order": 1, "android": 2,
}  # fmt: skip


def holds(text: str) -> bool:
    return expression.is_satisfied(parse_expression(text, KINDS), FACTS, ("walls", "two words"))


def found(text: str) -> bool:
    """Whether a search of text and facts finds them."""
    said = "First date, by the river"
    return expression.is_satisfied(
        parse_expression(text, KINDS, allow_words=True), FACTS, ("walls",), said.__contains__
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("moves=8", True),
        ("moves != 8", False),
        ("moves>7.5", True),
        ("moves <= 7", False),
        ("moves 8..10", True),
        ("moves ..7", False),
        ("moves 9..", False),
        ("share 0.25..0.5", True),
        ("solvable=true", True),
        ("solvable != false", True),
        ("title='First date'", True),
        ('title="first date"', False),
        ("title!=Other", True),
        ("tag:walls", True),
        ("tag:'two words'", True),
        ("tag:two", False),
        ("fun>=4 fun.lead=2", True),
        ("not moves=8", False),
        ("not not moves=8", True),
        ("not not not moves=8", False),
        ("not moves=1 and share=0.5", True),
        ("not (moves=8 and share=0.7)", True),
        ("moves=1 or moves=8 and share=0.5", True),
        ("moves=8 or moves=1 and share=0.7", True),
        ("(moves=8 or moves=1) and share=0.7", False),
        ("moves=8 share=0.5 or moves=1", True),
        ("order=1 android=2", True),
        ("moves 8 order 1", True),
        ("moves 9", False),
        ("not moves 9 share 0.5", True),
        ("solvable", True),
        ("not solvable or solvable moves>7", True),
        ("states>0", False),
        ("states!=0", False),
        ("not states>0", True),
        ("states ..5", False),
        ("notes=x or notes!=x", False),
    ],
)
def test_what_holds(text: str, expected: bool) -> None:
    assert holds(text) is expected


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "column 1: expected KEY OP VALUE, KEY A..B or tag:WORD, found the end"),
        ("mvoes>8", "column 1: unknown key 'mvoes'; did you mean moves"),
        ("moves", "column 6: expected = or < or such or A..B, found the end"),
        ("moves >", "column 8: expected a value, found the end"),
        ("moves=8 order nine", "column 15: expected = or < or such or A..B, found 'nine'"),
        ("solvable walls", "column 15: expected = or < or such or A..B, found the end"),
        ("(moves=8", "column 9: expected [)], found the end"),
        ("moves=8)", "column 8: expected"),
        ("or moves=8", "column 1: unknown key|column 4"),
        ("moves=8 @", "column 9: expected"),
        ("moves=many", "column 7: expected a number, found 'many'"),
        (
            "moves=8..10",
            "column 7: expected a number, found '8..10'; "
            "a range is written without =, as in moves 8..10",
        ),
        ("moves ..", "column 7: expected a number or a range A..B, found '..'"),
        ("moves 9..8", "column 7: 9 is more than 8"),
        ("solvable=1", "column 10: expected = true or = false, found '1'"),
        ("solvable>true", "column 10: expected = true or = false"),
        ("title 1..2", "column 7: expected a word, found '1..2'"),
        ("title='open", "column 7: expected"),
        ("moves=8 " * 200, "at most 1,000 characters"),
    ],
)
def test_what_is_none_is_said_with_its_column(text: str, wrong: str) -> None:
    with pytest.raises(ExpressionError, match=wrong) as caught:
        holds(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("date", True),
        ("date river moves>=8", True),
        ("date moves>8", False),
        ("not date", False),
        ("sea or river", True),
        ("'date, by'", True),
        ("'by date'", False),
        ("river solvable", True),
        ("not sea 8", False),  # not the sea, and 8 somewhere
        ("moves", False),  # a number that is compared with nothing is a word
        ("moves 8 date", True),
        ("tag:walls date", True),
        ("=", False),
        ("t's", False),
    ],
)
def test_words_are_looked_for_beside_facts(text: str, expected: bool) -> None:
    assert found(text) is expected


def test_words_are_words_to_their_end() -> None:
    read = parse_expression(
        "no-way 2.1-1 orbit not-so andy's solvable-too", KINDS, allow_words=True
    )
    said = [part.words for part in expression.list_conditions(read) if isinstance(part, HasText)]
    assert said[:6] == ["no-way", "2.1-1", "orbit", "not-so", "andy's", "solvable-too"]


@pytest.mark.parametrize("text", ["not " * 248 + "moves=8", "(" * 490 + "moves=8" + ")" * 490])
def test_deep_ones_are_read_too(text: str) -> None:
    assert holds(text)


def test_deep_brackets_within_brackets_are_read_too() -> None:
    assert holds("(order=1 " * 66 + "moves=8" + ")" * 66)


@given(st.text(max_size=40) | st.text("moves .0189=<>!()'tag:ornd", max_size=40))
def test_any_text_is_an_expression_or_refused(text: str) -> None:
    try:
        assert holds(text) in (True, False)
    except ExpressionError as error:
        assert str(error)


RANGES = st.tuples(st.integers(-20, 20), st.integers(-20, 20)).map(sorted)


@given(st.integers(-20, 20), RANGES)
def test_a_range_is_two_comparisons(value: int, ends: list[int]) -> None:
    low, high = ends
    facts = {"moves": value}
    within = expression.is_satisfied(parse_expression(f"moves {low}..{high}", KINDS), facts)
    assert within is expression.is_satisfied(
        parse_expression(f"moves>={low} moves<={high}", KINDS), facts
    )
    assert within is (low <= value <= high)
