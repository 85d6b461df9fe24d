"""Journeys through the screen of a catalogue: wall, table, grid, and what is said of levels."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import frames
import pytest
from catalogues import entries, fill, fill_with_real
from plainly import frame, press, said, until
from textual.widgets import Input

from engine.catalogue.store import Catalogue
from engine.files import levelfile
from workbench.app.app import WorkbenchApp
from workbench.features import navigation
from workbench.features.collection.catalogue_screen import CatalogueScreen
from workbench.features.collection.gallery_screen import GalleryScreen
from workbench.features.comparison.screen import CompareScreen
from workbench.features.design.screen import DesignScreen
from workbench.features.levels.screen import LevelsScreen
from workbench.features.playlists.screen import PackScreen
from workbench.service.solver_service import SolverService
from workbench.terminal.capabilities import Capabilities

GAMES = ("fruit-dating", "skiddy", "linjat", "mazing-monk")


def app_of(path: Path, theme: str = "default") -> WorkbenchApp:
    return WorkbenchApp(
        folder=path.parent, solver=SolverService(helper=None), catalogue=path,
        terminal=Capabilities("truecolor", utf8=True), theme=theme,
    )  # fmt: skip


async def shown(app, pilot) -> CatalogueScreen:
    """The screen, once the visible levels are read."""
    await until(
        pilot,
        lambda: (
            isinstance(app.screen, CatalogueScreen)
            and app.screen.has_widgets
            and (app.screen.level or not app.screen.pages.count or app.screen.views.is_on_grid)
        ),
    )
    return app.screen


async def answered(app, pilot, screen, text: str) -> None:
    """Types an answer to a question over the screen."""
    await until(pilot, lambda: app.screen is not screen and app.screen.query(Input))
    app.screen.query_one(Input).value = text
    await press(pilot, "enter")


async def picked(app, pilot, screen, *keys: str) -> None:
    """Picks from a list over the screen."""
    await until(pilot, lambda: app.screen is not screen)
    await press(pilot, *keys, "enter")


async def turned(app, pilot, view: str) -> None:
    """Turns to a view."""
    screen = app.screen
    for _ in range(3):
        if screen.views.view == view:
            break
        before = screen.views.view
        await press(pilot, "tab")
        await until(pilot, lambda before=before: screen.views.view != before)
    await until(
        pilot, lambda: screen.level or (screen.views.is_on_grid and screen.views.grid.archive)
    )
    await pilot.pause()


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 50)])
async def test_frames(slides: Path, size: tuple[int, int]) -> None:
    app = app_of(slides)
    async with app.run_test(size=size) as pilot:
        await shown(app, pilot)
        for view in ("wall", "table", "grid"):
            await turned(app, pilot, view)
            frames.check(app, f"catalogue-{view}-{size[0]}x{size[1]}")


async def test_frames_without_colour(slides: Path) -> None:
    app = app_of(slides, "ascii")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await shown(app, pilot)
        await press(pilot, "b", "x", "+")
        await until(pilot, lambda: screen.level.entry.stars == 1)
        for view in ("wall", "table", "grid"):
            await turned(app, pilot, view)
            frames.check(app, f"catalogue-{view}-ascii")


@pytest.mark.parametrize("game", GAMES)
async def test_from_the_catalogue_to_the_level_and_back(game: str, tmp_path: Path) -> None:
    """Keeps, rejects, takes back, opens one and comes back to the same place, in every game."""
    fill_with_real(path := tmp_path / "levels.db", game, 4)
    app = app_of(path)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await shown(app, pilot)
        await press(pilot, "b", "x", "b")
        await until(pilot, lambda: "kept" in screen.pages.get_level(3).entry.tags)
        assert [each.tags for each in entries(path)] == [("kept",), ("rejected",), ("kept",), ()]
        await press(pilot, "u", "u", "U")
        await until(pilot, lambda: "rejected" in screen.pages.get_level(2).entry.tags)
        assert [each.tags for each in entries(path)] == [("kept",), ("rejected",), (), ()]
        await press(pilot, "home", "right", "enter")
        await until(pilot, lambda: isinstance(app.screen, DesignScreen))
        assert app.document.level.provenance.seed == entries(path)[1].seed
        await until(pilot, lambda: app.screen.session.is_opened and not app.screen.session.is_busy)
        await press(pilot, "escape")
        screen = await shown(app, pilot)
        assert screen.views.level_number == 2


def shows(app: WorkbenchApp, text: str) -> bool:
    return text in frame(app)


async def test_another_order_is_shown_from_the_top_with_its_column_marked(slides: Path) -> None:
    app = app_of(slides)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await shown(app, pilot)
        await press(pilot, "tab")
        await until(pilot, lambda: screen.views.view == "table")
        for heading, keys in (("moves ↑", ["down"]), ("moves ↓", [])):
            await press(pilot, "end", "right", "v", "s")
            assert screen.views.pane.cursor == screen.pages.count - 1
            await picked(app, pilot, screen, *keys)
            await until(pilot, partial(shows, app, heading))
            assert screen.views.pane.cursor == 0
        number = screen.pages.get_number_at(4)
        screen.views.put_cursor(number)
        await press(pilot, "f")
        await until(pilot, lambda: app.screen is not screen)
        app.screen.query_one(Input).value = "moves>=0"
        await press(pilot, "enter")
        await until(pilot, lambda: app.screen is screen)
        assert screen.views.level_number == number, "a filter leaves the cursor on its level"


async def test_what_is_asked(slides: Path) -> None:
    """Order, filter, frequencies, a bar, tags, notes, export, read again."""
    app = app_of(slides)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await shown(app, pilot)
        total = screen.pages.count
        await press(pilot, "v", "s")
        await picked(app, pilot, screen, "down")
        await until(pilot, lambda: screen.pages.listing.level_filter.sort)
        await press(pilot, "v", "s")
        await picked(app, pilot, screen)
        await until(pilot, lambda: screen.pages.listing.level_filter.descending)
        lengths = {each.id: each.facts["moves"] for each in entries(slides)}
        found = [lengths[number] for number in screen.pages.listing.ids]
        assert found == sorted(found, reverse=True) and len(found) == total
        await press(pilot, "v", "b")
        await picked(app, pilot, screen)
        await until(pilot, lambda: screen.pages.count < total)
        least = min(found)
        assert screen.pages.count == found.count(least)
        await press(pilot, "f")
        await until(pilot, lambda: app.screen is not screen)
        app.screen.query_one(Input).value = "moves>"
        await press(pilot, "enter")
        assert app.screen is not screen, "what is no expression is not taken"
        await answered(app, pilot, screen, "")
        await until(pilot, lambda: screen.pages.count == total)
        await press(pilot, "v", "f")
        await picked(app, pilot, screen)
        await until(pilot, lambda: "Show levels with which value?" in frame(app))
        await press(pilot, "enter")
        most = max(map(found.count, found))
        await until(pilot, lambda: screen.pages.count == most)
        await press(pilot, "e", "g")
        await answered(app, pilot, screen, "ice age, fun")
        await until(pilot, lambda: screen.level and screen.level.entry.tags == ("fun", "ice age"))
        await press(pilot, "e", "n")
        await answered(app, pilot, screen, "a note [of] mine")
        await until(pilot, lambda: screen.level.entry.note == "a note [of] mine")
        assert "a note [of] mine" in frame(app)
        await press(pilot, "b", "ctrl+s")
        out = slides.parent / "kept"
        await answered(app, pilot, screen, str(out))
        await until(pilot, lambda: "Exported 1 level to" in said(app))
        (file,) = out.glob("*.toml")
        assert levelfile.read_level(file).game == "skiddy"
        with Catalogue.open(slides, write=True) as other:
            other.connection.execute("DELETE FROM mark")
        await press(pilot, "f")
        await answered(app, pilot, screen, "tag:fun")
        await until(pilot, lambda: screen.pages.count == 1)
        await press(pilot, "r")
        await until(pilot, lambda: screen.level and screen.level.entry.note is None)


async def test_what_is_kept_becomes_a_pack(slides: Path) -> None:
    app = app_of(slides)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await shown(app, pilot)
        await press(pilot, "m", "p")
        await until(pilot, lambda: "No level is kept yet." in said(app))
        await press(pilot, "right", "b", "b")
        await press(pilot, "m", "p")
        out = slides.parent / "two"
        await answered(app, pilot, screen, "table.csv")
        assert app.screen is not screen, "a table is no folder"
        await answered(app, pilot, screen, str(out))
        await until(pilot, lambda: isinstance(app.screen, PackScreen))
        kept = {f"skiddy-{each.seed}.toml" for each in entries(slides) if each.tags}
        assert len(kept) == 2 and {each.name for each in out.iterdir()} == kept
        assert {each.file for each in app.screen._document.levels} == kept
        await press(pilot, "ctrl+s")
        await until(pilot, lambda: "Saved " in said(app))
        assert (out / "two.pack.toml").exists()
        await press(pilot, "escape")
        await until(pilot, lambda: app.screen is screen)


async def test_what_help_says_of_the_grid(slides: Path) -> None:
    app = app_of(slides)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await shown(app, pilot)
        await turned(app, pilot, "grid")
        await press(pilot, "?")
        await until(pilot, lambda: app.screen is not screen)
        await press(pilot, "right")
        await until(pilot, lambda: "target: an empty cell to fill" in frame(app))


async def test_more_like_one_and_two_side_by_side(
    slides: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workbench.features.collection.gallery_screen.DEFAULT_COUNT", 1)
    app = app_of(slides)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await shown(app, pilot)
        await press(pilot, "v", "c")
        await until(pilot, lambda: screen.pages.marked_number == 1)
        await press(pilot, "right", "v", "c")
        await until(pilot, lambda: isinstance(app.screen, CompareScreen))
        await press(pilot, "escape")
        await until(pilot, lambda: app.screen is screen)
        await press(pilot, "m", "m")
        await until(pilot, lambda: isinstance(app.screen, GalleryScreen))
        gallery = app.screen
        await until(pilot, lambda: gallery._gallery.items and not gallery.filler.is_busy)
        await press(pilot, "escape")
        await until(pilot, lambda: app.screen is screen)


async def test_an_empty_cell_of_the_grid_is_filled(slides: Path) -> None:
    """Chooses two facts, aims at a cell beside those with levels, fills it, opens its level."""
    app = app_of(slides)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await shown(app, pilot)
        await press(pilot, "g")
        assert "switch to the grid view first" in said(app)
        await press(pilot, "v", "v")
        await answered(app, pilot, screen, "moves:1..15,open_share:0..1:10")
        await until(pilot, lambda: screen.views.is_on_grid and screen.views.grid.archive)
        before = len(screen.views.grid.archive.elites)
        await press(pilot, "home")
        assert "Empty cell." in frame(app)
        await press(pilot, "enter")
        assert screen.views.grid.targets == [screen.views.grid.cell]
        assert "Target set." in said(app)
        await press(pilot, "enter", "enter", "g")
        await answered(app, pilot, screen, "1")
        await until(pilot, lambda: screen._fill_controller.watch.is_running)
        await until(pilot, lambda: not screen._fill_controller.watch.is_running)
        await until(pilot, lambda: len(screen.pages.listing.ids) == len(entries(slides)))
        assert len(screen.views.grid.archive.elites) >= before
        screen.views.grid.go_to_cell(max(screen.views.grid.archive.elites))
        await until(pilot, lambda: screen.level)
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, DesignScreen))
        await until(pilot, lambda: app.screen.session.is_opened and not app.screen.session.is_busy)
        await press(pilot, "escape")
        again = await shown(app, pilot)
        await until(pilot, lambda: again.views.is_on_grid and again.views.grid.archive)
        assert again.views.facts == "moves:1..15,open_share:0..1:10"


async def test_a_catalogue_is_found_in_the_browser_and_its_end_is_reported(tmp_path: Path) -> None:
    """An empty one, one that is damaged, and a file of another program."""
    fill(tmp_path / "empty.db", [])
    fill(tmp_path / "five.catalogue", [{}] * 5)
    (tmp_path / "other.db").write_bytes(b"SQLite format 3\0" + bytes(2000))
    whole = (tmp_path / "five.catalogue").read_bytes()
    (tmp_path / "torn.db").write_bytes(whole[: len(whole) // 2])
    app = WorkbenchApp(folder=tmp_path, solver=SolverService(helper=None))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "five.catalogue" in frame(app) and "5 levels" in frame(app))
        assert "other.db" not in frame(app)
        await press(pilot, "home", "down")
        assert "a catalogue of 0 levels" in frame(app)
        await press(pilot, "x")
        assert "catalogues cannot be changed" in said(app) and (tmp_path / "empty.db").exists()
        await press(pilot, "down", "down")
        assert "! torn.db" in frame(app) and "damaged" in frame(app)
        await press(pilot, "x")
        assert "catalogues cannot be changed" in said(app) and (tmp_path / "torn.db").exists()
        await press(pilot, "home", "down")
        await press(pilot, "enter")
        await shown(app, pilot)
        assert "No levels yet" in frame(app)
        await press(pilot, "escape")
        await until(pilot, lambda: isinstance(app.screen, LevelsScreen))
        navigation.open_catalogue(app, tmp_path / "other.db")
        await until(pilot, lambda: "other.db: " in said(app))
