"""The search for hard levels: sliced, stopped and resumed it goes the same way, and climbs."""

from __future__ import annotations

import numpy as np
import pytest

from engine import jit
from engine.budget import Control
from engine.errors import EngineError
from engine.games.mazing_monk import hardening, solver
from engine.games.mazing_monk.hardening import Hardening, Recipe

SMALL = Recipe(5, karma=3, soldiers=6, obstacles=12, needed=3, patience=20)


def state(search):
    return {name: array.tolist() for name, array in search.saved().items()}


@pytest.fixture(autouse=True)
def few_states(monkeypatch):
    monkeypatch.setattr(hardening, "MOST_STATES", 20_000)
    monkeypatch.setattr(hardening, "_STATES_BY_SQUARE", 5)


def test_slices_do_not_matter():
    whole, sliced = Hardening(SMALL), Hardening(SMALL)
    whole.advance(120)
    for changes in (1, 19, 40, 60):
        sliced.advance(changes)
    assert state(whole) == state(sliced)
    assert whole.progress.tried == 120 and whole.progress.climbs > 1


def test_it_can_be_resumed():
    whole, first = Hardening(SMALL), Hardening(SMALL)
    whole.advance(80)
    first.advance(30)
    again = Hardening.resumed(SMALL, first.saved())
    again.advance(50)
    assert state(again) == state(whole)


def test_foreign_arrays_are_refused():
    saved = Hardening(SMALL).saved()
    with pytest.raises(EngineError, match="cells"):
        Hardening.resumed(SMALL, {**saved, "cells": np.zeros(3, np.int64)})
    with pytest.raises(EngineError, match="stream"):
        Hardening.resumed(SMALL, {})


def test_it_stops_at_once_and_goes_on_as_if_it_had_not():
    search, other, control = Hardening(SMALL), Hardening(SMALL), Control()
    search.advance(10)
    control.cancel()
    search.advance(10_000, control)
    assert search.progress.tried == 10
    search.advance(30)
    other.advance(40)
    assert state(search) == state(other)


def test_the_best_level_takes_as_many_turns_as_it_says():
    search, control = Hardening(SMALL), Control()
    search.advance(100, control)
    assert control.progress == 100
    progress = search.progress
    assert 0 < progress.proven <= progress.tried and progress.turns <= progress.best
    facts = solver.solve(search.best).facts
    assert (facts["turns"], facts["optimal"]) == (progress.best, True)
    cells = search.best.cells
    assert [cells.count(glyph) for glyph in "*S#M"] == [3, 6, 12, 1]


def test_without_a_level_that_can_be_won_there_is_no_best():
    assert Hardening(SMALL).best is None


@pytest.mark.skipif(jit.disabled(), reason="too much for plain Python")
def test_it_climbs_fast(monkeypatch):
    monkeypatch.undo()
    search = Hardening(Recipe(7))
    search.advance(200)
    assert search.progress.best >= 25
