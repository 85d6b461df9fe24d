"""Proofs of the minimum number of turns needed to win the levels that a climb might keep.

Most levels that a climb tries are too easy or unsolvable. A beam search rejects them quickly:
either it finds a solution in fewer turns than the current level takes, or it finds none. A proof is
attempted only for the remaining levels. The number of states in a proof is limited, so that no
single level delays the climb for long.
"""

from __future__ import annotations

from engine.games.mazing_monk.climb.climb_lineage import is_start_attacked
from engine.games.mazing_monk.cube.bitcube import get_cube_tables
from engine.games.mazing_monk.cube.cube import ENTRANCE
from engine.games.mazing_monk.search import compiled_level_facts, turn_search
from engine.games.mazing_monk.search.bound import NO_LIMIT
from engine.games.mazing_monk.search.compiled_level_facts import (
    load_level,
    new_level_memory,
    update_facts,
)
from engine.games.mazing_monk.search.turn_search import run_iteration, run_proof
from engine.jit.decorators import Longs
from engine.values.budget import Control

MOST_STATES = 3_000_000
BEAM = 100
"""The number of states that the beam search expands in each layer."""
_NO_PAUSE = 1 << 62

REASONS = (
    "soldiers at the start",
    "no solution found",
    "fewer turns",
    "too large to prove",
    "nothing to swap",
)
"""The possible reasons to reject a level."""
ATTACKED, UNSOLVED, EASIER, DEAR, FIXED = range(len(REASONS))


class OptimumProver:
    """A prover of the fewest turns in which a level can be won.

    All levels must need the same amount of karma. The prover reuses its memory, so threads must not
    share it.

    Attributes:
        max_states: The maximum number of states for which a proof has memory.
    """

    def __init__(self, needed: int) -> None:
        self.max_states = MOST_STATES
        self._needed, self._memory = needed, new_level_memory(MOST_STATES)

    def prove_optimum(
        self, cells: Longs, least: int, most: int, control: Control
    ) -> tuple[int, int]:
        """Prove in how few turns a level can be won, unless it is too easy or unsolvable.

        Args:
            cells: The tile codes of the level.
            least: The number of turns below which a level is too easy.
            most: The maximum number of states that the proof may see.
            control: The control that can cancel the proof.

        Returns:
            The fewest turns, and the number of states expanded. If the level is rejected, the
            bitwise complement of the reason's index in REASONS replaces the turns.
        """
        if is_start_attacked(cells):
            return ~ATTACKED, 1
        table, tables, cursor = self._memory, get_cube_tables(), self._memory.search.cursor
        load_level(table, cells, ENTRANCE, self._needed)
        spare = int(table.facts[compiled_level_facts.SPARE])
        search_in = (tables, table.search, table.start, control.shared_cells)
        run_iteration(*search_in, NO_LIMIT, BEAM, spare, self.max_states, _NO_PAUSE)
        expanded = int(cursor[turn_search.EXPANDED])
        if cursor[turn_search.STATUS] != turn_search.FOUND:
            return ~UNSOLVED, expanded
        # The length of the beam's solution is an upper bound on the fewest turns.
        if cursor[turn_search.DEPTH] < least:
            return ~EASIER, expanded
        load_level(table, cells, ENTRANCE, self._needed)
        if least:
            # The proof may begin at any limit: the first win that it finds takes the fewest turns.
            cursor[turn_search.ITERATIONS], cursor[turn_search.LIMIT] = 1, least
        run_proof(*search_in, spare, most, _NO_PAUSE)
        update_facts(table)
        expanded += int(cursor[turn_search.EXPANDED])
        if cursor[turn_search.STATUS] != turn_search.FOUND:
            return ~DEAR, expanded
        turns = int(table.facts[compiled_level_facts.TURNS])
        return (turns if turns >= max(least, 1) else ~EASIER), expanded

    @property
    def has_no_win(self) -> bool:
        """True if the latest search was complete and found no win."""
        cursor = self._memory.search.cursor
        return bool(
            cursor[turn_search.STATUS] == turn_search.EMPTY
            and not cursor[turn_search.DROPPED_STATES]
        )
