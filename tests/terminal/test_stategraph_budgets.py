"""What walking through the states may send, in bytes."""

from __future__ import annotations

import statistics

from test_budgets import cost


def test_walking_through_the_states(open_level):
    with open_level((120, 40)) as terminal:
        terminal.send("M")
        terminal.until("Graph ·")
        terminal.until("so many alike")
        terminal.until_quiet(1.0)
        costs = [cost(terminal, key) for key in "jjllkkhhjjlltttt".replace("t", "\t")]
        assert statistics.median(costs) <= 700, costs
        assert max(costs) <= 1_536, costs
        assert cost(terminal, "-") <= 8_192
        assert cost(terminal, "", 1.0) == 0
