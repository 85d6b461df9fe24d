"""The trace of a solver that reasons, on the design screen, and what it says of its puzzle."""

from __future__ import annotations

import frames
import pytest
from plainly import frame, press, settled, status

from engine.games.linjat.board.text import read_published
from engine.values.level import Level

pytestmark = pytest.mark.usefixtures("app_world")

BOARD = read_published([". 4 . ", " 3    ", "3 .   ", " .. 4 ", "  ..3 "])


@pytest.fixture
def puzzle():
    return Level("linjat", BOARD, "Squares")


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (60, 20)])
async def test_a_row_is_drawn_and_explained(make_app, puzzle, size, monkeypatch):
    monkeypatch.setattr("workbench.session.status_line.format_duration", lambda seconds: "0.8 ms")
    monkeypatch.setattr(
        "workbench.session.generation.generator_settings.secrets.randbelow", lambda end: 342061
    )
    app = make_app(puzzle)
    async with app.run_test(size=size) as pilot:
        session = await settled(pilot)
        session.trace_navigator.seek_row(2)
        app.screen.panes.focus_pane("trace")
        await pilot.pause()
        frames.check(app, f"reasoned-trace-{size[0]}x{size[1]}")
        app.screen.panes.focus_pane("board")
        await pilot.pause()
        frames.check(app, f"reasoned-board-{size[0]}x{size[1]}")


async def test_every_row_forwards_and_backwards(make_app, puzzle):
    app = make_app(puzzle)
    async with app.run_test(size=(120, 40)) as pilot:
        session = await settled(pilot)
        app.screen.panes.focus_pane("trace")
        seen = []
        for _ in range(4):
            await press(pilot, "down")
            seen.append(session.build_view())
        for view in (seen[2], *seen[1::-1]):
            assert session.build_view() == view
            await press(pilot, "up")
        assert {mark for view in seen for mark in view.marks.values()} == {"because", "claimed"}
        await press(pilot, "l", "h", "v", "k", "J")


async def test_the_status_shows_layers_and_uniqueness(make_app, puzzle):
    app = make_app(puzzle)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        assert "3 layers · unique · human-solvable, width" in status(app)


async def test_the_solution_is_stepped_through(make_app, puzzle):
    app = make_app(puzzle)
    async with app.run_test(size=(120, 40)) as pilot:
        session = await settled(pilot)
        await press(pilot, "t")
        assert session.playback.view_kind == "solution"
        await press(pilot, "comma", "comma", "full_stop")
        assert "line" not in status(app)
        assert "0,2" in frame(app)
