"""A solver and a generator loop in plain Python, for authors of games.

Both use only the moves and positions that a player sees. That is slow, but fast enough for boards
with a few thousand positions. For boards with more positions, compile the rules and use
:mod:`engine.search`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.errors import EngineError, quote_input
from engine.game.exploration import OUTCOMES, explore_play
from engine.game.generator import Generator
from engine.game.play import Play
from engine.game.play_position import OwnBoard, Position
from engine.game.solver import Solver
from engine.search.retrograde import get_solution
from engine.search.solver_result import SolverResult
from engine.stages.candidate import Attempts, Event, Recipe
from engine.values.budget import Budget, Control
from engine.values.moves import format_moves, name_moves
from engine.values.solver_trace import TraceRow

MAX_CANDIDATE_STATES = 100_000
"""The number of states after which the plain generator rejects a candidate."""


@dataclass
class ListTrace:
    """A trace that stores its rows in a list, together with the moves that lead to each row."""

    strategy: str
    rows: list[TraceRow] = field(default_factory=list)
    paths: list[tuple[str, ...]] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: int) -> TraceRow:
        return self.rows[index]

    def add_row(self, name: str, parent: str, path: tuple[str, ...], result: str) -> None:
        """Append a row for the position that ``path`` reaches."""
        self.rows.append(TraceRow(name, parent, path[-1] if path else "", len(path), result))
        self.paths.append(path)

    def moves_to(self, index: int) -> tuple[str, ...]:
        """Return the moves that lead to row ``index``."""
        return self.paths[index]

    def find_row(self, moves: tuple[str, ...]) -> int | None:
        """Return the index of the first row for the position after ``moves``.

        The result is None if the trace has no row for the position.
        """
        if moves not in self.paths:
            return None
        name = self.rows[self.paths.index(moves)].name
        return next(index for index, row in enumerate(self.rows) if row.name == name)

    def mark_solution(self, solution: tuple[str, ...]) -> ListTrace:
        """Return a copy of the trace in which the rows along ``solution`` are marked."""
        rows = [
            replace(row, on_path=path == solution[: len(path)])
            for row, path in zip(self.rows, self.paths, strict=True)
        ]
        return replace(self, rows=rows)


class PlainSolver(Solver):
    """A solver that plays every move from every position, breadth first.

    ``play`` must list its moves, and the pieces in a position must be hashable.
    """

    strategies = ("graph",)

    def __init__(self, play: Play) -> None:
        self._play = play

    def solve(
        self,
        board: OwnBoard,
        strategy: str | None = None,
        budget: Budget | None = None,
        control: Control | None = None,
    ) -> SolverResult:
        """Return a verdict with the length of a shortest solution and the number of positions."""
        if strategy not in (None, *self.strategies):
            raise EngineError(
                f"unknown strategy {quote_input(strategy)}; the strategies are {self.strategies[0]}"
            )
        trace = ListTrace(self.strategies[0])
        start = self._play.create_start(board)
        # Won and lost positions get names too, although only the others are expanded.
        names = {(start.pieces, start.status): "S0"}
        paths: dict[str, tuple[str, ...]] = {"S0": ()}
        trace.add_row("S0", "", (), "start")

        def add_step(before: Position, word: str, after: Position) -> int:
            parent = names[before.pieces, before.status]
            name = names.setdefault((after.pieces, after.status), f"S{len(names)}")
            is_new, path = name not in paths, (*paths[parent], word)
            paths.setdefault(name, path)
            result = "new" if is_new else f"= {name}"
            trace.add_row(name, parent, path, result if after.status == "playing" else after.status)
            return OUTCOMES[after.status]

        graph = explore_play(self._play, start, add_step, budget, control)
        moves = get_solution(graph)
        solution = None if moves is None else name_moves(self._play.moves.words, moves)
        complete = graph.is_complete
        facts: dict[str, Any] = {
            "solvable": True if solution else False if complete else None,
            "complete": complete,
            "moves": len(solution) if solution else None,
            "solution": format_moves(solution) if solution else None,
            "states": graph.count if complete else None,
            "states_seen": graph.count,
        }
        return SolverResult(
            facts, trace.mark_solution(solution) if solution else trace, moves=solution
        )


class PlainGenerator(Generator):
    """A generator that checks candidates with a solver, one after the other.

    A recipe can constrain every fact that ``solver`` reports and that is also a parameter.
    """

    def __init__(self, solver: Solver) -> None:
        self._solver = solver

    def try_candidates(self, recipe: Recipe, count: int, control: Control) -> Attempts:
        """Try candidates until one is solvable and all of its facts are in their ranges."""
        rejections: dict[str, int] = {}
        budget = Budget(MAX_CANDIDATE_STATES)
        for tried in range(count):
            attempt = recipe.attempt + tried
            made = self.build_candidate(replace(recipe, attempt=attempt), control)
            reason = made.rejection
            if reason is None:
                facts = self._solver.solve(made.board, budget=budget, control=control).facts
                reason = self._find_rejection(recipe, facts)
            if control.is_cancelled:
                # The facts of the last candidate may be incomplete, so it does not count.
                return Attempts(tried, None, rejections)
            if reason is None:
                return Attempts(tried + 1, attempt, rejections)
            rejections[reason] = rejections.get(reason, 0) + 1
        return Attempts(count, None, rejections)

    def describe_event(self, event: Event) -> str:
        """Describe an event by its object, its cell, and the random number drawn for it."""
        return f"{event.new} at {event.row},{event.col}, drawn {event.draw}"

    def _find_rejection(self, recipe: Recipe, facts: Mapping[str, Any]) -> str | None:
        """Return the reason to reject a candidate, or None if it is accepted."""
        if not facts["complete"]:
            return "too many states"
        if not facts["solvable"]:
            return "unsolvable"
        keys = (fact.key for fact in self.parameters.list_facts() if not fact.late)
        return next(
            (key for key in keys if facts[key] not in recipe.parameters.get_range(key)), None
        )
