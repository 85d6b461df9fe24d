"""The optimisations of a session, numbered, so that one can be held against another."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.staging.generation import Recipe
from engine.values.budget import ProgressSnapshot
from engine.values.parameters import Schema

MOST = 30
"""Optimisations that are remembered."""


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


class Optimisations:
    """The optimisations of one session, the oldest first."""

    def __init__(self) -> None:
        self._optimisations: list[Optimisation] = []
        self._noted = 0

    def __len__(self) -> int:
        """How many are remembered."""
        return len(self._optimisations)

    @property
    def latest(self) -> Optimisation | None:
        """The one that ended last."""
        return self._optimisations[-1] if self._optimisations else None

    @property
    def upcoming(self) -> int:
        """The number that the next one will have."""
        return self._noted + 1

    def of(self, snapshot: ProgressSnapshot) -> Optimisation | None:
        """The one that ended so, None if it is not remembered."""
        return next((one for one in self._optimisations if one.ended is snapshot), None)

    def note(
        self, recipe: Recipe, snapshot: ProgressSnapshot, state: str, speed: float = 0.0
    ) -> None:
        """Remembers one that has ended, once; ``speed`` is for a snapshot that lost its own."""
        if self.of(snapshot) is not None:
            return
        self._noted += 1
        seen = snapshot if snapshot.speed else replace(snapshot, speed=speed)
        ended = Optimisation(self._noted, recipe, seen, state, snapshot)
        self._optimisations = [*self._optimisations[1 - MOST :], ended]

    def before(self, shown: Optimisation | None, other: Optimisation | None) -> Optimisation | None:
        """The one to hold against one next: from the latest back to the oldest, then none."""
        rest = [one for one in self._optimisations if shown is None or one.number != shown.number]
        if other is not None:
            rest = [one for one in rest if one.number < other.number]
        return rest[-1] if rest else None


def difference(schema: Schema, shown: Optimisation, other: Optimisation) -> str:
    """What another optimisation was asked for with otherwise, in words."""
    mine, theirs = shown.recipe, other.recipe
    values, others = mine.parameters.values, theirs.parameters.values
    words = [f"seed {theirs.seed}"] if theirs.seed != mine.seed else []
    words += [
        f"{parameter.title} {others[parameter.key]}"
        for parameter in schema.parameters
        if values.get(parameter.key) != others.get(parameter.key) and parameter.key in others
    ]
    return ", ".join(words) or "asked for alike"
