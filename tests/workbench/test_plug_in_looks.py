"""The looks of a plug-in game on boards, in lists and in play, and errors in its theme files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import frames
import plays
import plug_in_games
import pytest
from plainly import press
from waiting import advised, settled, until

from engine.values.level import Level
from workbench.app.app import WorkbenchApp
from workbench.app.themes_screen import ThemesScreen

pytestmark = pytest.mark.usefixtures("later_start")


@pytest.fixture(autouse=True)
def level(tmp_path: Path) -> Iterator[Path]:
    """A level of Sokoban, which is installed."""
    (tmp_path / "levels").mkdir()
    with plug_in_games.installed(tmp_path / "site"):
        board = Level("sokoban", plug_in_games.BOARD, "Push")
        yield plays.written(board, tmp_path / "levels" / "push.toml")


async def test_the_list_of_levels_shows_a_board_with_them(level: Path) -> None:
    app = WorkbenchApp(folder=level.parent, theme="default")
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(app, pilot)
        await press(pilot, "home", "down")
        await until(pilot, lambda: "▌ ▀▄▄▀ ▐" in frames.frame(app))


async def test_play_shows_them_at_every_move(level: Path) -> None:
    app = plays.playing(level)
    async with app.run_test(size=(80, 24)) as pilot:
        await advised(pilot)
        before = frames.frame(app)
        await press(pilot, "right")
        await until(pilot, lambda: "won" in plays.words(app))
        assert plays.moves(app) == ("R",)
        for picture in ("▛▀▀▀▀▜", "▐▜  ▛▌", "┏▛▀▀▜┓"):
            assert picture in before
        assert "┏    ┓" in before and "┏    ┓" not in frames.frame(app), "both boxes are on goals"


async def test_an_error_is_reported_and_letters_are_drawn(
    level: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plug_in_games.use_themes(monkeypatch, tmp_path)
    (tmp_path / "default.toml").write_text('[sokoban]\nbox = { glyph = "abc" }\n')
    (tmp_path / "light.toml").write_text("[sokoban]\nbox = { colour = 3 }\n")
    app = plays.playing(level)
    async with app.run_test(size=(200, 24)) as pilot:
        await advised(pilot)
        await until(pilot, lambda: len(app.messages) == 1)
        assert "default.toml: sokoban.box.glyph: " in app.messages[0].text
        assert "Bo" in frames.frame(app) and "Pu" in frames.frame(app)
        (tmp_path / "default.toml").write_text('[sokoban]\nbox = { glyph = "■ " }\n', "utf-8")
        await app.action_command("app.reload-theme")
        assert plays.said(app).endswith(", reloaded.")
        await until(pilot, lambda: "■" in frames.frame(app))
        app.preferences.show_theme(app, "light")
        assert "light.toml: sokoban.box.colour: " in plays.said(app)


async def test_the_list_of_themes_has_samples_of_them(level: Path) -> None:
    app = plays.playing(level)
    async with app.run_test(size=(100, 30)) as pilot:
        await advised(pilot)
        await app.action_command("app.choose-theme")
        await until(pilot, lambda: isinstance(app.screen, ThemesScreen))
        await until(pilot, lambda: all(sign in frames.frame(app) for sign in ("@ ", "📦", "[]")))
