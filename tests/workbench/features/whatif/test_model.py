"""What if a cell were something else: every single change of a level, tried in the background."""

from __future__ import annotations

import time

import pytest
from sample_game import DOTS, SampleBoard

from engine.edit import edits
from engine.values.level import Level
from workbench.features.whatif.model import WhatIf

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
    whatif = WhatIf(sample, solver, calls.append, lambda: None)
    whatif.follow(Level("sample", board))
    other = sample.boards.paint(board, sample.boards.tools[0], 1, 4)
    whatif.follow(Level("sample", other))
    control = solver.running("edits")
    while control is not None and solver.running("edits") is control:
        time.sleep(0.01)
    for call in calls:
        call()
    assert whatif.base.facts == sample.solver.solve(other).facts
    assert whatif.state == "done"
    assert whatif.tried == len(list(edits.changes(sample, other)))
