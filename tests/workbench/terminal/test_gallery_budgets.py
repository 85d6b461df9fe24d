"""What a wall of levels may send, in bytes: full at once, and by moves and pages."""

from __future__ import annotations

import os
import signal

import pytest
from terminal import WORKBENCH, Terminal
from test_budgets import TRUECOLOR, cost

from workbench.paths.resources import get_shipped_levels

FULL, MOVE, PAGE = 12_288, 400, 10_240
RENEWAL = 1_024
"""Of suggestions beside the design, apart from the change that they are renewed after."""
GAMES = ("fruit-dating", "skiddy", "linjat", "mazing-monk")


def opened(game: str) -> Terminal:
    """A level of a game on the design screen."""
    file = min((get_shipped_levels() / game).glob("*.toml"))
    return Terminal([*WORKBENCH, str(file)], (120, 40), TRUECOLOR)


def until_still(terminal: Terminal) -> None:
    terminal.until("esc back")
    terminal.until_quiet(1.0)


def check_wall(game: str) -> None:
    """A wall of 24 levels fills, is walked over, and turned by pages."""
    with opened(game) as terminal:
        until_still(terminal)
        before = terminal.received
        terminal.send("ma")
        terminal.until("found 24")
        terminal.until_quiet(0.5)
        assert terminal.received - before <= FULL
        moves = [cost(terminal, key) for key in ("l", "l", "h", "b", "x", "u")]
        assert max(moves) <= MOVE, moves
        terminal.send("g")
        terminal.until("48 levels")
        terminal.until_quiet(0.5)
        pages = [cost(terminal, key) for key in ("\x1b[F", "\x1b[H", "\x1b[6~", "\x1b[5~")]
        assert max(pages) <= PAGE, pages


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_wall(home, game: str) -> None:
    check_wall(game)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_suggestions(home, game: str) -> None:
    with opened(game) as terminal:
        until_still(terminal)
        terminal.send("mv")
        terminal.until("Suggestions")
        terminal.until_quiet(4.0)
        cost(terminal, "g", 4.0)
        renewals = []
        for key in "uUuU":
            terminal.send(key)
            terminal.receive(2.0)
            while terminal.receive(0.25):
                pass  # what follows is the renewal, though the program goes on meanwhile
            renewals.append(terminal.until_quiet(4.0))
        assert 0 < max(renewals) <= RENEWAL, renewals


@pytest.mark.slow
def test_a_killed_session_is_gone_on_with(home) -> None:
    """What was kept when the process was killed is kept when the next one goes on."""
    with opened("skiddy") as terminal:
        until_still(terminal)
        terminal.send("ma")
        terminal.until("found 24")
        terminal.send("bxb")
        terminal.until("2 kept")
        os.kill(terminal.process.pid, signal.SIGKILL)
        terminal.process.wait()
    with opened("skiddy") as terminal:
        until_still(terminal)
        terminal.send("og")
        assert "24 levels" in terminal.until("2 kept")
