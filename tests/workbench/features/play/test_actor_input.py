"""Playing a game whose moves name a piece and a direction, by keys and with the mouse."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import lunar_lockout
import plays
import pytest
from lunar_lockout import LunarBoard
from plainly import press
from plays import moves, said, words, written
from textual.pilot import Pilot
from waiting import advised

from engine.game import registry
from engine.values.level import Level
from workbench.app.app import WorkbenchApp

pytestmark = pytest.mark.usefixtures("app_world")

CORNER = LunarBoard(
    (".....", ".....", "..h..", ".....", "....."),
    (".....", ".....", ".b..x", ".....", "g...."),
)
"""Red slides left onto the hatch, because blue stops it."""


@pytest.fixture
def app(folder: Path, monkeypatch: pytest.MonkeyPatch) -> WorkbenchApp:
    game, installed = lunar_lockout.GAME, registry.get_game
    monkeypatch.setattr(
        registry, "get_game", lambda name: game if name == game.name else installed(name)
    )
    return plays.playing(written(Level(game.name, CORNER, "Corner"), folder / "corner.toml"))


async def click(pilot: Pilot[Any], cell: tuple[int, int]) -> None:
    mouse = plays.mouse(pilot)
    await mouse.press(cell)
    await mouse.release()


async def test_a_piece_is_picked_by_its_digit_and_moved_by_an_arrow(app: WorkbenchApp) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await advised(pilot)
        assert "selected: red robot; 1-3 select another" in words(app)
        await press(pilot, "2")
        assert "selected: blue robot" in words(app)
        await press(pilot, "right")
        assert moves(app) == ("bR",)
        await press(pilot, "u", "1", "left")
        assert moves(app) == ("xL",)
        assert "won in 1" in words(app) and "x←" in words(app)


async def test_a_piece_that_nothing_stops_does_not_move(app: WorkbenchApp) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await advised(pilot)
        await press(pilot, "up")
        assert moves(app) == ()


async def test_a_digit_without_a_piece_is_no_key(app: WorkbenchApp) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await advised(pilot)
        await press(pilot, "7")
        assert "selected: red robot" in words(app) and moves(app) == ()
        assert "the level has only 3 pieces" in said(app)


async def test_a_click_picks_a_piece_and_another_moves_it(app: WorkbenchApp) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await advised(pilot)
        await click(pilot, (2, 1))
        assert "selected: blue robot" in words(app)
        await click(pilot, (2, 4))
        assert "selected: red robot" in words(app)
        await click(pilot, (2, 2))
        assert moves(app) == ("xL",) and "won" in words(app)


async def test_a_hint_names_the_piece(app: WorkbenchApp) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await advised(pilot)
        await press(pilot, "i", "i", "i")
        assert "red robot left" in words(app), said(app)
