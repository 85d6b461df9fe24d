"""The solver's answers for the current board, computed in the background."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from engine.game.game import Game
from engine.search.solver_result import SolverResult
from engine.values.budget import Budget, Control
from engine.values.grid import Cell
from engine.values.level import Board, Problem, compute_digest
from workbench.service.job_slots import Outcome
from workbench.service.solver_service import SolverService
from workbench.text.quantity_text import format_place

T = TypeVar("T")
CallInUi = Callable[[Callable[[], None]], None]
"""A function that runs a callback in the UI thread. It may be called from any thread."""


def deliver_in_ui(call_in_ui: CallInUi, receive: Callable[[T], None]) -> Callable[[T], None]:
    """Return a thread-safe function that passes its argument to ``receive`` in the UI thread."""
    return lambda value: call_in_ui(lambda: receive(value))


GRAPH_SLOT = "verdict"
TRACE_SLOT = "trace"


class Verdicts:
    """The problems with one board or, if it has none, the solver's answer for each strategy.

    Attributes:
        problems: The rules that the board breaks. A board with problems is not solved.
        warnings: The unusual features of the board, which do not prevent solving.
        before: The facts about the board solved before this one, or None if there are none.
    """

    def __init__(
        self,
        game: Game,
        solver: SolverService,
        call_in_ui: CallInUi,
        notify_change: Callable[[], None],
    ) -> None:
        self.game = game
        self._solver = solver
        self._call_in_ui = call_in_ui
        self._notify_change = notify_change
        self._answers: dict[str, Outcome[SolverResult]] = {}
        self._pending: set[str] = set()
        self._depths: dict[str, int] = {}
        self.board: Board | None = None
        self.digest = ""
        self.problems: tuple[Problem, ...] = ()
        self.warnings: tuple[Problem, ...] = ()
        self.before: Mapping[str, Any] | None = None

    @property
    def default_strategy(self) -> str:
        """The strategy whose answer is the verdict."""
        return self.game.solver.strategies[0]

    @property
    def verdict(self) -> Outcome[SolverResult] | None:
        """The default strategy's answer, or None until it arrives."""
        return self._answers.get(self.default_strategy)

    @property
    def guided_answer(self) -> Outcome[SolverResult] | None:
        """The verdict, or None if it is not final or cannot tell which moves lead to a win."""
        answer = self.verdict
        if answer is None or answer.value is None or answer.value.guide is None:
            return None
        return None if answer.cancelled else answer

    def format_problem(self, problem: Problem) -> str:
        """Format a problem, using the row and column numbers that the board shows."""
        if self.board is None or problem.row is None or problem.col is None:
            return str(problem)
        at = format_place(self.game.boards.draw_picture(self.board), problem.row, problem.col)
        return f"{at}: {problem.message}"

    def build_marks(self) -> dict[Cell, str]:
        """Return the theme's mark for each cell with a problem or a warning."""
        found: dict[Cell, str] = {}
        # Handle problems last, so that they replace warnings in the same cell.
        for mark, problems in (("warning", self.warnings), ("problem", self.problems)):
            for each in problems:
                if each.row is not None and each.col is not None:
                    found[each.row, each.col] = mark
        return found

    def list_cell_problems(self, row: int, col: int) -> list[str]:
        """Return the problems with one cell, followed by the warnings about it."""

        def is_here(problem: Problem) -> bool:
            return (problem.row, problem.col) == (row, col)

        return [
            *(problem.message for problem in self.problems if is_here(problem)),
            *(f"warning: {warning.message}" for warning in self.warnings if is_here(warning)),
        ]

    def get_answer(self, strategy: str) -> Outcome[SolverResult] | None:
        """Return a strategy's answer, or None until it arrives."""
        return self._answers.get(strategy)

    def get_search(self, strategy: str | None = None) -> Control | None:
        """Return the control for a strategy's running search, or None if none is running.

        If ``strategy`` is None, this is the default strategy's search.
        """
        name = strategy or self.default_strategy
        if name not in self._pending:
            return None
        return self._solver.get_control(self._get_slot(name))

    def show_board(self, board: Board, solved: SolverResult | None = None) -> None:
        """Switch to another board, and have it solved unless ``solved`` is given."""
        digest = compute_digest(board)
        if digest == self.digest:
            return
        # Keep the facts from the last complete verdict, to show how the change affects them.
        last = self.verdict
        if last is not None and last.value is not None and last.value.facts.get("complete"):
            self.before = last.value.newest_facts
        self.board, self.digest = board, digest
        self.problems = self.game.boards.find_problems(board)
        self.warnings = self.game.boards.find_warnings(board)
        self._answers.clear()
        self._pending.clear()
        if solved is not None:
            self._answers[self.default_strategy] = Outcome(solved, None, cancelled=False)
        elif self.problems:
            # No new search will replace the ones for the previous board, so cancel those.
            self._solver.cancel_job("verdict")
            self._solver.cancel_job("trace")
        else:
            self.request_answer(self.default_strategy)

    def request_answer(self, strategy: str, *, again: bool = False) -> None:
        """Request a strategy's answer for the board, unless it is known or already requested.

        If ``again`` is True, request it in any case.
        """
        if self.problems or self.board is None:
            return
        if not again and (strategy in self._pending or strategy in self._answers):
            return
        # A slot runs only its newest request, so older requests in this slot will not be answered.
        lane = self._get_slot(strategy)
        self._pending = {name for name in self._pending if self._get_slot(name) != lane} | {
            strategy
        }
        self._answers.pop(strategy, None)
        arrived = deliver_in_ui(
            self._call_in_ui, partial(self._handle_answer, self.digest, strategy)
        )
        budget = Budget(depth=self._depths.get(strategy))
        self._solver.solve_board(
            self.game, self.board, arrived, strategy=strategy, slot=lane, budget=budget
        )

    def get_depth_limit(self, strategy: str) -> int | None:
        """Return a strategy's maximum search depth in moves, or None if it has no limit."""
        limited = self.game.solver.depth_limits
        return self._depths.get(strategy, limited.get(strategy))

    def set_depth_limit(self, strategy: str, depth: int) -> None:
        """Set a strategy's maximum search depth in moves, and solve the board again."""
        self._depths[strategy] = depth
        self.request_answer(strategy, again=True)

    def _get_slot(self, strategy: str) -> str:
        return GRAPH_SLOT if strategy == self.default_strategy else TRACE_SLOT

    def _handle_answer(self, digest: str, strategy: str, answer: Outcome[SolverResult]) -> None:
        if digest != self.digest:
            return
        self._pending.discard(strategy)
        self._answers[strategy] = answer
        self._notify_change()
