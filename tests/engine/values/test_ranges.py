"""Ranges of numbers, either end of which may be open."""

from __future__ import annotations

import pytest

from engine.errors import ParameterError
from engine.values.parameter_schema import Parameter, Schema, define_fact, define_share
from engine.values.ranges import Range

INTEGER = Parameter("rows", "integer", 6, 3, 16, "border", "Rows", "How many rows.")
RANGE = Parameter("walls", "range", Range(2, 4), 0, 9, "walls", "Walls", "How many walls.")
CHOICE = Parameter("kind", "choice", "stone", 0, 0, "b", "Kind", "Which.", ("stone", "car"))
FACT = Parameter("moves", "fact", None, 0, 99, "verify", "Moves", "The least moves.")
LEAST = Parameter("stars", "fact", None, 0, 99, "verify", "Stars", "The more.", is_minimum=True)
BOOLEAN = define_fact("unique", "Just one.", boolean=True)
SCHEMA = Schema((INTEGER, RANGE, CHOICE, FACT, LEAST, BOOLEAN))


@pytest.mark.parametrize(
    ("parameter", "text", "value"),
    [
        (INTEGER, "3", 3),
        (INTEGER, 16, 16),
        (INTEGER, " 7 ", 7),
        (RANGE, "3", Range(3, 3)),
        (RANGE, 3, Range(3, 3)),
        (RANGE, "3..5", Range(3, 5)),
        (RANGE, "3..", Range(3, 9)),
        (RANGE, "..5", Range(0, 5)),
        (CHOICE, "car", "car"),
        (FACT, "5", Range(5, 5)),
        (FACT, "5..", Range(5, None)),
        (FACT, "..5", Range(None, 5)),
        (LEAST, "3", Range(3, None)),
        (LEAST, 3, Range(3, None)),
        (LEAST, "3..", Range(3, None)),
        (LEAST, "..3", Range(None, 3)),
        (LEAST, "3..3", Range(3, 3)),
        (LEAST, "2..3", Range(2, 3)),
        (BOOLEAN, "true", Range(1, 1)),
        (BOOLEAN, "false", Range(0, 0)),
    ],
)
def test_what_a_word_means(parameter, text, value):
    assert parameter.parse_value(text) == value


class TestRange:
    @pytest.mark.parametrize(
        ("range_", "inside", "outside"),
        [
            (Range(2, 4), (2, 3, 4), (1, 5, "3", None)),
            (Range(2, None), (2, 10**30), (1,)),
            (Range(None, 4), (-5, 4), (5,)),
            (Range(), (0, -1), (None,)),
        ],
    )
    def test_both_ends_are_inside(self, range_, inside, outside):
        assert all(value in range_ for value in inside)
        assert not any(value in range_ for value in outside)

    def test_how_it_is_written(self):
        assert [str(r) for r in (Range(2, 4), Range(2), Range(None, 4), Range(3, 3))] == [
            "2..4",
            "2..",
            "..4",
            "3",
        ]


@pytest.mark.parametrize(
    ("span", "file"), [(Range(3, None), 3), (Range(3, 3), "3..3"), (Range(None, 3), "..3")]
)
def test_one_number_of_a_rating_is_the_least(span, file):
    complete = SCHEMA.complete_settings({"stars": span})
    assert complete.to_table()["stars"] == file
    assert SCHEMA.complete_settings({"stars": file}) == complete


class TestDecimals:
    SHARE = define_share("rating", "How good it is.", 4)

    @pytest.mark.parametrize(
        ("text", "value", "written"),
        [
            ("1.5..2", Range(150, 200), "1.5..2"),
            ("..0.25", Range(None, 25), "..0.25"),
            (1.5, Range(150, 150), "1.5"),
            (3, Range(300, 300), "3"),
            ("2.01..", Range(201, None), "2.01.."),
        ],
    )
    def test_ranges_are_read_and_written(self, text, value, written):
        assert self.SHARE.parse_value(text) == value
        assert self.SHARE.format_value(value) == written
        assert self.SHARE.parse_value(written) == value

    @pytest.mark.parametrize("text", ["4.01", "1.555", "2..1.99", ".5", "1.", "-0.5", True, "x"])
    def test_others_are_refused_with_what_was_expected(self, text):
        with pytest.raises(ParameterError, match=r"number of up to 2 decimals .* within 0\.\.4"):
            self.SHARE.parse_value(text)

    def test_a_fact_is_compared_as_exactly_as_it_is(self):
        for found, inside in ((1.5, True), (1.495, False), (2, True), (2.0001, False)):
            assert (self.SHARE.get_fact({"rating": found}) in Range(150, 200)) is inside

    def test_whole_numbers_have_no_decimals(self):
        with pytest.raises(ParameterError, match="a whole number"):
            define_fact("moves", "Moves.").parse_value("1.5..2")
