"""The generator's interface for ordinary code, which turns recipes into boards and event logs."""

from __future__ import annotations

from functools import partial

from engine.errors import ParameterError
from engine.games.skiddy import skiddy_codes
from engine.games.skiddy.board import SkiddyBoard, find_cell_problems
from engine.games.skiddy.fun_rating import FAIR_STARS, select_demanded_facts
from engine.games.skiddy.parameters import (
    EXTRA_KINDS,
    NESTED,
    PARAMETERS,
    STAGE_NAMES,
    STAGES,
    list_fair_constraints,
    setting_index,
)
from engine.games.skiddy.skiddy_candidates import (
    INERT_SETTING,
    REASONS,
    create_workspace,
    try_candidates,
)
from engine.games.skiddy.skiddy_stages import PLANES, SCRATCH_SIZE, run_stages
from engine.games.skiddy.solver import solve_board
from engine.stages.candidate import Attempts, Candidate, Event, Recipe
from engine.stages.stage_workspace import (
    Site,
    create_stage_site,
    run_candidate_stages,
    run_kernel_attempts,
)
from engine.tiles.candidate_arrays import create_locked_layout, create_planes, decode_board
from engine.tiles.candidate_checks import add_counts, create_pruner
from engine.tiles.compiled_tiles import encode_planes
from engine.tiles.parameters import TIDYING
from engine.values.budget import Budget, Control
from engine.values.level import Board
from engine.values.parameter_schema import find_fact_outside

_STARS = setting_index("stars")


def run_attempts(recipe: Recipe, count: int, control: Control) -> Attempts:
    """Try up to ``count`` candidates until one is accepted.

    Raises:
        ParameterError: Parameters contradict each other.
    """
    max_states, late = recipe.parameters.get_integer("max_states"), (PARAMETERS["fun"], *NESTED)
    asked = {fact: range_ for fact, range_ in recipe.parameters.demands.items() if fact in late}

    def objection(board: Board) -> str | None:
        assert isinstance(board, SkiddyBoard)
        # The kernels have already tested the facts that they compute. Only facts about solutions
        # and fun are left.
        solved = solve_board(board, "graph", Budget(max_states), control)
        facts = select_demanded_facts(solved, recipe.parameters)
        outside = find_fact_outside(asked, facts)
        return f"{outside.key} out of range" if outside else None

    site, workspace = create_recipe_site(recipe), create_workspace(max_states)
    board_of, further = partial(decode_board, SkiddyBoard), objection if asked else None
    found = run_kernel_attempts(
        recipe, count, control, site, workspace, try_candidates, REASONS, board_of, further
    )
    return add_counts(found, workspace.objects, site.settings, INERT_SETTING)


def build_candidate(recipe: Recipe, control: Control | None = None) -> Candidate:
    """Return one candidate with its event log, whether or not it would be accepted.

    Raises:
        ParameterError: Parameters contradict each other.
    """
    board_of = partial(decode_board, SkiddyBoard)
    make = create_pruner(recipe, control, create_workspace, try_candidates) or run_stages
    return run_candidate_stages(
        recipe, STAGES, create_planes(SkiddyBoard), create_recipe_site, make, board_of
    )


def describe_event(event: Event) -> str:
    """Return a description of an event and of the random draw that caused it."""
    place = f"row {event.row}, column {event.col}"
    if event.stage == "border":
        return f"{place}: block of the border; no random draw"
    glyphs = skiddy_codes.PIECES if event.plane == "pieces" else skiddy_codes.TILES
    if event.stage == TIDYING.name:
        return f"{place}: {glyphs.titles[event.old]} removed, because it makes no difference"
    assert event.draw is not None
    what = f"{glyphs.titles[event.new]} {event.number} of {event.total}"
    if event.weight is not None:
        return f"{place}: {what}, by draw {event.draw} of {event.choices}, weight {event.weight}"
    return (
        f"{place}: {what}, drawn {_format_ordinal(event.draw + 1)} of "
        f"{event.choices} cells that fit"
    )


def _format_ordinal(number: int) -> str:
    """Format a number as an ordinal, such as 1st."""
    # 11, 12 and 13 take th, unlike other numbers that end in 1, 2 or 3.
    teen = number % 100 // 10 == 1
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def create_recipe_site(recipe: Recipe, log_capacity: int = 0) -> Site:
    """Return a site for candidates of a recipe, with room for ``log_capacity`` events in its log.

    Raises:
        ParameterError: Parameters contradict each other, or a locked cell breaks a rule.
    """
    parameters, sketch = recipe.parameters, recipe.sketch
    if all(parameters.get_range(kind).high for kind in EXTRA_KINDS):
        kinds = ", ".join(EXTRA_KINDS)
        raise ParameterError(f"{kinds}: expected at most two of these, found all three")
    locked, layout = create_locked_layout(recipe, SkiddyBoard, encode_planes, PLANES)
    if isinstance(sketch, SkiddyBoard):
        _require_valid_locks(sketch)
    site = create_stage_site(recipe, STAGE_NAMES, locked, layout, SCRATCH_SIZE, log_capacity)
    # A constraint on Perfect or fun requires three stars. The kernels read this from the settings.
    if list_fair_constraints(parameters):
        site.settings[_STARS] = FAIR_STARS
    return site


def _require_valid_locks(sketch: SkiddyBoard) -> None:
    """Raise an error if a locked cell breaks a rule about tiles and pieces.

    Raises:
        ParameterError: A locked cell has a tile or piece that no valid level can have there.
    """
    for problem in find_cell_problems(sketch):
        row, col = problem.row, problem.col
        if row is not None and col is not None and sketch.is_locked(row, col):
            raise ParameterError(f"the locked cell at row {row}, column {col}: {problem.message}")
