"""Journeys through the gallery, from the design screen and back."""

from __future__ import annotations

import errno
import os
import threading
import time
from pathlib import Path
from typing import Any

import frames
import pytest
from catalogues import entries
from plainly import frame, press, said, until
from shipped import files_of
from textual.widgets import Input

from engine.catalogue import importer
from engine.catalogue.importer import FactTable
from engine.values.budget import Control
from engine.values.level import Level
from workbench.app.app import WorkbenchApp
from workbench.document.document import Document
from workbench.features.collection import bulk_save, gallery_filler
from workbench.features.collection.gallery_model import Gallery
from workbench.features.collection.gallery_screen import GalleryScreen
from workbench.features.collection.journal import Journal, list_journals
from workbench.features.design.screen import DesignScreen
from workbench.features.levels.screen import LevelsScreen
from workbench.service.solver_service import SolverService
from workbench.terminal.capabilities import Capabilities
from workbench.ui.wall.wall import WallPane

GAMES = ("fruit-dating", "skiddy", "linjat", "mazing-monk")


@pytest.fixture(autouse=True)
def same_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws the same seeds every time."""
    seeds = iter(range(1, 1_000_000))
    monkeypatch.setattr(gallery_filler, "draw_seed", lambda: next(seeds))
    monkeypatch.setattr(gallery_filler.GalleryFillProgress, "elapsed", 1.4)


def app_of(
    game: str, folder: Path, theme: str = "default", *, start: str = "design"
) -> WorkbenchApp:
    document = Document.open(files_of(game)[0]) if start == "design" else None
    solver = SolverService(helper=None)
    link = Capabilities("truecolor", utf8=True)
    return WorkbenchApp(
        document,
        start,  # type: ignore[arg-type]
        folder=folder,
        solver=solver,
        terminal=link,
        theme=theme,
    )


async def designing(app, pilot) -> DesignScreen:
    """Waits until the design screen shows a level and does nothing."""
    await until(pilot, lambda: isinstance(app.screen, DesignScreen))
    screen = app.screen
    await until(pilot, lambda: screen.session.is_opened and not screen.session.is_busy)
    return screen


async def filled(app, pilot, number: int | None = None) -> GalleryScreen:
    """Waits until the gallery is there and makes nothing; with so many levels if given."""
    await until(
        pilot, lambda: isinstance(app.screen, GalleryScreen) and not app.screen.filler.is_busy
    )
    screen = app.screen
    if number is not None:
        await until(pilot, lambda: len(screen._gallery.items) >= number)
    await until(pilot, lambda: not screen._is_draw_pending)
    return screen


async def asked(app, pilot, screen) -> None:
    """Waits until a question stands over the gallery."""
    await until(pilot, lambda: app.screen is not screen)


@pytest.fixture
def fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six levels at a time, and three like one."""
    monkeypatch.setattr("workbench.features.collection.gallery_screen.DEFAULT_COUNT", 6)
    monkeypatch.setattr(gallery_filler, "VARIANT_COUNT", 3)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 50)])
async def test_frames(tmp_path: Path, size: tuple[int, int]) -> None:
    app = app_of("skiddy", tmp_path)
    async with app.run_test(size=size) as pilot:
        await designing(app, pilot)
        await press(pilot, "m", "a")
        await filled(app, pilot, 24)
        await press(pilot, "b", "x", "b")
        frames.check(app, f"gallery-{size[0]}x{size[1]}")
        wall = app.screen.query_one(WallPane)
        legend = [words for _, words in wall.list_signs()]
        assert {"block", "red Skiddy", "red goal", "kept"} <= {*legend} and len({*legend}) == len(
            legend
        )


