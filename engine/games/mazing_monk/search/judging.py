"""The facts of many levels, one after the other: no words, no trace, no memory of its own for each.

All of a level's facts come from one compiled call.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.cube import ENTRANCE
from engine.games.mazing_monk.cube.planes import tables_of_cube
from engine.games.mazing_monk.search import settling
from engine.games.mazing_monk.search import turns as search
from engine.games.mazing_monk.search.settling import new_settle_memory, settle
from engine.games.mazing_monk.search.traps import UNTOLD
from engine.games.mazing_monk.thesis import rating
from engine.values.budget import DEFAULT_MAX_STATES, Control


class Judge:
    """Settles levels on a desk that is used again; not to be shared by threads."""

    def __init__(self, max_states: int = DEFAULT_MAX_STATES) -> None:
        self._most = max_states
        self._desk = new_settle_memory(max_states)

    def facts(self, board: MonkBoard, control: Control) -> dict[str, Any]:
        """The facts of a valid board as the strategy ``optimal`` gives them, but the solution."""
        codes, tables = np.array(board.codes(), np.int64), tables_of_cube()
        settle(tables, self._desk, control.cells, codes, ENTRANCE, board.karma_needed, self._most)
        state = int(self._desk.facts[settling.SOLVABLE])
        found = [None if fact == UNTOLD else fact for fact in self._desk.facts.tolist()]
        turns, walks = found[settling.TURNS], found[settling.WALKS]
        hopeless = state == search.NO
        if walks is None:
            turns = None
        return {
            "solvable": {search.YES: True, search.NO: False}.get(state),
            "complete": hopeless or walks is not None,
            "moves": None if turns is None else turns + walks,
            "turns": turns,
            "walks": walks,
            "steps": found[settling.STEPS],
            "optimal": None if hopeless else walks is not None,
            "lower_bound": None if hopeless else found[settling.BOUND],
            "optimal_solutions": 0 if hopeless else found[settling.WAYS],
            "traps": found[settling.TRAPS],
            "deadly_turns": found[settling.DEADLY],
            "expanded": found[settling.LOOKED_INTO],
            "states_seen": found[settling.SEEN],
        } | rating.facts(board)
