"""Searches that solve a position in chunks and within a budget."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from engine.game.play_position import Position
from engine.games.mazing_monk.cube.bitcube import get_cube_tables
from engine.games.mazing_monk.play import rules
from engine.games.mazing_monk.search import compiled_level_facts, turn_search
from engine.games.mazing_monk.search.bound import NO_LIMIT, compute_bound
from engine.games.mazing_monk.search.turn_search import (
    FOUND,
    STATUS,
    STOPPED,
    TurnSearch,
    run_beam,
    run_iteration,
    run_proof,
)
from engine.games.mazing_monk.search.turn_solution_count import count_solutions
from engine.games.mazing_monk.search.walk_and_turn_notation import TurnSolution, read_best_play
from engine.jit.decorators import Longs
from engine.search.search_memory import compute_room, list_ancestors, report_memory_error
from engine.values.budget import Budget, Control, iterate_portions

BEAM = 300
"""The number of states that a beam search expands in each layer of its first iteration."""
_CHUNK = 20_000
"""The maximum number of states to expand between two checks of the time limit. Expanding this many
takes a few milliseconds."""
_FIRST_STATES = 200_000
"""The maximum number of states in the beam search for a first solution during a long proof."""
_UNDECIDED = (turn_search.RUNNING, turn_search.FRESH, turn_search.FULL)


@dataclass(frozen=True, slots=True)
class TurnSearchResult:
    """The result of a search from a position.

    Attributes:
        search: The states from the search's last iteration.
        begin: The position from which the search began.
        known: A mapping from index to value for the known facts.
        play: A solution, or an empty one if none was found. If the number of walks is not known,
            the solution was found before the proof ended and may not be the best.
    """

    search: TurnSearch
    begin: Position
    known: Mapping[int, int]
    play: TurnSolution

    @property
    def is_solvable(self) -> bool | None:
        """True if there is a win, False if there is none, or None if that is undecided."""
        return {turn_search.YES: True, turn_search.NO: False}.get(
            self.known[compiled_level_facts.SOLVABLE]
        )

    @property
    def is_settled(self) -> bool:
        """True if the level is unsolvable or its best solution is known."""
        return self.is_solvable is False or compiled_level_facts.WALKS in self.known

    @property
    def facts(self) -> Mapping[str, Any]:
        """The facts for a verdict."""
        return compiled_level_facts.build_facts(self.begin.board, self.known, self.moves)

    @property
    def moves(self) -> tuple[str, ...] | None:
        """The moves in the solution, or None if there is none."""
        found = (word for words in self.play.words for word in words)
        return tuple(found) if self.play.states else None


def _run_search(
    begin: Position,
    budget: Budget,
    control: Control,
    resume: Callable[[compiled_level_facts.LevelMemory, int, int], None],
) -> compiled_level_facts.LevelMemory:
    """Run a search from a position until it ends.

    Args:
        begin: The position to search from.
        budget: The limits on states and time.
        control: The control for reporting progress and cancelling the search.
        resume: The function that continues the search. Its arguments are the memory, the maximum
            number of states, and the total number of expanded states after which it returns.

    Returns:
        The memory that the search used.

    Raises:
        EngineError: There is too little memory for the budget.
    """
    most = compute_room(budget, 0)
    with report_memory_error(most):
        memory = compiled_level_facts.new_level_memory(most)
    # The count is negative if there is a surplus of karma, and then none is missing.
    monk, missing = rules.find_monk(begin), max(0, rules.count_missing_karma(begin))
    compiled_level_facts.load_level(memory, rules.get_codes(begin), monk, missing)
    further, cursor = partial(resume, memory, most), memory.search.cursor
    run_in_chunks(further, cursor, turn_search.EXPANDED, _CHUNK, budget, control)
    compiled_level_facts.update_facts(memory)
    return memory


def prove_optimum(begin: Position, budget: Budget, control: Control) -> TurnSearchResult:
    """Prove the minimum number of turns, then find that of walks, and count the solutions.

    If the proof takes more than one chunk, a single beam search looks for any solution.

    Raises:
        EngineError: There is too little memory for the budget.
    """
    tables = get_cube_tables()
    first: TurnSearchResult | None = None

    def resume_proof(memory: compiled_level_facts.LevelMemory, most: int, pause: int) -> None:
        nonlocal first
        search, spare = memory.search, int(memory.facts[compiled_level_facts.SPARE])
        run_proof(tables, search, memory.start, control.shared_cells, spare, most, pause)
        # If the first chunk gave no answer, a beam search often finds some solution quickly.
        if first is None and search.cursor[turn_search.STATUS] in _UNDECIDED:
            first = search_beam(begin, Budget(min(_FIRST_STATES, most)), Control())

    memory = _run_search(begin, budget, control, resume_proof)
    if memory.facts[compiled_level_facts.SOLVABLE] == turn_search.YES:
        compiled_level_facts.complete_facts(tables, memory, control.shared_cells)
    found = _build_result(memory, begin)
    # The proof is undecided, but the beam search's solution shows that the level can be won.
    if found.is_solvable is None and first is not None and first.is_solvable:
        known = {**found.known, compiled_level_facts.SOLVABLE: turn_search.YES}
        return replace(found, known=known, play=first.play)
    return found


def _build_result(memory: compiled_level_facts.LevelMemory, begin: Position) -> TurnSearchResult:
    """Return the known facts and the best solution in a search's memory."""
    known = compiled_level_facts.list_known_facts(memory)
    has_play = compiled_level_facts.WALKS in known
    play = read_best_play(memory.lazy) if has_play else TurnSolution()
    return TurnSearchResult(memory.search, begin, known, play)


