"""What if a cell were something else: every single change of a level, tried in the background."""

from __future__ import annotations

import time

import pytest
from sample_game import DOTS, SampleBoard

from engine.edit import single_changes
from engine.values.level import Level
from workbench.features.whatif.model import WhatIfModel

pytestmark = pytest.mark.usefixtures("app_world")


@pytest.fixture(autouse=True)
def quick_swamp(monkeypatch):
    """The solver does not sleep: here every cell becomes a swamp once."""
    monkeypatch.setattr("sample_game.PAUSE", 0)


@pytest.fixture
def board(sample):
    """Two moves from dot to goal; with a wall between them, eight."""
    tiles = ("######", "#..g.#", "#.##.#", "#....#", "#....#", "######")
    return SampleBoard(tiles, DOTS)


def test_an_edit_begins_anew_and_drops_what_is_late(sample, board, solver):
    calls = []
    whatif = WhatIfModel(sample, solver, calls.append, lambda: None)
    whatif.follow_level(Level("sample", board))
    other = sample.boards.paint_cell(board, sample.boards.tools[0], 1, 4)
    whatif.follow_level(Level("sample", other))
    control = solver.get_control("edits")
    while control is not None and solver.get_control("edits") is control:
        time.sleep(0.01)
    for call in calls:
        call()
    assert whatif.base.facts == sample.solver.solve(other).facts
    assert whatif.state == "done"
    assert whatif.tried_count == len(list(single_changes.list_changes(sample, other)))
