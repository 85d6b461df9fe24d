"""Texts of any script stand in their columns, whatever the terminal makes of their signs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from workbench.terminal.column_width import (
    crop_text,
    pad_text,
    split_clusters,
    split_columns,
    widen_spacing_marks,
)
from workbench.ui.styled_lines import cut_line, justify_line, measure_width

widen_spacing_marks()

FAMILY, HEART, THUMB, FLAG = "👩‍👩‍👧‍👦", "❤\ufe0f", "👍🏽", "🇩🇪"
HINDI, TAMIL = "हिन्दी की पहेली", "தமிழ் கோடு"
TEXTS = st.text(
    st.sampled_from([*"ab 界é", *HINDI, *TAMIL, *FAMILY, *HEART, *THUMB, *FLAG, "\u0301"])
)


@given(TEXTS)
def test_a_text_has_as_many_columns_as_it_is_measured(text: str) -> None:
    assert len(split_columns(text)) == cell_len(text)
    assert "".join(split_clusters(text)) == text


@given(TEXTS, st.integers(0, 12))
def test_a_text_is_cut_between_its_signs(text: str, width: int) -> None:
    short = crop_text(text, width)
    assert cell_len(short) == width
    signs = [*split_clusters(text)]
    beginnings = ["".join(signs[:number]) for number in range(len(signs) + 1)]
    assert any(short == pad_text(beginning, width) for beginning in beginnings)
    assert cell_len(pad_text(text, width)) == max(width, cell_len(text.rstrip("\u200d")))


@given(TEXTS, st.integers(4, 12))
def test_a_row_takes_its_width(text: str, width: int) -> None:
    row = justify_line([(text, "")], [(" ok", "")], width)
    assert measure_width(row) == width
    assert measure_width(cut_line([(text, ""), (text, "title")], width)) <= width


def test_a_joined_emoji_is_shown_by_its_first_one() -> None:
    assert split_columns(FAMILY) == ("👩", "")
    assert split_columns(THUMB) == ("👍", "")
    assert split_columns(HEART) == ("❤", " ")
    assert split_columns(FLAG) == ("D", "E")
    assert split_columns("हि") == ("हि", "")
    assert split_columns("e\u0301") == ("e\u0301",)
