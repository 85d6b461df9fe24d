"""All stages of the generator except the last one, as one compiled function.

All suitable cells are equally likely, unless a designer has painted weights. Tiles and pieces on
the locked cells of a sketch count towards the numbers drawn. A stage returns False if it finds too
few cells. The last stage removes inert objects. It needs the solved level, so it is in
:mod:`engine.games.skiddy.skiddy_candidates`.

Source: A. Baldiraghi, "The level design process of Skiddy", part 4, which places objects at random
and judges the result afterwards.
"""

from __future__ import annotations

from engine.games.skiddy.parameters import NEIGHBOUR_CHOICES, STAGES, setting_index
from engine.games.skiddy.skiddy_codes import BLOCK, BLUE_GOAL, FLOOR, NO_PIECE, PIT, RED, RED_GOAL
from engine.games.skiddy.skiddy_level_array import DOWN, LEFT, RIGHT, UP, get_step
from engine.jit.decorators import entry, kernel
from engine.stages.candidate import NOTHING
from engine.stages.stage_workspace import (
    EVENT_COUNT,
    Site,
    begin_stage,
    clear_site,
    find_chosen,
    is_inner,
    set_cell,
    set_drawn_cell,
    sum_chances,
)
from engine.tiles.board import MAX_CELLS
from engine.tiles.candidate_arrays import PIECES, TILES
from engine.values.rng import draw_below, draw_between

PLANES = 2
"""The number of planes in the layout, one for tile codes and one for piece codes."""

PITS_DRAWN = EVENT_COUNT + 1
FITTING = PITS_DRAWN + 1
SCRATCH_SIZE = FITTING + MAX_CELLS
"""Indices in the scratch memory, following EVENT_COUNT: the number of pits to place, and a list of
the cells on which the next tile or piece can be placed."""

_BORDER, _BLOCKS, _PITS, _REDS, _, _, _ICE, _RED_GOALS, _, TIDYING = range(len(STAGES))
"""The numbers of the stages. Pieces are placed in the order of their codes, and so are goals."""
_STATIC_SPAN = setting_index("static")
_PIT_SPAN = setting_index("pits")
_RED_SPAN = setting_index("reds")
_RED_GOAL_SPAN = setting_index("red_goals")
"""Indices in the settings of the ranges for static blocks, pits, red Skiddies and red goals. Those
for other pieces and goals follow in the order of the stages."""
_NEIGHBOURS = setting_index("neighbours")
_APART = NEIGHBOUR_CHOICES.index("apart")


@kernel
def draw_border(site: Site) -> bool:
    """Put a block on every border cell that is not locked (stage 1)."""
    locked = site.locked
    for cell in range(site.rows * site.cols):
        if not is_inner(cell, site.rows, site.cols) and locked[cell] == 0:
            set_cell(site, _BORDER, TILES, cell, BLOCK, NOTHING, NOTHING)
    return True


@kernel
def count_inner(site: Site, plane: int, code: int) -> int:
    """Return the number of inner cells with the given code in a plane."""
    layout = site.layout
    found = 0
    for cell in range(site.rows * site.cols):
        if is_inner(cell, site.rows, site.cols) and layout[plane, cell] == code:
            found += 1
    return found


@kernel
def is_free(site: Site, cell: int) -> bool:
    """Return True if a cell is unlocked, empty floor inside the board."""
    layout, locked = site.layout, site.locked
    return (
        is_inner(cell, site.rows, site.cols)
        and layout[TILES, cell] == FLOOR
        and layout[PIECES, cell] == NO_PIECE
        and locked[cell] == 0
    )


@kernel
def put_on_random(site: Site, stage: int, plane: int, code: int, fitting: int) -> bool:
    """Put a code on a random cell from the list at FITTING in the scratch memory.

    Args:
        site: The site whose layout is changed.
        stage: The stage whose weights apply to the choice.
        plane: The plane that the code belongs to.
        code: The code for a tile or piece.
        fitting: The number of cells in the list.

    Returns:
        False if the list is empty, or if all cells in it have the weight 0; otherwise True.
    """
    scratch = site.scratch
    total = sum_chances(site, stage, scratch, FITTING, fitting)
    # Even if cells are left, a designer may have painted the weight 0 on all of them.
    if total == 0:
        return False
    draw = draw_below(site.stream, total)
    cell = scratch[find_chosen(site, stage, scratch, FITTING, draw)]
    set_drawn_cell(site, stage, plane, cell, code, draw, total)
    return True


@kernel
def place_inside(site: Site, stage: int, plane: int, code: int, number: int) -> bool:
    """Put a code on free cells until ``number`` inner cells have it.

    Returns:
        False if the free cells run out first, otherwise True.
    """
    scratch = site.scratch
    # Locked cells count too, so start from the number already on the board.
    for _ in range(count_inner(site, plane, code), number):
        # List the free cells again each time, because the last placement took one of them.
        free = 0
        for cell in range(site.rows * site.cols):
            if is_free(site, cell):
                scratch[FITTING + free] = cell
                free += 1
        if not put_on_random(site, stage, plane, code, free):
            return False
    return True


