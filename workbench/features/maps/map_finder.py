"""The background search for the data that an overlay shows about the current board.

A finder follows the verdicts on boards. As soon as the current board has a verdict, the finder
starts a search in the background, unless it is certain that there is nothing to find. If the board
changes during the search, the outcome is discarded.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

from engine.search.solver_result import SolverResult
from engine.values.budget import Control
from workbench.commands.keymap import get_key_hint
from workbench.service.job_slots import Outcome
from workbench.service.solver_service import SolverService
from workbench.service.tasks import Task
from workbench.session.board_verdicts import CallInUi, Verdicts, deliver_in_ui

T = TypeVar("T")

MAP_JOB = "map"
"""The job name shared by all finders, because only one overlay is shown at a time."""
SEARCHING = "the solver is searching"


def explain_unanswered(verdicts: Verdicts, lacks: str) -> str | None:
    """Return the reason why the solver has no answer for a board.

    Args:
        verdicts: The verdicts on the board.
        lacks: The name of something that a draft does not have, such as "solution".

    Returns:
        The reason; None if there is an answer or the solver is still running.
    """
    if verdicts.problems:
        return f"a draft has no {lacks}: {verdicts.problems[0]}"
    answer = verdicts.verdict
    if answer is None:
        return None
    if answer.error is not None:
        return f"not known: the solver failed: {answer.error}"
    if answer.cancelled or answer.value is None:
        return (
            f"not known: the search was stopped. Use {get_key_hint('design.solve')} to "
            "search again."
        )
    return None


def explain_unknown(
    verdicts: Verdicts, explain_missing: Callable[[SolverResult], str | None]
) -> str | None:
    """Return what ``explain_missing`` returns for the solver's result; None without a result."""
    answer = verdicts.verdict
    return None if answer is None or answer.value is None else explain_missing(answer.value)


class MapFinder(ABC, Generic[T]):
    """The search for an overlay's data about the current board. That data is called the map.

    Attributes:
        searching_message: The message shown while the search is running.
        refusal: A function that returns the reason why a board has no map, or None if it may have
            one.
        map: The result of the search; None until it is known.
        state: The text shown instead of the map; empty if the map can be drawn.
    """

    searching_message: ClassVar[str]
    refusal: ClassVar[staticmethod[[Verdicts], str | None]]

    def __init__(
        self, solver: SolverService, run_in_ui_thread: CallInUi, handle_change: Callable[[], None]
    ) -> None:
        self._solver = solver
        self._run_in_ui_thread = run_in_ui_thread
        self._handle_change = handle_change
        self._solved: SolverResult | None = None
        self.map: T | None = None
        self.state = SEARCHING

    @abstractmethod
    def make_task(self, verdicts: Verdicts, solved: SolverResult) -> Task[Any]:
        """Return the task that finds the map for a board."""

    def run_task(self, task: Task[Any], solved: SolverResult, control: Control) -> T:
        """Find the map by running ``task``. This is called in a thread."""
        map_: T = self._solver.run_task(task, control)
        return map_

    def summarize(self, found: T) -> str:
        """Return a message to show instead of the map, or an empty string to show the map."""
        return ""

    def follow_verdicts(self, verdicts: Verdicts) -> None:
        """Search for the map of the board in ``verdicts``, unless that search has been started."""
        answer = verdicts.verdict
        refused = self.refusal(verdicts)
        if answer is None or answer.value is None or refused is not None:
            self.stop_search()
            self.state = refused or SEARCHING
            return
        solved = answer.value
        # The session keeps one result object for each board, so comparing the identities of results
        # is enough.
        if solved is self._solved:
            return
        self._solved, self.map, self.state = solved, None, self.searching_message
        task = self.make_task(verdicts, solved)
        self._solver.run_in_background(
            lambda control: self.run_task(task, solved, control),
            deliver_in_ui(self._run_in_ui_thread, partial(self._take_outcome, solved)),
            MAP_JOB,
        )

    def stop_search(self) -> None:
        """Stop any running search, and discard the map."""
        if self._solved is not None and self.map is None:
            self._solver.cancel_job(MAP_JOB)
        self._solved = self.map = None

    def _take_outcome(self, solved: SolverResult, outcome: Outcome[T]) -> None:
        # Discard an outcome for an earlier board.

        if solved is not self._solved:
            return
        self.map = outcome.value
        if outcome.value is None:
            why = "stopped" if outcome.cancelled else outcome.error or "stopped"
            self.state = f"not known: {why}"
        else:
            self.state = self.summarize(outcome.value)
        self._handle_change()
