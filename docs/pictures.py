"""Makes every picture of the documentation anew: ``python docs/pictures.py``.

The design screen is the real app without a terminal, on a level that comes with the workbench; the
boards are what ``workbench render`` draws.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
from os import environ
from pathlib import Path

from workbench.app.app import WorkbenchApp
from workbench.cli import main
from workbench.document.document import Document
from workbench.features.design.screen import DesignScreen
from workbench.service.solver_service import SolverService
from workbench.terminal.capabilities import Capabilities

FOLDER = Path(__file__).parent / "pictures"
LEVELS = Path(__file__).parents[1] / "levels"
BOARDS = {
    "fruit-dating": "18-castle-ball",
    "skiddy": "4-6-parcel-over-the-pit",
    "linjat": "2-medium-08-tight-squeeze",
    "mazing-monk": "2-rising-06-vow-of-silence",
}
"""For every game, the level whose board stands in the README."""
SCREEN = LEVELS / "fruit-dating" / "17-evening-dress.toml"
KEYS = ("t", *["full_stop"] * 4)
SIZE = (120, 34)


async def design_screen() -> str:
    """Return a picture of the design screen with a level, its solution and its trace."""
    solver = SolverService()
    try:
        document = Document.open(SCREEN, read_only=True)
        link = Capabilities("truecolor", utf8=True)
        app = WorkbenchApp(document, "design", solver=solver, terminal=link, theme="default")
        async with app.run_test(size=SIZE) as pilot:
            screen = app.screen
            assert isinstance(screen, DesignScreen)
            while not (screen.is_attached and screen.session.is_settled):
                await pilot.pause(0.05)
            await pilot.press(*KEYS)
            await pilot.pause(0.5)
            return plain(app.export_screenshot(title="Puzzle Workbench"))
    finally:
        solver.close()


def plain(picture: str) -> str:
    """Return the picture with fonts of the reader's own in place of those of a server."""
    picture = re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL)
    picture = picture.replace("Fira Code", "ui-monospace, SFMono-Regular, Menlo, Consolas")
    return "\n".join(line.rstrip() for line in picture.splitlines()) + "\n"


def boards(folder: Path) -> None:
    """Draws the board of one level of every game into a folder."""
    for game, name in BOARDS.items():
        level, out = LEVELS / game / f"{name}.toml", folder / f"{game}.svg"
        assert main(["render", str(level), "--out", str(out)]) == 0


def make() -> None:
    """Make every picture."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as state:
        environ["XDG_STATE_HOME"] = environ["PUZZLE_WORKBENCH_CONFIG"] = state
        tour = Path(state) / "puzzle-workbench" / "tour-shown"
        tour.parent.mkdir()
        tour.touch()
        picture = asyncio.run(design_screen())
    (FOLDER / "design.svg").write_text(picture, "utf-8")
    boards(FOLDER)


if __name__ == "__main__":
    make()
