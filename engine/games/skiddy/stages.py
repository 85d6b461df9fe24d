"""The stages of the generator in their order, as one compiled function; all but the tidying.

Every cell that fits is as likely as any other, unless weights are painted by hand. What a sketch
holds on its locked cells counts towards the numbers drawn. A stage returns False if it finds too
few cells.

Source: A. Baldiraghi, "The level design process of Skiddy", part 4: random placement, judged
afterwards.
"""

from __future__ import annotations

from engine.games.skiddy.codes import BLOCK, BLUE_GOAL, FLOOR, NO_PIECE, PIT, RED, RED_GOAL
from engine.games.skiddy.parameters import NEIGHBOUR_CHOICES, STAGES, setting_index
from engine.games.skiddy.table import DOWN, LEFT, RIGHT, UP, step_of
from engine.jit.marks import entry, kernel
from engine.staging.generation import NOTHING
from engine.staging.site import (
    NOTED,
    Site,
    begin_stage,
    chosen_by,
    clear_site,
    is_inner,
    put,
    put_drawn,
    sum_of_chances,
)
from engine.tiles.board import MAX_CELLS
from engine.tiles.generator import PIECES, TILES
from engine.values.rng import below, between

PLANES = 2
"""Planes of the layout: codes of tiles and of pieces."""

PITS_DRAWN = NOTED + 1
FITTING = PITS_DRAWN + 1
SCRATCH_SIZE = FITTING + MAX_CELLS
"""Indices in the scratch memory, after the count of events: how many pits there are to be, and the
cells that fit what is to be placed."""

_BORDER, _BLOCKS, _PITS, _REDS, _, _, _ICE, _RED_GOALS, _, TIDYING = range(len(STAGES))
"""Numbers of the stages; kinds of pieces, and of goals, follow each other as their codes do."""
_STATIC_SPAN = setting_index("static")
_PIT_SPAN = setting_index("pits")
_RED_SPAN = setting_index("reds")
_RED_GOAL_SPAN = setting_index("red_goals")
"""Indices in the settings; those of other pieces and goals follow in the order of the stages."""
_NEIGHBOURS = setting_index("neighbours")
_APART = NEIGHBOUR_CHOICES.index("apart")


@kernel
def draw_border(site: Site) -> bool:
    """Stage 1: blocks on every border cell that is not locked."""
    locked = site.locked
    for cell in range(site.rows * site.cols):
        if not is_inner(cell, site.rows, site.cols) and locked[cell] == 0:
            put(site, _BORDER, TILES, cell, BLOCK, NOTHING, NOTHING)
    return True


@kernel
def count_inner(site: Site, plane: int, code: int) -> int:
    """How many inner cells hold a code."""
    layout = site.layout
    found = 0
    for cell in range(site.rows * site.cols):
        if is_inner(cell, site.rows, site.cols) and layout[plane, cell] == code:
            found += 1
    return found


@kernel
def is_free(site: Site, cell: int) -> bool:
    """Whether a block, a pit or a piece can be put on a cell: floor with nothing on it."""
    layout, locked = site.layout, site.locked
    return (
        is_inner(cell, site.rows, site.cols)
        and layout[TILES, cell] == FLOOR
        and layout[PIECES, cell] == NO_PIECE
        and locked[cell] == 0
    )


@kernel
def put_on_one(site: Site, stage: int, plane: int, code: int, fitting: int) -> bool:
    """Puts a code on one of the cells at FITTING; False if there are none that it can go to."""
    scratch = site.scratch
    total = sum_of_chances(site, stage, scratch, FITTING, fitting)
    if total == 0:
        return False
    draw = below(site.stream, total)
    cell = scratch[chosen_by(site, stage, scratch, FITTING, draw)]
    put_drawn(site, stage, plane, cell, code, draw, total)
    return True


@kernel
def place_inside(site: Site, stage: int, plane: int, code: int, number: int) -> bool:
    """Puts a code on free inner cells until there are so many; False if cells run out."""
    scratch = site.scratch
    for _ in range(count_inner(site, plane, code), number):
        free = 0
        for cell in range(site.rows * site.cols):
            if is_free(site, cell):
                scratch[FITTING + free] = cell
                free += 1
        if not put_on_one(site, stage, plane, code, free):
            return False
    return True


