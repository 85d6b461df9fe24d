"""A person who has read nothing begins a batch, loses the connection, and has a cell filled.

No key but the arrows is written here: each is looked up in the present frame.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from batches import until as waited
from frames import frame
from person import Person
from plainly import press, said, until
from test_first_set import answer, find, type_text
from textual.pilot import Pilot
from waiting import settled

from engine.archive.archive_grid import ArchiveCell
from engine.archive.parent_selection import find_frontier
from engine.batch import progress_reader
from engine.catalogue import lock
from workbench.app.app import WorkbenchApp
from workbench.features.batch.screen import BatchScreen
from workbench.features.collection.archive.grid_pane import CatalogueGrid
from workbench.features.collection.catalogue_screen import CatalogueScreen
from workbench.features.design.screen import DesignScreen
from workbench.features.levels.screen import LevelsScreen

WAYS = ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (-1, 1), (1, -1))


@pytest.mark.slow
@pytest.mark.usefixtures("later_start")
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_batch_that_outlived_the_connection_has_a_cell_filled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    app, out = WorkbenchApp(folder=work), work / "skiddy.db"
    try:
        async with app.run_test(size=size) as pilot:
            await settled(app, pilot)
            await _begin(pilot)
        process = lock.find_owner_id(out)
        assert process is not None, "the connection is gone, the batch goes on"
        waited(lambda: progress_reader.read_batch_status(out)["accepted"] >= 200)
        app = WorkbenchApp(folder=work)
        async with app.run_test(size=size) as pilot:
            screen = await _find_again(pilot)
            screen, empty = await _look_beside(pilot, screen)
            await go_to(pilot, screen.views.grid, empty)
            await until(pilot, lambda: "no level yet" in frame(app))
            await does(pilot, "aim")
            assert "a target" in said(app)
            await _fill(pilot)
            await until(pilot, lambda: screen.level is not None, 20)
            await Person(pilot).choose("make", "Stop filling")
            await until(
                pilot, lambda: progress_reader.read_batch_status(out)["process"] is not None, 60
            )
            assert lock.find_owner_id(out) != process, "the batch goes on, in another process"
            await does(pilot, "open")
            await until(pilot, lambda: isinstance(app.screen, DesignScreen), 20)
            await until(pilot, lambda: " moves" in frame(app).splitlines()[-3], 60)
    finally:
        left = lock.find_owner_id(out)
        if left is not None:
            os.kill(left, signal.SIGKILL)
            waited(lambda: lock.find_owner_id(out) is None)


async def _begin(pilot: Pilot[int]) -> None:
    """Begins a batch of 100,000 levels of Skiddy."""
    app = pilot.app
    await Person(pilot).do("new")
    await answer(pilot, "Skiddy")
    await until(pilot, lambda: isinstance(app.screen, DesignScreen))
    await until(pilot, lambda: " moves" in frame(app).splitlines()[-3], 60)
    await Person(pilot).choose("make", "Start a batch")
    await until(pilot, lambda: "How many levels" in frame(app))
    await press(pilot, *["backspace"] * 5)
    await type_text(pilot, "100000")
    await until(pilot, lambda: "Save the levels to which catalogue?" in frame(app))
    await press(pilot, "enter")
    await until(pilot, lambda: isinstance(app.screen, BatchScreen))
    await until(pilot, lambda: "of 100,000 levels" in frame(app))


async def _find_again(pilot: Pilot[int]) -> CatalogueScreen:
    """Finds it going on, and looks at it as an archive."""
    app = pilot.app
    await until(pilot, lambda: "Unsaved work" in frame(app))
    await does(pilot, "later")
    await until(pilot, lambda: isinstance(app.screen, LevelsScreen))
    await until(pilot, lambda: "a batch is running: skiddy.db" in said(app))
    await Person(pilot).choose("open", "Batches")
    await until(pilot, lambda: "running," in frame(app))
    await press(pilot, "enter")
    await until(pilot, lambda: "of 100,000 levels" in frame(app))
    await Person(pilot).do("levels")
    screen = await catalogue(pilot)
    await does(pilot, "table")
    await does(pilot, "grid")
    await until(pilot, lambda: screen.views.grid.archive is not None, 20)
    return screen


async def _look_beside(
    pilot: Pilot[int], screen: CatalogueScreen
) -> tuple[CatalogueScreen, ArchiveCell]:
    """Opens the level beside an empty cell and comes back; gives one that is empty by then."""
    app = pilot.app
    _, near = beside(screen.views.grid)
    await go_to(pilot, screen.views.grid, near)
    await until(pilot, lambda: screen.level is not None)
    await does(pilot, "open")
    await until(pilot, lambda: isinstance(app.screen, DesignScreen), 20)
    await until(pilot, lambda: " moves" in frame(app).splitlines()[-3], 60)
    await find(pilot, "stop or back")
    await until(pilot, lambda: isinstance(app.screen, CatalogueScreen), 20)
    again = await catalogue(pilot)
    await until(pilot, lambda: again.views.grid.archive is not None and again.level is not None)
    assert again.views.grid.cell == near
    return again, beside(again.views.grid)[0]


async def _fill(pilot: Pilot[int]) -> None:
    """Has the target filled, while the batch stops; waits until there is a level."""
    app = pilot.app
    await does(pilot, "fill")
    await answer(pilot, "Pause the batch while cells are filled")
    await until(pilot, lambda: "for how many seconds" in frame(app))
    await press(pilot, *["backspace"] * 3)
    await type_text(pilot, "90")
    await until(pilot, lambda: " left, " in frame(app), 30)
    await until(pilot, lambda: "found: " in said(app), 120)


async def does(pilot: Pilot[int], label: str) -> None:
    """Does what the key line has under a label, once it is drawn."""
    await until(pilot, lambda: f" {label} " in frame(pilot.app).splitlines()[-1], 20)
    await Person(pilot).do(label)


async def catalogue(pilot: Pilot[int]) -> CatalogueScreen:
    """The screen of a catalogue, once it is there."""
    await until(pilot, lambda: isinstance(pilot.app.screen, CatalogueScreen), 20)
    screen = pilot.app.screen
    assert isinstance(screen, CatalogueScreen)
    return screen


def beside(grid: CatalogueGrid) -> tuple[ArchiveCell, ArchiveCell]:
    """The empty cell with the most neighbours that have a level, and one of these."""
    archive = grid.archive
    assert archive is not None
    around = {
        (col, row): [
            cell for right, up in WAYS if (cell := (col + right, row + up)) in archive.elites
        ]
        for col, row in find_frontier(archive)
    }
    empty = max(around, key=lambda cell: len(around[cell]))
    return empty, around[empty][0]


async def go_to(pilot: Pilot[int], grid: CatalogueGrid, cell: ArchiveCell) -> None:
    """Moves the cursor by the arrows."""
    for at, less, more in ((0, "left", "right"), (1, "down", "up")):
        while grid.cell[at] != cell[at]:
            await press(pilot, more if grid.cell[at] < cell[at] else less)
