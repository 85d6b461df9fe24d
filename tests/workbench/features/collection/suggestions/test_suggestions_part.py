"""Suggestions beside the design: shown, looked at, taken, renewed after edits, and remembered."""

from __future__ import annotations

from pathlib import Path

import frames
import pytest
from plainly import frame, press, until
from shipped import files_of

from engine.improvement.suggestions import OTHER_GROUND
from engine.values.level import compute_digest
from engine.values.picture import find_changed_cells
from workbench.app.app import WorkbenchApp
from workbench.document.document import Document
from workbench.features.collection.suggestions import variation_search
from workbench.features.collection.suggestions.part import SuggestionsPart
from workbench.features.collection.suggestions.suggestion_settings import (
    SuggestionSettings,
    load_settings,
    save_settings,
)
from workbench.features.design.screen import DesignScreen
from workbench.features.levels.screen import LevelsScreen
from workbench.paths.state_folder import get_user_state
from workbench.service.solver_service import SolverService
from workbench.terminal.capabilities import Capabilities

GAMES = (
    "fruit-dating",
    "skiddy",
    pytest.param("linjat", marks=pytest.mark.slow),
    pytest.param("mazing-monk", marks=pytest.mark.slow),
)


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeps nothing in the user's folders; so many variations, however long they take."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr("workbench.ui.tour._mark_shown", lambda: True)
    monkeypatch.setattr(variation_search, "MAX_ROUNDS", 3)
    monkeypatch.setattr(variation_search, "MAX_SECONDS", 1000.0)
    save_settings(
        get_user_state().suggestions, SuggestionSettings(measures=("shorter", "trickier"))
    )


def app_of(game: str, folder: Path) -> WorkbenchApp:
    document = Document.open(files_of(game)[5])
    link = Capabilities("truecolor", utf8=True)
    return WorkbenchApp(
        document, "design", folder=folder, solver=SolverService(helper=None), terminal=link
    )


async def part_of(app, pilot) -> SuggestionsPart:
    """The part, once the design screen shows a level and does nothing."""
    await until(pilot, lambda: isinstance(app.screen, DesignScreen))
    screen = app.screen
    await until(pilot, lambda: screen.session.is_opened and not screen.session.is_busy)
    return next(part for part in screen.parts if isinstance(part, SuggestionsPart))


async def renewed(pilot, part) -> tuple:
    """What is suggested for the level at hand."""
    digest = compute_digest(part.session.board)
    await until(
        pilot,
        lambda: not part.suggestions.is_busy and part.suggestions._search_key[:1] == (digest,),
        120,
    )
    await pilot.pause()
    return part.suggestions.suggestions


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_frames(tmp_path: Path, size: tuple[int, int], monkeypatch) -> None:
    monkeypatch.setattr("workbench.session.status_line.format_duration", lambda seconds: "0.8 ms")
    app = app_of("skiddy", tmp_path)
    async with app.run_test(size=size) as pilot:
        part = await part_of(app, pilot)
        await press(pilot, "m", "v")
        await renewed(pilot, part)
        await press(pilot, "tab")
        await pilot.pause()
        frames.check(app, f"suggestions-{size[0]}x{size[1]}")


@pytest.mark.parametrize("game", GAMES)
async def test_one_is_looked_at_and_taken(game: str, tmp_path: Path) -> None:
    app = app_of(game, tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        part = await part_of(app, pilot)
        board, home = app.document.level.board, app.document.location
        await press(pilot, "m", "v")
        found = await renewed(pilot, part)
        assert found and {each.measure for each in found} <= set(part.suggestions.measures)
        boards = part.session.game.boards
        assert app.screen.panes.board.picture == boards.draw_picture(board), "not looked at yet"
        await press(pilot, "tab", *["right"] * (len(found) - 1))
        await pilot.pause()
        shown = boards.draw_picture(found[-1].level.board)
        assert app.screen.panes.board.picture == shown
        assert set(app.screen.panes.board.overlay.marks) >= find_changed_cells(
            boards.draw_picture(board), shown
        )
        assert "applies it" in frame(app) and "fun 5 v1" not in frame(app)
        await press(pilot, "enter")
        assert app.document.level.board == found[-1].level.board
        assert app.document.location is home and app.document.is_dirty
        await renewed(pilot, part)
        await press(pilot, "u")
        assert app.document.level.board == board
        await press(pilot, "escape")
        assert app.screen.panes.front == "board" and part.is_shown
        await press(pilot, "m", "v")
        await until(pilot, lambda: app.screen is not part.host)
        await press(pilot, "0")
        await until(pilot, lambda: app.screen is part.host)
        assert app.screen.panes.overlay is None and part.suggestions.suggestions == ()
        assert not load_settings(get_user_state().suggestions).shown


async def test_every_edit_renews_them_and_none_is_taken_meanwhile(tmp_path: Path) -> None:
    app = app_of("skiddy", tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        part = await part_of(app, pilot)
        await press(pilot, "m", "v")
        first = await renewed(pilot, part)
        await press(pilot, "e", "e", "down", "down", "right", "right", "enter", "n", "enter")
        assert await renewed(pilot, part) is not first
        assert app.screen.panes.overlay == "suggestions" and app.screen.session.playback.is_editing
        part.suggestions.is_busy = True
        assert part.previewed_suggestion is None
        level = app.document.level
        part._take_suggestion()
        assert app.document.level is level


async def test_they_stay_for_the_next_level_and_after_a_map(tmp_path: Path) -> None:
    """Whatever takes their place, and wherever the keys are; until they are turned off."""
    app = app_of("skiddy", files_of("skiddy")[5].parent)
    async with app.run_test(size=(120, 40)) as pilot:
        part = await part_of(app, pilot)
        await press(pilot, "m", "v")
        await renewed(pilot, part)
        await press(pilot, "v", "d")
        assert app.screen.panes.overlay == "traps"
        await press(pilot, "escape")
        assert part.is_shown and app.screen.panes.front == "board"
        await renewed(pilot, part)
        await press(pilot, "escape")
        await until(pilot, lambda: isinstance(app.screen, LevelsScreen))
        await press(pilot, "down", "enter")
        other = await part_of(app, pilot)
        assert other.document.level.board != part.document.level.board
        assert other is not part and other.is_shown
        await renewed(pilot, other)


async def test_they_are_remembered_and_so_are_the_measures(tmp_path: Path) -> None:
    app = app_of("skiddy", tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        part = await part_of(app, pilot)
        assert app.screen.panes.overlay is None, "off until they are asked for"
        await press(pilot, "m", "v", "m", "v")
        await until(pilot, lambda: app.screen is not part.host)
        await press(pilot, "o", "s")
        await until(pilot, lambda: app.screen is part.host)
        assert part.suggestions.measures == ("one-solution", "shorter")
    app = app_of("linjat", tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        part = await part_of(app, pilot)
        await renewed(pilot, part)
        assert part.is_shown and part.suggestions.measures == ("one-solution", "shorter")


@pytest.mark.parametrize("content", ["", "shown = 1", "measures = 3", "[[[", "measures = [1]"])
def test_a_bad_file_means_nothing(content: str, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(content)
    assert load_settings(tmp_path / "a.toml") == SuggestionSettings()
    assert load_settings(tmp_path / "none.toml").select_measures(("longer", OTHER_GROUND)) == (
        "longer",
        OTHER_GROUND,
    )
