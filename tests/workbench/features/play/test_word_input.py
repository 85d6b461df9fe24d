"""Playing a game whose moves are words: by their keys, by steps through them, and from a list."""

from __future__ import annotations

from pathlib import Path

import frames
import lights
import plays
import pytest
from lights import LightsBoard
from plainly import press, settled, until
from plays import moves, said, words, written
from waiting import advised

from engine.game import registry
from engine.values.level import Level
from workbench import commands
from workbench.app.app import WorkbenchApp
from workbench.document.document import Document
from workbench.features.play.screen import PlayScreen
from workbench.ui.boards.board_view import BoardView
from workbench.ui.pick_list import PickList, PickRow

pytestmark = pytest.mark.usefixtures("app_world")

HALL = LightsBoard(("....", ".s..", "...."), ("..l.", "....", "...."))
"""The main switch mirrors the light, and the left switch then moves it to the socket."""


@pytest.fixture
def app(folder: Path, monkeypatch: pytest.MonkeyPatch) -> WorkbenchApp:
    game, installed = lights.GAME, registry.get_game
    monkeypatch.setattr(
        registry, "get_game", lambda name: game if name == game.name else installed(name)
    )
    return plays.playing(written(Level(game.name, HALL, "Hall"), folder / "hall.toml"))


def marks(app: WorkbenchApp) -> dict[tuple[int, int], str]:
    return dict(app.screen.query_one(BoardView).overlay.marks)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_each_move_has_a_key(app: WorkbenchApp, size: tuple[int, int]) -> None:
    async with app.run_test(size=size) as pilot:
        await advised(pilot)
        assert "f left switch g right switch x main" in " ".join(words(app).split())
        await press(pilot, "x", "f")
        assert moves(app) == ("swap", "left") and "won in 2" in words(app)
        await press(pilot, "f")
        assert "left switch: the level is won" in said(app)
        await press(pilot, "u", "g")
        assert moves(app) == ("swap",) and "nothing changes" in words(app)


async def test_moves_are_previewed_one_by_one(app: WorkbenchApp) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        await advised(pilot)
        await press(pilot, "tab")
        assert "left switch? nothing changes" in " ".join(words(app).split())
        await press(pilot, "down")
        assert "right switch?" in words(app)
        assert marks(app) == {(0, 2): "preview", (1, 2): "preview"}
        await press(pilot, "shift+tab", "left", "left")
        assert "main switch?" in words(app)
        await press(pilot, "escape")
        assert not marks(app) and isinstance(app.screen, PlayScreen)
        await press(pilot, "up", "enter")
        assert moves(app) == ("swap",) and not marks(app)


async def test_a_move_is_chosen_from_a_list(app: WorkbenchApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await advised(pilot)
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, PickRow))
        shown = frames.frame(app)
        assert "f  left switch" in shown and "nothing changes" not in shown
        await press(pilot, "down", "down", "enter")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        assert moves(app) == ("swap",)
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, PickRow))
        await pilot.click(PickList, offset=(4, 0))
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        assert moves(app) == ("swap", "left")


async def test_the_help_names_the_moves(app: WorkbenchApp) -> None:
    async with app.run_test(size=(120, 60)) as pilot:
        await advised(pilot)
        await press(pilot, "?")
        shown = frames.frame(app)
        assert "Left switch" in shown and "Choose a move" in shown and "Pick 1" not in shown


async def test_a_key_that_the_user_gave_away_is_not_that_of_a_move(
    app: WorkbenchApp, folder: Path
) -> None:
    try:
        commands.bind_keys({"play.timer": ("x",)})
        async with app.run_test(size=(120, 40)) as pilot:
            await advised(pilot)
            assert "main switch" not in words(app) and "left switch" in words(app)
            await press(pilot, "shift+tab", "enter")
            assert moves(app) == ("swap",)
    finally:
        commands.bind_keys({})


async def test_the_design_screen_previews_moves_and_has_a_list(
    app: WorkbenchApp, folder: Path
) -> None:
    app = WorkbenchApp(Document.open(folder / "hall.toml"), "design", folder=folder)
    async with app.run_test(size=(120, 40)) as pilot:
        session = await settled(pilot)
        await press(pilot, "s", "p")
        assert session.previewer.previewed_move == "left"
        await press(pilot, "s", "p", "s", "m")
        assert session.playback.moves_shown == ("right",)
        await press(pilot, "s", "h")
        await until(pilot, lambda: isinstance(app.screen, PickRow))
        await press(pilot, "x")
        await until(pilot, lambda: session.playback.moves_shown == ("right", "swap"))
        await press(pilot, "v", "r")
        assert "reachable cells are not known in Lights" in said(app)
