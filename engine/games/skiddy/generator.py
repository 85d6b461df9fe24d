"""The generator as ordinary code calls it: recipes in, boards, logs and counts out."""

from __future__ import annotations

from functools import partial

from engine.budget import Control
from engine.errors import ParameterError
from engine.games.skiddy import codes
from engine.games.skiddy.board import SkiddyBoard
from engine.games.skiddy.candidates import REASONS, bench_for, try_candidates
from engine.games.skiddy.checks import cell_problems
from engine.games.skiddy.parameters import (
    EXTRA_KINDS,
    PARAMETERS,
    STAGE_NAMES,
    STAGES,
    place_of,
)
from engine.games.skiddy.stages import LAYERS, SCRATCH_SIZE, run_stages
from engine.generation import Attempts, Candidate, Event, Recipe
from engine.staging import Site, attempts_of, candidate_of, new_site
from engine.tiles.compiled import code_layers
from engine.tiles.generator import board_in, layers_for, locked_layout

_STARS = place_of("stars")


def attempts(recipe: Recipe, count: int, control: Control) -> Attempts:
    """Tries up to ``count`` candidates until one is accepted.

    Raises:
        ParameterError: parameters that do not go together.
    """
    bench = bench_for(recipe.parameters.integer("max_states"))
    return attempts_of(recipe, count, control, _site_of(recipe), bench, try_candidates, REASONS)


def candidate(recipe: Recipe) -> Candidate:
    """One candidate with its log; not judged.

    Raises:
        ParameterError: parameters that do not go together.
    """
    board_of = partial(board_in, SkiddyBoard)
    return candidate_of(recipe, STAGES, layers_for(SkiddyBoard), _site_of, run_stages, board_of)


def describe(event: Event) -> str:
    """An event in words, with the draw that caused it."""
    place = f"row {event.row}, column {event.col}"
    if event.stage == "border":
        return f"{place}: block, as all round the board; nothing is drawn"
    glyphs = codes.PIECES if event.layer == "pieces" else codes.TILES
    return f"{place}: {glyphs.titles[event.new]}, on cell {event.draw} of those that fit, as drawn"


def _site_of(recipe: Recipe, room: int = 0) -> Site:
    """Prepares to make candidates of a recipe, with a log of ``room`` events.

    Raises:
        ParameterError: parameters that do not go together, or locked cells that no level has.
    """
    parameters, sketch = recipe.parameters, recipe.sketch
    if all(parameters.range(kind).high for kind in EXTRA_KINDS):
        kinds = ", ".join(EXTRA_KINDS)
        raise ParameterError(f"{kinds}: expected at most two of these, found all three")
    locked, layout = locked_layout(recipe, SkiddyBoard, code_layers, LAYERS)
    if isinstance(sketch, SkiddyBoard):
        _require_fitting(sketch)
    site = new_site(recipe, PARAMETERS, STAGE_NAMES, locked, layout, SCRATCH_SIZE, room)
    stars = parameters.range("stars")
    if stars.low == stars.high is not None:
        site.settings[_STARS + 1] = PARAMETERS["stars"].high
    return site


def _require_fitting(sketch: SkiddyBoard) -> None:
    """Raises an error for locked cells against the rules of boards."""
    for problem in cell_problems(sketch):
        row, col = problem.row, problem.col
        if row is not None and col is not None and sketch.is_locked(row, col):
            raise ParameterError(f"the locked cell at row {row}, column {col}: {problem.message}")
