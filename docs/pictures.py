"""Makes every picture of the documentation: ``python docs/pictures.py [NAME...]``.

A picture of a screen is the real app without a terminal, on shipped levels, after some keys. Boards
are what ``workbench render`` draws.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from os import environ
from pathlib import Path

from textual.pilot import Pilot

from engine import workshop
from workbench.app.app import StartScreen, WorkbenchApp
from workbench.cli import main
from workbench.document.document import Document
from workbench.features.batch.screen import BatchScreen
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
SIZE = (110, 32)
PAUSE = 0.5
"""Seconds between two looks at a screen that may still change."""


@dataclass(frozen=True)
class Scene:
    """A screen of the app after some keys.

    Attributes:
        level: The level that is opened, from the folder of levels; "" for none.
        keys: The keys in order; after each the app is left in peace.
        start: The screen that the app starts with.
        size: The columns and lines of the terminal.
        pack, batch: True to open a pack or a catalogue made for the picture.
        seconds: The seconds in which the screen changes by itself before the picture is taken.
    """

    level: str = "fruit-dating/17-evening-dress"
    keys: tuple[str, ...] = ()
    start: StartScreen = "design"
    size: tuple[int, int] = SIZE
    pack: bool = False
    batch: bool = False
    seconds: float = 0.0


SCENES = {
    "design": Scene(keys=("t", *["full_stop"] * 4), size=(120, 34)),
    "levels": Scene("", ("down", "right", "down", "down", "down"), "levels"),
    "edit": Scene(keys=("e", "e", "right", "down", "down")),
    "what-if": Scene(keys=("w",), seconds=5),
    "dead-ends": Scene("fruit-dating/18-castle-ball", ("v", "d")),
    "states": Scene(keys=("v", "g")),
    "compare": Scene("", ("down", "right", "down", "v", "c", "down", "v", "c"), "levels"),
    "optimisation": Scene("linjat/1-easy-01-straight-away", ("m", "o"), seconds=6),
    "gallery": Scene(keys=("m", "a"), seconds=3),
    "batch": Scene("", batch=True, start="levels"),
    "catalogue": Scene("", ("tab",), batch=True, start="levels"),
    "play": Scene("skiddy/4-6-parcel-over-the-pit", ("right", "up", "i"), "play"),
    "run": Scene("", ("p", "l", "enter", "enter"), "levels"),
    "pack": Scene("", pack=True, start="levels"),
    "experiments": Scene(keys=("o", "x", "down", "down", "enter"), seconds=10),
    "help": Scene(keys=("question_mark",)),
}


async def take_picture(name: str, scene: Scene, folder: Path) -> str:
    """Return a picture of a screen."""
    async with run_scene(name, scene, folder) as (app, pilot):
        for key in scene.keys:
            await pilot.press(key)
            await pilot.pause(PAUSE)
        await pilot.pause(scene.seconds)
        return compact(await settle(app, pilot))


@asynccontextmanager
async def run_scene(
    name: str, scene: Scene, folder: Path
) -> AsyncIterator[tuple[WorkbenchApp, Pilot[int]]]:
    """Run the app with the level, the pack or the catalogue of a scene."""
    solver = SolverService()
    try:
        path = LEVELS / f"{scene.level}.toml"
        app = WorkbenchApp(
            Document.open(path, read_only=True) if scene.level else None,
            scene.start,
            folder=LEVELS,
            solver=solver,
            terminal=Capabilities("truecolor", utf8=True),
            theme="default",
            pack=make_pack(folder) if scene.pack else None,
            catalogue=make_catalogue(folder) if scene.batch else None,
        )
        async with app.run_test(size=scene.size) as pilot:
            await settle(app, pilot)
            if name == "batch":
                app.push_screen(BatchScreen(make_catalogue(folder)))
            yield app, pilot
    finally:
        solver.close()


async def settle(app: WorkbenchApp, pilot: Pilot[int]) -> str:
    """Return a picture of the screen once it changes no more."""
    pictures = [""]
    while (len(pictures) < 60 and len({*pictures[-3:]}) != 1) or len(pictures) < 4:
        await pilot.pause(PAUSE)
        pictures.append(app.export_screenshot(title="Puzzle Workbench"))
    return pictures[-1]


def make_catalogue(folder: Path) -> Path:
    """Return a catalogue of 200 levels, made at the first call."""
    path = folder / "slides.db"
    if not path.exists():
        workshop.batch(workshop.game("skiddy"), path, 200, {"perfect": "5.."}, seed=1, jobs=1)
    return path


def make_pack(folder: Path) -> Path:
    """Return a pack of eight levels that rise in difficulty, made at the first call."""
    path = folder / "first-steps.pack.toml"
    if not path.exists():
        words = ["pack", str(LEVELS / "skiddy"), "--levels", "8", "--title", "First steps"]
        assert main([*words, "--out", str(path)]) == 0
    return path


def compact(picture: str) -> str:
    """Return the picture in fewer bytes, with the reader's own fonts in place of a server's.

    Textual clips every line and draws a rectangle for every run of cells. Here the rectangles of a
    colour are one path, and names are short.
    """
    picture = re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL)
    picture = picture.replace("Fira Code", "ui-monospace, SFMono-Regular, Menlo, Consolas")
    picture = re.sub(r"<defs>.*?</defs>", "", picture, flags=re.DOTALL)
    picture = re.sub(r' clip-path="[^"]*"| shape-rendering="crispEdges"', "", picture)
    picture = re.sub(r"terminal-\d+-", "", picture)
    picture = re.sub(r"(\d+\.\d)\d{3,}", lambda match: match[1], picture)
    pattern = re.compile(
        r'<rect fill="(#\w+)" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/>'
    )
    paths: dict[str, str] = {}
    for colour, x, y, width, height in pattern.findall(picture):
        paths.setdefault(colour, "")
        paths[colour] += f"M{x} {y}h{width}v{height}h-{width}z"
    drawn = "".join(f'<path fill="{colour}" d="{path}"/>' for colour, path in paths.items())
    drawn = f'<g shape-rendering="crispEdges">{drawn}</g>'
    first = pattern.search(picture)
    if first is not None:
        at = first.start()
        picture = picture[:at] + drawn + pattern.sub("", picture[at:])
    return "\n".join(line.strip() for line in picture.splitlines() if line.strip()) + "\n"


def boards(folder: Path) -> None:
    """Draw the board of one level of every game into a folder."""
    for game, name in BOARDS.items():
        level, out = LEVELS / game / f"{name}.toml", folder / f"{game}.svg"
        assert main(["render", str(level), "--out", str(out)]) == 0


def make(names: list[str], out: Path = FOLDER) -> None:
    """Make the pictures of some screens, or every picture, in a folder."""
    out.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        environ["XDG_STATE_HOME"] = environ["PUZZLE_WORKBENCH_CONFIG"] = place
        tour = Path(place) / "puzzle-workbench" / "tour-shown"
        tour.parent.mkdir()
        tour.touch()
        for name, scene in SCENES.items():
            if not names or name in names:
                picture = asyncio.run(take_picture(name, scene, Path(place)))
                (out / f"{name}.svg").write_text(picture, "utf-8")
    if not names:
        boards(out)


if __name__ == "__main__":
    make(sys.argv[1:])
