"""Warnings: shown quietly by the board they are of, in the way of nothing."""

from __future__ import annotations

import pytest
from plainly import caption, frame, press, said, settled, status
from sample_game import SampleBoards

from engine.values.level import Problem

pytestmark = pytest.mark.usefixtures("app_world")

UNUSUAL = (Problem("a goal in a nook", 1, 2), Problem("a small board"))


@pytest.fixture
async def pilot(make_app, level, monkeypatch):
    """A board that is unusual for as long as its goal stands where it does."""
    monkeypatch.setattr(
        SampleBoards,
        "find_warnings",
        lambda _, board: UNUSUAL if board.tiles[1][2] != "#" else UNUSUAL[1:],
    )
    app = make_app(level)
    async with app.run_test(size=(120, 32)) as pilot:
        await settled(pilot)
        yield pilot


def marks(pilot):
    return pilot.app.screen.query_one("#board").overlay.marks


async def test_the_status_line_shows_the_first_after_the_verdict(pilot):
    assert status(pilot.app).startswith("5 moves")
    shown_warning = " · warning: row 1, column 2: a goal in a nook (and 1 more)"
    assert shown_warning in status(pilot.app)


async def test_where_there_is_little_room_it_has_the_next_line(pilot):
    await pilot.resize_terminal(80, 24)
    await pilot.pause()
    *_, first, second, _ = frame(pilot.app).splitlines()
    assert first.startswith(" 5 moves") and "…" not in first
    assert second.strip() == "warning: row 1, column 2: a goal in a nook (and 1 more)"


async def test_the_cell_is_marked_and_says_why(pilot):
    assert marks(pilot) == {(1, 2): "warning"}
    await press(pilot, "e", "e", "down", "right", "right")
    assert "row 1, column 2: floor · warning: a goal in a nook" in caption(pilot.app)
    await press(pilot, "#", "enter")
    await settled(pilot)
    assert marks(pilot) == {}
    assert status(pilot.app).endswith(" · warning: a small board")


async def test_a_warned_level_is_solved_and_played(pilot):
    await press(pilot, "right")
    assert "cannot" not in said(pilot.app)
    assert pilot.app.screen.session.playback.view_kind == "play"


async def test_a_draft_shows_its_problem_alone(pilot):
    await press(pilot, "e", "e", "@", "j", "l", "l", "enter")
    assert status(pilot.app) == "draft: row 1, column 2: expected one dot, found 2"
    assert marks(pilot) == {(1, 2): "problem"}, "the graver of the two"
    assert "expected one dot, found 2 · warning: a goal in a nook" in caption(pilot.app)
