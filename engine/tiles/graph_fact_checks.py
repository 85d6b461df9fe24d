"""The facts about a state graph, and consistency checks for stored ones."""

from __future__ import annotations

from engine.game.fact_declarations import GameFact
from engine.game.stored_fact_checks import FactChecker

GRAPH_FACTS = (
    GameFact("solution", str),
    GameFact("solvable", bool, "True if the level has a solution. All generated levels do."),
    GameFact("complete", bool, "True if the search was complete. It is for all generated levels."),
    GameFact("moves", int, "Length of the shortest solution.", compared=True),
    GameFact("states", int, "Number of positions that can be reached.", compared=True),
    GameFact(
        "transitions", int, "Number of moves that do not lose, over all positions.", compared=True
    ),
    GameFact("winning_moves", int, "Number of moves that win, over all positions.", compared=True),
    GameFact("losing_moves", int, "Number of moves that lose, over all positions.", compared=True),
    GameFact(
        "dead_states", int, "Number of positions from which no win can be reached.", compared=True
    ),
    GameFact("shortest_solutions", int, "Number of shortest solutions.", compared=True),
    GameFact(
        "states_seen",
        int,
        "Number of positions that the solver saw: all of them if the search was complete.",
    ),
)
"""The facts of every solver that searches a state graph, in their documented order."""


def check_graph_facts(stored: FactChecker, moves_per_state: int) -> None:
    """Report facts about a state graph that cannot be true together.

    A shortest solution passes through as many states as it has moves. None of these states occurs
    twice, and none is dead. At most ``moves_per_state`` moves start from a state, and at least one
    leads to each state except the first.
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
    least, most = (1, states * moves_per_state) if solvable else (0, 0)
    winning = stored.read_integer("winning_moves", least, most) or 0
    stored.read_integer("shortest_solutions", least, None if solvable else 0)
    losing = stored.read_integer("losing_moves") or 0
    # At least one move leads to each state except the first.
    stored.read_integer("transitions", states - 1 + winning, states * moves_per_state - losing)
