"""Recipes, candidates and attempts of generators.

For convenience, this module also exports the classes that make up an event log.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from engine.stages.event_timeline import LOG_COLUMNS, NOTHING, Action, Event, Plane, Stage, Timeline
from engine.values.budget import ProgressSnapshot
from engine.values.level import Board, StreamId
from engine.values.painted_weights import PaintedWeights
from engine.values.parameter_schema import Parameters

if TYPE_CHECKING:  # NumPy is slow to import, so only generators that leave logs import it
    from engine.jit.decorators import Longs
    from engine.stages.lineage import Lineage

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
"""The default limit on the number of candidates to try for one level."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """All values that determine a candidate.

    Attributes:
        seed, attempt: The numbers that determine the random streams of all stages not in ``kept``.
        parameters: The values of the generator's parameters.
        reroll: The number of times that each stage was rolled again, keyed by stage name.
        sketch: The board whose locked cells generation leaves unchanged, or None.
        kept: The random streams of stages that ignore the seed and the attempt, keyed by stage
            name.
        weights: The weights painted on cells, keyed by the name of the stage that uses them.
        like: The board whose similarity to the candidate is measured, or None.
    """

    seed: int
    attempt: int
    parameters: Parameters
    reroll: Mapping[str, int] = field(default_factory=dict)
    sketch: Board | None = None
    kept: Mapping[str, StreamId] = field(default_factory=dict)
    weights: Mapping[str, PaintedWeights] = field(default_factory=dict)
    like: Board | None = None

    def get_stream(self, stage: str) -> StreamId:
        """Return the key of the random stream that a stage uses."""
        own = StreamId(self.seed, self.attempt, self.reroll.get(stage, 0))
        return self.kept.get(stage, own)

    def reroll_stage(self, stage: str, times: int = 1) -> Recipe:
        """Return a recipe in which a stage is rolled again ``times`` times."""
        stream = self.get_stream(stage)
        again = replace(stream, reroll=stream.reroll + times)
        # For a kept stage, the number of rolls is part of its stream.
        if stage in self.kept:
            return replace(self, kept={**self.kept, stage: again})
        return replace(self, reroll={**self.reroll, stage: again.reroll})


@dataclass(frozen=True, slots=True)
class Candidate:
    """One generated board with the log of its generation.

    Attributes:
        recipe: The recipe of the candidate.
        board: The generated board.
        timeline: The event log of its generation.
        read: A function that converts a layout of the timeline to a board. If it can be pickled,
            candidates of games without machine code are made in a separate process.
        failed: The title of the stage that failed, or None for a complete candidate.
        broken_rule: The first rule of the game that the complete board breaks, or None.
        snapshot: The progress of the improvement, or None if the board was not improved.
        lineage: The lineage of the improvement, or None if the board was not improved.
        witness: The winning moves that are known from generating the board, or None.
    """

    recipe: Recipe
    board: Board
    timeline: Timeline
    read: Callable[[Longs], Board]
    failed: str | None = None
    broken_rule: str | None = None
    snapshot: ProgressSnapshot | None = None
    lineage: Lineage | None = None
    witness: tuple[str, ...] | None = None

    @property
    def rejection(self) -> str | None:
        """The reason to reject the candidate before it is solved, or None if there is none."""
        return f"breaks a rule: {self.broken_rule}" if self.broken_rule else self.failed

    def make_board_at(self, moment: int) -> Board:
        """Return the board at a moment of the timeline. It is complete only at the last moment."""
        return self.read(self.timeline.build_layout(moment))


@dataclass(frozen=True, slots=True)
class Attempts:
    """The outcome of trying several candidates.

    Attributes:
        tried: The number of generated candidates, including the accepted one.
        accepted: The attempt number of the accepted candidate, or None if none was accepted.
        rejections: The number of rejected candidates for each reason.
        reached: The parameters that lead to the last candidate, which may have been finished early;
            None if the generator cannot finish early.
        board: The accepted board, or None if the generator does not provide it.
        facts: The facts that were computed to decide on acceptance, under the names that the solver
            and the rating use. They include either all of the solver's facts or none.
    """

    tried: int
    accepted: int | None
    rejections: Mapping[str, int]
    reached: Parameters | None = None
    board: Board | None = field(default=None, compare=False)
    facts: Mapping[str, Any] = field(default_factory=dict, compare=False)

    def update_recipe(self, recipe: Recipe) -> Recipe:
        """Return ``recipe`` with the accepted attempt and the reached parameters."""
        # If no candidate was accepted, the attempt remains the first one.
        attempt = recipe.attempt if self.accepted is None else self.accepted
        return replace(recipe, attempt=attempt, parameters=self.reached or recipe.parameters)
