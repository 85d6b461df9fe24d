"""Moves of a playtest slide where the terminal is near, and are there at once where it is not."""

from __future__ import annotations

from pathlib import Path

import pytest
from terminal import WORKBENCH, Terminal

FIRST = Path(__file__).parents[3] / "levels/fruit-dating/01-first-date.toml"


@pytest.mark.parametrize("far", [False, True], ids=["local", "over SSH"])
def test_a_move_is_animated_in_a_local_terminal_only(home: Path, far: bool) -> None:
    environ = {"SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22" if far else None, "SSH_CLIENT": None}
    with Terminal([*WORKBENCH, "play", str(FIRST)], (80, 24), environ) as terminal:
        terminal.until(lambda text: "best" in text and "motion" in text)
        terminal.until_quiet(0.5)
        # The first move may wait for something to load; all pieces slide in the second.
        terminal.send("d")
        terminal.until("→")
        terminal.until_quiet(0.5)
        before = len(terminal.output)
        terminal.send("a")
        terminal.until("→ ←")
        terminal.until_quiet(0.5)
        sent = terminal.output[before:]
        # The cursor goes home after everything that is drawn.
        frames = sent.count(b"\x1b[1;1H")
        assert frames == 1 if far else frames > 2
        assert len(sent) < 25 * 1024 / 4
