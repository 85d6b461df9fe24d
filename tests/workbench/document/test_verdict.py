"""A verdict in words, and what two of them have otherwise, for facts of any game."""

from __future__ import annotations

import pytest

from workbench.document import verdict

BEFORE = {"solvable": True, "complete": True, "moves": 6, "states": 40, "dead_states": 4,
          "shortest_solutions": 3, "solution": "RULDRU", "states_seen": 40}  # fmt: skip


@pytest.mark.parametrize(
    ("now", "words"),
    [
        ({"moves": 7, "dead_states": 7, "shortest_solutions": 1},
         "was 6; 3 new dead states; 2 fewer shortest solutions"),
        ({"moves": 7}, "was 6"),
        ({"states": 41, "solution": "LURDLU", "states_seen": 41}, "as before; 1 new state"),
        ({"dead_states": 3}, "as before; 1 fewer dead state"),
        ({"solvable": False, "moves": None, "dead_states": 40}, "was 6 moves"),
        ({}, "as before"),
        ({"dead_states": None}, "as before"),
    ],
)  # fmt: skip
def test_changes_of_a_verdict(now, words):
    assert verdict.change(None, {**BEFORE, **now}, BEFORE) == words


def test_without_a_solution_there_is_nothing_to_compare():
    gone = {**BEFORE, "solvable": False, "moves": None}
    assert verdict.change(None, BEFORE, gone) == "was unsolvable"
    assert verdict.change(None, gone, gone) == "as before"


def test_facts_of_other_kinds():
    old = {"solvable": True, "unique": True, "score": 2.5, "width": 3, "rule_use": {"a": 1}}
    new = {"solvable": True, "unique": False, "score": 3.25, "width": 4, "rule_use": {"a": 2}}
    assert verdict.changes(new, old) == (
        "no longer unique",
        "score 3.25, was 2.5",
        "width 4, was 3",
    )
