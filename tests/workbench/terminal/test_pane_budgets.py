"""What going from pane to pane, layouts, maps and comparing may send, in bytes."""

from __future__ import annotations

import statistics

import pytest
from test_budgets import cost


@pytest.mark.slow
def test_a_session(open_level):
    with open_level((120, 40)) as terminal:
        check_panes(terminal)
        check_explained_cells(terminal)
        check_layouts(terminal)
        check_states(terminal)
        check_map_of_changes(terminal)
        check_two_boards(terminal)


def check_panes(terminal):
    """Going from pane to pane, twice round."""
    costs = [cost(terminal, "\t") for _ in range(8)]
    assert statistics.median(costs) <= 700, costs
    assert max(costs) <= 1_024, costs


def check_explained_cells(terminal):
    """The cells of the board, explained one after the other."""
    assert cost(terminal, "i") <= 10_240
    assert max(costs := [cost(terminal, key) for key in "jjjlllkkh"]) <= 400, costs
    cost(terminal, "\x1b")


def check_layouts(terminal):
    """All layouts, and back to the first."""
    costs = [cost(terminal, f"v{key}") for key in "2341"]
    assert max(costs) <= 20_480, costs


def check_states(terminal):
    """Walking through the states."""
    terminal.send("vg")
    terminal.until("Graph ·")
    terminal.until("number of similar states")
    terminal.until_quiet(1.0)
    costs = [cost(terminal, key) for key in "jjllkkhhjjlltttt".replace("t", "\t")]
    assert statistics.median(costs) <= 700, costs
    assert max(costs) <= 1_536, costs
    assert cost(terminal, "-") <= 8_192
    assert cost(terminal, "", 1.0) == 0
    terminal.send("\x1b")
    terminal.until(lambda text: "Graph ·" not in text)


def check_map_of_changes(terminal):
    """The map of what every change would lead to."""
    terminal.send("w")
    terminal.until("Best changes")
    terminal.until_quiet(1.0)
    costs = [cost(terminal, "\x1b[B") for _ in range(6)]
    costs += [cost(terminal, "\x1b[C") for _ in range(6)]
    assert statistics.median(costs) <= 700, costs
    assert cost(terminal, "", 1.0) == 0
    terminal.send("\x1b")
    terminal.until(lambda text: "Best changes" not in text)


def check_two_boards(terminal):
    """Two boards, stepped through side by side."""
    terminal.send("vc")
    terminal.until("Compare with what")
    terminal.send("s")
    terminal.until("which seed")
    terminal.send("\r")
    terminal.until("different settings")
    terminal.until_quiet(1.0)
    costs = [cost(terminal, ",") for _ in range(12)]
    assert statistics.median(costs) <= 900, costs
    assert max(costs) <= 10_240, costs
