"""Candidates of generators: what decides one, what is made of it, and what comes of many.

Generators and their users take the parts of a log from here too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from engine.staging.timeline import LOG_COLUMNS, NOTHING, Action, Event, Plane, Stage, Timeline
from engine.values.budget import ProgressSnapshot
from engine.values.level import Board, Stream
from engine.values.parameters import Parameters
from engine.values.weights import PaintedWeights

if TYPE_CHECKING:  # NumPy is imported by the generators that leave logs
    from engine.jit.marks import Longs
    from engine.staging.lineage import Lineage

__all__ = [
    "DEFAULT_MAX_ATTEMPTS",
    "LOG_COLUMNS",
    "NOTHING",
    "Action",
    "Attempts",
    "Candidate",
    "Event",
    "Plane",
    "Recipe",
    "Stage",
    "Timeline",
]

DEFAULT_MAX_ATTEMPTS = 100_000
"""Candidates that are tried for a level when nothing else is said."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """All that decides a candidate.

    Attributes:
        seed, attempt: what the streams of all stages that are not kept derive from.
        parameters: every value that the designer can set.
        reroll: how often single stages were rolled again, by stage name.
        sketch: a board whose locked cells generation leaves as they are.
        kept: streams of stages that do not follow the seed and the attempt, by stage name.
        weights: weights painted by hand on cells, by name of the stage that they are for.
        like: the board that similarity is to; None for none.
    """

    seed: int
    attempt: int
    parameters: Parameters
    reroll: Mapping[str, int] = field(default_factory=dict)
    sketch: Board | None = None
    kept: Mapping[str, Stream] = field(default_factory=dict)
    weights: Mapping[str, PaintedWeights] = field(default_factory=dict)
    like: Board | None = None

    def stream(self, stage: str) -> Stream:
        """What names the random numbers of a stage."""
        own = Stream(self.seed, self.attempt, self.reroll.get(stage, 0))
        return self.kept.get(stage, own)

    def rolled_again(self, stage: str, times: int = 1) -> Recipe:
        """The recipe with one stage rolled once more, or so many times."""
        stream = self.stream(stage)
        again = replace(stream, reroll=stream.reroll + times)
        if stage in self.kept:
            return replace(self, kept={**self.kept, stage: again})
        return replace(self, reroll={**self.reroll, stage: again.reroll})


@dataclass(frozen=True, slots=True)
class Candidate:
    """One generated board with the log of its making.

    Attributes:
        read: makes a board of a layout of the timeline. Where it can be pickled, candidates
            of games without machine code are made in a process of their own.
        failed: why generation itself gave the candidate up, None for a whole one.
        snapshot: how its improving went, None if it was not improved.
        lineage: the family of the boards that it was improved by way of, None if it was not.
        witness: moves that win, known from how the board was made; None where none are.
    """

    recipe: Recipe
    board: Board
    timeline: Timeline
    read: Callable[[Longs], Board]
    failed: str | None = None
    snapshot: ProgressSnapshot | None = None
    lineage: Lineage | None = None
    witness: tuple[str, ...] | None = None

    def board_at(self, moment: int) -> Board:
        """The board at a moment of the timeline; a draft before the last."""
        return self.read(self.timeline.layout(moment))


@dataclass(frozen=True, slots=True)
class Attempts:
    """The outcome of a number of attempts.

    Attributes:
        tried: candidates generated, the accepted one included.
        accepted: attempt number of the accepted candidate, or None.
        reached: the parameters of the last candidate, which may have been finished early; None
            where that cannot be.
        board: the accepted board, where the generator has it at hand.
        facts: what judging it has found already, as solver and rating say it; either all facts
            of the solver are among them or none.
    """

    tried: int
    accepted: int | None
    rejections: Mapping[str, int]
    reached: Parameters | None = None
    board: Board | None = field(default=None, compare=False)
    facts: Mapping[str, Any] = field(default_factory=dict, compare=False)

    def followed(self, recipe: Recipe) -> Recipe:
        """The recipe of the candidate accepted, or the given one as far as it was followed."""
        attempt = recipe.attempt if self.accepted is None else self.accepted
        return replace(recipe, attempt=attempt, parameters=self.reached or recipe.parameters)
