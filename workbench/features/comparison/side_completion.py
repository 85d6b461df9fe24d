"""Background jobs that compute what is missing on the two sides of a comparison.

A side may lack its timeline, which can be regenerated from its provenance, or its solution. A side
that is only a seed so far lacks even its level.
"""

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
from workbench.service.job_slots import Outcome
from workbench.service.solver_service import GenerationResult, SolverService
from workbench.session.board_verdicts import CallInUi
from workbench.session.comparison_side import ComparisonSide

JOB_NAME = "compare"


def complete_sides(
    solver: SolverService,
    sides: tuple[ComparisonSide, ...],
    hop: CallInUi,
    arrived: Callable[[tuple[ComparisonSide, ...]], None],
) -> None:
    """Compute the missing timelines and solutions of ``sides`` in the background.

    Args:
        solver: The service that runs the job.
        sides: The sides to complete. A side without a level is left unchanged.
        hop: A function that runs another function in the UI thread.
        arrived: A function to call in the UI thread with the completed sides. If the job fails,
            each side contains the error.
    """

    def complete_all(control: Control) -> tuple[ComparisonSide, ...]:
        return tuple(_complete_side(side, solver, control) for side in sides)

    def hand_over(outcome: Outcome[tuple[ComparisonSide, ...]]) -> None:
        found = outcome.value
        if found is None:
            why = outcome.error or "stopped"
            found = tuple(replace(side, problem=side.problem or why) for side in sides)
        hop(lambda: arrived(found))

    solver.run_in_background(complete_all, hand_over, JOB_NAME)


def _complete_side(side: ComparisonSide, solver: SolverService, control: Control) -> ComparisonSide:
    level = side.level
    if level is None:
        return side
    game = registry.get_game(level.game)
    # Generating a timeline requires no solution, so this is possible even for a draft.
    if side.generation is None:
        side = replace(side, generation=_regenerate(level, solver, control))
    problems = game.boards.find_problems(level.board)
    if problems:
        return replace(side, problem=f"this board is a draft: {problems[0]}")
    if side.solved is None:
        solved = solver.run_task(partial(tasks.solve_board, game, level.board), control)
        side = replace(side, solved=solved)
    return side


def _regenerate(level: Level, solver: SolverService, control: Control) -> GenerationResult | None:
    """Regenerate a level without its manual edits, or return None if that is impossible."""
    try:
        candidate = solver.run_task(partial(workshop.remake_candidate, level), control)
        return GenerationResult(level, candidate)
    # `Cancelled` is a subclass of `EngineError`, but it must end the whole job.
    except Cancelled:
        raise
    except EngineError:
        # A level made by an old version of the generator, for example, cannot be regenerated.
        return None


def generate_side(
    solver: SolverService,
    game: Game,
    seed: int,
    values: Mapping[str, object],
    hop: CallInUi,
    arrived: Callable[[ComparisonSide], None],
) -> None:
    """Generate a level from a seed in the background.

    Args:
        solver: The service that generates the level.
        game: The game of the level.
        seed: The seed to generate the level from.
        values: The values of the parameters.
        hop: A function that runs another function in the UI thread.
        arrived: A function to call in the UI thread with the new side, which has an error message
            instead of a level if none could be generated.
    """

    def hand_over(outcome: Outcome[GenerationResult]) -> None:
        made, side = (
            outcome.value,
            ComparisonSide(format_seed(seed), problem=outcome.error or "stopped"),
        )
        if made is not None:
            side = ComparisonSide(format_seed(seed), made.level, made, made.solved)
        hop(lambda: arrived(side))

    solver.generate_level(game, seed, values, hand_over, slot=JOB_NAME)


def format_seed(seed: int) -> str:
    """Return the label for a level generated from ``seed``."""
    return f"seed {seed}"
