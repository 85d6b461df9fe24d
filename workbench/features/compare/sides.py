"""The two levels of a comparison, and what has to be found out about each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from engine import workshop
from engine.errors import Cancelled, EngineError
from engine.game import registry
from engine.game.game import Game
from engine.values.budget import Control
from engine.values.level import Level
from workbench.service import tasks
from workbench.service.lanes import Outcome
from workbench.service.solving import Made, SolverService
from workbench.session.sides import Side
from workbench.session.verdicts import Hop

LANE = "compare"


def complete(
    solver: SolverService,
    sides: tuple[Side, ...],
    hop: Hop,
    arrived: Callable[[tuple[Side, ...]], None],
) -> None:
    """Find out about levels what is not known yet, in the background.

    Sides without a level are left as they are. ``arrived`` is called in the UI thread, unless a
    newer call has come.
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
        solved = solver.run(partial(tasks.solve, game, level.board), control)
        side = replace(side, solved=solved)
    return side


def _remade(level: Level, solver: SolverService, control: Control) -> Made | None:
    """How a level, or what it was edited from, was generated; None if that is not known."""
    try:
        candidate = solver.run(partial(workshop.origin, level), control)
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

    ``arrived`` is called in the UI thread; a side without a level says why there is none.
    """

    def done(outcome: Outcome[Made]) -> None:
        """Hand over the side that was generated, or one with why there is none."""
        made, side = outcome.value, Side(seeded(seed), problem=outcome.error or "stopped")
        if made is not None:
            side = Side(seeded(seed), made.level, made, made.solved)
        hop(lambda: arrived(side))

    solver.generate(game, seed, values, done, lane=LANE)


def seeded(seed: int) -> str:
    """The label of the level of a seed."""
    return f"seed {seed}"
