"""What facts of a graph of states have to do with each other."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game.claims import Claims, Kind
from engine.search.solved import FACTS_AHEAD

GRAPH_KINDS: Mapping[str, Kind] = {"solution": str, **dict.fromkeys(("states", *FACTS_AHEAD), int)}
"""The kinds of facts of a graph of states."""
_MOVES = 4


def graph_agrees(stored: Claims) -> None:
    """Disputes facts of a graph of states that cannot be true together.

    A shortest solution passes as many states as it has moves, and none of them twice or dead; from
    no state are there more than four moves, and to every one but the first leads one.
    """
    if stored.truth("solvable") is None:
        stored.must_be_absent("moves")
    states = stored.whole("states", 1)
    if states is None:
        return
    stored.must_be("complete", True)  # every state is known
    moves = stored.whole("moves", 1) or 0
    solvable = stored.truth("solvable") is True
    stored.must_be("states_seen", states)
    dead = stored.whole("dead_states")
    if dead is not None:
        most = states - moves
        few = dead <= most if solvable else dead == states
        bound = f"at most {most}" if solvable else str(states)
        stored.must(few, "dead_states", f"expected {bound} of {states} states, found {dead}")
    least, most = (1, states * _MOVES) if solvable else (0, 0)
    winning = stored.whole("winning_moves", least, most) or 0
    stored.whole("shortest_solutions", least, None if solvable else 0)
    losing = stored.whole("losing_moves") or 0
    stored.whole("transitions", states - 1 + winning, states * _MOVES - losing)
