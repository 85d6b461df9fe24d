"""A batch that was begun in the app outlives a dropped connection, and is found again."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from terminal import WORKBENCH, Terminal
from test_budgets import TRUECOLOR

from engine.batch import watching
from engine.catalogue import lock
from workbench.folders.resources import levels_folder

SECOND = 2_048
"""Bytes that the screen of a batch may take a second."""


@pytest.mark.slow
def test_a_batch_outlives_the_connection(home: Path) -> None:
    level = min((levels_folder() / "skiddy").glob("*.toml"))
    out = home / "many.db"
    try:
        with Terminal([*WORKBENCH, str(level)], (120, 40), TRUECOLOR) as terminal:
            terminal.until("esc back")
            terminal.until_quiet(1.0)
            terminal.send("mt")
            terminal.until("How many levels")
            terminal.send("100000\r")
            terminal.until("Into which catalogue")
            terminal.send(f"\x15\x15{out}\r")
            terminal.until(" of 100,000 levels")
            terminal.until("left")
            before, began = terminal.received, time.monotonic()
            while time.monotonic() - began < 5.0:
                terminal.receive(0.2)
            assert 0 < terminal.received - before <= 6 * SECOND
            terminal.hang_up()
            terminal.kill()
        assert lock.owner(out) is not None
        before_count = watching.state(out)["accepted"]
        with Terminal([*WORKBENCH, str(home)], (120, 40), TRUECOLOR) as terminal:
            terminal.until("a batch goes on: many.db")
            terminal.send("ob")
            terminal.until("Look at which batch?")
            terminal.send("\r")
            terminal.until(" of 100,000 levels")
            assert watching.state(out)["accepted"] > before_count
    finally:
        if lock.owner(out) is not None:
            watching.stop(out)
