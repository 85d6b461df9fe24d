"""What watching an optimisation, and going through its family, may send, in bytes."""

from __future__ import annotations

import re
import statistics
import time
from pathlib import Path

import pytest
from terminal import WORKBENCH, Terminal
from test_budgets import cost

from engine import workshop
from engine.files import levelfile
from engine.game import registry

PLACE = re.compile(r"\bevent (\d+)/\1\b")
"""The counter of a timeline, at its end."""
WATCHED = 4.0
"""Seconds in which a run is watched."""


@pytest.fixture
def optimised(home: Path) -> Path:
    """A level of the largest usual size in a file, with a long way to go."""
    path = home / "level.toml"
    settings = {"mode": "expert", "iterations": 3_000}
    levelfile.write_level(workshop.generate(registry.get_game("linjat"), 5, settings)[0], path)
    return path


@pytest.mark.slow
def test_a_run_and_its_family(optimised):
    with Terminal([*WORKBENCH, str(optimised)], (120, 40)) as terminal:
        terminal.until(lambda text: "unique" in text and PLACE.search(text) is not None)
        terminal.until_quiet(1.0)
        terminal.send("mo")
        terminal.until("The best · score")
        terminal.until_quiet(1.0)
        costs = [cost(terminal, key) for key in "kkkkjjjj"]
        assert statistics.median(costs) <= 2_048, costs
        assert max(costs) <= 4_096, costs
        assert cost(terminal, "", 1.0) == 0
        terminal.send("mm")
        terminal.until("How many more iterations?")
        terminal.send("\x15\x7f\x7f\x7f\x7f\x7f4000000\r")
        terminal.until("running")
        before, start = terminal.received, time.monotonic()
        while time.monotonic() < start + WATCHED:
            terminal.receive(0.1)
        rate = (terminal.received - before) / (time.monotonic() - start)
        assert 0 < rate <= 2_048
        terminal.send("mf")
        terminal.until("ended")
