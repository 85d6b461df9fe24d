"""The intended solution in the app: pinned, checked after every edit, kept by undo and saving."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fruit_boards import board_of
from plainly import caption, press, said, settled, status, until
from shipped import LEVELS, level_in

from engine.files import levelfile
from engine.values.level import Level
from workbench.document.document import Document
from workbench.features.play.screen import PlayScreen

pytestmark = pytest.mark.usefixtures("app_world")

PAIR = board_of(
    "####### #.....# #.....# #.....# #######", "....... .A..... ....... .....A. ......."
)
"""Any of two moves wins, RU the first of them; a wall can close ways."""
SIZE = (120, 40)


@pytest.fixture(autouse=True)
def steady(monkeypatch):
    """No time that a frame could show."""
    monkeypatch.setattr("workbench.session.status_line.format_duration", lambda seconds: "0.8 ms")


def level(moves=None):
    return Level("fruit-dating", PAIR, "Pair", intended=moves)


async def until_status(pilot, words):
    """Waits until the status line says so."""
    await settled(pilot)
    await until(pilot, lambda: words in status(pilot.app))


def draw_wall(app, row, col):
    """Changes the board as a designer does, one entry to undo."""
    session = app.screen.session
    tool = next(tool for tool in session.game.boards.tools if tool.name == "wall")
    board = session.game.boards.paint_cell(session.board, tool, row, col)
    session.history.change_board(f"wall at {row},{col}", board)


async def test_pin_edit_and_undo(make_app, tmp_path):
    levelfile.write_level(level(), tmp_path / "pair.toml")
    app = make_app(Document.open(tmp_path / "pair.toml"))
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "s", "i")
        assert said(app) == "Pin solution: show a solution or make winning moves first"
        await press(pilot, "t", "s", "i")
        assert app.document.level.intended == "RU"
        assert said(app).startswith("Intended solution pinned: wins in 2 moves")
        await until_status(
            pilot,
            "intended: wins in 2 moves, the shortest; other solutions of the same length, such as",
        )
        draw_wall(app, 1, 3)
        await until_status(pilot, "intended: not won after 2 moves")
        await press(pilot, "u")
        await until_status(
            pilot, "intended: wins in 2 moves, the shortest; other solutions of the same length"
        )
        await press(pilot, "u")
        await settled(pilot)
        assert app.document.level.intended is None and "intended" not in status(app)
        await press(pilot, "U")
        await until_status(pilot, "intended: wins in 2 moves")
        await press(pilot, "ctrl+s")
        await until(pilot, lambda: not app.document.is_dirty)
    assert levelfile.read_level(tmp_path / "pair.toml").intended == "RU"


async def test_a_shortcut_is_reported_with_its_moves(make_app):
    app = make_app(level("RLRD"))
    async with app.run_test(size=SIZE) as pilot:
        await until_status(
            pilot, "intended: wins in 4 moves, not the shortest; shortcut: RU wins in 2"
        )


async def test_it_is_stepped_through_up_to_where_it_breaks(make_app):
    app = make_app(level("RRU"))
    async with app.run_test(size=SIZE) as pilot:
        await until_status(pilot, "intended: broken at move 2 (R): nothing moves that way")
        await press(pilot, "s", "l")
        assert "intended solution · start position" in caption(app)
        await press(pilot, "end")
        assert "intended solution · move 1" in caption(app)
        await press(pilot, "s", "i")
        assert said(app) == "Pin solution: these moves do not win"
        await press(pilot, "s", "u")
        assert app.document.level.intended is None
        await press(pilot, "s", "u")
        assert said(app) == "Unpin solution: no intended solution is pinned"
        await press(pilot, "s", "l")
        assert "no intended solution is pinned" in said(app)


async def test_moves_made_by_hand_are_pinned(make_app):
    app = make_app(level())
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "down", "s", "i")
        assert said(app) == "Pin solution: these moves do not win"
        await press(pilot, "left", "s", "i")
        assert app.document.level.intended == "DL"
        await press(pilot, "s", "i")
        assert said(app) == "These moves are already pinned."


async def test_mirroring_the_board_mirrors_the_moves(make_app):
    app = make_app(level("RU"))
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "e", "t", "m")
        await settled(pilot)
        assert app.document.level.intended == "LU"
        await until_status(pilot, "intended: wins in 2 moves")
        await press(pilot, "u")
        assert app.document.level.intended == "RU"


async def test_a_draft_is_not_played(make_app):
    app = make_app(replace(level("RU"), board=board_of("##### #...# #####", "..... .A... .....")))
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        assert "intended" not in status(app)
        await press(pilot, "s", "i")
        assert said(app) == "Pin solution: a draft has no solution"
        await press(pilot, "s", "l")
        assert "a draft cannot be played" in said(app)


async def test_a_win_by_hand_is_pinned_on_the_play_screen(make_app):
    app = make_app(level())
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "p", "p")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        await press(pilot, "p", "i")
        assert said(app) == "Pin solution: the level is not won yet"
        await press(pilot, "down", "right", "p", "i")
        assert said(app) == "Pinned as the intended solution."
        await press(pilot, "escape")
        await until(pilot, lambda: not isinstance(app.screen, PlayScreen))
        assert app.document.level.intended == "DR"
        await until_status(pilot, "intended: wins in 2 moves")
        await press(pilot, "u")
        await settled(pilot)
        assert app.document.level.intended is None and "intended" not in status(app)


@pytest.mark.parametrize(
    "name", ["linjat/1-easy-01-straight-away", "mazing-monk/2-rising-01-first-steps"]
)
async def test_games_of_words(make_app, name):
    shipped = level_in(LEVELS / f"{name}.toml")
    app = make_app(shipped)
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await until(pilot, lambda: app.screen.session.history.solver_result is not None)
        await press(pilot, "t", "s", "i")
        session = app.screen.session
        assert app.document.level.intended == " ".join(session.history.solver_result.moves)
        await until_status(pilot, "the only ")
