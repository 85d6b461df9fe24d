"""What walking and turning on an unfolded cube may send, in bytes, over a slow link."""

from __future__ import annotations

import statistics

import pytest
from terminal import WORKBENCH, Terminal

from engine.files import levelfile
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.values.level import Level

BOARD = MonkBoard("M..#.....*#.*.#.*##.#*#.#.#.#*#*.#S.*.#.#*#.##.#.#.*#.", 7)


@pytest.fixture(params=[(80, 24), (120, 40)], ids=["80x24", "120x40"])
def play(request, home):
    """A cube, being played."""
    path = home / "cube.toml"
    levelfile.write_level(Level("mazing-monk", BOARD, "A cube"), path)
    with Terminal([*WORKBENCH, "play", str(path)], request.param) as terminal:
        terminal.until("0 of 7")
        terminal.until_quiet(1.0)
        yield terminal


def cost(terminal, send):
    """Bytes sent in answer to something."""
    before = terminal.received
    send()
    terminal.receive(2.0)
    terminal.until_quiet(0.2)
    return terminal.received - before


def test_steps_and_turns(play):
    steps = [cost(play, lambda key=key: play.send(key)) for key in ("l", "l", "h", "h")]
    assert all(steps) and max(steps) <= 700 and statistics.median(steps) <= 400, steps
    shown, made = [], []
    for turn in "3636":
        shown.append(cost(play, lambda turn=turn: play.send(turn)))
        made.append(cost(play, lambda turn=turn: play.send(turn)))
    both = shown + made
    assert all(both) and max(both) <= 1200 and statistics.median(both) <= 900, (shown, made)
