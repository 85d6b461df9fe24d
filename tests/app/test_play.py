from __future__ import annotations

from pathlib import Path

import frames
import pytest

from workbench.app import WorkbenchApp
from workbench.document import Document
from workbench.panes.keyline import KeyLine
from workbench.screens.play import PlayScreen


def playing(folder: Path, name: str = "slope.toml", theme: str = "default") -> WorkbenchApp:
    return WorkbenchApp(Document.open(folder / name), "play", folder=folder, theme=theme)


def run(app: WorkbenchApp) -> tuple[str, ...]:
    assert isinstance(app.screen, PlayScreen)
    return app.screen.run.moves


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 50)])
async def test_a_game_is_won(folder: Path, size: tuple[int, int]) -> None:
    app = playing(folder)
    async with app.run_test(size=size) as pilot:
        await pilot.press("right", "down")
        await pilot.pause()
        frames.check(app, f"play-won-{size[0]}x{size[1]}")


@pytest.mark.parametrize(
    "keys", [("right", "left", "down"), ("l", "h", "j"), ("d", "a", "s")], ids="".join
)
async def test_arrows_and_letters_move(folder: Path, keys: tuple[str, ...]) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*keys)
        assert run(app) == ("R", "L", "D")
        await pilot.press("up")
        assert run(app) == ("R", "L", "D", "U")


async def test_undo_redo_restart(folder: Path) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("u")
        assert "no move was made" in app.screen.query_one(KeyLine).message
        await pilot.press("right", "left", "u")
        assert run(app) == ("R",)
        await pilot.press("ctrl+r")
        assert run(app) == ("R", "L")
        await pilot.press("R")
        assert run(app) == ()
        await pilot.press("U", "U", "U")
        assert run(app) == ("R", "L")
        assert "nothing was undone" in app.screen.query_one(KeyLine).message


async def test_a_lost_game_says_why_and_can_be_undone(folder: Path) -> None:
    text = (folder / "slope.toml").read_text().replace("#...~.G#", "#..~#.G#")
    (folder / "slope.toml").write_text(text)
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("down", "right")
        await pilot.pause()
        assert "lost: the sled is stuck in the mud; u takes it back" in frames.frame(app)
        await pilot.press("left")
        assert run(app) == ("D", "R")
        await pilot.press("u")
        await pilot.pause()
        assert "lost" not in frames.frame(app)


async def test_a_move_that_changes_nothing_does_not_count(folder: Path) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("up")
        await pilot.pause()
        assert run(app) == ()
        assert "nothing moves that way" in frames.frame(app)


async def test_the_solution_is_hidden_unless_asked_for(folder: Path) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "best known 2" in frames.frame(app)
        assert "→ ↓" not in frames.frame(app)
        await pilot.press("o")
        await pilot.pause()
        assert "solution  → ↓" in frames.frame(app)
        await pilot.press("o")
        await pilot.pause()
        assert "→ ↓" not in frames.frame(app)


async def test_without_a_verdict_there_is_no_solution(folder: Path) -> None:
    app = playing(folder, "hard/second.toml")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("o")
        assert "none is stored" in app.screen.query_one(KeyLine).message
        assert "best known" not in frames.frame(app)


async def test_in_plain_ascii(folder: Path) -> None:
    app = playing(folder, theme="ascii")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("right", "o")
        await pilot.pause()
        assert frames.frame(app).isascii()
        frames.check(app, "play-ascii")


async def test_escape_leaves_to_where_it_came_from(folder: Path) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("escape")
        await pilot.pause()
    assert app.return_value == 0
