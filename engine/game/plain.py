"""For authors of games: a solver and the outer loop of a generator, in plain Python.

Both ask a game only what a player can: make a move, look at the position. That is slow, and enough
for boards with some thousand positions; for more, compile the rules and use :mod:`engine.search`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.errors import EngineError, quoted
from engine.game.generator import Generator
from engine.game.play import Play
from engine.game.position import OwnBoard, Position
from engine.game.solver import Solver
from engine.search.solved import Solved
from engine.staging.generation import Attempts, Event, Recipe
from engine.values.budget import Budget, Control
from engine.values.trace import TraceRow


@dataclass
class ListTrace:
    """A trace with its rows in a list, and the moves that lead to each."""

    strategy: str
    rows: list[TraceRow] = field(default_factory=list)
    paths: list[tuple[str, ...]] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: int) -> TraceRow:
        return self.rows[index]

    def add(self, name: str, parent: str, path: tuple[str, ...], result: str) -> None:
        """Adds a row."""
        self.rows.append(TraceRow(name, parent, "".join(path[-1:]), len(path), result))
        self.paths.append(path)

    def moves_to(self, index: int) -> tuple[str, ...]:
        """The moves that lead to a row."""
        return self.paths[index]

    def find(self, moves: tuple[str, ...]) -> int | None:
        """The first row of the situation that some moves lead to; None if there is none."""
        if moves not in self.paths:
            return None
        name = self.rows[self.paths.index(moves)].name
        return next(index for index, row in enumerate(self.rows) if row.name == name)

    def marked(self, solution: tuple[str, ...]) -> ListTrace:
        """The trace with the rows on a solution marked."""
        rows = [
            replace(row, on_path=path == solution[: len(path)])
            for row, path in zip(self.rows, self.paths, strict=True)
        ]
        return replace(self, rows=rows)


class PlainSolver(Solver):
    """Plays every move from every position, breadth-first.

    The moves of ``play`` are few, single letters, and its pieces hashable.
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
    ) -> Solved:
        """The verdict, with the length of a shortest solution and the number of positions."""
        if strategy not in (None, *self.strategies):
            raise EngineError(
                f"unknown strategy {quoted(strategy)}; the strategies are {self.strategies[0]}"
            )
        budget, control = budget or Budget(), control or Control()
        trace = ListTrace(self.strategies[0])
        start = self._play.start(board)
        names = {_key(start): "S0"}
        trace.add("S0", "", (), "start")
        waiting: deque[tuple[Position, tuple[str, ...]]] = deque([(start, ())])
        states, solution = 1, None
        while waiting and not (cut := control.cancelled or budget.is_spent(control.seconds)):
            position, path = waiting.popleft()
            for move in self._play.moves:
                step = self._play.step(position, move.word)
                if not step.changed:
                    continue
                after, longer = step.after, (*path, move.word)
                is_new = _key(after) not in names
                if is_new and after.status == "playing" and states >= budget.max_states:
                    waiting.clear()
                    cut = True
                    break
                name = names.setdefault(_key(after), f"S{len(names)}")
                result: str = after.status if after.status != "playing" else f"= {name}"
                if after.status != "playing":
                    solution = solution or (longer if after.status == "won" else None)
                elif is_new:
                    result = "new"
                    waiting.append((after, longer))
                    states += 1
                    control.cells[1] = states
                trace.add(name, names[_key(position)], longer, result)
        return _answer(trace, states, solution, complete=not cut)


def _key(position: Position) -> tuple[Any, ...]:
    return position.pieces, position.status


def _answer(
    trace: ListTrace, states: int, solution: tuple[str, ...] | None, *, complete: bool
) -> Solved:
    facts: dict[str, Any] = {
        "solvable": True if solution else False if complete else None,
        "complete": complete,
        "moves": len(solution) if solution else None,
        "solution": "".join(solution) if solution else None,
        "states": states if complete else None,
        "states_seen": states,
    }
    return Solved(facts, trace.marked(solution) if solution else trace)


class PlainGenerator(Generator):
    """A generator whose candidates are judged by a solver, one after the other.

    All facts of ``solver`` that are parameters can be asked for.
    """

    def __init__(self, solver: Solver) -> None:
        self._solver = solver

    def attempts(self, recipe: Recipe, count: int, control: Control) -> Attempts:
        """Tries candidates until one can be solved and has all facts within their ranges."""
        rejections: dict[str, int] = {}
        for tried in range(count):
            if control.cancelled:
                return Attempts(tried, None, rejections)
            attempt = recipe.attempt + tried
            made = self.candidate(replace(recipe, attempt=attempt))
            reason = made.failed or self._unwanted(recipe, self._solver.solve(made.board).facts)
            if reason is None:
                return Attempts(tried + 1, attempt, rejections)
            rejections[reason] = rejections.get(reason, 0) + 1
        return Attempts(count, None, rejections)

    def describe(self, event: Event) -> str:
        """An event in words: what was put where, and the number drawn for it."""
        return f"{event.new} at {event.row},{event.col}, drawn {event.draw}"

    def _unwanted(self, recipe: Recipe, facts: Mapping[str, Any]) -> str | None:
        """Why a candidate is rejected; None if it is not."""
        if not facts["solvable"]:
            return "unsolvable"
        keys = (fact.key for fact in self.parameters.facts() if not fact.late)
        return next((key for key in keys if facts[key] not in recipe.parameters.range(key)), None)
