"""A mistake in a plug-in's code is shown as a message, and the app and the work stay."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import lunar_lockout
import plays
import pytest
from lunar_lockout import LunarBoard, LunarRules
from plainly import press
from plays import written
from waiting import advised

from engine.game import registry
from engine.game.boards import Tool
from engine.game.loading.plug_in_faults import guard_game
from engine.game.play_position import Position, Step
from engine.tiles.game_builder import ComposedBoards
from engine.tiles.plain_rules import RulesPlay
from engine.values.level import Level
from engine.values.picture import Picture
from workbench.app.app import WorkbenchApp
from workbench.document.document import Document
from workbench.ui.key_line import KeyLine

pytestmark = pytest.mark.usefixtures("app_world")

BOARD = LunarBoard(
    (".....", ".....", "..h..", ".....", "....."),
    (".....", ".....", ".b..x", ".....", "g...."),
)


GAME = lunar_lockout.GAME.name


class Mistake(RuntimeError):
    """What no game would raise on purpose."""


class StepFails(RulesPlay):
    def step(self, position: Position, move: str) -> Step:
        if position != self.create_start(BOARD):
            raise Mistake("in step")
        return super().step(position, move)


class PictureFails(RulesPlay):
    def draw_picture(self, position: Position) -> Picture:
        if position != self.create_start(BOARD):
            raise Mistake("in draw_picture")
        return super().draw_picture(position)


class PaintFails(ComposedBoards):
    def paint_cell(self, board: LunarBoard, tool: Tool, row: int, col: int) -> LunarBoard:
        raise Mistake("in paint_cell")


def opened(
    folder: Path, monkeypatch: pytest.MonkeyPatch, screen: Any, **parts: Any
) -> WorkbenchApp:
    """The app with a level of a game whose parts fail."""
    game, installed = guard_game(replace(lunar_lockout.GAME, **parts)), registry.get_game
    monkeypatch.setattr(
        registry, "get_game", lambda name: game if name == game.name else installed(name)
    )
    document = Document.open(written(Level(game.name, BOARD, "Corner"), folder / "corner.toml"))
    return WorkbenchApp(document, screen, folder=folder, terminal=plays.REMOTE)


def said(app: WorkbenchApp) -> str:
    return app.screen.query_one(KeyLine).message


@pytest.mark.parametrize(("play", "place"), [(StepFails, "step"), (PictureFails, "draw_picture")])
async def test_play_goes_on(
    folder: Path, monkeypatch: pytest.MonkeyPatch, play: type[RulesPlay], place: str
) -> None:
    failing = play(LunarRules(), lunar_lockout.GAME.boards)
    app = opened(folder, monkeypatch, "play", play=failing)
    async with app.run_test(size=(120, 30)) as pilot:
        await advised(pilot)
        await press(pilot, "2", "right", "1", "left")
        assert said(app).startswith("game 'lunar-lockout' failed in ")
        assert "test_fault_boundary.py:" in said(app) and f"Mistake: in {place}" in said(app)
        await press(pilot, "r")
        assert app.is_running


async def test_a_level_is_kept_as_it_was(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened(
        folder,
        monkeypatch,
        "design",
        boards=PaintFails(GAME, LunarBoard, lunar_lockout.find_problems),
    )
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "e", "e", "right", "enter")
        assert "Mistake: in paint_cell" in said(app)
        assert app.document is not None and app.document.level.board == BOARD
        await press(pilot, "escape", "o", "l")
        assert app.is_running
