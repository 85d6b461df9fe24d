"""What playing by lines may send, in bytes, over a slow link."""

from __future__ import annotations

import statistics

import pytest
from terminal import WORKBENCH, Terminal

from engine.files import levelfile
from engine.games.linjat.board.text import read_published
from engine.values.level import Level

QUIET = 0.12
"""Seconds without output after which an answer is taken to be complete."""
BOARD = [
    "5       ",
    "        ",
    "        ",
    "        ",
    "       5",
    "        ",
    "        ",
    "     4  ",
]


@pytest.fixture(params=[(60, 20), (80, 24)], ids=["60x20", "80x24"])
def play(request, home):
    """The board, being played by hand."""
    path = home / "lines.toml"
    levelfile.write_level(Level("linjat", read_published(BOARD), "Long lines"), path)
    with Terminal([*WORKBENCH, "play", str(path)], request.param) as terminal:
        terminal.until("number 5: 1 of 5")
        terminal.until_quiet(0.5)
        yield terminal


def cost(terminal, send):
    """Bytes sent in answer to something."""
    before = terminal.received
    send()
    terminal.receive(2.0)
    terminal.until_quiet(QUIET)
    return terminal.received - before


def test_a_game(play):
    check_drag_by_keyboard(play)
    check_drag_by_mouse(play)
    cost(play, lambda: play.send("pc"))
    assert play.until_quiet(5.0, 5.0) == 0, "marks do not blink"


def check_drag_by_keyboard(play):
    """A line drawn one cell longer than it may be."""
    cost(play, lambda: play.send("\r"))
    costs = [cost(play, lambda: play.send("j")) for _ in range(5)]
    assert all(costs) and max(costs) <= 700 and statistics.median(costs) <= 500, costs
    assert cost(play, lambda: play.send("\r")) <= 1536


def check_drag_by_mouse(play):
    """The same with the pointer, which then stays in one cell."""
    lines = play.text.splitlines()
    line = next(n for n, text in enumerate(lines) if "5" in text[:20])
    column = lines[line].index("5")
    step = lines[line].index("·") - column
    cost(play, lambda: play.mouse("press", column, line))
    costs = [
        cost(play, lambda at=at: play.mouse("drag", column + at * step, line)) for at in range(1, 6)
    ]
    assert "holding number 5" in play.text and "6 of 5" in play.text
    assert all(costs) and max(costs) <= 700 and statistics.median(costs) <= 500, costs
    assert cost(play, lambda: play.mouse("drag", column + 5 * step, line)) == 0, "the same cell"
    assert cost(play, lambda: play.mouse("release", column + 5 * step, line)) <= 1536
