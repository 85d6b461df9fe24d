"""A batch that was begun in the app outlives a dropped connection, and is found again."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from batches import until as waited
from terminal import WORKBENCH, Terminal
from test_budgets import TRUECOLOR

from engine.batch import progress_reader
from engine.catalogue import lock
from workbench.paths.resources import get_shipped_levels

SECOND = 2_048
"""Bytes that the screen of a batch may take a second."""
FEW = 5
"""Levels of which some differ."""


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 50)])
@pytest.mark.parametrize("game", ["fruit-dating", "skiddy", "linjat", "mazing-monk"])
def test_a_batch_outlives_the_connection(home: Path, game: str, size: tuple[int, int]) -> None:
    level = min((get_shipped_levels() / game).glob("*.toml"))
    out = home / "many.db"
    try:
        with Terminal([*WORKBENCH, str(level)], size, TRUECOLOR) as terminal:
            terminal.until("find")
            terminal.until_quiet(1.0)
            terminal.send("mt")
            terminal.until("How many levels")
            terminal.send("100000\r")
            terminal.until("Save the levels to which catalogue")
            terminal.send(f"\x15\x15{out}\r")
            terminal.until(" of 100,000 levels")
            terminal.until("left")
            before, began = terminal.received, time.monotonic()
            while time.monotonic() - began < 5.0:
                terminal.receive(0.2)
            assert 0 < terminal.received - before <= 6 * SECOND
            terminal.hang_up()
            terminal.kill()
        assert lock.find_owner_id(out) is not None
        there = progress_reader.read_batch_status(out)["accepted"]
        waited(lambda: progress_reader.read_batch_status(out)["accepted"] >= max(there + 1, FEW))
        with Terminal([*WORKBENCH, str(home)], size, TRUECOLOR) as terminal:
            terminal.until("a batch is running: many.db")
            terminal.send("ob")
            terminal.until("Open which batch?")
            terminal.send("\r")
            terminal.until(" of 100,000 levels")
            assert "process" in terminal.until("works")
            terminal.send("\r")
            terminal.until("Catalogue many.db")
            terminal.send("\t\t")
            terminal.until("coverage")
            assert lock.find_owner_id(out) is not None
    finally:
        if lock.find_owner_id(out) is not None:
            progress_reader.stop_work(out)