@kernel
def draw_number(site: Site, stage: int) -> int:
    """Draw the number of blocks, pits or pieces of one kind to have on the board after a stage.

    The stage must be one from blocks to ice cubes.
    """
    settings, stream, scratch = site.settings, site.stream, site.scratch
    if stage == _BLOCKS:
        share = draw_between(stream, settings[_STATIC_SPAN], settings[_STATIC_SPAN + 1])
        of_pits = draw_between(stream, settings[_PIT_SPAN], settings[_PIT_SPAN + 1])
        # The drawn number is for blocks and pits together, so draw the share of pits here too.
        number = (site.rows - 2) * (site.cols - 2) * share // 100
        scratch[PITS_DRAWN] = number * of_pits // 100
        return number - scratch[PITS_DRAWN]
    if stage == _PITS:
        return scratch[PITS_DRAWN]
    # The settings hold a low and a high end for each kind.
    span = _RED_SPAN + 2 * (stage - _REDS)
    return draw_between(stream, settings[span], settings[span + 1])


@kernel
def place_things(site: Site, stage: int) -> bool:
    """Place blocks, pits, or the pieces of one kind (stages 2 to 7)."""
    plane, code = get_plane_and_code(stage)
    return place_inside(site, stage, plane, code, draw_number(site, stage))


@kernel
def get_plane_and_code(stage: int) -> tuple[int, int]:
    """Return the plane that a stage from blocks to ice cubes changes, and the code it places."""
    if stage >= _REDS:
        return PIECES, RED + stage - _REDS
    return TILES, BLOCK if stage == _BLOCKS else PIT


@kernel
def find_full_stage(site: Site, seed: int, attempt: int) -> int:
    """Return the first stage from blocks to ice cubes that will run out of cells, or -1 if none.

    Without painted weights, each tile or piece fits on any free inner cell, so the numbers drawn
    decide the result. They are the first draws in the streams of their stages.
    """
    settings, free = site.settings, 0
    for cell in range(site.rows * site.cols):
        free += is_free(site, cell)
    # Usually even the maximum numbers fit. Then the streams need not be opened.
    most = (site.rows - 2) * (site.cols - 2) * settings[_STATIC_SPAN + 1] // 100
    for stage in range(_REDS, _ICE + 1):
        most += settings[_RED_SPAN + 2 * (stage - _REDS) + 1]
    if most <= free:
        return -1
    for stage in range(_BLOCKS, _ICE + 1):
        # This opens the stage's stream, so the same number is drawn as in the stage itself.
        begin_stage(site, seed, attempt, stage)
        plane, code = get_plane_and_code(stage)
        # A sketch may have more objects than the number drawn, and the stage does not remove any.
        free -= max(0, draw_number(site, stage) - count_inner(site, plane, code))
        if free < 0:
            return stage
    return -1


@kernel
def find_inner_neighbour(cell: int, rows: int, cols: int) -> int:
    """Return the inner cell next to a border cell, or -1 for a corner, which has none."""
    row, col = cell // cols, cell % cols
    upright = row == 0 or row == rows - 1
    sideways = col == 0 or col == cols - 1
    if upright and sideways:
        return -1
    if upright:
        return cell + get_step(DOWN if row == 0 else UP, cols)
    return cell + get_step(RIGHT if col == 0 else LEFT, cols)


@kernel
def can_take_goal(site: Site, cell: int, other: int) -> bool:
    """Return True if a goal can be put on a cell.

    ``other`` is the code for goals of the other colour.
    """
    settings, layout, locked = site.settings, site.layout, site.locked
    rows, cols = site.rows, site.cols
    if is_inner(cell, rows, cols) or locked[cell] != 0 or layout[TILES, cell] != BLOCK:
        return False
    inside = find_inner_neighbour(cell, rows, cols)
    # A goal in a corner, or behind a block, could never be reached.
    if inside < 0 or layout[TILES, inside] == BLOCK:
        return False
    if settings[_NEIGHBOURS] != _APART:
        return True
    # Along the border means at right angles to the direction inwards.
    along = 1 if abs(inside - cell) == cols else cols
    return layout[TILES, cell - along] != other and layout[TILES, cell + along] != other


@kernel
def place_goals(site: Site, stage: int) -> bool:
    """Place the goals of one colour if the board has a Skiddy of that colour (stages 8 and 9)."""
    settings, layout, scratch = site.settings, site.layout, site.scratch
    cells = site.rows * site.cols
    colour = stage - _RED_GOALS
    goal, other, span = RED_GOAL + colour, BLUE_GOAL - colour, _RED_GOAL_SPAN + 2 * colour
    # A colour without Skiddies needs no exit.
    if count_inner(site, PIECES, RED + colour) == 0:
        return True
    number = draw_between(site.stream, settings[span], settings[span + 1])
    for cell in range(cells):
        # Goals on locked cells count towards the number.
        if layout[TILES, cell] == goal:
            number -= 1
    for _ in range(number):
        fitting = 0
        for cell in range(cells):
            if can_take_goal(site, cell, other):
                scratch[FITTING + fitting] = cell
                fitting += 1
        if not put_on_random(site, stage, TILES, goal, fitting):
            return False
    return True


@entry
def run_stages(site: Site, seed: int, attempt: int) -> int:
    """Generate one candidate in ``site.layout``.

    A candidate without room for everything is rejected before the first stage, unless there is an
    event log, which must show the stages up to the one that fails.

    Returns:
        The number of the stage that failed, or -1 if the candidate is complete.
    """
    clear_site(site)
    # Painted weights change which stage fails, so the test works only without them.
    if len(site.log) == 0 and len(site.painted) == 0:
        stage = find_full_stage(site, seed, attempt)
        if stage >= 0:
            return stage
    for stage in range(TIDYING):
        begin_stage(site, seed, attempt, stage)
        if stage == _BORDER:
            done = draw_border(site)
        elif stage <= _ICE:
            done = place_things(site, stage)
        else:
            done = place_goals(site, stage)
        if not done:
            return stage
    return -1
