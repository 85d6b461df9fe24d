"""Paragraphs are broken by the columns that their signs take."""

from __future__ import annotations

import textwrap

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len

from workbench.terminal import command_line_output
from workbench.terminal.column_width import split_clusters, widen_spacing_marks, wrap_text

widen_spacing_marks()

TEXTS = st.text(st.sampled_from("ab -—界の謎éह\u093f\u0301👩\u200d👧\n"), max_size=40)


def test_wide_signs_take_two_columns() -> None:
    assert wrap_text("界の謎を解く", 6) == ["界の謎", "を解く"]
    assert wrap_text("a 界の謎 bcd", 6) == ["a", "界の謎", "bcd"]
    assert wrap_text("界の謎", 3) == ["界", "の", "謎"]


def test_marks_stay_with_their_letters() -> None:
    assert wrap_text("e\u0301e\u0301e\u0301e\u0301", 2) == ["e\u0301e\u0301"] * 2


def test_the_placeholder_fits() -> None:
    assert wrap_text("界の 謎を 解く", 6, max_lines=1) == ["界の …"]
    for width in range(2, 9):
        for most in (1, 2):
            lines = wrap_text("界の謎を解く 界の謎を解く", width, max_lines=most)
            assert len(lines) <= most and max(map(cell_len, lines)) <= width


@given(TEXTS, st.integers(2, 12), st.sampled_from([None, 1, 2]), st.sampled_from(["", " "]))
@example("👩\u200d👧-界", 2, 1, "")
def test_no_line_is_too_wide(text: str, width: int, most: int | None, indent: str) -> None:
    lines = wrap_text(text, width, max_lines=most, subsequent_indent=indent)
    for line in lines:
        assert cell_len(line) <= width or len([*split_clusters(line.strip())]) == 1
    if most is None:
        assert "".join("".join(lines).split()) == "".join(text.split())


@given(st.text(st.sampled_from("ab- .,\n"), max_size=60), st.integers(1, 12), st.integers(1, 3))
def test_texts_of_narrow_signs_are_broken_as_ever(text: str, width: int, most: int) -> None:
    for limit in (None, most):
        expected = textwrap.wrap(text.strip(), width, max_lines=limit, placeholder=" …")
        # Where a word is cut, textwrap keeps the blank before it.
        assert wrap_text(text.strip(), width, max_lines=limit) == [
            line.rstrip() for line in expected
        ]


@pytest.mark.parametrize("width", [-1, 0, 1])
def test_there_is_always_an_end(width: int) -> None:
    assert wrap_text("界a", width) == ["界", "a"]


def test_columns_of_tables_are_aligned() -> None:
    assert command_line_output.format_table([("界の謎", "a"), ("b", "c")]) == [
        "  界の謎  a",
        "  b       c",
    ]
