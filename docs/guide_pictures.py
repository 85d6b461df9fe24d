"""Makes the pictures of the first tutorial: ``python docs/guide_pictures.py``.

Each is the real app without a terminal. The levels of the gallery are drawn at random, so that
picture differs each time.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from pictures import FOLDER, LEVELS, compact
from textual.pilot import Pilot

from workbench.app.app import WorkbenchApp
from workbench.cli import main
from workbench.document.document import Document
from workbench.features.design.screen import DesignScreen
from workbench.service.solver_service import SolverService
from workbench.terminal.capabilities import Capabilities

SIZE = (80, 24)
LEVEL = LEVELS / "fruit-dating" / "01-first-date.toml"
Steps = Callable[[WorkbenchApp, Pilot[None]], Awaitable[None]]


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys, with a short wait after each."""
    for key in keys:
        await pilot.press(key)
        await pilot.pause(0.2)


async def wait_for_verdict(app: WorkbenchApp, pilot: Pilot[None]) -> None:
    """Wait until the level has a verdict."""
    screen = app.screen
    assert isinstance(screen, DesignScreen)
    while not (screen.is_attached and screen.session.is_settled):
        await pilot.pause(0.05)


async def step_through_solution(app: WorkbenchApp, pilot: Pilot[None]) -> None:
    """Show the level after the first move of its solution."""
    await wait_for_verdict(app, pilot)
    await press(pilot, "t", "full_stop")


async def paint_wall(app: WorkbenchApp, pilot: Pilot[None]) -> None:
    """Paint a wall in the level."""
    await wait_for_verdict(app, pilot)
    await press(pilot, "e", "e", *["down"] * 5, *["right"] * 4, "enter", "left")
    await wait_for_verdict(app, pilot)


async def keep_four(app: WorkbenchApp, pilot: Pilot[None]) -> None:
    """Keep four of the levels on the wall."""
    await wait_for_verdict(app, pilot)
    await press(pilot, "m", "a")
    await pilot.pause(4)
    await press(pilot, *"bbbb")


async def wait_for_pack(app: WorkbenchApp, pilot: Pilot[None]) -> None:
    """Wait until the pack is drawn."""
    await pilot.pause(3)


async def take_picture(opened: Document | Path, steps: Steps) -> str:
    """Return a picture of the app after some steps."""
    solver = SolverService()
    link = Capabilities("truecolor", utf8=True)
    try:
        if isinstance(opened, Document):
            app = WorkbenchApp(opened, "design", solver=solver, terminal=link, theme="default")
        else:
            app = WorkbenchApp(pack=opened, solver=solver, terminal=link, theme="default")
        async with app.run_test(size=SIZE) as pilot:
            await steps(app, pilot)
            await pilot.pause(0.5)
            return compact(app.export_screenshot(title="Puzzle Workbench"))
    finally:
        solver.close()


def make_pack(folder: Path) -> Path:
    """Make a pack of five levels and return its file."""
    made, pack = folder / "made", folder / "my-levels.pack.toml"
    options = ["--count", "30", "--seed", "1", "--set", "moves=4..14"]
    assert main(["generate", "fruit-dating", *options, "--out", str(made)]) == 0
    assert main(["pack", str(made), "--levels", "5", "--out", str(pack)]) == 0
    return pack


def use_state_folder(folder: Path) -> None:
    """Have the app keep its state in an empty folder, and offer no tour."""
    os.environ["XDG_STATE_HOME"] = os.environ["PUZZLE_WORKBENCH_CONFIG"] = str(folder)
    tour = folder / "puzzle-workbench" / "tour-shown"
    tour.parent.mkdir(parents=True)
    tour.touch()


def make(folder: Path = FOLDER) -> None:
    """Make every picture."""
    with tempfile.TemporaryDirectory() as temporary:
        pack = make_pack(Path(temporary))
        for name, steps in {
            "first-level": step_through_solution,
            "first-edit": paint_wall,
            "first-wall": keep_four,
            "first-pack": wait_for_pack,
        }.items():
            # A state folder for each, as the app offers unsaved work of the one before.
            use_state_folder(Path(temporary) / name)
            opened = pack if name == "first-pack" else Document.open(LEVEL, read_only=True)
            picture = asyncio.run(take_picture(opened, steps))
            (folder / f"{name}.svg").write_text(picture, "utf-8")


if __name__ == "__main__":
    make()
