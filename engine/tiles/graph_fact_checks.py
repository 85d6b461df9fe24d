"""Consistency checks for stored facts about a state graph."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game.fact_checks import FactChecker, FactType
from engine.search.solver_result import RETROGRADE_FACTS

GRAPH_FACT_TYPES: Mapping[str, FactType] = {
    "solution": str,
    **dict.fromkeys(("states", *RETROGRADE_FACTS), int),
}
"""The types of the facts about a state graph."""
_MOVES_PER_STATE = 4


def check_graph_facts(stored: FactChecker) -> None:
    """Report facts about a state graph that cannot be true together.

    A shortest solution passes through as many states as it has moves. None of these states occurs
    twice, and none is dead. At most four moves start from a state, and at least one leads to each
    state except the first.
    """
    if stored.read_boolean("solvable") is None:
        stored.require_absent("moves")
    states = stored.read_integer("states", 1)
    if states is None:
        return
    stored.require_equal("complete", True)  # every state is known
    moves = stored.read_integer("moves", 1) or 0
    solvable = stored.read_boolean("solvable") is True
    stored.require_equal("states_seen", states)
    dead = stored.read_integer("dead_states")
    if dead is not None:
        # No state on a shortest solution is dead. If there is no solution, all states are dead.
        most = states - moves
        few = dead <= most if solvable else dead == states
        bound = f"at most {most}" if solvable else str(states)
        stored.require(few, "dead_states", f"expected {bound} of {states} states, found {dead}")
    least, most = (1, states * _MOVES_PER_STATE) if solvable else (0, 0)
    winning = stored.read_integer("winning_moves", least, most) or 0
    stored.read_integer("shortest_solutions", least, None if solvable else 0)
    losing = stored.read_integer("losing_moves") or 0
    # At least one move leads to each state except the first.
    stored.read_integer("transitions", states - 1 + winning, states * _MOVES_PER_STATE - losing)
