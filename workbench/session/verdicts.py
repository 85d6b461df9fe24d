"""The solver's answers for the board that stands now, renewed in the background."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from engine.game.game import Game
from engine.search.solved import Solved
from engine.values.budget import Budget, Control
from engine.values.grid import Cell
from engine.values.level import Board, Problem, board_digest
from workbench.service.lanes import Outcome
from workbench.service.solving import SolverService
from workbench.text.status import place

T = TypeVar("T")
Hop = Callable[[Callable[[], None]], None]
"""Runs a function in the UI thread, from any thread."""


def through(hop: Hop, take: Callable[[T], None]) -> Callable[[T], None]:
    """What hands a value over to a function in the UI thread, from any thread."""
    return lambda value: hop(lambda: take(value))


GRAPH_LANE = "verdict"
TRACE_LANE = "trace"


class Verdicts:
    """What is known of one board: its problems, or an answer for each strategy asked for.

    Attributes:
        problems: the rules it breaks; a board with problems is not solved.
        warnings: what is unusual about it; stands in the way of nothing.
        before: the facts of the board before the last change, to compare with.
    """

    def __init__(
        self, game: Game, solver: SolverService, hop: Hop, changed: Callable[[], None]
    ) -> None:
        self.game = game
        self._solver = solver
        self._hop = hop
        self._changed = changed
        self._answers: dict[str, Outcome[Solved]] = {}
        self._asked: set[str] = set()
        self._depths: dict[str, int] = {}
        self.board: Board | None = None
        self.digest = ""
        self.problems: tuple[Problem, ...] = ()
        self.warnings: tuple[Problem, ...] = ()
        self.before: Mapping[str, Any] | None = None

    @property
    def default(self) -> str:
        """The strategy whose answer is the verdict."""
        return self.game.solver.strategies[0]

    @property
    def verdict(self) -> Outcome[Solved] | None:
        """The answer of the default strategy, None while there is none."""
        return self._answers.get(self.default)

    @property
    def guided(self) -> Outcome[Solved] | None:
        """The verdict if it is final and leaves a guide to the board's positions behind."""
        answer = self.verdict
        if answer is None or answer.value is None or answer.value.guide is None:
            return None
        return None if answer.cancelled else answer

    def problem_text(self, problem: Problem) -> str:
        """A problem in words, its place in the numbers that stand beside the board."""
        if self.board is None or problem.row is None or problem.col is None:
            return str(problem)
        at = place(self.game.boards.picture(self.board), problem.row, problem.col)
        return f"{at}: {problem.message}"

    def marks(self) -> dict[Cell, str]:
        """The theme's marks of the cells that something is to be said of."""
        found: dict[Cell, str] = {}
        for mark, problems in (("warning", self.warnings), ("problem", self.problems)):
            for each in problems:
                if each.row is not None and each.col is not None:
                    found[each.row, each.col] = mark
        return found

    def of_cell(self, row: int, col: int) -> list[str]:
        """What is to be said of one cell, each in a phrase, the gravest first."""

        def here(problem: Problem) -> bool:
            """Whether a problem is one of the cell."""
            return (problem.row, problem.col) == (row, col)

        return [
            *(problem.message for problem in self.problems if here(problem)),
            *(f"warning: {warning.message}" for warning in self.warnings if here(warning)),
        ]

    def answer(self, strategy: str) -> Outcome[Solved] | None:
        """The answer of a strategy, None while there is none."""
        return self._answers.get(strategy)

    def searching(self, strategy: str | None = None) -> Control | None:
        """The running search of a strategy (the default's for None)."""
        name = strategy or self.default
        if name not in self._asked:
            return None
        return self._solver.running(self._lane(name))

    def show(self, board: Board, solved: Solved | None = None) -> None:
        """Turn to another board; solve it unless the answer is given."""
        digest = board_digest(board)
        if digest == self.digest:
            return
        last = self.verdict
        if last is not None and last.value is not None and last.value.facts.get("complete"):
            self.before = last.value.renewed
        self.board, self.digest = board, digest
        self.problems = self.game.boards.problems(board)
        self.warnings = self.game.boards.warnings(board)
        self._answers.clear()
        self._asked.clear()
        if solved is not None:
            self._answers[self.default] = Outcome(solved, None, cancelled=False)
        elif self.problems:
            self._solver.stop("verdict")
            self._solver.stop("trace")
        else:
            self.ask(self.default)

    def ask(self, strategy: str, *, again: bool = False) -> None:
        """Have the board solved by a strategy unless that was done."""
        if self.problems or self.board is None:
            return
        if not again and (strategy in self._asked or strategy in self._answers):
            return
        # A lane runs its newest request only: what it was asked before is no longer coming.
        lane = self._lane(strategy)
        self._asked = {name for name in self._asked if self._lane(name) != lane} | {strategy}
        self._answers.pop(strategy, None)
        arrived = through(self._hop, partial(self._arrived, self.digest, strategy))
        budget = Budget(depth=self._depths.get(strategy))
        self._solver.solve(
            self.game, self.board, arrived, strategy=strategy, lane=lane, budget=budget
        )

    def depth(self, strategy: str) -> int | None:
        """How many moves a strategy looks ahead; None if it has no limit of them."""
        limited = self.game.solver.limited
        return self._depths.get(strategy, limited.get(strategy))

    def limit(self, strategy: str, depth: int) -> None:
        """Have a strategy of limited depth look so many moves ahead from now on."""
        self._depths[strategy] = depth
        self.ask(strategy, again=True)

    def _lane(self, strategy: str) -> str:
        return GRAPH_LANE if strategy == self.default else TRACE_LANE

    def _arrived(self, digest: str, strategy: str, answer: Outcome[Solved]) -> None:
        if digest != self.digest:
            return
        self._asked.discard(strategy)
        self._answers[strategy] = answer
        self._changed()
