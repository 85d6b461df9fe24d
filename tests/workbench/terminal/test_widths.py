"""Texts of any script stand in their columns, whatever the terminal makes of their signs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from workbench.terminal.widths import clusters, columns_of, crop, pad, widen_spacing_marks
from workbench.ui.lines import columns, cut, width_of

widen_spacing_marks()

FAMILY, HEART, THUMB, FLAG = "👩‍👩‍👧‍👦", "❤\ufe0f", "👍🏽", "🇩🇪"
HINDI, TAMIL = "हिन्दी की पहेली", "தமிழ் கோடு"
TEXTS = st.text(
    st.sampled_from([*"ab 界é", *HINDI, *TAMIL, *FAMILY, *HEART, *THUMB, *FLAG, "\u0301"])
)


@given(TEXTS)
def test_a_text_has_as_many_columns_as_it_is_measured(text: str) -> None:
    assert len(columns_of(text)) == cell_len(text)
    assert "".join(clusters(text)) == text


@given(TEXTS, st.integers(0, 12))
def test_a_text_is_cut_between_its_signs(text: str, width: int) -> None:
    short = crop(text, width)
    assert cell_len(short) == width
    signs = [*clusters(text)]
    beginnings = ["".join(signs[:number]) for number in range(len(signs) + 1)]
    assert any(short == pad(beginning, width) for beginning in beginnings)
    assert cell_len(pad(text, width)) == max(width, cell_len(text.rstrip("\u200d")))


@given(TEXTS, st.integers(4, 12))
def test_a_row_takes_its_width(text: str, width: int) -> None:
    row = columns([(text, "")], [(" ok", "")], width)
    assert width_of(row) == width
    assert width_of(cut([(text, ""), (text, "title")], width)) <= width


def test_a_joined_emoji_is_shown_by_its_first_one() -> None:
    assert columns_of(FAMILY) == ("👩", "")
    assert columns_of(THUMB) == ("👍", "")
    assert columns_of(HEART) == ("❤", " ")
    assert columns_of(FLAG) == ("D", "E")
    assert columns_of("हि") == ("हि", "")
    assert columns_of("e\u0301") == ("e\u0301",)
