"""The first commands after installation, when no machine code is there."""

from __future__ import annotations

import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from benchmarks.common import row
from engine.game import registry
from engine.jit import load
from workbench.folders import resources

SEEDS = range(1, 11)


def run() -> None:
    """Prints the wall time of first commands, each with an empty cache, and of compiling all."""
    print("The first time, with nothing compiled")
    baseline = min(_seconds(["-c", "import numpy"]) for _ in range(3))
    row("python, importing numpy", f"{1e3 * baseline:.0f} ms")
    for game in registry.all_games():
        level = min((resources.levels_folder() / game.name).rglob("*.toml"))
        with _nothing_cached() as environment:
            _print_times(
                f"first solve, {game.title}", [_workbench(environment, "solve", str(level))]
            )
        times = []
        for seed in SEEDS:
            with _nothing_cached() as environment:
                words = ("generate", game.name, "--seed", str(seed))
                times.append(_workbench(environment, *words))
        _print_times(f"first generate, {game.title}", times)
    with _nothing_cached() as environment:
        _print_times("everything compiled", [_workbench(environment, "doctor", "--compile")])


def _print_times(title: str, times: list[float]) -> None:
    worst = f"worst of {len(times)}: {max(times):.1f} s" if len(times) > 1 else ""
    row(title, f"{statistics.median(times):.2f} s", worst)


def _workbench(environment: dict[str, str], *words: str) -> float:
    return _seconds(["-m", "workbench", *words], environment)


def _seconds(command: list[str], environment: dict[str, str] | None = None) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, *command], env=environment, check=True, capture_output=True)
    return time.perf_counter() - began


@contextmanager
def _nothing_cached() -> Iterator[dict[str, str]]:
    """An environment with an empty cache; what compiles at the end of the block is stopped."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        mark = f"{load.CACHE_VARIABLE}={folder}".encode()
        yield os.environ | {load.CACHE_VARIABLE: folder}
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if mark in (process / "environ").read_bytes().split(b"\0"):
                    os.kill(int(process.name), signal.SIGKILL)
        time.sleep(0.2)
