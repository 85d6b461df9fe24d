"""Journeys through the screen of a batch: begun, found again, killed, gone on with."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

import frames
import pytest
from batches import TWINS, game
from catalogues import fill_with_real
from plainly import frame, press, said, until
from shipped import files_of
from textual.widgets import Input

from engine.batch import progress_reader
from engine.batch.batch_generation import run_batch
from engine.catalogue import lock
from workbench.app.app import WorkbenchApp
from workbench.browser import recent_batches
from workbench.document.document import Document
from workbench.features.batch import batch_process
from workbench.features.batch.batch_watch import ChartFacts
from workbench.features.batch.screen import BatchScreen
from workbench.features.collection.catalogue_screen import CatalogueScreen
from workbench.features.design.screen import DesignScreen
from workbench.features.levels.screen import LevelsScreen
from workbench.service.solver_service import SolverService
from workbench.terminal.capabilities import Capabilities
from workbench.ui.dialogs import ChoicePrompt, LinePrompt


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, later_start: None) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr("workbench.paths.resources.get_shipped_levels", lambda: tmp_path / "none")
    monkeypatch.setattr("workbench.features.batch.screen.SNAPSHOT_INTERVAL", 0.1)
    monkeypatch.setattr("workbench.features.batch.batch_watch.MIN_CHART_INTERVAL", 0.0)


def app_of(folder: Path, theme: str = "default", *, level: Path | None = None) -> WorkbenchApp:
    document = None if level is None else Document.open(level)
    return WorkbenchApp(
        document, "levels" if level is None else "design", folder=folder,
        solver=SolverService(helper=None), terminal=Capabilities("truecolor", utf8=True),
        theme=theme,
    )  # fmt: skip


async def watched(app, pilot) -> BatchScreen:
    """The screen of a batch, once it was looked at."""
    await until(pilot, lambda: isinstance(app.screen, BatchScreen) and app.screen._snapshot)
    return app.screen


@pytest.fixture
def complete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A complete batch, which took no time."""
    path = tmp_path / "twins.db"
    run_batch(game(), path, 12, TWINS, seed=3, max_attempts=12, jobs=1)
    monkeypatch.setattr("workbench.features.batch.batch_lines.format_duration", lambda _: "1.0 s")
    return path


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 50)])
async def test_frames(complete: Path, size: tuple[int, int]) -> None:
    app = app_of(complete.parent)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: isinstance(app.screen, LevelsScreen))
        app.push_screen(BatchScreen(complete))
        await watched(app, pilot)
        frames.check(app, f"batch-{size[0]}x{size[1]}")


async def test_what_is_shown_and_asked(complete: Path) -> None:
    """Without colour: other facts, the levels, and that nothing more is to be done."""
    app = app_of(complete.parent, "ascii")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, LevelsScreen))
        app.push_screen(BatchScreen(complete))
        screen = await watched(app, pilot)
        frames.check(app, "batch-ascii")
        await press(pilot, "?", "tab")
        assert "most levels" in frame(app)
        await press(pilot, "escape")
        await press(pilot, "space")
        assert "the batch is complete" in said(app)
        await press(pilot, "m", "f")
        assert "the batch is not running" in said(app)
        await press(pilot, "v", "s")
        await until(pilot, lambda: app.screen is not screen)
        await press(pilot, "down", "enter")
        second = screen._snapshot.charts.keys[1]
        await until(pilot, lambda: screen._snapshot.charts.facts.bars == second)
        await press(pilot, "v", "v")
        await until(pilot, lambda: app.screen is not screen)
        await press(pilot, "end", "enter")
        await until(pilot, lambda: app.screen is not screen)
        await press(pilot, "home", "enter")
        await until(pilot, lambda: screen._snapshot.charts.facts.across == "seed")
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, CatalogueScreen))
        await press(pilot, "escape")
        await until(pilot, lambda: app.screen is screen)
        complete.unlink()
        await until(pilot, lambda: screen._problem)
        assert "no such file" in frame(app)
        await press(pilot, "escape")
        await until(pilot, lambda: isinstance(app.screen, LevelsScreen))


