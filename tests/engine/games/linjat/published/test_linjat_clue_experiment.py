"""Ones as clues beside dots, as an experiment: how many random starts become a puzzle."""

from __future__ import annotations

from collections import Counter

import pytest
from linjat_boards import GAME

from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.published import clue_experiment
from engine.stages.candidate import Recipe
from engine.values.budget import Control

pytestmark = pytest.mark.jitless


def glyphs(board: LinjatBoard) -> str:
    return "".join(board.cells)


def test_the_experiment_counts_puzzles_and_their_clues(monkeypatch: pytest.MonkeyPatch) -> None:
    """Held against every single attempt of a seed."""
    monkeypatch.setattr(clue_experiment, "STARTS", 30)
    sample = clue_experiment.Sample("easy", 500, 3)
    found = clue_experiment.count_puzzles(sample, Control())
    chosen = {"mode": "easy", "numbers": 10, "iterations": 0, "ones": 500, "cover_layers": "0.."}
    made, reasons = [], Counter()
    for attempt in range(30):
        parameters = GAME.generator.parameters.complete_settings(chosen)
        recipe = Recipe(3, attempt, parameters)
        tried = GAME.generator.try_candidates(recipe, 1, Control())
        reasons.update(tried.rejections)
        if tried.accepted is not None:
            board = GAME.generator.build_candidate(recipe).board
            ones = glyphs(board).count("1")
            made.append((ones + len(list(board.list_dots())), ones))
    reported = ("dots failed", "none of the wanted rules", "not unique")
    assert (found.clues, found.rejected) == (made, tuple(reasons[reason] for reason in reported))
    (row,) = clue_experiment.EXPERIMENT.build_table([found]).rows
    assert row[:4] == ("easy", 500, 30, 100 * len(made) / 30)
