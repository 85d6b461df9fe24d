"""What a terminal cannot show never reaches it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from workbench.terminal.ascii_text import convert_to_ascii


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("Café · naïve", "Cafe - naive"),
        ("▶ won ★ ≤ 3", "> won * < 3"),
        ("日本", "????"),
        ("e\u0301a", "ea"),
        ("all of it", "all of it"),
        ("all of…", "all o.."),
        ("all …", "all.."),
        ("… of it", "..of it"),
        ("é…", "e~"),
    ],
)
def test_a_text_in_ascii(text: str, drawn: str) -> None:
    assert convert_to_ascii(text) == drawn


@given(st.text(st.characters(exclude_categories=("C", "Zl", "Zp"))))
def test_ascii_takes_as_many_columns(text: str) -> None:
    assert convert_to_ascii(text).isascii()
    assert cell_len(convert_to_ascii(text)) == cell_len(text)
