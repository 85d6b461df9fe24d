"""The generator of a game: stages, parameters, candidates, and its events in words."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

from engine.generate.demands import Limit, certain
from engine.generate.generation import Attempts, Candidate, Event, Recipe, Stage
from engine.values.budget import Control
from engine.values.parameters import Schema


class Generator(ABC):
    """Makes levels.

    Attributes:
        parameters: the parameters, and the facts that a level can be accepted by.
        improves: whether it goes on improving a first board; see :mod:`engine.values.budget`.
    """

    stages: tuple[Stage, ...]
    parameters: Schema
    improves: bool = False

    def limits(self, recipe: Recipe) -> Iterable[Limit]:
        """What no level of a recipe goes beyond; by default, all that is kept can be solved.

        Raises:
            ParameterError: parameters that do not go together, or locked cells that no level has.
        """
        return certain(self.parameters, "solvable")

    @abstractmethod
    def candidate(self, recipe: Recipe, control: Control | None = None) -> Candidate:
        """One candidate with its log of events; not yet judged by the solver.

        It is just what the recipe says: a request to finish early is passed over. Games that
        take no more than a moment need not heed ``control`` at all.

        Raises:
            Cancelled: ``control`` was cancelled.
        """

    @abstractmethod
    def attempts(self, recipe: Recipe, count: int, control: Control) -> Attempts:
        """Tries up to ``count`` candidates, from ``recipe.attempt`` on, until one is accepted.

        Generates, solves and judges without a log; long calls poll ``control``. A game that goes
        on improving a candidate publishes the control's ``snapshot``, and takes the best so far
        when told to finish.
        """

    @abstractmethod
    def describe(self, event: Event) -> str:
        """One event of generation in words, with the draw that caused it."""

    def describe_action(self, events: Sequence[Event]) -> str:
        """The events of one whole action in words; by default one after the other."""
        return "; ".join(map(self.describe, events))
