"""The optimisations of a session, numbered, so that one can be held against another."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.generate.generation import Recipe
from engine.values.budget import ProgressSnapshot
from engine.values.parameters import Schema

MOST = 30
"""Runs that are remembered."""


@dataclass(frozen=True, slots=True, eq=False)
class Optimisation:
    """One optimisation.

    Attributes:
        number: counted from 1.
        state: what has become of it, in a word or two.
        ended: the snapshot that its level came with, which may know less; None while it runs.
    """

    number: int
    recipe: Recipe
    snapshot: ProgressSnapshot
    state: str
    ended: ProgressSnapshot | None = None

    @property
    def title(self) -> str:
        """What it is called."""
        return f"run {self.number}"


class Runs:
    """The runs of one session, the oldest first."""

    def __init__(self) -> None:
        self._runs: list[Optimisation] = []
        self._noted = 0

    def __len__(self) -> int:
        """How many are remembered."""
        return len(self._runs)

    @property
    def latest(self) -> Optimisation | None:
        """The one that ended last."""
        return self._runs[-1] if self._runs else None

    @property
    def upcoming(self) -> int:
        """The number that the next run will have."""
        return self._noted + 1

    def of(self, snapshot: ProgressSnapshot) -> Optimisation | None:
        """The run that ended so, None if it is not remembered."""
        return next((run for run in self._runs if run.ended is snapshot), None)

    def note(
        self, recipe: Recipe, snapshot: ProgressSnapshot, state: str, speed: float = 0.0
    ) -> None:
        """Remembers a run that has ended, once; ``speed`` is for a snapshot that lost its own."""
        if self.of(snapshot) is not None:
            return
        self._noted += 1
        seen = snapshot if snapshot.speed else replace(snapshot, speed=speed)
        run = Optimisation(self._noted, recipe, seen, state, snapshot)
        self._runs = [*self._runs[1 - MOST :], run]

    def before(self, run: Optimisation | None, other: Optimisation | None) -> Optimisation | None:
        """The run to hold against one next: from the latest back to the oldest, then none."""
        rest = [one for one in self._runs if run is None or one.number != run.number]
        if other is not None:
            rest = [one for one in rest if one.number < other.number]
        return rest[-1] if rest else None


def difference(schema: Schema, run: Optimisation, other: Optimisation) -> str:
    """What another run was asked for with otherwise, in words."""
    mine, theirs = run.recipe, other.recipe
    values, others = mine.parameters.values, theirs.parameters.values
    words = [f"seed {theirs.seed}"] if theirs.seed != mine.seed else []
    words += [
        f"{parameter.title} {others[parameter.key]}"
        for parameter in schema.parameters
        if values.get(parameter.key) != others.get(parameter.key) and parameter.key in others
    ]
    return ", ".join(words) or "asked for alike"
