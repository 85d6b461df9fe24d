"""A record of the optimisations run in a session, numbered for comparison."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.stages.candidate import Recipe
from engine.values.budget import ProgressSnapshot
from engine.values.parameter_schema import Schema

MAX_OPTIMISATIONS = 30
"""The maximum number of recorded optimisations. Older ones are dropped."""


@dataclass(frozen=True, slots=True, eq=False)
class Optimisation:
    """A recorded run of an optimising generator.

    Attributes:
        number: The number of the run in its session, counted from 1.
        recipe: The recipe of the level that was optimised.
        snapshot: The latest progress of the run.
        state: The state of the run in one or two words, such as "running" or "ended".
        final_snapshot: The snapshot stored with the level after the run, or None during the run. It
            identifies the run but may lack the speed.
    """

    number: int
    recipe: Recipe
    snapshot: ProgressSnapshot
    state: str
    final_snapshot: ProgressSnapshot | None = None

    @property
    def title(self) -> str:
        """The title of the run, such as "run 3"."""
        return f"run {self.number}"


class Optimisations:
    """The finished optimisation runs of one session, from oldest to newest."""

    def __init__(self) -> None:
        self._optimisations: list[Optimisation] = []
        self._count = 0

    def __len__(self) -> int:
        """Return the number of recorded runs."""
        return len(self._optimisations)

    @property
    def latest(self) -> Optimisation | None:
        """The run that ended most recently, or None if there is none."""
        return self._optimisations[-1] if self._optimisations else None

    @property
    def next_number(self) -> int:
        """The number for the next run."""
        return self._count + 1

    def find_by_snapshot(self, snapshot: ProgressSnapshot) -> Optimisation | None:
        """Return the run that ended with ``snapshot``, or None if no such run is recorded."""
        return next((one for one in self._optimisations if one.final_snapshot is snapshot), None)

    def add_optimisation(
        self, recipe: Recipe, snapshot: ProgressSnapshot, state: str, speed: float = 0.0
    ) -> None:
        """Record a finished run, unless it is recorded already.

        ``speed`` is used if ``snapshot`` has no speed.
        """
        # Undo can show the same level again, but its run must be recorded only once.
        if self.find_by_snapshot(snapshot) is not None:
            return
        self._count += 1
        seen = snapshot if snapshot.speed else replace(snapshot, speed=speed)
        ended = Optimisation(self._count, recipe, seen, state, snapshot)
        self._optimisations = [*self._optimisations[1 - MAX_OPTIMISATIONS :], ended]

    def get_previous(
        self, shown: Optimisation | None, other: Optimisation | None
    ) -> Optimisation | None:
        """Return the run to offer for comparison after ``other``, or None if no older one is left.

        Runs are offered from newest to oldest, skipping ``shown``. If ``other`` is None, the newest
        run is returned.
        """
        rest = [one for one in self._optimisations if shown is None or one.number != shown.number]
        if other is not None:
            rest = [one for one in rest if one.number < other.number]
        return rest[-1] if rest else None


def format_difference(schema: Schema, shown: Optimisation, other: Optimisation) -> str:
    """Format the seed and the parameters of ``other`` that differ from those of ``shown``."""
    mine, theirs = shown.recipe, other.recipe
    values, others = mine.parameters.values, theirs.parameters.values
    words = [f"seed {theirs.seed}"] if theirs.seed != mine.seed else []
    words += [
        f"{parameter.title} {others[parameter.key]}"
        for parameter in schema.parameters
        if values.get(parameter.key) != others.get(parameter.key) and parameter.key in others
    ]
    return ", ".join(words) or "same seed and parameters"