async def test_a_frame_without_colour(tmp_path: Path, fewer: None) -> None:
    app = app_of("fruit-dating", tmp_path, "ascii")
    async with app.run_test(size=(80, 24)) as pilot:
        await designing(app, pilot)
        await press(pilot, "m", "a")
        await filled(app, pilot, 6)
        await press(pilot, "b", "x")
        frames.check(app, "gallery-ascii")


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=[pytest.mark.slow] if game != "skiddy" else []) for game in GAMES],
)
async def test_from_the_wall_to_the_level_and_back(game: str, tmp_path: Path, fewer: None) -> None:
    """Keeps, rejects, opens one, comes back to the same place, makes more like it, saves."""
    app = app_of(game, tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        design = await designing(app, pilot)
        before = app.document.level
        await press(pilot, "m", "a")
        screen = await filled(app, pilot, 6)
        await press(pilot, "right", "b", "x", "b")
        gallery = screen._gallery
        assert (gallery.kept_numbers, gallery.choices[2], screen.level_number) == (
            [1, 3],
            "rejected",
            4,
        )
        await press(pilot, "u", "U", "right", "enter")
        assert await designing(app, pilot) is design
        opened = gallery.items[4].level
        assert app.document.level.board == opened.board
        assert app.document.level.provenance == opened.provenance
        await press(pilot, "escape")
        screen = await filled(app, pilot)
        assert screen.level_number == 4 and screen._gallery is gallery
        await press(pilot, "m", "m")
        await asked(app, pilot, screen)
        await press(pilot, "m")
        await filled(app, pilot, 9)
        assert "like 5, other mutations" in frame(app) or len(gallery.items) == 9
        await press(pilot, "ctrl+s")
        await asked(app, pilot, screen)
        app.screen.query_one(Input).value = str(tmp_path / "date-{n}")
        await press(pilot, "enter")
        await until(pilot, lambda: "Saved 2 levels, " in said(app))
        assert sorted(path.name for path in tmp_path.glob("*.toml")) == [
            "date-1.toml",
            "date-2.toml",
        ]
        assert Document.open(tmp_path / "date-1.toml").level.board == gallery.items[1].level.board
        await press(pilot, "escape")
        assert await designing(app, pilot) is design
        await press(pilot, "u")
        assert app.document.level.board == before.board


async def test_what_is_asked(tmp_path: Path, fewer: None) -> None:
    """Order, filter, bars, stacks, more, none like this, two side by side."""
    app = app_of("skiddy", tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await designing(app, pilot)
        await press(pilot, "m", "a")
        screen = await filled(app, pilot, 6)
        gallery = screen._gallery
        for _ in range(2):
            await press(pilot, "end", "v", "s")
            await asked(app, pilot, screen)
            await press(pilot, "home", "down", "enter")
            await until(pilot, lambda: app.screen is screen)
            assert screen.wall.cursor == 0 and gallery.cursor == screen.level_number
        assert gallery.level_filter.sort == "moves" and gallery.level_filter.descending
        moves = [gallery.items[stack[0]].facts["moves"] for stack in gallery.stacks]
        assert moves == sorted(moves, reverse=True)
        await press(pilot, "f")
        await asked(app, pilot, screen)
        app.screen.query_one(Input).value = "tag:kept"
        await press(pilot, "enter")
        await until(pilot, lambda: app.screen is screen)
        assert "No level of 6 levels matches" in frame(app) and screen.level_number is None
        await press(pilot, "b")
        assert "no levels are shown" in said(app)
        await press(pilot, "f")
        await asked(app, pilot, screen)
        app.screen.query_one(Input).value = "moves >"
        await press(pilot, "enter")
        assert app.screen is not screen, "what is wrong is said, and can be mended"
        app.screen.query_one(Input).value = ""
        await press(pilot, "enter")
        await until(pilot, lambda: app.screen is screen)
        await press(pilot, "v", "b")
        await asked(app, pilot, screen)
        await press(pilot, "enter")
        await until(pilot, lambda: app.screen is screen)
        least = min(moves)
        assert gallery.level_filter.bar_condition == f"moves {least}..{least}"
        await press(pilot, "g")
        await filled(app, pilot, 12)
        assert {exhibit.facts["moves"] for exhibit in gallery.items[6:]} == {least}
        await press(pilot, "v", "i")
        assert "the same solution" in said(app)
        await press(pilot, "m", "d")
        assert "Rejected" in said(app) and "New levels that are similar" in said(app)
        await press(pilot, "u", "home", "v", "c", "right", "v", "c")
        await asked(app, pilot, screen)
        assert type(app.screen).__name__ == "CompareScreen"


async def test_it_is_found_again_from_the_levels(tmp_path: Path, fewer: None) -> None:
    """The next session goes on where the last one was, whatever ended it."""
    app = app_of("mazing-monk", tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await designing(app, pilot)
        await press(pilot, "m", "a")
        screen = await filled(app, pilot, 6)
        await press(pilot, "b", "right", "b")
        left = screen._gallery
    app = app_of("mazing-monk", tmp_path, start="levels")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, LevelsScreen))
        await press(pilot, "o", "g")
        screen = await filled(app, pilot, 6)
        gallery = screen._gallery
        assert (
            gallery.kept_numbers == left.kept_numbers == [0, 2]
            and screen.level_number == left.cursor
        )
        await press(pilot, "v", "c", "enter")
        await designing(app, pilot)
        assert app.document.level.board == left.items[left.cursor].level.board
        await press(pilot, "escape")
        screen = await filled(app, pilot, 6)
        assert screen._gallery.marked_number is None, "the mark goes with the screen"
        await press(pilot, "escape")
        await designing(app, pilot)
        await press(pilot, "escape")
        await until(pilot, lambda: isinstance(app.screen, LevelsScreen))


async def test_of_several_it_is_said_what_they_are(tmp_path: Path, fewer: None) -> None:
    app = app_of("mazing-monk", tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        design = await designing(app, pilot)
        for _ in range(2):
            await press(pilot, "m", "a")
            await filled(app, pilot, 6)
            await press(pilot, "escape")
            await until(pilot, lambda: app.screen is design)
        await press(pilot, "o", "g")
        await until(pilot, lambda: "Reopen which gallery?" in frame(app))
        assert frame(app).count("A Mazing Monk  6 levels, 20") == 2


async def test_a_wish_that_no_level_meets_is_refused(tmp_path: Path) -> None:
    app = app_of("skiddy", tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await designing(app, pilot)
        session = screen.session
        parameter = session.game.generator.parameters["solvable"]
        session.generator.settings = session.generator.settings.with_value(
            parameter, parameter.parse_value("false")
        )
        await press(pilot, "m", "a")
        assert isinstance(app.screen, DesignScreen) and "cannot be met" in said(app)


async def test_leaving_stops_what_is_being_made(tmp_path: Path) -> None:
    app = app_of("linjat", tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await designing(app, pilot)
        await press(pilot, "m", "a")
        await until(pilot, lambda: isinstance(app.screen, GalleryScreen))
        screen = app.screen
        await until(pilot, lambda: screen._gallery.items)
        await press(pilot, "escape")
        assert "Stopped." in said(app)
        await until(pilot, lambda: not screen.filler.is_busy)
        assert app.solver.get_control("gallery") is None
        await press(pilot, "escape")
        await until(pilot, lambda: isinstance(app.screen, DesignScreen))
        (path,) = list_journals(app.state.galleries)
        assert path.stat().st_size


async def test_leaving_asks_while_choices_are_not_on_disk(
    tmp_path: Path, fewer: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_journal: Journal, _descriptor: int, _line: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    app = app_of("skiddy", tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await designing(app, pilot)
        await press(pilot, "m", "a")
        screen = await filled(app, pilot, 6)
        with monkeypatch.context() as patched:
            patched.setattr(Journal, "_write_line", full)
            await press(pilot, "b", "escape")
            await until(pilot, lambda: "Leave anyway" in frame(app))
            await press(pilot, "escape")
            await until(pilot, lambda: app.screen is screen)
            await press(pilot, "ctrl+q")
            await until(pilot, lambda: "Leave anyway" in frame(app))
            await press(pilot, "escape")
            await until(pilot, lambda: app.screen is screen)
        await press(pilot, "escape")
        await until(pilot, lambda: isinstance(app.screen, DesignScreen))
        (path,) = list_journals(app.state.galleries)
        assert len(Gallery.open_read_only(path).kept_numbers) == 1


async def test_what_was_refused_is_reported_when_it_is_stopped(tmp_path: Path) -> None:
    """Also of the level that was given up, which may have taken all of the time."""
    app = app_of("skiddy", tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await designing(app, pilot)
        session = screen.session
        parameter = session.game.generator.parameters["moves"]
        session.generator.settings = session.generator.settings.with_value(
            parameter, parameter.parse_value("25..30")
        )
        await press(pilot, "m", "a")
        await until(pilot, lambda: isinstance(app.screen, GalleryScreen))
        wall = app.screen
        assert isinstance(wall, GalleryScreen)
        await until(
            pilot,
            lambda: wall.filler.progress is not None and wall.filler.progress.rejection_count > 0,
        )
        known = wall.filler.progress.rejection_count
        await press(pilot, "escape")
        await until(pilot, lambda: not wall.filler.is_busy)
        assert wall._gallery.rejections.total() >= known
        assert f"{wall._gallery.rejections.total():,} rejected" in frame(app)


async def test_what_was_generated_is_on_a_wall(tmp_path: Path) -> None:
    """Each level once, whatever was undone; none is forgotten by drawing the next."""
    app = app_of("skiddy", tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await designing(app, pilot)
        await press(pilot, "o", "h")
        assert "No levels generated yet" in said(app)
        boards = []
        for _ in range(3):
            before = app.document.level
            await press(pilot, "g")
            await until(
                pilot,
                lambda old=before: app.document.level is not old and not screen.session.is_busy,
            )
            boards.append(app.document.level.board)
        await press(pilot, "u", "u", "U", "o", "h")
        wall = await filled(app, pilot)
        hung = [exhibit.level.board for exhibit in wall._gallery.items]
        assert [board.to_table() for board in hung] == [board.to_table() for board in boards]
        assert "Seen · Skiddy · 3 levels" in frame(app)
        await press(pilot, "home", "enter")
        await designing(app, pilot)
        assert app.document.level.board.to_table() == boards[0].to_table()


async def test_a_click_chooses_a_tile_and_a_second_one_opens_it(
    tmp_path: Path, fewer: None
) -> None:
    app = app_of("skiddy", tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await designing(app, pilot)
        await press(pilot, "m", "a")
        screen = await filled(app, pilot, 6)
        wall = screen.wall
        for place in (4, 1):
            x = (place % wall.tile_columns) * 19 + 3
            y = (place // wall.tile_columns) * 4 + 1
            await pilot.click(wall, offset=(x, y))
            assert wall.cursor == place
        await pilot.click(wall, offset=(19 + 3, 1), times=2)
        await designing(app, pilot)
        assert app.document.level.board == screen._gallery.items[1].level.board


async def test_a_bar_can_be_clicked(tmp_path: Path, fewer: None) -> None:
    app = app_of("skiddy", tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await designing(app, pilot)
        await press(pilot, "m", "a")
        screen = await filled(app, pilot, 6)
        least = min(exhibit.facts["moves"] for exhibit in screen._gallery.items)
        await pilot.click("#aside", offset=(5, 2))
        assert screen._gallery.level_filter.bar_condition == f"moves {least}..{least}"
        await press(pilot, "v", "b")
        await asked(app, pilot, screen)
        await press(pilot, "end", "enter")
        await until(pilot, lambda: app.screen is screen)
        gallery = screen._gallery
        assert gallery.level_filter.bar_condition == ""
        assert gallery.template.provenance == gallery.first_template.provenance


async def test_all_levels_become_a_catalogue(
    tmp_path: Path, fewer: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twice: what was decided since is shown the second time; another kind of file is refused."""
    monkeypatch.chdir(tmp_path)
    app = app_of("skiddy", tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await designing(app, pilot)
        await press(pilot, "m", "a")
        screen = await filled(app, pilot, 6)
        path = Path("all.db")

        async def added(words: str) -> None:
            await press(pilot, "o", "a")
            await asked(app, pilot, screen)
            app.screen.query_one(Input).value = str(path)
            await press(pilot, "enter")
            await until(pilot, lambda: words in said(app))

        await press(pilot, "b", "x")
        await added("6 levels added")
        assert [entry.tags for entry in entries(path)][:3] == [("kept",), ("rejected",), ()]
        await press(pilot, "b")
        await added("0 levels added, 6 there already")
        assert [entry.tags for entry in entries(path)][2] == ("kept",)
        path.unlink()
        path.write_text("no catalogue")
        await added("all.db: not a catalogue")
        assert path.read_text() == "no catalogue" and app.screen is screen


async def test_going_back_stops_what_is_being_added(
    tmp_path: Path, fewer: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The level that is rated by then is there, the others are not; once more adds them."""
    rated = []

    def facts_of(level: Level, control: Control) -> FactTable:
        rated.append(level)
        while len(rated) == 2 and not control.is_cancelled:
            time.sleep(0.01)
        return importer.compute_facts(level, control)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(
        "workbench.features.collection.gallery_to_catalogue.compute_facts", facts_of
    )
    app = app_of("skiddy", tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await designing(app, pilot)
        await press(pilot, "m", "a")
        screen = await filled(app, pilot, 6)

        async def add(*keys: str, words: str) -> None:
            await press(pilot, "o", "a")
            await asked(app, pilot, screen)
            app.screen.query_one(Input).value = "all.db"
            await press(pilot, "enter")
            await until(pilot, lambda: len(rated) >= 2)
            await press(pilot, *keys)
            await until(pilot, lambda: words in said(app))

        await add("escape", words="Stopped. Levels already added to all.db are kept.")
        assert len(entries(Path("all.db"))) == 1 and app.screen is screen
        await add(words="5 levels added, 1 there already")


async def test_what_is_saved_is_noted_though_something_else_is_asked_meanwhile(
    tmp_path: Path, fewer: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also, what is kept while files are written is in the next save, and nothing is twice."""
    may_write, save_all = threading.Event(), bulk_save.save_all

    def save_slowly(pattern: str, levels: Any) -> bulk_save.SaveResult:
        assert may_write.wait(30)
        return save_all(pattern, levels)

    monkeypatch.setattr(bulk_save, "save_all", save_slowly)
    app = app_of("skiddy", tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await designing(app, pilot)
        await press(pilot, "m", "a")
        screen = await filled(app, pilot, 6)
        gallery = screen._gallery
        await press(pilot, "home", "b", "ctrl+s")
        await asked(app, pilot, screen)
        await press(pilot, "enter")
        await until(pilot, lambda: gallery.saving)
        await press(pilot, "b", "ctrl+s")
        assert "levels are being saved" in said(app)
        await press(pilot, "f")
        await asked(app, pilot, screen)
        may_write.set()
        await until(pilot, lambda: gallery.saved_paths)
        assert len(gallery.saved_paths) == 1 and len(gallery.kept_numbers) == 2
        await press(pilot, "escape", "ctrl+s")
        await asked(app, pilot, screen)
        await press(pilot, "enter")
        await until(pilot, lambda: len(gallery.saved_paths) == 2)
    assert len([*tmp_path.glob("skiddy-*.toml")]) == 2
