"""What going from pane to pane, layouts, the map of changes and comparing may send, in bytes."""

from __future__ import annotations

import statistics

from test_budgets import cost


def test_going_from_pane_to_pane(open_level):
    with open_level((120, 40)) as terminal:
        costs = [cost(terminal, "\t") for _ in range(8)]
        assert statistics.median(costs) <= 700, costs
        assert max(costs) <= 1_024, costs


def test_explaining_cells(open_level):
    with open_level((120, 40)) as terminal:
        assert cost(terminal, "i") <= 10_240
        assert max(costs := [cost(terminal, key) for key in "jjjlllkkh"]) <= 400, costs


def test_choosing_a_layout(open_level):
    with open_level((120, 40)) as terminal:
        costs = [cost(terminal, key) for key in "2341"]
        assert max(costs) <= 20_480, costs


def test_the_map_of_changes(open_level):
    with open_level((120, 40)) as terminal:
        terminal.send("W")
        terminal.until("Best changes")
        terminal.until_quiet(1.0)
        costs = [cost(terminal, "\x1b[B") for _ in range(6)]
        costs += [cost(terminal, "\x1b[C") for _ in range(6)]
        assert statistics.median(costs) <= 700, costs
        assert cost(terminal, "", 1.0) == 0


def test_stepping_two_boards(open_level):
    with open_level((120, 40)) as terminal:
        terminal.send("c")
        terminal.until("Compare with what")
        terminal.send("s")
        terminal.until("which seed")
        terminal.send("\r")
        terminal.until("set otherwise")
        terminal.until_quiet(1.0)
        costs = [cost(terminal, ",") for _ in range(12)]
        assert statistics.median(costs) <= 900, costs
        assert max(costs) <= 10_240, costs
