"""The stages that make a first puzzle: random numbers, and then dots alternating with deduction.

Some clues may be ones instead of dots, as in the first version of the original generator. A 1 is a
line by itself, so no other line can cover its cell.

A dot is placed where it gives the least away: on a cell that many numbers could reach at the start
and can still reach. A number that the uncontested rule could be applied to next is given a dot
first, because that rule relies on a unique solution.

Source: J. Snellman's program and his article about generating puzzles (see docs).
"""

from __future__ import annotations

import numpy as np

from engine.games.linjat.board import deduction_arrays
from engine.games.linjat.board.glyph_codes import DOT, EMPTY, MAX_SIDE
from engine.games.linjat.deduction.layers import ONGOING, SOLVED, STUCK, run_layer
from engine.games.linjat.deduction.number_rules import find_uncontested_start
from engine.games.linjat.deduction.placement_masks import (
    LEVEL,
    NONE,
    ROW_BIT,
    add_cell,
    find_bit_index,
    get_bit,
    isolate_lowest,
)
from engine.games.linjat.deduction.rulesets import CORRECTED, SINGLE_ONE
from engine.games.linjat.generation.generator_workspace import GeneratorWorkspace
from engine.games.linjat.generation.parameters import METHODS, STAGE_NAMES, setting_index
from engine.jit.bits import popcount
from engine.jit.decorators import Longs, Words, kernel, subroutine
from engine.stages.candidate import NOTHING
from engine.stages.stage_workspace import (
    FOLLOWS_CANDIDATE,
    KEPT_SEED,
    REROLL,
    Site,
    begin_stage,
    find_chosen,
    get_painted_weight,
    set_drawn_cell,
    sum_chances,
)
from engine.stages.stage_workspace import set_cell as put_down
from engine.values.rng import draw_below, draw_between, draw_word, open_stream

CELLS, WEIGHTS, DEDUCED = range(3)
"""The planes in the layout: the contents of each cell, its weight for receiving a dot, and the rule
that made it part of a line. The last two are updated only if there is a log."""
PLANES = 3

NUMBERS_STAGE = STAGE_NAMES.index("numbers")
DOTS_STAGE = STAGE_NAMES.index("dots")
MUTATIONS_STAGE = STAGE_NAMES.index("mutations")

_NUMBER_SPAN = setting_index("numbers")
_VALUE_SPAN = setting_index("values")
_ROUNDS = setting_index("rounds")
_ONES = setting_index("ones")
_PER_MILLE = 1_000
"""The denominator for the share of ones among the clues."""
ONE = 1
"""The code for a 1 on a cell."""
_METHOD = setting_index("method")
_RACE = METHODS.index("race")
FORGET_INTERVAL = 10
"""On average, one out of this many clues is placed without regard to inheritance."""
_INHERITED_WEIGHT = 10_000
"""The extra weight for an inherited clue's cell, which ranks it above all other cells."""
ANY_NUMBER = -1
"""A value that is used instead of a number's index and represents any number."""


@kernel
def is_number(code: int) -> bool:
    """Return True if ``code`` is the code for a number."""
    return code != EMPTY and code != DOT


@kernel
def is_clue(site: Site, code: int) -> bool:
    """Return True if ``code`` is the code for a clue: a dot, or a 1 if ones serve as clues."""
    return code == DOT or (code == ONE and site.settings[_ONES] > 0)


@kernel
def is_counted(site: Site, code: int) -> bool:
    """Return True if ``code`` is a number but not a clue.

    All puzzles in an optimization have the same count of such numbers.
    """
    return code != EMPTY and not is_clue(site, code)


@kernel
def place_numbers(site: Site, workspace: GeneratorWorkspace, number: int) -> bool:
    """Add numbers until the board has ``number`` of them; return False if free cells run out."""
    settings, layout, stream, locked = site.settings, site.layout, site.stream, site.locked
    choices = workspace.choices
    free = 0
    for cell in range(site.rows * site.cols):
        if is_number(layout[CELLS, cell]):
            number -= 1
        elif locked[cell] == 0:
            choices[free] = cell
            free += 1
    if number > free:
        return False
    for _ in range(number):
        total = sum_chances(site, NUMBERS_STAGE, choices, 0, free)
        if total == 0:
            return False
        draw = draw_below(stream, total)
        chosen = find_chosen(site, NUMBERS_STAGE, choices, 0, draw)
        value = draw_between(stream, settings[_VALUE_SPAN], settings[_VALUE_SPAN + 1])
        set_drawn_cell(site, NUMBERS_STAGE, CELLS, choices[chosen], value, draw, total)
        # The last free cell fills the gap, so no cells have to be shifted.
        free -= 1
        choices[chosen] = choices[free]
    return True


