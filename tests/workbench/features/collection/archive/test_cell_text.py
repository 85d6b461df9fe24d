"""Cells of the grid are filled by a process that outlives the app: watched, steered, found."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from batches import until as waited
from catalogues import entries
from plainly import frame, press, said, until
from textual.widgets import Input

from engine.batch import progress_reader
from engine.batch.progress_reader import FILL
from engine.catalogue import lock
from engine.game import registry
from workbench.app.app import WorkbenchApp
from workbench.browser import recent_batches
from workbench.features.batch import batch_process
from workbench.features.batch.screen import BatchScreen
from workbench.features.collection.catalogue_screen import CatalogueScreen
from workbench.features.collection.catalogue_views import VIEW_STATES
from workbench.features.design.screen import DesignScreen
from workbench.features.levels.screen import LevelsScreen
from workbench.paths.state_folder import get_user_state
from workbench.service.solver_service import SolverService
from workbench.terminal.capabilities import Capabilities
from workbench.ui.dialogs import ChoicePrompt, LinePrompt

FACTS = "moves:1..15,open_share:0..1:10"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.features.collection.catalogue_screen.FILLING_INTERVAL", 0.1)
    VIEW_STATES.clear()


@pytest.fixture
def ended(slides: Path) -> Iterator[None]:
    """Whatever works on the catalogue is ended with the test."""
    yield
    process = lock.find_owner_id(slides)
    if process is not None:
        os.kill(process, signal.SIGKILL)
        waited(lambda: lock.find_owner_id(slides) is None)


def app_of(folder: Path, catalogue: Path | None = None) -> WorkbenchApp:
    return WorkbenchApp(
        folder=folder, solver=SolverService(helper=None), catalogue=catalogue,
        terminal=Capabilities("truecolor", utf8=True),
    )  # fmt: skip


async def grid_of(app, pilot, facts: str = FACTS) -> CatalogueScreen:
    """The screen of the catalogue with its grid, of some facts."""
    await until(pilot, lambda: isinstance(app.screen, CatalogueScreen) and app.screen.level)
    screen = app.screen
    await press(pilot, "v", "v")
    await until(pilot, lambda: isinstance(app.screen, LinePrompt))
    app.screen.query_one(Input).value = facts
    await press(pilot, "enter")
    await until(pilot, lambda: screen.views.is_on_grid and screen.views.grid.archive)
    return screen


async def aimed(app, pilot, screen: CatalogueScreen, *cells: tuple[int, int]) -> None:
    """Aims at cells."""
    for cell in cells:
        screen.views.grid.go_to_cell(cell)
        await press(pilot, "enter")
    assert screen.views.grid.targets == [*cells]


async def asked(app, pilot) -> None:
    """Has it asked for how long cells are to be filled."""
    await press(pilot, "g")
    await until(pilot, lambda: isinstance(app.screen, LinePrompt))


async def answered(app, pilot, screen: CatalogueScreen, seconds: int) -> None:
    """Answers that, and so has them filled."""
    app.screen.query_one(Input).value = str(seconds)
    await press(pilot, "enter")
    await until(pilot, lambda: app.screen is screen)


async def filled(app, pilot, screen: CatalogueScreen, seconds: int) -> None:
    """Has cells filled for some seconds."""
    await asked(app, pilot)
    await answered(app, pilot, screen, seconds)


async def test_why_no_cell_can_be_filled(slides: Path) -> None:
    """Another process adds levels; none fills cells."""
    app = app_of(slides.parent, slides)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await grid_of(app, pilot)
        for keys, why in ((("space",), "no cells are being filled"), (("m", "f"), "no cells are")):
            await press(pilot, *keys)
            assert why in said(app)
        await asked(app, pilot)
        held = lock.acquire_lock(slides)  # seen before, it would be a batch to be stopped first
        try:
            await answered(app, pilot, screen, 5)
            await until(pilot, lambda: "is writing it" in said(app))
        finally:
            lock.release_lock(slides, held)
        assert not screen._fill_controller.watch.is_running


@pytest.mark.slow
async def test_a_target_that_is_not_reached_is_reported(slides: Path, ended: None) -> None:
    """The time is over: the cell has no level, stays a target, and can be tried again."""
    app = app_of(slides.parent, slides)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await grid_of(app, pilot)
        assert "enter open" in frame(app) or "enter aim" in frame(app)
        await aimed(app, pilot, screen, (14, 0))
        assert "enter let go" in frame(app) and "a target: g fills it" in said(app)
        await filled(app, pilot, screen, 1)
        await until(pilot, lambda: "No level found for moves 15, open share 0..0.1" in said(app))
        assert "g tries on" in said(app) and screen.views.grid.targets == [(14, 0)]
        assert len(screen.pages.listing.ids) == len(entries(slides)) > 30
        await press(pilot, "escape")
        await until(pilot, lambda: isinstance(app.screen, LevelsScreen))
    VIEW_STATES.clear()  # as in another session
    app = app_of(slides.parent, slides)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, CatalogueScreen) and app.screen.level)
        screen = app.screen
        await press(pilot, "tab", "tab")
        await until(pilot, lambda: screen.views.is_on_grid and screen.views.grid.archive)
        assert screen.facts == FACTS
        assert screen.views.grid.targets == [(14, 0)], "the ledger knows what was aimed at"


@pytest.mark.slow
async def test_a_filling_outlives_the_app_and_its_own_death_is_reported(
    slides: Path, ended: None
) -> None:
    """Begun, left, found again with its targets, paused, killed, gone on with, stopped."""
    app = app_of(slides.parent, slides)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await grid_of(app, pilot)
        await aimed(app, pilot, screen, (14, 0), (14, 9))
        await filled(app, pilot, screen, 600)
        await until(pilot, lambda: screen._fill_controller.watch.is_running)
        before = len(screen.views.grid.archive.elites)
        await until(pilot, lambda: len(screen.views.grid.archive.elites) > before, 30)
        await until(pilot, lambda: " left, " in frame(app))
    process = lock.find_owner_id(slides)
    assert process is not None, "the app has ended, the filling goes on"
    assert recent_batches.list_recent(get_user_state().batches) == [slides]
    VIEW_STATES.clear()  # as in another session
    app = app_of(slides.parent)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "cells are being filled: slides.db" in said(app))
        await press(pilot, "o", "b")
        await until(pilot, lambda: "filling cells, running" in frame(app))
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, CatalogueScreen))
        screen = app.screen
        await until(
            pilot, lambda: screen._fill_controller.watch.going_on and screen.views.grid.archive
        )
        assert screen.views.is_on_grid and screen.facts == FACTS
        await until(pilot, lambda: {*screen.views.grid.targets} <= {(14, 0), (14, 9)})
        assert (14, 0) in screen.views.grid.targets
        await press(pilot, "space")
        await until(pilot, lambda: "paused, " in frame(app))
        await press(pilot, "space")
        await until(pilot, lambda: "paused, " not in frame(app))
        await press(pilot, "g")
        assert "cells are being filled" in said(app)
        os.kill(process, signal.SIGKILL)
        await until(
            pilot, lambda: "interrupted: its process was killed. space resumes it" in said(app)
        )
        added = len(entries(slides))
        await press(pilot, "space")
        await until(
            pilot,
            lambda: (
                screen._fill_controller.watch.going_on and not screen._fill_controller.watch.busy
            ),
        )
        assert lock.find_owner_id(slides) not in (None, process)
        await until(pilot, lambda: len(entries(slides)) > added, 30)
        await press(pilot, "m", "f")
        await until(pilot, lambda: lock.find_owner_id(slides) is None)
        await until(pilot, lambda: "No level found for 2 targets" in said(app))
        await press(pilot, "escape")
        await until(pilot, lambda: not isinstance(app.screen, CatalogueScreen))
    with pytest.raises(Exception, match="no filling works on it"):
        progress_reader.stop_work(slides, FILL)
    assert recent_batches.format_greeting(get_user_state().batches) == ""


@pytest.mark.slow
async def test_a_batch_that_goes_on_lets_a_cell_be_filled(tmp_path: Path) -> None:
    """It stops meanwhile and goes on by itself; the cell lights up, and its level opens."""
    out = tmp_path / "many.db"
    batch_process.start_batch(registry.get_game("skiddy"), {"moves": "4..8"}, 100_000, out)
    try:
        waited(lambda: progress_reader.read_batch_status(out)["accepted"] >= 20)
        before = lock.find_owner_id(out)
        app = app_of(tmp_path)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: "a batch is running: many.db" in said(app))
            await press(pilot, "o", "b")
            await until(pilot, lambda: "running," in frame(app))
            await press(pilot, "enter")
            await until(pilot, lambda: isinstance(app.screen, BatchScreen) and app.screen._snapshot)
            await press(pilot, "enter")
            screen = await grid_of(app, pilot, "moves:1..15,open_share:0..1:5")
            await until(pilot, lambda: screen._fill_controller.watch.batch)
            beside = min(screen.views.grid.archive.elites, key=lambda cell: (cell[0], -cell[1]))
            cell = beside[0] - 1, beside[1]
            assert cell not in screen.views.grid.archive.elites
            await aimed(app, pilot, screen, cell)
            await press(pilot, "g")
            await until(pilot, lambda: isinstance(app.screen, ChoicePrompt))
            assert "Pause the batch while cells are filled" in frame(app)
            await press(pilot, "s")
            await until(pilot, lambda: isinstance(app.screen, LinePrompt))
            app.screen.query_one(Input).value = "20"
            await press(pilot, "enter")
            await until(pilot, lambda: screen._fill_controller.watch.is_running)
            await until(pilot, lambda: "found: moves" in said(app))
            assert (
                cell in screen.views.grid.archive.elites and cell not in screen.views.grid.targets
            )
            await press(pilot, "m", "f")
            await until(pilot, lambda: screen._fill_controller.watch.batch, 30)
            assert (
                lock.find_owner_id(out) != before
                and progress_reader.read_status(out).kind == progress_reader.BATCH
            )
            screen.views.grid.go_to_cell(cell)
            await until(pilot, lambda: screen.level)
            await press(pilot, "enter")
            await until(pilot, lambda: isinstance(app.screen, DesignScreen))
            assert app.document.level.provenance.improve.aim.startswith("archive=")
            await until(pilot, lambda: " moves" in frame(app).splitlines()[-3])
        there = progress_reader.read_batch_status(out)["accepted"]
        waited(lambda: progress_reader.read_batch_status(out)["accepted"] > there)
    finally:
        progress_reader.stop_work(out)
