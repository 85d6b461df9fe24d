"""Figures of the layout of Linjat puzzles, by hand."""

from __future__ import annotations

import pytest

from engine import workshop
from engine.game import registry
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.clue_layout_facts import measure_structure
from engine.values.grid import SYMMETRIES

GAME = registry.get_game("linjat")


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ("2.*. .... .*.2", {"number_share": 2 / 12, "dot_share": 2 / 12, "clue_symmetry": 1}),
        ("2... .... ...*", {"empty_share": 10 / 12, "clue_symmetry": 0, "regions": 1}),
        ("2.2. .... ...2", {"clue_symmetry": 2 / 3, "regions": 2}),
        ("2... .... ...2", {"regions": 2}),
        ("2..1 .... 1..1", {"regions": 1}),
        ("3... .... ..3.", {"regions": 1}),
        (".... .... ....", {"regions": 0, "clue_symmetry": 1, "empty_share": 1}),
    ],
)
def test_figures_are_those_of_the_eye(rows: str, found: dict[str, float]) -> None:
    figures = measure_structure(LinjatBoard(tuple(rows.split())))
    assert {key: figures[key] for key in found} == pytest.approx(found)


def test_a_puzzle_turned_has_the_same_figures() -> None:
    board = workshop.generate(GAME, 3, {"rows": 6, "cols": 7, "iterations": 5})[0].board
    for symmetry in SYMMETRIES:
        turned = GAME.boards.reshaper.transform(board, symmetry)
        assert measure_structure(turned) == pytest.approx(measure_structure(board))


def test_they_can_be_asked_for() -> None:
    asked = {"rows": 6, "cols": 6, "iterations": 5, "number_share": "..0.3", "where": "regions=1"}
    figures = workshop.rate(workshop.generate(GAME, 3, asked)[0]).structure
    assert figures["number_share"] <= 0.3 and figures["regions"] == 1
