"""The screen of a catalogue whose file goes, or is replaced, and of one that writes slowly."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest
from catalogues import entries, fill_with_real
from plainly import frame, handled, press, said, until

from workbench.app.app import WorkbenchApp
from workbench.features import navigation
from workbench.features.collection.async_catalogue import AsyncCatalogue
from workbench.features.collection.catalogue_screen import CatalogueScreen
from workbench.features.collection.catalogue_views import VIEW_STATES
from workbench.service.solver_service import SolverService
from workbench.terminal.capabilities import Capabilities


@pytest.fixture(autouse=True)
def nothing_left() -> None:
    VIEW_STATES.clear()


def app_of(path: Path) -> WorkbenchApp:
    return WorkbenchApp(
        folder=path.parent, solver=SolverService(helper=None), catalogue=path,
        terminal=Capabilities("truecolor", utf8=True),
    )  # fmt: skip


async def shown(app, pilot) -> CatalogueScreen:
    await until(pilot, lambda: isinstance(app.screen, CatalogueScreen) and app.screen.level)
    return app.screen


def replace(path: Path, game: str, levels: int) -> None:
    """Puts another catalogue in the place of one, as a program does that saves a file."""
    fill_with_real(other := path.with_name("other.db"), game, levels)
    for log in ("-wal", "-shm"):
        path.with_name(path.name + log).unlink(missing_ok=True)
    other.replace(path)


@pytest.mark.parametrize("marked_before", [False, True])
async def test_nothing_is_said_of_levels_of_another_file(slides: Path, marked_before: bool) -> None:
    """Neither those of a file that has taken its name nor, for no one, those that are gone."""
    app = app_of(slides)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await shown(app, pilot)
        if marked_before:
            await press(pilot, "x")
            await until(pilot, lambda: screen.pages.get_level(1).entry.tags)
        replace(slides, "linjat", 2)
        for keys in (("b",), ("+",), ("u", "U", "b")):
            await press(pilot, "home", *keys)
            await until(pilot, lambda: "the file was removed or replaced" in said(app))
        assert [(each.tags, each.stars) for each in entries(slides)] == [((), None)] * 2
        await press(pilot, "o", "p")
        await until(pilot, lambda: app.screen is not screen)
        await press(pilot, "enter")
        await until(pilot, lambda: "the file was removed or replaced" in said(app))
        await press(pilot, "r")
        await until(pilot, lambda: app.screen is not screen)
        screen = await shown(app, pilot)
        assert screen.pages.listing.games == ["linjat"]
        await press(pilot, "u")
        assert "Nothing to undo." in said(app)
        await press(pilot, "home", "b")
        await until(pilot, lambda: entries(slides)[0].tags == ("kept",))


async def test_a_file_that_is_gone_stays_visible(slides: Path) -> None:
    """What is known of it stays; each thing that needs the file says why it cannot be done."""
    app = app_of(slides)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await shown(app, pilot)
        slides.unlink()
        for keys in (("b",), ("r",), ("v", "f", "enter")):
            await press(pilot, *keys)
            await until(pilot, lambda: "the file was removed or replaced" in said(app))
            assert app.screen is screen and not slides.exists()
            await press(pilot, "up")


async def test_a_filter_of_the_file_before_keeps_no_other_from_being_opened(slides: Path) -> None:
    app = app_of(slides)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await shown(app, pilot)
        await screen.views.show_levels(
            type(screen.pages.listing.level_filter)("corridors>=0", "corridors")
        )
        await press(pilot, "escape")
        await until(pilot, lambda: slides in VIEW_STATES)
        replace(slides, "linjat", 2)
        navigation.open_catalogue(app, slides)
        screen = await shown(app, pilot)
        assert screen.pages.count == 2
        assert "Linjat" in frame(app)


async def test_words_said_faster_than_they_are_written_are_all_kept(slides: Path) -> None:
    app = app_of(slides)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await shown(app, pilot)
        gate = threading.Event()
        screen.catalogue.submit(gate.wait)
        await press(pilot, "+", "+", "+", "-", "b", "left", "x", "left", "b", "u", "home")
        gate.set()
        await until(pilot, lambda: screen.level.entry.tags)
        await until(pilot, lambda: not screen._annotations._pending)
        assert (entries(slides)[0].tags, entries(slides)[0].stars) == (("rejected",), 2)
        await press(pilot, "u", "u", "u", "u")
        await until(pilot, lambda: not screen._annotations._pending)
        assert (entries(slides)[0].tags, entries(slides)[0].stars) == ((), 2 + 1 - 1 + 0)


async def test_pages_larger_than_what_is_remembered_are_read_once(
    slides: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A huge window: what is visible is never let go for what is around it."""
    monkeypatch.setattr("workbench.features.collection.level_pages.MAX_CACHED", 4)
    read: list[int] = []
    page = AsyncCatalogue.read_page
    monkeypatch.setattr(
        AsyncCatalogue,
        "read_page",
        lambda catalogue, ids: (read.extend(ids), page(catalogue, ids))[1],
    )
    app = app_of(slides)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await shown(app, pilot)
        for key in ("pagedown", "pageup", "end", "home"):
            await press(pilot, key)
            await until(pilot, lambda: screen.level)
        for _ in range(20):
            await asyncio.sleep(0.01)
            await handled(app)
        assert len(read) <= 5 * len(screen.pages.listing.ids)