async def test_a_batch_outlives_the_app_and_its_own_death_is_reported(tmp_path: Path) -> None:
    """From the design screen: begun, paused, left, found again, killed, gone on with, stopped."""
    app, out = app_of(tmp_path, level=files_of("skiddy")[0]), tmp_path / "slides.db"
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, DesignScreen))
        design = app.screen
        await until(pilot, lambda: design.session.is_opened and not design.session.is_busy)
        await press(pilot, "m", "t")
        await until(pilot, lambda: isinstance(app.screen, LinePrompt))
        assert "How many levels of Skiddy? Default" in frame(app)
        app.screen.query_one(Input).value = "100000"
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, LinePrompt) and app.screen._path)
        app.screen.query_one(Input).value = str(out)
        await press(pilot, "enter")
        screen = await watched(app, pilot)
        assert screen._snapshot.is_running and recent_batches.list_recent(app.state.batches) == [
            out
        ]
        await press(pilot, "space")
        await until(pilot, lambda: screen._snapshot.is_paused)
        await until(pilot, lambda: "space resume" in frame(app))
        await press(pilot, "space")
        await until(pilot, lambda: not screen._snapshot.is_paused)
        await until(pilot, lambda: "space pause" in frame(app))
    process = lock.find_owner_id(out)
    assert process is not None, "the app has ended, the batch goes on"
    try:
        app = app_of(tmp_path)
        async with app.run_test(size=(120, 40)) as pilot:
            await until(pilot, lambda: "a batch is running: slides.db" in said(app))
            await press(pilot, "o", "b")
            await until(pilot, lambda: "running," in frame(app))
            await press(pilot, "enter")
            screen = await watched(app, pilot)
            os.kill(process, signal.SIGKILL)
            await until(pilot, lambda: "its process was killed" in frame(app))
            assert not said(app), "what was said at the start is not said on every screen"
            before = progress_reader.read_batch_status(out)["accepted"]
            await press(pilot, "space")
            await until(pilot, lambda: screen._snapshot.is_running and not screen._is_busy)
            await press(pilot, "m", "f")
            await until(pilot, lambda: isinstance(app.screen, ChoicePrompt))
            await press(pilot, "s")
            await until(pilot, lambda: lock.find_owner_id(out) is None and not screen._is_busy)
            await until(pilot, lambda: "stopped" in frame(app))
            assert progress_reader.read_batch_status(out)["accepted"] >= before
            assert progress_reader.read_batch_status(out)["failed"] is None
    finally:
        if lock.find_owner_id(out) is not None:
            progress_reader.stop_work(out)


async def test_a_batch_waits_while_cells_are_filled(complete: Path) -> None:
    """Another process works on the catalogue: it is said, and nothing can be asked of the batch."""
    app = app_of(complete.parent)
    held = lock.acquire_lock(complete)
    complete.with_name("twins.db.progress").write_text('{"kind": "archive"}')
    try:
        async with app.run_test(size=(120, 40)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, LevelsScreen))
            app.push_screen(BatchScreen(complete))
            await watched(app, pilot)
            assert f"filling cells (process {os.getpid()})" in frame(app)
            for keys in (("m", "m"), ("m", "f")):
                await press(pilot, *keys)
                assert "cells of this catalogue are being filled" in said(app)
    finally:
        lock.release_lock(complete, held)


async def test_why_a_batch_cannot_begin(tmp_path: Path, complete: Path) -> None:
    """A name that is none, and a catalogue of another batch: each said in a line."""
    app = app_of(tmp_path, level=files_of("skiddy")[0])
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, DesignScreen))
        design = app.screen
        await until(pilot, lambda: design.session.is_opened and not design.session.is_busy)
        await press(pilot, "m", "t")
        await until(pilot, lambda: isinstance(app.screen, LinePrompt))
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, LinePrompt) and app.screen._path)
        for wrong, why in (("a.txt", "ends in .db"), ("no/a.db", "no such folder")):
            app.screen.query_one(Input).value = str(tmp_path / wrong)
            await press(pilot, "enter")
            assert why in frame(app)
        app.screen.query_one(Input).value = str(complete)
        await press(pilot, "enter")
        await until(pilot, lambda: app.screen is design)
        await until(pilot, lambda: "a batch of game fruit-dating, not skiddy" in said(app))
        first = design.document.level
        await press(pilot, "g")
        await until(
            pilot, lambda: design.document.level is not first and not design.session.is_busy
        )
        design.session.stage_locks.toggle_lock(
            1
        )  # the one in hand may be that of tidying, without draws
        await until(pilot, lambda: design.session.stage_locks.names)
        await press(pilot, "m", "t")
        assert "some stages are locked" in said(app)


async def test_a_batch_that_begins_while_something_else_is_asked_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_begin = threading.Event()

    def begin_slowly(*_: object) -> None:
        assert may_begin.wait(30)

    monkeypatch.setattr(batch_process, "start_batch", begin_slowly)
    app = app_of(tmp_path, level=files_of("skiddy")[0])
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, DesignScreen))
        design = app.screen
        await until(pilot, lambda: design.session.is_opened and not design.session.is_busy)
        await press(pilot, "m", "t")
        await until(pilot, lambda: isinstance(app.screen, LinePrompt))
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, LinePrompt) and app.screen._path)
        await press(pilot, "enter")
        await until(pilot, lambda: app.screen is design)
        await press(pilot, "m", "t")
        await until(pilot, lambda: isinstance(app.screen, LinePrompt))
        await press(pilot, "escape")
        may_begin.set()
        await until(pilot, lambda: "Batch started" in said(app))
        assert app.screen is design


async def test_another_batch_takes_the_name_while_facts_are_drawn(complete: Path) -> None:
    """Facts that its levels have not are drawn no more, and those of the choice are its own."""
    app = app_of(complete.parent)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, LevelsScreen))
        app.push_screen(BatchScreen(complete))
        screen = await watched(app, pilot)
        chosen = "corridors"  # no puzzle of lines has any
        screen._show_facts(ChartFacts(bars=chosen, across="seed", up=chosen))
        await until(pilot, lambda: screen._snapshot.charts.facts.bars == chosen)
        fill_with_real(other := complete.with_name("other.db"), "linjat", 3)
        other.replace(complete)
        await until(pilot, lambda: "Linjat" in frame(app))
        assert not screen._problem
        drawn = screen._snapshot.charts
        assert {drawn.facts.bars, drawn.facts.across, drawn.facts.up} <= {*drawn.keys}
