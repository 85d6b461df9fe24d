"""The words beside a board, in as many lines as there are."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.features.play.play_text_pane import PlayText, PlayTextPane

pytestmark = pytest.mark.usefixtures("app_world")

FACTS = tuple((f"fact {number}", "1") for number in range(7))
FOOT = (("p r", "recordings", "0"), ("p w", "warnings", "on"))


def column(moves: str, solution: str, height: int) -> Sequence[str]:
    """The words of a level that is played with its solution shown, 30 columns wide."""
    pane = PlayTextPane()
    trails = (("moves", (moves, "")), ("solution", (solution, "")))
    pane._text = PlayText("Title", FACTS, trails=trails, foot=FOOT)
    return ["".join(text for text, _ in line) for line in pane.draw_lines(30, height)]


@given(st.integers(1, 40), st.integers(1, 40), st.integers(20, 40))
def test_moves_that_do_not_fit_are_cut_off_with_a_sign(made: int, least: int, height: int) -> None:
    moves, solution = (" ".join(["m00"] * number) for number in (made, least))
    lines = column(moves, solution, height)
    assert len(lines) <= height
    shown = " ".join(lines).partition("solution ")[2].split("p r")[0].split()
    assert shown == solution.split() or shown[0].startswith("…")


def test_what_is_switched_on_makes_way_for_moves() -> None:
    solution = " ".join(["m00"] * 14)
    low, high = column("m00", solution, 22), column("m00", solution, 30)
    assert low[-2:] == ["m00 m00 m00 m00 m00 m00 m00", "m00 m00 m00 m00 m00 m00 m00"]
    assert high[-1].startswith("p w")