@kernel
def draw_number(site: Site, stage: int) -> int:
    """Draws how many things there are to be inside in all, in a stage from blocks to ice cubes."""
    settings, stream, scratch = site.settings, site.stream, site.scratch
    if stage == _BLOCKS:
        share = between(stream, settings[_STATIC_SPAN], settings[_STATIC_SPAN + 1])
        of_pits = between(stream, settings[_PIT_SPAN], settings[_PIT_SPAN + 1])
        number = (site.rows - 2) * (site.cols - 2) * share // 100
        scratch[PITS_DRAWN] = number * of_pits // 100
        return number - scratch[PITS_DRAWN]
    if stage == _PITS:
        return scratch[PITS_DRAWN]
    span = _RED_SPAN + 2 * (stage - _REDS)
    return between(stream, settings[span], settings[span + 1])


@kernel
def place_things(site: Site, stage: int) -> bool:
    """Stages 2 to 7: static blocks that are no pits, pits, and pieces of a kind."""
    plane, code = plane_and_code(stage)
    return place_inside(site, stage, plane, code, draw_number(site, stage))


@kernel
def plane_and_code(stage: int) -> tuple[int, int]:
    """What a stage from blocks to ice cubes puts on cells."""
    if stage >= _REDS:
        return PIECES, RED + stage - _REDS
    return TILES, BLOCK if stage == _BLOCKS else PIT


@kernel
def stage_without_room(site: Site, seed: int, attempt: int) -> int:
    """The first stage from blocks to ice cubes that will find too few cells; -1 for none.

    That is known from the numbers drawn alone, which come first in their streams: every free inner
    cell fits each thing, unless weights are painted, and holds just one.
    """
    settings, free = site.settings, 0
    for cell in range(site.rows * site.cols):
        free += is_free(site, cell)
    most = (site.rows - 2) * (site.cols - 2) * settings[_STATIC_SPAN + 1] // 100
    for stage in range(_REDS, _ICE + 1):
        most += settings[_RED_SPAN + 2 * (stage - _REDS) + 1]
    if most <= free:
        return -1
    for stage in range(_BLOCKS, _ICE + 1):
        begin_stage(site, seed, attempt, stage)
        plane, code = plane_and_code(stage)
        free -= max(0, draw_number(site, stage) - count_inner(site, plane, code))
        if free < 0:
            return stage
    return -1


@kernel
def inner_neighbour(cell: int, rows: int, cols: int) -> int:
    """The inner cell beside a border cell; -1 for a corner, which has none."""
    row, col = cell // cols, cell % cols
    upright = row == 0 or row == rows - 1
    sideways = col == 0 or col == cols - 1
    if upright and sideways:
        return -1
    if upright:
        return cell + step_of(DOWN if row == 0 else UP, cols)
    return cell + step_of(RIGHT if col == 0 else LEFT, cols)


@kernel
def takes_goal(site: Site, cell: int, other: int) -> bool:
    """Whether a goal can be put on a cell; ``other`` is the goal of the other colour."""
    settings, layout, locked = site.settings, site.layout, site.locked
    rows, cols = site.rows, site.cols
    if is_inner(cell, rows, cols) or locked[cell] != 0 or layout[TILES, cell] != BLOCK:
        return False
    inside = inner_neighbour(cell, rows, cols)
    if inside < 0 or layout[TILES, inside] == BLOCK:
        return False
    if settings[_NEIGHBOURS] != _APART:
        return True
    along = 1 if abs(inside - cell) == cols else cols
    return layout[TILES, cell - along] != other and layout[TILES, cell + along] != other


@kernel
def place_goals(site: Site, stage: int) -> bool:
    """Stages 8 and 9: goals of a colour, where one of its Skiddies is on the board."""
    settings, layout, scratch = site.settings, site.layout, site.scratch
    cells = site.rows * site.cols
    colour = stage - _RED_GOALS
    goal, other, span = RED_GOAL + colour, BLUE_GOAL - colour, _RED_GOAL_SPAN + 2 * colour
    if count_inner(site, PIECES, RED + colour) == 0:
        return True
    number = between(site.stream, settings[span], settings[span + 1])
    for cell in range(cells):
        if layout[TILES, cell] == goal:
            number -= 1
    for _ in range(number):
        fitting = 0
        for cell in range(cells):
            if takes_goal(site, cell, other):
                scratch[FITTING + fitting] = cell
                fitting += 1
        if not put_on_one(site, stage, TILES, goal, fitting):
            return False
    return True


@entry
def run_stages(site: Site, seed: int, attempt: int) -> int:
    """Makes one candidate of a seed in ``site.layout``; the stage that gave up, or -1.

    What follows of its solution, tidying, is left to :mod:`engine.games.skiddy.candidates`. Without
    a log, which shows how far it came, a candidate that has no room is not begun.
    """
    clear_site(site)
    if len(site.log) == 0 and len(site.painted) == 0:
        stage = stage_without_room(site, seed, attempt)
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
