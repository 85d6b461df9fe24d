"""Maps that are found out in the background, of the board that stands."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

from engine.search.solved import Solved
from engine.values.budget import Control
from workbench.commands.keymap import key
from workbench.service.lanes import Outcome
from workbench.service.solving import SolverService
from workbench.service.tasks import Task
from workbench.session.verdicts import Hop, Verdicts, through

T = TypeVar("T")

LANE = "map"
"""One for all maps: only one of them is drawn at a time."""
SEARCHING = "the solver is searching"


def unanswered(verdicts: Verdicts, lacks: str) -> str | None:
    """Why the solver has no answer for a board; None if it has, or will have one.

    ``lacks`` is what a draft does not have.
    """
    if verdicts.problems:
        return f"a draft has no {lacks}: {verdicts.problems[0]}"
    answer = verdicts.verdict
    if answer is None:
        return None
    if answer.error is not None:
        return f"not known: the solver failed: {answer.error}"
    if answer.cancelled or answer.value is None:
        return f"not known: the search was stopped, {key('design.solve')} searches again"
    return None


def unknown(verdicts: Verdicts, unsought: Callable[[Solved], str | None]) -> str | None:
    """Why an answer is without what is sought, if there is an answer."""
    answer = verdicts.verdict
    return None if answer is None or answer.value is None else unsought(answer.value)


class MapFinder(ABC, Generic[T]):
    """The map of the board that it follows.

    Attributes:
        looking: what is said while it is looked for.
        refusal: says why nothing can be known of a board.
        map: what was found; None while it is not known.
        state: in words what there is instead of a map; empty with one to draw.
    """

    looking: ClassVar[str]
    refusal: ClassVar[staticmethod[[Verdicts], str | None]]

    def __init__(self, solver: SolverService, hop: Hop, changed: Callable[[], None]) -> None:
        self._solver = solver
        self._hop = hop
        self._changed = changed
        self._solved: Solved | None = None
        self.map: T | None = None
        self.state = SEARCHING

    @abstractmethod
    def task(self, verdicts: Verdicts, solved: Solved) -> Task[Any]:
        """What finds the map of a board that nothing speaks against."""

    def found(self, task: Task[Any], solved: Solved, control: Control) -> T:
        """The map, in a thread; by default all that the task gives."""
        map_: T = self._solver.run(task, control)
        return map_

    def summary(self, found: T) -> str:
        """What there is to say in place of a map that was found; empty for nothing."""
        return ""

    def follow(self, verdicts: Verdicts) -> None:
        """Turn to the board that these verdicts are of, unless that is done already."""
        answer = verdicts.verdict
        refused = self.refusal(verdicts)
        if answer is None or answer.value is None or refused is not None:
            self.leave()
            self.state = refused or SEARCHING
            return
        solved = answer.value
        if solved is self._solved:
            return
        self._solved, self.map, self.state = solved, None, self.looking
        task = self.task(verdicts, solved)
        self._solver.background(
            lambda control: self.found(task, solved, control),
            through(self._hop, partial(self._arrived, solved)),
            LANE,
        )

    def leave(self) -> None:
        """Stop; what is still being looked for is dropped."""
        if self._solved is not None and self.map is None:
            self._solver.stop(LANE)
        self._solved = self.map = None

    def _arrived(self, solved: Solved, outcome: Outcome[T]) -> None:
        if solved is not self._solved:
            return
        self.map = outcome.value
        if outcome.value is None:
            why = "stopped" if outcome.cancelled else outcome.error or "stopped"
            self.state = f"not known: {why}"
        else:
            self.state = self.summary(outcome.value)
        self._changed()
