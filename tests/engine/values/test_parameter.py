"""Generation parameters: what can be written, what it means, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import ParameterError
from engine.values.parameter_schema import SIMILARITY, Parameter, Schema, define_fact
from engine.values.ranges import UNBOUNDED, Range

INTEGER = Parameter("rows", "integer", 6, 3, 16, "border", "Rows", "How many rows.")
RANGE = Parameter("walls", "range", Range(2, 4), 0, 9, "walls", "Walls", "How many walls.")
CHOICE = Parameter("kind", "choice", "stone", 0, 0, "b", "Kind", "Which.", ("stone", "car"))
FACT = Parameter("moves", "fact", None, 0, 99, "verify", "Moves", "The least moves.")
LEAST = Parameter("stars", "fact", None, 0, 99, "verify", "Stars", "The more.", is_minimum=True)
BOOLEAN = define_fact("unique", "Just one.", boolean=True)
SCHEMA = Schema((INTEGER, RANGE, CHOICE, FACT, LEAST, BOOLEAN))


@pytest.mark.parametrize(
    ("parameter", "text"),
    [
        (INTEGER, "2"),
        (INTEGER, "17"),
        (INTEGER, "3..5"),
        (INTEGER, "3.0"),
        (INTEGER, 3.0),
        (INTEGER, True),
        (INTEGER, ""),
        (INTEGER, "9" * 30),
        (RANGE, ".."),
        (RANGE, "5..3"),
        (RANGE, "0..10"),
        (RANGE, "-1"),
        (RANGE, "1...2"),
        (CHOICE, "Stone"),
        (CHOICE, 1),
        (FACT, "many"),
        (FACT, "..100"),
        (FACT, None),
        (BOOLEAN, "maybe"),
        (BOOLEAN, "2"),
        (define_fact("solvable", "Can be won.", boolean=True), "2"),
        (define_fact("optimal", "Proven.", boolean=True), "999999"),
    ],
)
def test_what_is_refused_with_what_was_expected(parameter, text):
    with pytest.raises(ParameterError) as caught:
        parameter.parse_value(text)
    message = str(caught.value)
    assert message.startswith(f"{parameter.key}: expected ")
    assert parameter.describe_expectation() in message and repr(text) in message


class TestSchema:
    def test_defaults_fill_in(self):
        complete = SCHEMA.complete_settings({"walls": "5"})
        assert complete.to_table() == {"rows": 6, "walls": 5, "kind": "stone"}
        assert complete.get_integer("rows") == 6
        assert complete.get_word("kind") == "stone"
        assert complete.get_range("walls") == Range(5, 5)
        assert complete.get_range("moves") == Range()

    def test_the_order_is_that_of_the_schema(self):
        assert list(SCHEMA.complete_settings({"moves": "3", "kind": "car", "rows": 5}).values) == [
            "rows",
            "walls",
            "kind",
            "moves",
        ]

    def test_a_silent_one_is_left_out_at_its_default(self):
        schema = Schema((INTEGER, replace(RANGE, silent=True)))
        assert schema.complete_settings({"walls": "2..4"}).to_table() == {"rows": 6}
        assert schema.complete_settings({"walls": "2..5"}).to_table() == {
            "rows": 6,
            "walls": "2..5",
        }

    @given(st.sampled_from(CHOICE.choices), st.integers(3, 5))
    def test_what_is_left_out_comes_back_with_any_preset(self, word, rows):
        presets = {"kind": {"stone": {}, "car": {"rows": 4}}}
        schema = Schema((replace(INTEGER, silent=True), CHOICE), presets)
        complete = schema.complete_settings({"kind": word, "rows": rows})
        assert schema.complete_settings(complete.to_table()) == complete

    def test_facts_are_distinguished(self):
        assert SCHEMA.list_facts() == (FACT, LEAST, BOOLEAN, SIMILARITY)

    def test_an_unknown_key_names_those_like_it(self):
        with pytest.raises(ParameterError, match=r"unknown parameter 'wals'; did you mean walls\?"):
            SCHEMA.complete_settings({"wals": 1})

    def test_a_key_like_no_other_points_to_the_list(self):
        with pytest.raises(ParameterError, match=r"unknown parameter 'zzz'; see the game's list"):
            SCHEMA.complete_settings({"zzz": 1})


ENDS = st.none() | st.integers(0, 99)


@given(st.integers(3, 16), st.integers(0, 9), st.integers(0, 9), ENDS, ENDS)
def test_values_are_read_as_they_are_written(rows, low, high, least, most):
    low, high = sorted((low, high))
    if least is not None and most is not None:
        least, most = sorted((least, most))
    wanted = {"rows": rows, "walls": Range(low, high), "kind": "car"}
    if least is not None or most is not None:
        wanted["moves"] = wanted["stars"] = Range(least, most)
    complete = SCHEMA.complete_settings(wanted)
    assert dict(complete.values) == wanted
    assert SCHEMA.complete_settings(complete.to_table()) == complete


def test_bounds_leave_out_an_end_that_is_none():
    assert replace(SCHEMA["walls"], low=0, high=9).bounds == "0..9"
    endless = replace(SCHEMA["moves"], low=0, high=UNBOUNDED)
    assert endless.bounds == "0.."
    assert endless.describe_expectation().endswith("within 0..")


@pytest.mark.parametrize(
    ("word", "keys"),
    [
        ("wals", "walls"),
        ("width", "cols"),
        ("Width", "cols"),
        ("columns", "cols"),
        ("height", "rows"),
        ("dead-end", "corner or nook"),
        ("dead end", "corner or nook"),
        ("deadend", "corner or nook"),
        ("x" * 1_000_000, None),
        ("", None),
        ("\x1b", None),
    ],
)
def test_keys_are_suggested_by_spelling_and_by_title(word: str, keys: str | None) -> None:
    titled = [replace(INTEGER, key=key, title="dead end") for key in ("corner", "nook")]
    schema = Schema((*SCHEMA.parameters[:-2], replace(INTEGER, key="cols"), *titled))
    hint = f"did you mean {keys}?" if keys else "see the game's list of parameters"
    with pytest.raises(ParameterError) as raised:
        schema[word]
    assert str(raised.value).endswith(f"; {hint}")
    assert len(str(raised.value)) < 200


def test_a_misspelt_choice_is_suggested() -> None:
    with pytest.raises(ParameterError, match=r"found 'ston'; did you mean stone\?$"):
        CHOICE.parse_value("ston")
    with pytest.raises(ParameterError, match=r"found 'xyz'$"):
        CHOICE.parse_value("xyz")
