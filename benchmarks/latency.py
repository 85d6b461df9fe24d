"""The app in a pseudo-terminal: time from a key to its answer, to a full wall, and of a start."""

from __future__ import annotations

import os
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import cycle
from pathlib import Path

import plug_in_games
import sokoban
from sokoban import SokobanBoard
from terminal import WORKBENCH, Terminal

from benchmarks import SUPPORT
from benchmarks.common import LARGE, game, row
from engine import workshop
from engine.files import levelfile
from engine.game import registry
from engine.games.fruit_dating.board import FruitBoard
from engine.values.level import Level
from workbench.paths.resources import get_shipped_levels

KEYS = 100
SIZE = (120, 40)
HELLO = """
from textual.app import App
from textual.widgets import Static

class Hello(App):
    def compose(self):
        yield Static("Hello, world")

Hello().run()
"""
SMALL, GROWN = (80, 24), (200, 50)
BOARDS = {
    "fruit-dating": "13-taxi-for-two",
    "skiddy": "5-5-iceberg-ahead",
    "linjat": "2-medium-08-tight-squeeze",
    "mazing-monk": "2-rising-06-vow-of-silence",
}
"""A shipped level of every game."""
QUIET = 0.4
"""Seconds without output after which a frame is taken to be whole."""
FRAMES = 5
WALLS = 3
SETTLED = 1.5
"""Seconds without output after which nothing is expected any more."""
NEVER = {"rows": 12, "cols": 12, "pairs": "3", "states": "19999"}
"""Wishes that no candidate fulfils, each a while to judge."""
GOALS = ("##########", *("#........#",) * 7, "#....gggg#", "##########")
BOXES = (
    "..........",
    "..........",
    "..b..b....",
    "..........",
    "..b..b....",
    *("..........",) * 2,
    "..p.......",
    *("..........",) * 2,
)
"""A board of Sokoban, which has no kernels here, whose search goes on for a minute."""
RARE = {"rows": 9, "cols": 9, "boxes": "2", "moves": "90"}
"""Parameters of Sokoban that no candidate meets."""


def run() -> None:
    """Prints the latency of keys, idle and during a search, and the CPU time of a start."""
    level = workshop.generate(game(), 7)[0]
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as state:
        # Unsaved work of the user who measures would come up first.
        os.environ["XDG_STATE_HOME"] = state
        print("Key to first byte, design screen, 120x40")
        idle = _latencies(_hopeless(level), Path(folder))
        _report("nothing runs", idle, idle)
        by_hand = replace(level, board=_large(), provenance=None, verdict=None)
        _report("a search runs", _latencies(by_hand, Path(folder), "searching"), idle)
        made = _latencies(_hopeless(level), Path(folder), "generating", "g")
        _report("a generation runs", made, idle)
        with plug_in_games.installed(Path(state) / "plug-ins"):
            os.environ["PYTHONPATH"] = os.pathsep.join([f"{state}/plug-ins", f"{SUPPORT}/games"])
            boxes = Level(sokoban.GAME.name, SokobanBoard(GOALS, BOXES))
            plain = _latencies(boxes, Path(folder), "searching")
            _report("a search without kernels runs", plain, idle)
            rare = _hopeless(workshop.generate(sokoban.GAME, 7)[0], RARE)
            plain = _latencies(rare, Path(folder), "generating", "g")
            _report("a generation without kernels runs", plain, idle)
            del os.environ["PYTHONPATH"]
        print("From a window of 80x24 grown to 200x50 to the last byte of the frame: least, median")
        for name, file in BOARDS.items():
            seconds = _growing(get_shipped_levels() / name / f"{file}.toml")
            times = f"{1e3 * min(seconds):.0f}, {1e3 * statistics.median(seconds):.0f} ms"
            row(registry.get_game(name).title, times)
        print("24 like this, 120x40: seconds to the first thumbnail, to all, the best of three")
        for name in registry.list_names():
            first, last = _wall(name)
            row(registry.get_game(name).title, f"{first:.2f}, {last:.2f} s")
        print("First full frame and all settled: CPU time of the app's own process; its memory")
        hello = _start([sys.executable, "-c", HELLO], "Hello, world")
        row("Textual's hello-world", _formatted(hello))
        for title, path in (("design screen", "level.toml"), ("level browser", "")):
            found = _start(
                [*WORKBENCH, str(Path(folder) / path)], "enter" if not path else "as saved"
            )
            more = [own - other for own, other in zip(found, hello, strict=True)]
            row(title, _formatted(found), f"{more[0]:+.2f}, {more[1]:+.2f} s")


def _hopeless(level: Level, never: Mapping[str, object] = NEVER) -> Level:
    """The level with settings that accept nothing: generation lasts for all of its candidates."""
    assert level.provenance is not None
    settings = {**level.provenance.parameters, **never}
    return replace(level, provenance=replace(level.provenance, parameters=settings))