def search_beam(begin: Position, budget: Budget, control: Control) -> TurnSearchResult:
    """Find a solution quickly by expanding only the best states in each layer.

    If that fails, repeat the search with more states in each layer.

    Raises:
        EngineError: There is too little memory for the budget.
    """
    tables = get_cube_tables()

    def resume_beam(memory: compiled_level_facts.LevelMemory, most: int, pause: int) -> None:
        spare = int(memory.facts[compiled_level_facts.SPARE])
        run_beam(
            tables, memory.search, memory.start, control.shared_cells, BEAM, spare, most, pause
        )

    memory = _run_search(begin, budget, control, resume_beam)
    if memory.facts[compiled_level_facts.SOLVABLE] == turn_search.YES:
        # A beam search may miss other solutions, so minimize the walks only along the one that it
        # found.
        _keep_one_way(memory, _find_first_win(memory.search))
        compiled_level_facts.choose_best_play(tables, memory, control.shared_cells)
    memory.facts[compiled_level_facts.BOUND] = _bound_start(memory)
    return _build_result(memory, begin)


def search_backwards(begin: Position, budget: Budget, control: Control) -> TurnSearchResult:
    """Search forward, without pruning, as far as the first layer with wins, then back from there.

    Raises:
        EngineError: There is too little memory for the budget.
    """
    tables = get_cube_tables()

    def resume_search(memory: compiled_level_facts.LevelMemory, most: int, pause: int) -> None:
        search, spare = memory.search, int(memory.facts[compiled_level_facts.SPARE])
        wide = NO_LIMIT, turn_search.NO_WIDTH
        run_iteration(tables, search, memory.start, control.shared_cells, *wide, spare, most, pause)

    memory = _run_search(begin, budget, control, resume_search)
    cursor, facts = memory.search.cursor, memory.facts
    if facts[compiled_level_facts.SOLVABLE] == turn_search.YES:
        if count_solutions(tables, memory.search, control.shared_cells, memory.ways):
            facts[compiled_level_facts.WAYS] = memory.ways[0]
            compiled_level_facts.choose_best_play(tables, memory, control.shared_cells)
    elif cursor[turn_search.COUNT]:
        # All layers up to this one are complete and contain no win, so a win takes at least one
        # more turn.
        facts[compiled_level_facts.BOUND] = cursor[turn_search.DEPTH] + 1
    return _build_result(memory, begin)


def _bound_start(table: compiled_level_facts.LevelMemory) -> int:
    """Return the pattern database's lower bound for the start, or 0 if there is none."""
    search = table.search
    if not search.cursor[turn_search.COUNT] or search.marks[0] == turn_search.WON:
        return 0
    spare = int(table.facts[compiled_level_facts.SPARE])
    return int(
        compute_bound(get_cube_tables(), search.states[0], search.states[1], spare, search.scratch)
    )


def _find_first_win(search: TurnSearch) -> int:
    first = int(search.starts[search.cursor[turn_search.DEPTH]])
    marks = search.marks[first : search.cursor[turn_search.COUNT]]
    return first + int(np.argmax(marks == turn_search.WON))


def _keep_one_way(table: compiled_level_facts.LevelMemory, state: int) -> None:
    """Set the counts of solutions to 1 on the path that led to a won state, and to 0 elsewhere."""
    table.ways[: table.search.cursor[turn_search.COUNT]] = 0
    table.ways[list_ancestors(table.search.parents, state)] = 1


def run_in_chunks(
    resume: Callable[[int], None],
    cursor: Longs,
    counter: int,
    chunk: int,
    budget: Budget,
    control: Control,
) -> None:
    """Continue a search in chunks until it ends, runs out of time, or is cancelled.

    Args:
        resume: The function that continues the search until it ends, or until the counter reaches
            the function's argument.
        cursor: The search's cursor, which contains the status and the counter.
        counter: The index of the counter in the cursor.
        chunk: The maximum increase in the counter between two checks of the time.
        budget: The limits on states and time.
        control: The control that can cancel the search.
    """
    for portion in iterate_portions(chunk):
        # The status FOUND and all greater values are final.
        if cursor[STATUS] >= FOUND:
            break
        if control.is_cancelled or budget.is_spent(control.seconds):
            cursor[STATUS] = STOPPED
            break
        resume(int(cursor[counter]) + portion)
