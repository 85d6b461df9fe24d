"""The app in a pseudo-terminal: time from a key to its answer, and what starting costs."""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from terminal import WORKBENCH, Terminal

from benchmarks.common import game, row
from engine import workshop
from engine.files import levelfile
from engine.values.level import Level

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
FRAMES = 5
NEVER = {"rows": 12, "cols": 12, "pairs": "3", "states": "19999"}
"""Wishes that no candidate fulfils, each a while to judge."""


def run() -> None:
    """Prints the latency of keys, idle and during a search, and the CPU time of a start."""
    level = workshop.generate(game(), 7)[0]
    with tempfile.TemporaryDirectory() as folder:
        print("Key to first byte, design screen, 120x40")
        idle = _latencies(level, Path(folder), search=False)
        _report("nothing runs", idle, idle)
        _report("a search runs", _latencies(level, Path(folder), search=True), idle)
        print("Start to first full frame, CPU time of the app's own process")
        hello = _start([sys.executable, "-c", HELLO], "Hello, world")
        row("Textual's hello-world", f"{hello:.2f} s")
        for title, path in (("design screen", "level.toml"), ("level browser", "")):
            seconds = _start([*WORKBENCH, str(Path(folder) / path)], "enter" if not path else "●")
            row(title, f"{seconds:.2f} s", f"{seconds - hello:+.2f} s")


def _latencies(level: Level, folder: Path, *, search: bool) -> list[float]:
    """Seconds from each key to the first byte of its answer.

    The search is a generation that accepts nothing, so that it lasts for all of its candidates.
    """
    assert level.provenance is not None
    settings = {**level.provenance.parameters, **NEVER}
    path = folder / "level.toml"
    levelfile.write(replace(level, provenance=replace(level.provenance, parameters=settings)), path)
    with Terminal([*WORKBENCH, str(path)], SIZE) as terminal:
        terminal.until(lambda text: "shortest solution" in text and "preparing" not in text)
        terminal.send("e")
        terminal.until("Palette")
        terminal.until_quiet()
        if search:
            terminal.send("g")
            terminal.until("generating")
        found = []
        for number in range(KEYS):
            time.sleep(0.07)
            while terminal.receive(0):
                pass
            terminal.send("jk"[number % 2])
            started = time.perf_counter()
            terminal.receive(2.0)
            found.append(time.perf_counter() - started)
        assert not search or "generating" in terminal.text, "the search was too short"
        return found


def _report(title: str, seconds: Sequence[float], baseline: Sequence[float]) -> None:
    p95 = statistics.quantiles(seconds, n=20)[-1]
    ratio = p95 / statistics.quantiles(baseline, n=20)[-1]
    row(
        f"{title}: median, p95",
        f"{1e3 * statistics.median(seconds):.1f}, {1e3 * p95:.1f} ms",
        f"{ratio:.1f} times the first",
    )


def _start(command: Sequence[str], text: str) -> float:
    """The least CPU seconds that the program's process has used when a text is shown.

    The first start compiles modules where nobody has yet, as an installation does.
    """
    least = float("inf")
    for _ in range(FRAMES):
        with Terminal(command, SIZE, {"PYTHONDONTWRITEBYTECODE": None}) as terminal:
            terminal.until(text)
            ticks = Path(f"/proc/{terminal.process.pid}/stat").read_text().rsplit(")", 1)[1]
            user, system = (int(field) for field in ticks.split()[11:13])
            least = min(least, (user + system) / os.sysconf("SC_CLK_TCK"))
    return least
