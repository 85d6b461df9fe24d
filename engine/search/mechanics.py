"""Which mechanics of a game act in its shortest solutions: in every one, in some, or in none.

A *mechanic* is something that can happen in a move, such as a crate being pushed. Each move on a
shortest solution has a set of them, one bit each. All shortest solutions together are a graph
without cycles (:class:`engine.search.shortest.ShortestWins`), so one pass over it from the end
answers for all of them: a mechanic acts in every solution if there is no way from the start to the
win by moves without it, and in some if any move has it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from engine.search.breadth_first import WON_EDGE
from engine.search.graph import Graph
from engine.search.shortest import ASIDE, WINS, ShortestWins, shortest_wins
from engine.values.budget import Control
from engine.values.mechanics import word

Acts = Callable[[Sequence[int]], Sequence[int]]
"""The bits of every move that can be made in a state, which is given by its bytes."""
Step = tuple[int, int]
"""Where a move on a shortest solution leads, WINS at the end, and its bits."""
_LOOK = 64
"""States between two looks at whether to stop."""


@dataclass(frozen=True, slots=True)
class LabelledWays:
    """All shortest solutions, with what happens in their moves.

    Attributes:
        steps: of every state the moves that are on a shortest solution; the first is the start,
            and each leads to a later one.
    """

    steps: Sequence[Sequence[Step]]

    def in_every(self) -> int:
        """The bits that every solution has."""
        everything = -1
        lacking: list[int] = [0] * len(self.steps)
        for state in range(len(self.steps) - 1, -1, -1):
            for target, bits in self.steps[state]:
                rest = everything if target == WINS else lacking[target]
                lacking[state] |= rest & ~bits
        return ~lacking[0]

    def in_some(self) -> int:
        """The bits that some solution has."""
        found = 0
        for steps in self.steps:
            for _, bits in steps:
                found |= bits
        return found

    def whole(self, wanted: int) -> tuple[bool, bool]:
        """Whether every solution has all the wanted bits, and whether some solution has."""
        unions: list[set[int]] = [set() for _ in self.steps]
        for state in range(len(self.steps) - 1, -1, -1):
            for target, bits in self.steps[state]:
                rests = {0} if target == WINS else unions[target]
                unions[state] |= {rest | bits & wanted for rest in rests}
        return unions[0] == {wanted}, wanted in unions[0]

    def words(self, names: Sequence[str]) -> dict[str, str]:
        """In how many solutions each mechanic acts; they have the lowest bits in this order."""
        every, some = self.in_every(), self.in_some()
        return {
            name: word(bool(every >> bit & 1), bool(some >> bit & 1))
            for bit, name in enumerate(names)
        }


def labelled(graph: Graph, kinds: int, acts: Acts, control: Control) -> LabelledWays | None:
    """The shortest solutions of a complete graph, of whatever kind of win; None without any.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    found = [np.flatnonzero(graph.edges.reshape(-1) == WON_EDGE - kind) for kind in range(kinds)]
    depths = [graph.depth(int(wins[0]) // graph.moves) if len(wins) else None for wins in found]
    least = min((depth for depth in depths if depth is not None), default=None)
    if least is None:
        return None
    packed = np.ascontiguousarray(graph.states, "<u8").view(np.uint8).reshape(graph.count, -1)
    merged: dict[int, dict[int, int]] = {}
    for kind, depth in enumerate(depths):
        if depth == least:
            _merge(shortest_wins(graph, WON_EDGE - kind, least + 1), merged)
    numbers = {state: number for number, state in enumerate(sorted(merged))}
    steps: list[list[Step]] = []
    for number, state in enumerate(sorted(merged)):
        if number % _LOOK == 0:
            control.require_going_on()
        bits = acts(packed[state].tolist())
        leads = merged[state].items()
        steps.append([(numbers.get(target, WINS), bits[move]) for move, target in leads])
    return LabelledWays(steps)


def _merge(ways: ShortestWins, merged: dict[int, dict[int, int]]) -> None:
    """Adds the ways of one kind of win: by state and move the state that follows."""
    states = ways.states.tolist()
    for state, steps in zip(states, ways.steps.tolist(), strict=True):
        for move, step in enumerate(steps):
            if step != ASIDE:
                merged.setdefault(state, {})[move] = WINS if step == WINS else states[step]