@kernel
def draw_numbers(site: Site, workspace: GeneratorWorkspace, seed: int, attempt: int) -> bool:
    """Run stage 1, which puts numbers on random cells; return False if too few cells are free.

    The count of numbers is drawn once for each seed, not for each attempt. Otherwise a count that
    makes most attempts fail would hardly ever appear.
    """
    settings, stream, streams = site.settings, site.stream, site.streams
    kept = streams[NUMBERS_STAGE, KEPT_SEED]
    # A seed for this stage alone takes precedence over the recipe's seed.
    own = seed if kept == FOLLOWS_CANDIDATE else kept
    open_stream(stream, own, 0, NUMBERS_STAGE, streams[NUMBERS_STAGE, REROLL])
    number = draw_between(stream, settings[_NUMBER_SPAN], settings[_NUMBER_SPAN + 1])
    begin_stage(site, seed, attempt, NUMBERS_STAGE)
    draw_word(stream)  # attempt 0 has used the first word above
    return place_numbers(site, workspace, number)


@kernel
def count_reach(rows: int, cols: int, integers: Longs, counts: Longs) -> None:
    """Store in ``counts`` how many numbers can currently reach each cell."""
    for row in range(rows):
        for col in range(cols):
            cell = deduction_arrays.get_cell_index(row, col)
            counts[cell] = popcount(integers[deduction_arrays.REACH + cell])


@kernel
def find_free_cells(site: Site, words: Words, integers: Longs, number: int, row: int) -> np.uint64:
    """Return the columns in a row that a number reaches and that have no dot and no owner."""
    free = ~(words[deduction_arrays.OWNED + row] | words[deduction_arrays.DOTS + row]) & (
        get_bit(site.cols) - np.uint64(1)
    )
    if number == ANY_NUMBER:
        return free
    reached = words[deduction_arrays.REACHED + number]
    # A number reaches several columns in its own row, but only its own column in other rows.
    if integers[deduction_arrays.ROW + number] == row:
        return free & reached & LEVEL
    if reached & get_bit(ROW_BIT + row) == NONE:
        return NONE
    return free & get_bit(integers[deduction_arrays.COL + number])


@kernel
def add_clue(site: Site, stage: int, workspace: GeneratorWorkspace, number: int, code: int) -> bool:
    """Put a clue on one of the cells with the greatest weight; return False if no cell can take it.

    ``code`` is a dot or a 1, and ``number`` is the number that has to reach the cell, or
    ANY_NUMBER. During mutations in a race, most clues are put where the parent had one, if
    possible. The deduction table is not updated for a 1.
    """
    words, integers, choices = workspace.words, workspace.integers, workspace.choices
    initial = workspace.initial
    inherited = workspace.inherited if code == DOT else workspace.inherited_ones
    locked, stream = site.locked, site.stream
    inherits = stage == MUTATIONS_STAGE and site.settings[_METHOD] == _RACE
    # About one clue in FORGET_INTERVAL ignores inheritance, so that offspring keep changing.
    inherits = inherits and draw_below(stream, FORGET_INTERVAL) != 0
    heaviest, count = 0, 0
    for row in range(site.rows):
        left = find_free_cells(site, words, integers, number, row)
        while left != NONE:
            single = isolate_lowest(left)
            left ^= single
            col = find_bit_index(single)
            cell = deduction_arrays.get_cell_index(row, col)
            reach = popcount(integers[deduction_arrays.REACH + cell])
            if reach == 0 or locked[row * site.cols + col] != 0:
                continue
            # The weight is the reach at the start plus the current reach, adjusted by the weight
            # that the designer painted on the cell.
            weight = get_painted_weight(
                site, DOTS_STAGE, row * site.cols + col, initial[cell] + reach
            )
            if weight == 0:
                continue
            if inherits and inherited[row] & single != NONE:
                weight += _INHERITED_WEIGHT
            # A new maximum empties the list of cells to choose from.
            if weight > heaviest:
                heaviest, count = weight, 0
            if weight == heaviest:
                choices[count] = cell
                count += 1
    if count == 0:
        return False
    draw = draw_below(stream, count)
    row, col = choices[draw] // MAX_SIDE, choices[draw] % MAX_SIDE
    # A new dot changes no reach, so the deduction can continue from the same point.
    if code == DOT:
        add_cell(words, deduction_arrays.DOTS, row, col)
        add_cell(words, deduction_arrays.OPEN_DOTS, row, col)
        integers[deduction_arrays.OPEN] += 1
    put_down(site, stage, CELLS, row * site.cols + col, code, heaviest % _INHERITED_WEIGHT, draw)
    return True


