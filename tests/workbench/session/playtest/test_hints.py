"""Hints from conclusions, in words."""

from __future__ import annotations

import pytest

from engine.game.reasoned_trace import Tip
from workbench.session.playtest import hints


@pytest.mark.parametrize(
    ("because", "told"),
    [
        (((1, 5),), "look at 1,5"),
        (((1, 5), (5, 4)), "look at 1,5 and 5,4"),
        (((1, 5), (5, 4), (8, 5)), "look at 1,5 5,4 and 8,5"),
    ],
)
def test_cells_to_look_at_are_kept_apart(because: tuple[tuple[int, int], ...], told: str) -> None:
    assert hints.format_deduction_hint(Tip("fit", because, (), "a line"), 2) == told
