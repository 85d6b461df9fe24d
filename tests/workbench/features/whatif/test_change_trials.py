"""Trying all single changes of a level, in the thread of a lane."""

from __future__ import annotations

import pytest

from workbench.features.whatif import change_trials

pytestmark = pytest.mark.usefixtures("app_world")


@pytest.fixture(autouse=True)
def quick_swamp(monkeypatch):
    """The solver does not sleep: here every cell becomes a swamp once."""
    monkeypatch.setattr("sample_game.PAUSE", 0)


def test_a_pace_is_said_of_what_is_under_way(monkeypatch):
    now = 100.0
    monkeypatch.setattr("time.perf_counter", lambda: now)
    pace = change_trials.TrialProgress()
    assert pace.text == ""
    pace.begin_task("", 1_200)
    assert pace.text == ""
    pace.done, now = 200, 102.0
    assert pace.text == "100/s, 10.0 s left"
    pace.begin_task("checked", 8)
    pace.done, now = 2, 112.0
    assert pace.text == "checked 2 of 8, 5.0 s each, 30.0 s left"
    pace.done = 8
    assert pace.text == ""
