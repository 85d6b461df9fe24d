"""The first commands after installation, in a home without any file."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time

from benchmarks.common import require_kernels, row
from engine.game import registry
from workbench.paths import resources

SEEDS = range(1, 11)


def run() -> None:
    """Prints the wall time of first commands, each in an empty home."""
    require_kernels()
    print("The first time, in an empty home")
    baseline = min(_seconds(["-c", "import numpy"]) for _ in range(3))
    row("python, importing numpy", f"{1e3 * baseline:.0f} ms")
    for game in registry.list_games():
        level = min((resources.get_shipped_levels() / game.name).rglob("*.toml"))
        _print_times(f"first solve, {game.title}", [_workbench("solve", str(level))])
        times = [_workbench("generate", game.name, "--seed", str(seed)) for seed in SEEDS]
        _print_times(f"first generate, {game.title}", times)


def _print_times(title: str, times: list[float]) -> None:
    worst = f"worst of {len(times)}: {max(times):.1f} s" if len(times) > 1 else ""
    row(title, f"{statistics.median(times):.2f} s", worst)


def _workbench(*words: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        names = ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
        return _seconds(["-m", "workbench", *words], os.environ | dict.fromkeys(names, folder))


def _seconds(command: list[str], environment: dict[str, str] | None = None) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, *command], env=environment, check=True, capture_output=True)
    return time.perf_counter() - began
