"""Starting a level: of which game, and how large."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import frames
import pytest
from plainly import press
from textual.pilot import Pilot
from textual.widgets import Input
from toy_game import TOY
from waiting import settled

from engine import workshop
from engine.game import registry
from engine.game.game import Game
from workbench.app.app import WorkbenchApp
from workbench.ui.dialogs import AnswerLine, ChoicePrompt

pytestmark = pytest.mark.usefixtures("app_world")

OTHER = replace(TOY, name="other", title="Other Toy")


@pytest.fixture(autouse=True)
def two_games(toy: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy after another game in the list of games."""
    monkeypatch.setattr(registry, "list_games", lambda: (OTHER, toy))


async def ask(app: WorkbenchApp, pilot: Pilot[int], *keys: str) -> str:
    """What is on the screen after some keys."""
    await press(pilot, *keys)
    await pilot.pause()
    return frames.frame(app)


def chosen(app: WorkbenchApp) -> list[str]:
    """The answers that enter would take."""
    return [
        str(answer.content).lstrip("> ") for answer in app.screen.query(AnswerLine).filter(".-at")
    ]


async def test_the_game_of_the_level_at_hand_stands_first(folder: Path) -> None:
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        shown = await ask(app, pilot, "home", "m", "n")
        assert shown.index("Other Toy") < shown.index("2  Toy"), "a folder is of no game"
        await press(pilot, "escape")
        shown = await ask(app, pilot, "end", "m", "n")
        assert shown.index("1  Toy") < shown.index("2  Other Toy")


async def test_arrows_choose_too_and_stop_at_the_ends(folder: Path) -> None:
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await ask(app, pilot, "home", "m", "n")
        assert chosen(app) == ["1  Other Toy"]
        await press(pilot, "up")
        assert chosen(app) == ["1  Other Toy"]
        await press(pilot, "down", "down")
        assert chosen(app) == ["2  Toy"]
        assert isinstance(app.screen, ChoicePrompt)
        shown = await ask(app, pilot, "enter")
        assert "Size of the new Toy level (rows x columns)" in shown


async def test_the_size_offered_is_the_generators(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workshop, "get_default_size", lambda game: (6, 7))
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await ask(app, pilot, "m", "n", "enter")
        assert app.screen.query_one(Input).value == "6x7"


def test_usual_sizes() -> None:
    assert workshop.get_default_size(registry.get_game("skiddy")) == (6, 7)
    assert workshop.get_default_size(registry.get_game("fruit-dating")) == (8, 8)
    assert workshop.get_default_size(TOY) == (8, 8), "a game that does not say"


async def test_a_game_that_cannot_be_loaded_is_reported(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusal = "game 'old' is written for interface 1 of games"
    monkeypatch.setattr(registry, "list_refusals", lambda: (refusal,))
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        assert refusal in await ask(app, pilot, "m", "n")