def _large() -> FruitBoard:
    """A board whose search goes on for seconds, up to the most states that it may see."""
    pieces = list(LARGE.pieces)
    pieces[4], pieces[6] = "....E...", "..A..E.."
    return replace(LARGE, pieces=tuple(pieces))


def _latencies(
    level: Level, folder: Path, during: str | None = None, begin: str = ""
) -> list[float]:
    """Seconds from each key to the first byte of its answer.

    All of them as long as the screen shows something ``during`` which they come, which keys may
    have to ``begin``. What ends sooner is done again, from the first key on: up from the top moves
    nothing, and has no answer.
    """
    path = folder / "level.toml"
    levelfile.write_level(level, path)
    found: list[float] = []
    while len(found) < KEYS:
        with Terminal([*WORKBENCH, str(path)], SIZE) as terminal:
            terminal.until(" states · ")
            terminal.send("ee")
            terminal.until("Palette")
            if during is None or begin:
                terminal.until(lambda text: "searching" not in text)
                terminal.until_quiet()
            if begin:
                terminal.send(begin)
                terminal.until(during or begin)
            keys = cycle("jk")
            while len(found) < KEYS and (during is None or during in terminal.text):
                time.sleep(0.07)
                while terminal.receive(0):
                    pass
                terminal.send(next(keys))
                started = time.perf_counter()
                terminal.receive(2.0)
                found.append(time.perf_counter() - started)
    return found


def _growing(level: Path) -> list[float]:
    """Seconds from a larger window to the last byte of its frame, after one that nobody counts."""
    found: list[float] = []
    with Terminal([*WORKBENCH, str(level)], SMALL, {"COLORTERM": "truecolor"}) as terminal:
        terminal.until("Trace ·")
        terminal.until_quiet(SETTLED)
        terminal.screened = False
        for _ in range(FRAMES + 1):
            started = last = time.perf_counter()
            terminal.resize(GROWN)
            while terminal.receive(QUIET):
                last = time.perf_counter()
            found.append(last - started)
            terminal.resize(SMALL)
            terminal.until_quiet(QUIET)
    return found[1:]


def _wall(name: str) -> tuple[float, float]:
    """Seconds from asking for a wall of levels to the first one and to all, by default wishes."""
    file = min((get_shipped_levels() / name).glob("*.toml"))
    found = []
    for _ in range(WALLS):
        with Terminal([*WORKBENCH, str(file)], SIZE) as terminal:
            terminal.until("esc back")
            terminal.until_quiet(SETTLED)
            terminal.send("ma")
            started = time.perf_counter()
            terminal.until(lambda text: re.search(r"Gallery.* [1-9]\d* level", text) is not None)
            first = time.perf_counter() - started
            terminal.until("found 24")
            found.append((first, time.perf_counter() - started))
    return min(found, key=lambda pair: pair[1])


def _report(title: str, seconds: Sequence[float], baseline: Sequence[float]) -> None:
    p95 = statistics.quantiles(seconds, n=20)[-1]
    ratio = p95 / statistics.quantiles(baseline, n=20)[-1]
    row(
        f"{title}: median, p95",
        f"{1e3 * statistics.median(seconds):.1f}, {1e3 * p95:.1f} ms",
        f"{ratio:.1f} times the first",
    )


def _formatted(found: Sequence[float]) -> str:
    return f"{found[0]:.2f}, {found[1]:.2f} s, {found[2]:.0f} MB"


class _Clocked(Terminal):  # type: ignore[misc] # of the tests, which are not checked
    """Notes the CPU time of its program whenever output arrives: reading that takes a while."""

    used = 0.0

    def _show(self, data: bytes) -> None:
        self.used = _cpu(self.process.pid)
        super()._show(data)


def _start(command: Sequence[str], text: str) -> list[float]:
    """CPU seconds until a text is shown and until all is quiet, and megabytes resident then.

    The least of each, over some starts.

    The first start compiles modules where that was not done yet, as an installation does.
    """
    least = [float("inf")] * 3
    for _ in range(FRAMES):
        with _Clocked(command, SIZE, {"PYTHONDONTWRITEBYTECODE": None}) as terminal:
            terminal.until(text)
            first = terminal.used
            terminal.until_quiet(SETTLED)
            pages = int(Path(f"/proc/{terminal.process.pid}/statm").read_text().split()[1])
            memory = pages * os.sysconf("SC_PAGE_SIZE") / 2**20
            found = first, _cpu(terminal.process.pid), memory
            least = [min(pair) for pair in zip(least, found, strict=True)]
    return least


def _cpu(process: int) -> float:
    """CPU seconds that a process has used, by the clock that Linux keeps of each."""
    return time.clock_gettime((~process << 3) | 2)
