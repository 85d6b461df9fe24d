"""Numbers, lengths of time and places in words, and words with a tone."""

from __future__ import annotations

import pytest

from workbench.text import status

pytestmark = pytest.mark.usefixtures("app_world")


def test_numbers_read_well():
    assert status.count(1, "move") == "1 move"
    assert status.count(1284, "position") == "1,284 positions"
    assert status.duration(0.0008) == "0.8 ms"
    assert status.duration(2.25) == "2.2 s"
