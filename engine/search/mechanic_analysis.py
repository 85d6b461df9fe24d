"""Analysis that finds whether all, some or none of the shortest solutions use each mechanic.

A *mechanic* is something that can happen in a move, such as a crate being pushed. Each move on a
shortest solution is labelled with a set of mechanics, one bit for each. All shortest solutions
together form an acyclic graph (:class:`engine.search.shortest_solutions.ShortestWins`), so a single
pass over it from the end covers all of them. Every solution uses a mechanic if each path from the
start to the win has a move with that mechanic, and some solutions use it if any move has it.

For example, suppose that the moves of one shortest solution have the labels 01 and 11, and those of
the only other one have the labels 01 and 00. Then every solution uses mechanic 0 (the last digit),
and some solutions use mechanic 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from engine.search.breadth_first import WON_EDGE
from engine.search.graph import Graph
from engine.search.shortest_solutions import OFF_PATH, WINS, ShortestWins, find_shortest_wins
from engine.values.budget import Control
from engine.values.mechanic_use_words import choose_word

MoveLabeller = Callable[[Sequence[int]], Sequence[int]]
"""A function that takes the bytes of a state and returns each move's mechanics as bits."""
LabelledStep = tuple[int, int]
"""The target of a move on a shortest solution (WINS at the end), and the bits of its mechanics."""
_POLL_INTERVAL = 64
"""The number of states between two polls of the control."""


class LabelledSolutions(NamedTuple):
    """All shortest solutions, with the mechanics of their moves.

    Attributes:
        steps: The moves from each state that are on shortest solutions. The first state is the
            start, and each move leads to a later state or wins.
    """

    steps: Sequence[Sequence[LabelledStep]]

    def find_common_bits(self) -> int:
        """Return the bits of the mechanics that every solution uses."""
        everything = -1
        # For each state, collect the bits that some path to the win lacks; -1 has all bits set.
        lacking: list[int] = [0] * len(self.steps)
        for state in range(len(self.steps) - 1, -1, -1):
            for target, bits in self.steps[state]:
                rest = everything if target == WINS else lacking[target]
                # A path that begins with this move lacks the bits that the rest of it lacks, except
                # for the move's own bits.
                lacking[state] |= rest & ~bits
        return ~lacking[0]

    def find_any_bits(self) -> int:
        """Return the bits of the mechanics that at least one solution uses."""
        found = 0
        for steps in self.steps:
            for _, bits in steps:
                found |= bits
        return found

    def check_combination(self, wanted: int) -> tuple[bool, bool]:
        """Check whether solutions have all of the mechanics in ``wanted``, given as bits.

        Returns:
            A flag that is true if every solution has all of them, and a flag that is true if at
            least one solution does.
        """
        # For each state, collect the sets of wanted bits that occur on its paths to the win.
        unions: list[set[int]] = [set() for _ in self.steps]
        for state in range(len(self.steps) - 1, -1, -1):
            for target, bits in self.steps[state]:
                rests = {0} if target == WINS else unions[target]
                unions[state] |= {rest | bits & wanted for rest in rests}
        return unions[0] == {wanted}, wanted in unions[0]

    def classify_mechanics(self, names: Sequence[str]) -> dict[str, str]:
        """Return, for each mechanic, a word that says whether all, some or no solutions use it.

        ``names`` are in the order of the bits.
        """
        every, some = self.find_common_bits(), self.find_any_bits()
        return {
            name: choose_word(bool(every >> bit & 1), bool(some >> bit & 1))
            for bit, name in enumerate(names)
        }


def label_solutions(
    graph: Graph, kinds: int, label_moves: MoveLabeller, control: Control
) -> LabelledSolutions | None:
    """Label the moves on the shortest solutions in a complete graph, whatever the kind of win.

    ``kinds`` is the number of kinds of wins.

    Returns:
        The labelled solutions, or None if the level has no solution.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    found = [np.flatnonzero(graph.edges.reshape(-1) == WON_EDGE - kind) for kind in range(kinds)]
    depths = [graph.get_depth(int(wins[0]) // graph.moves) if len(wins) else None for wins in found]
    least = min((depth for depth in depths if depth is not None), default=None)
    if least is None:
        return None
    # The states are viewed as bytes of little-endian words, with one row per state.
    packed = np.ascontiguousarray(graph.states, "<u8").view(np.uint8).reshape(graph.count, -1)
    merged: dict[int, dict[int, int]] = {}
    # A kind of win is left out if its shortest solutions are longer than those of another kind.
    for kind, depth in enumerate(depths):
        if depth == least:
            _merge_steps(find_shortest_wins(graph, WON_EDGE - kind, least + 1), merged)
    numbers = {state: number for number, state in enumerate(sorted(merged))}
    steps: list[list[LabelledStep]] = []
    for number, state in enumerate(sorted(merged)):
        if number % _POLL_INTERVAL == 0:
            control.raise_if_cancelled()
        bits = label_moves(packed[state].tolist())
        leads = merged[state].items()
        steps.append([(numbers.get(target, WINS), bits[move]) for move, target in leads])
    return LabelledSolutions(steps)


def _merge_steps(ways: ShortestWins, merged: dict[int, dict[int, int]]) -> None:
    """Add the steps in ``ways`` to ``merged``, which maps each state's moves to their targets."""
    states = ways.states.tolist()
    for state, steps in zip(states, ways.steps.tolist(), strict=True):
        for move, step in enumerate(steps):
            if step != OFF_PATH:
                merged.setdefault(state, {})[move] = WINS if step == WINS else states[step]
