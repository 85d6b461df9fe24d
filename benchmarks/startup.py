"""Start-up of whole commands, beside an interpreter that only imports NumPy."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from benchmarks.common import require_kernels, row

ROUNDS = 6
LEVELS = Path(__file__).parents[1] / "levels"
SHIPPED = {
    "fruit-dating": "05-roll-out-the-barrel",
    "skiddy": "2-4-catch-of-the-day",
    "linjat": "2-medium-03-breadcrumbs",
    "mazing-monk": "2-rising-03-beads-on-a-string",
}
NO_LEVEL = str(Path(__file__).parents[1] / "pyproject.toml")
"""A file that every verb refuses."""


def run() -> None:
    """Prints the CPU time of each command, with modules and kernels compiled before."""
    require_kernels()
    app = ["-m", "workbench"]
    files = {game: str(LEVELS / game / f"{name}.toml") for game, name in SHIPPED.items()}
    commands = {
        "python, importing numpy": ["-c", "import numpy"],
        "workbench --help": [*app, "--help"],
        "workbench --version": [*app, "--version"],
        "workbench validate": [*app, "validate", files["fruit-dating"]],
        "workbench solve, refusing": [*app, "solve", NO_LEVEL],
        **{f"workbench solve, {game}": [*app, "solve", file] for game, file in files.items()},
        "workbench generate, fruit-dating": [*app, "generate", "fruit-dating", "--seed", "7"],
    }
    print("Start-up of whole commands, CPU time, kernels cached")
    least = dict.fromkeys(commands, float("inf"))
    for _ in range(ROUNDS):  # in turn, so that a busy moment does not strike just one
        for title, command in commands.items():
            least[title] = min(least[title], _cpu(command))
    baseline = next(iter(least.values()))
    for title, seconds in least.items():
        row(title, f"{1e3 * seconds:.0f} ms", f"{seconds / baseline:.1f} times the first")


def _cpu(command: list[str]) -> float:
    """CPU seconds of a whole process."""
    environment = {"OPENBLAS_NUM_THREADS": "1", **os.environ}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installation has its modules compiled
    before = os.times()
    subprocess.run([sys.executable, *command], env=environment, capture_output=True, check=False)
    after = os.times()
    return sum(after[2:4]) - sum(before[2:4])
