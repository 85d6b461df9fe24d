"""The generator as ordinary code calls it: recipes in, boards, logs and counts out."""

from __future__ import annotations

from functools import partial

from engine.errors import ParameterError
from engine.games.skiddy import codes
from engine.games.skiddy.board import SkiddyBoard, cell_problems
from engine.games.skiddy.candidates import INERT_SETTING, REASONS, bench_for, try_candidates
from engine.games.skiddy.fun import FAIR, demanded
from engine.games.skiddy.limits import asks_for_fair
from engine.games.skiddy.parameters import (
    EXTRA_KINDS,
    NESTED,
    PARAMETERS,
    STAGE_NAMES,
    STAGES,
    setting_index,
)
from engine.games.skiddy.solver import solve
from engine.games.skiddy.stages import PLANES, SCRATCH_SIZE, run_stages
from engine.staging.generation import Attempts, Candidate, Event, Recipe
from engine.staging.site import Site, attempts_of, candidate_of, new_site
from engine.tiles.compiled import code_planes
from engine.tiles.generator import board_in, locked_layout, planes_for
from engine.tiles.judging import made_tidy, with_counts
from engine.tiles.parameters import TIDYING
from engine.values.budget import Budget, Control
from engine.values.level import Board
from engine.values.ranges import ANY

_STARS = setting_index("stars")


def attempts(recipe: Recipe, count: int, control: Control) -> Attempts:
    """Tries up to ``count`` candidates until one is accepted.

    Raises:
        ParameterError: parameters that do not go together.
    """
    max_states, range_of = recipe.parameters.integer("max_states"), recipe.parameters.range
    asked = [fact for fact in (PARAMETERS["fun"], *NESTED) if range_of(fact.key) != ANY]

    def objection(board: Board) -> str | None:
        """Which fact of a level that the kernels accept is not as asked for; None if all are."""
        assert isinstance(board, SkiddyBoard)
        solved = solve(board, "graph", Budget(max_states), control)
        facts = demanded(solved, recipe.parameters)
        outside = (fact for fact in asked if fact.found_in(facts) not in range_of(fact.key))
        return next((f"{fact.key} out of range" for fact in outside), None)

    site, bench = site_of(recipe), bench_for(max_states)
    board_of, further = partial(board_in, SkiddyBoard), objection if asked else None
    found = attempts_of(
        recipe, count, control, site, bench, try_candidates, REASONS, board_of, further
    )
    return with_counts(found, bench.things, site.settings, INERT_SETTING)


def candidate(recipe: Recipe, control: Control | None = None) -> Candidate:
    """One candidate with its log; not judged.

    Raises:
        ParameterError: parameters that do not go together.
    """
    board_of = partial(board_in, SkiddyBoard)
    make = made_tidy(recipe, control, bench_for, try_candidates) or run_stages
    return candidate_of(recipe, STAGES, planes_for(SkiddyBoard), site_of, make, board_of)


def describe(event: Event) -> str:
    """An event in words, with the draw that caused it."""
    place = f"row {event.row}, column {event.col}"
    if event.stage == "border":
        return f"{place}: block, as all round the board; nothing is drawn"
    glyphs = codes.PIECES if event.plane == "pieces" else codes.TILES
    if event.stage == TIDYING.name:
        return f"{place}: {glyphs.titles[event.old]} taken away; nothing changes without it"
    assert event.draw is not None
    what = f"{glyphs.titles[event.new]} {event.number} of {event.total}"
    if event.weight is not None:
        return f"{place}: {what}, by draw {event.draw} of {event.choices}, weight {event.weight}"
    return f"{place}: {what}, drawn {_ordinal(event.draw + 1)} of {event.choices} cells that fit"


def _ordinal(number: int) -> str:
    """A number as in a list, such as 1st."""
    teen = number % 100 // 10 == 1
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def site_of(recipe: Recipe, room: int = 0) -> Site:
    """Prepares to make candidates of a recipe, with a log of ``room`` events.

    Raises:
        ParameterError: parameters that do not go together, or locked cells that no level has.
    """
    parameters, sketch = recipe.parameters, recipe.sketch
    if all(parameters.range(kind).high for kind in EXTRA_KINDS):
        kinds = ", ".join(EXTRA_KINDS)
        raise ParameterError(f"{kinds}: expected at most two of these, found all three")
    locked, layout = locked_layout(recipe, SkiddyBoard, code_planes, PLANES)
    if isinstance(sketch, SkiddyBoard):
        _require_fitting(sketch)
    site = new_site(recipe, STAGE_NAMES, locked, layout, SCRATCH_SIZE, room)
    if asks_for_fair(parameters):
        site.settings[_STARS] = FAIR
    return site


def _require_fitting(sketch: SkiddyBoard) -> None:
    """Raises an error for locked cells against the rules of boards."""
    for problem in cell_problems(sketch):
        row, col = problem.row, problem.col
        if row is not None and col is not None and sketch.is_locked(row, col):
            raise ParameterError(f"the locked cell at row {row}, column {col}: {problem.message}")
