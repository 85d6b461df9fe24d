"""Numbers, lengths of time and places in words, and words with a tone."""

from __future__ import annotations

import pytest

from workbench.text import quantity_text

pytestmark = pytest.mark.usefixtures("app_world")


def test_numbers_read_well():
    assert quantity_text.format_count(1, "move") == "1 move"
    assert quantity_text.format_count(1284, "position") == "1,284 positions"
    assert quantity_text.format_duration(0.0008) == "0.8 ms"
    assert quantity_text.format_duration(2.25) == "2.2 s"
