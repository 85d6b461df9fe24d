"""What the design screen may send, in bytes, over a slow link.

Times depend on the machine and are reported by ``python -m benchmarks latency``.
"""

from __future__ import annotations

import re
import statistics
import time

import pytest
from terminal import WORKBENCH, Terminal

from workbench.paths.resources import get_shipped_levels

QUIET = 0.12
"""Seconds without output after which an answer is taken to be complete."""
TRUECOLOR = {"COLORTERM": "truecolor"}
"""The depth of colour that takes the most bytes."""


def cost(terminal: Terminal, keys: str | bytes, quiet: float = QUIET) -> int:
    """Bytes sent in answer to keys."""
    before = terminal.received
    terminal.send(keys)
    terminal.receive(2.0)
    terminal.until_quiet(quiet)
    return terminal.received - before


def assert_ordinary(costs: list[int]) -> None:
    """An ordinary step: 700 bytes at the median, 1.5 KB for nineteen of twenty."""
    assert statistics.median(costs) <= 700, costs
    assert statistics.quantiles(costs, n=20)[-1] <= 1536, costs


def test_a_small_screen(open_level):
    with open_level((80, 24), TRUECOLOR) as terminal:
        assert 2_000 < terminal.received <= 20_480


def test_a_large_screen(open_level):
    """Its cells are eight columns wide and four lines high."""
    with open_level((200, 50), TRUECOLOR) as terminal:
        assert 2_000 < terminal.received <= 61_440
        assert_ordinary([cost(terminal, ",") for _ in range(16)])
        check_solution(terminal)


def test_a_session(open_level):
    with open_level((120, 40), TRUECOLOR) as terminal:
        assert 2_000 < terminal.received <= 40_960
        assert terminal.until_quiet(10.0, 10.0) == 0, terminal.output[-200:]
        check_generation(terminal)
        check_playback(terminal)
        check_solution(terminal)
        check_solver(terminal)
        check_cursor_and_drag(terminal)


def check_generation(terminal):
    """The making of the level, by events and by stages."""
    costs = [cost(terminal, ",") for _ in range(24)]
    assert "event" in terminal.text
    assert_ordinary(costs)
    assert_ordinary([cost(terminal, ".") for _ in range(16)])
    assert max(cost(terminal, key) for key in "[[[]]") <= 10_240, "a stage"


def check_playback(terminal):
    """The making of the level, played at thirty events a second."""
    cost(terminal, "\x1b[H")
    cost(terminal, ">>>")
    assert "30/s" in terminal.text
    before, started = terminal.received, time.monotonic()
    terminal.send(" ")
    while time.monotonic() < started + 2.5:
        terminal.receive(0.1)
    seconds = time.monotonic() - started
    assert terminal.received - before > 1_000, "it plays"
    assert (terminal.received - before) / seconds <= 25 * 1024


def check_solution(terminal):
    """The solution, step by step from its start to its end."""
    cost(terminal, "t")
    terminal.until("move 0/4")
    terminal.until_quiet(0.5)
    # The trace lists the solution alone, so that no step turns a page of it.
    assert max(costs := [cost(terminal, ".") for _ in range(4)]) <= 1_536, costs
    assert statistics.median(costs) <= 700, costs
    assert "move 4/4" in terminal.text


SHIPPED = (
    "fruit-dating/19-a-long-engagement",
    "skiddy/5-5-iceberg-ahead",
    "linjat/2-medium-08-tight-squeeze",
    "mazing-monk/2-rising-06-vow-of-silence",
)
"""A level of every game with long solutions."""


@pytest.mark.slow
def test_solutions_on_a_large_screen(home):
    """All their steps, in cells of eight columns and four lines."""
    costs = []
    for name in SHIPPED:
        file = get_shipped_levels() / f"{name}.toml"
        with Terminal([*WORKBENCH, str(file)], (200, 50), TRUECOLOR) as terminal:
            terminal.until("Trace ·")
            terminal.until_quiet(1.0)
            cost(terminal, "t")
            place = re.search(r"move \d+/(\d+)", terminal.until("move "))
            assert place
            cost(terminal, "\x1b[H")
            costs += [cost(terminal, ".") for _ in range(int(place[1]))]
    assert_ordinary(costs)


def check_solver(terminal):
    """The rows of the trace, and its pages."""
    cost(terminal, "\t")
    terminal.send("\x1b[B")
    terminal.until("[trace]")
    terminal.until_quiet(QUIET)
    assert_ordinary([cost(terminal, "\x1b[B") for _ in range(30)])
    assert max(cost(terminal, "\x1b[6~") for _ in range(3)) <= 10_240, "a page"


def check_cursor_and_drag(terminal):
    """Moving the cursor, and painting with the mouse."""
    cost(terminal, "ee")
    assert max(cost(terminal, key) for key in "jjjlllkkh") <= 400
    lines = terminal.text.splitlines()
    line = next(n for n, text in enumerate(lines) if " 3 " in text[:70] and "█" in text)
    column = lines[line].index("█", 32) + 9
    terminal.mouse("press", column, line)
    terminal.until_quiet(QUIET)
    costs = []
    for step in range(1, 5):
        before = terminal.received
        terminal.mouse("drag", column + 4 * step, line)
        terminal.until_quiet(QUIET)
        costs.append(terminal.received - before)
    terminal.mouse("release", column + 16, line)
    assert any(costs), "the drag is seen"
    assert max(costs) <= 400, costs