@kernel
def begin_deduction(site: Site, workspace: GeneratorWorkspace) -> None:
    """Reset the deduction table to the board on the site, without any conclusions."""
    words, integers = workspace.words, workspace.integers
    deduction_arrays.set_board(site.layout[CELLS], site.rows, site.cols, CORRECTED, words, integers)
    deduction_arrays.reset_table(words, integers, CORRECTED & SINGLE_ONE != 0)
    deduction_arrays.update_reach(words, integers)


@kernel
def log_weights(site: Site, stage: int, workspace: GeneratorWorkspace) -> None:
    """Log each cell whose weight for the next dot has changed, if there is a log."""
    layout, log, locked = site.layout, site.log, site.locked
    words, integers, initial = workspace.words, workspace.integers, workspace.initial
    if len(log) == 0:
        return
    for row in range(site.rows):
        free = find_free_cells(site, words, integers, ANY_NUMBER, row)
        for col in range(site.cols):
            cell, table_cell = row * site.cols + col, deduction_arrays.get_cell_index(row, col)
            weight = popcount(integers[deduction_arrays.REACH + table_cell])
            if free & get_bit(col) == NONE or locked[cell] != 0:
                weight = 0
            if weight != 0:
                weight = get_painted_weight(site, DOTS_STAGE, cell, weight + initial[table_cell])
            if layout[WEIGHTS, cell] != weight:
                put_down(site, stage, WEIGHTS, cell, weight, weight, NOTHING)


@kernel
def log_layer(site: Site, stage: int, workspace: GeneratorWorkspace, kind: int) -> None:
    """Log the cells that a layer has just assigned to lines, if there is a log."""
    layout, log, words = site.layout, site.log, workspace.words
    if len(log) == 0:
        return
    for row in range(site.rows):
        for col in range(site.cols):
            cell = row * site.cols + col
            if (
                words[deduction_arrays.OWNED + row] & get_bit(col) == NONE
                or layout[DEDUCED, cell] != 0
            ):
                continue
            if not is_number(layout[CELLS, cell]):
                put_down(site, stage, DEDUCED, cell, kind, NOTHING, NOTHING)


@subroutine
def add_dots(site: Site, stage: int, workspace: GeneratorWorkspace) -> int:
    """Add dots until the board is solved; return the outcome of the deduction.

    Each round gives a dot to every number that the uncontested rule could be applied to, and then
    deduces one layer. If the rules are stuck, the round adds one more dot, or possibly a 1. The
    table cannot take in another number, so a 1 restarts the deduction. Layers that are then deduced
    again do not count as rounds.
    """
    settings, words, integers = site.settings, workspace.words, workspace.integers
    begin_deduction(site, workspace)
    # The reach before any deduction contributes to the weight of every dot.
    count_reach(site.rows, site.cols, integers, workspace.initial)
    outcome = ONGOING
    rounds = layers = 0
    while rounds < settings[_ROUNDS]:
        rounds += 1
        log_weights(site, stage, workspace)
        # The dot prevents the uncontested rule, which relies on a unique solution, from applying.
        for number in range(integers[deduction_arrays.NUMBERS]):
            if find_uncontested_start(words, integers, number) != NONE:
                add_clue(site, stage, workspace, number, DOT)
        kind, _, outcome = run_layer(words, integers)
        if kind != 0:
            layers += 1
            log_layer(site, stage, workspace, kind)
        if outcome == STUCK:
            one = settings[_ONES] > 0 and draw_below(site.stream, _PER_MILLE) < settings[_ONES]
            if not add_clue(site, stage, workspace, ANY_NUMBER, ONE if one else DOT):
                return STUCK
            if one:
                begin_deduction(site, workspace)
                # The layers so far are deduced again, and must not count twice against the limit.
                rounds -= layers
                layers = 0
        elif outcome != ONGOING:
            return outcome
        deduction_arrays.update_reach(words, integers)
    return outcome


@kernel
def draw_dots(site: Site, workspace: GeneratorWorkspace, seed: int, attempt: int) -> bool:
    """Run stage 2, which alternates dots and deduction; return whether the board was solved."""
    begin_stage(site, seed, attempt, DOTS_STAGE)
    return add_dots(site, DOTS_STAGE, workspace) == SOLVED
