"""Start-up of whole commands, beside an interpreter that does nothing."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

from benchmarks.common import best, game, row
from engine import workshop
from engine.files import levelfile


def run() -> None:
    """Prints the wall time of each command with a warm kernel cache."""
    fruit = game()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "level.toml"
        levelfile.write(workshop.generate(fruit, 7)[0], file)
        commands = {
            "python, doing nothing": ["-c", "pass"],
            "python, importing numpy": ["-c", "import numpy"],
            "workbench games": ["-m", "workbench", "games"],
            "workbench solve": ["-m", "workbench", "solve", str(file)],
            "workbench generate": ["-m", "workbench", "generate", "fruit-dating", "--seed", "7"],
        }
        print("Start-up of whole commands, kernels cached")
        baseline = 0.0
        for title, command in commands.items():
            seconds, _ = best(5, partial(_quiet, command))
            baseline = baseline or seconds
            row(title, f"{1e3 * seconds:.0f} ms", f"{seconds / baseline:.1f} times the first")


def _quiet(command: list[str]) -> None:
    subprocess.run([sys.executable, *command], check=True, capture_output=True)
