"""The two levels of a comparison, and what has to be found out about each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from engine.errors import Cancelled, EngineError
from engine.game import registry
from engine.game.game import Game
from engine.values.budget import Control
from engine.values.level import Level, board_digest
from engine.values.solved import Solved
from workbench.service.lanes import Outcome
from workbench.service.solving import Made, SolverService
from workbench.service.tasks import OriginTask, SolveTask

LANE = "compare"

Hop = Callable[[Callable[[], None]], None]
"""Runs a function in the UI thread, from any thread."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two levels.

    Attributes:
        label: which version it is, in words.
        level: None while it is being made.
        made: how it, or what it was edited from, was generated; None if that is not known.
        solved: the solver's answer; None for a draft, and until it is known.
        problem: why there is no level, or no answer; empty if nothing is wrong.
    """

    label: str
    level: Level | None = None
    made: Made | None = None
    solved: Solved | None = None
    problem: str = ""

    @property
    def edited(self) -> bool:
        """Whether the level is no longer what was generated."""
        if self.level is None or self.made is None:
            return False
        return board_digest(self.level.board) != board_digest(self.made.candidate.board)

    def sharing(self, other: Side) -> Side:
        """The side with the other's making, if both were made the same way."""
        if self.made is not None or other.made is None or self.level is None:
            return self
        same = self.level.made_like(other.made.level)
        return replace(self, made=other.made) if same else self


def complete(
    solver: SolverService,
    sides: tuple[Side, ...],
    hop: Hop,
    arrived: Callable[[tuple[Side, ...]], None],
) -> None:
    """Find out about levels what is not known yet, in the background.

    Args:
        solver: runs it.
        sides: those without a level are left as they are.
        hop: into the UI thread.
        arrived: called there with the completed sides, in order; not called if replaced by a
            newer call.
    """

    def job(control: Control) -> tuple[Side, ...]:
        """The sides with what they lacked."""
        return tuple(_completed(side, solver, control) for side in sides)

    def done(outcome: Outcome[tuple[Side, ...]]) -> None:
        """Hand over the completed sides, or the old ones with why they are not."""
        found = outcome.value
        if found is None:
            why = outcome.error or "stopped"
            found = tuple(replace(side, problem=side.problem or why) for side in sides)
        hop(lambda: arrived(found))

    solver.background(job, done, LANE)


def _completed(side: Side, solver: SolverService, control: Control) -> Side:
    level = side.level
    if level is None:
        return side
    game = registry.get(level.game)
    if side.made is None:
        side = replace(side, made=_remade(level, solver, control))
    problems = game.boards.problems(level.board)
    if problems:
        return replace(side, problem=f"a draft: {problems[0]}")
    if side.solved is None:
        solved, _ = solver.run(SolveTask(game, level.board), control)
        side = replace(side, solved=solved)
    return side


def _remade(level: Level, solver: SolverService, control: Control) -> Made | None:
    """How a level, or what it was edited from, was generated; None if that is not known."""
    try:
        candidate, _ = solver.run(OriginTask(level), control)
        return Made(level, candidate)
    except Cancelled:
        raise
    except EngineError:  # an old generator's level, say: it has no timeline any more
        return None


def generate(
    solver: SolverService,
    game: Game,
    seed: int,
    values: Mapping[str, object],
    hop: Hop,
    arrived: Callable[[Side], None],
) -> None:
    """Generate the level of a seed in the background.

    Args:
        solver: runs it.
        game: whose level.
        seed: of the level.
        values: parameters that are not to have their defaults.
        hop: into the UI thread.
        arrived: called there with the level, or with a side that says why there is none.
    """

    def done(outcome: Outcome[Made]) -> None:
        """Hand over the side that was generated, or one with why there is none."""
        side = Side(seeded(seed))
        made = outcome.value
        if made is None:
            side = replace(side, problem=outcome.error or "stopped")
        else:
            side = replace(side, level=made.level, made=made, solved=made.solved)
        hop(lambda: arrived(side))

    solver.generate(game, seed, values, done, lane=LANE)


def seeded(seed: int) -> str:
    """The label of the level of a seed."""
    return f"seed {seed}"
