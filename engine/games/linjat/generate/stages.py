"""The stages that make a first puzzle: numbers at random, then dots, in turns with the solver.

Some clues may be ones instead of dots, as in the first version of the generator: a 1 is a line by
itself, so it rules out all lines over its cell.

A dot is put where it gives least away: on the cell that most numbers could reach at first and still
can. Rules of deduction that do not follow from the rules of the game lose their ground this way:
a number that such a rule would serve next gets a dot beforehand.

Source: J. Snellman's generator, by program and article (see docs).
"""

from __future__ import annotations

import numpy as np

from engine.games.linjat.board import table
from engine.games.linjat.board.codes import DOT, EMPTY, MAX_SIDE
from engine.games.linjat.deduce.crosses import LEVEL, NONE, ROW_AT, bit, bit_index, lowest, put
from engine.games.linjat.deduce.deductions import uncontested_spot
from engine.games.linjat.deduce.layers import GOING_ON, SOLVED, STUCK, advance
from engine.games.linjat.deduce.rulesets import CORRECTED, SINGLE_ONE
from engine.games.linjat.generate.bench import DeductionBench
from engine.games.linjat.generate.parameters import METHODS, STAGE_NAMES, setting_index
from engine.jit.bits import popcount
from engine.jit.marks import Longs, Words, kernel, subroutine
from engine.staging.generation import NOTHING
from engine.staging.site import (
    FOLLOWS,
    KEPT_SEED,
    REROLL,
    Site,
    begin_stage,
    chosen_by,
    painted_weight,
    put_drawn,
    sum_of_chances,
)
from engine.staging.site import put as put_down
from engine.values.rng import below, between, next_word, open_stream

CELLS, WEIGHTS, DEDUCED = range(3)
"""Planes of the layout: what is on a cell, its weight for a dot, and the rule that made it part of
a line. The last two are kept with a log only."""
PLANES = 3

NUMBERS_STAGE = STAGE_NAMES.index("numbers")
DOTS_STAGE = STAGE_NAMES.index("dots")
MUTATIONS_STAGE = STAGE_NAMES.index("mutations")

_NUMBER_SPAN = setting_index("numbers")
_VALUE_SPAN = setting_index("values")
_ROUNDS = setting_index("rounds")
_ONES = setting_index("ones")
_OF = 1_000
"""How often a clue is a 1 is set in parts of so many."""
ONE = 1
"""The code of a 1."""
_METHOD = setting_index("method")
_RACE = METHODS.index("race")
FORGOTTEN = 10
"""One dot of so many is chosen as if none were inherited."""
_FIRST_OF_ALL = 10_000
"""Added to the weight of a cell that comes before all of less."""
ANY = -1
"""In place of a number: whatever number reaches a cell."""


@kernel
def is_number(code: int) -> bool:
    """Whether a code is that of a number."""
    return code != EMPTY and code != DOT


@kernel
def is_clue(site: Site, code: int) -> bool:
    """Whether a code is that of a clue: of a dot, or of a 1 where ones are clues."""
    return code == DOT or (code == ONE and site.settings[_ONES] > 0)


@kernel
def is_counted(site: Site, code: int) -> bool:
    """Whether a code is that of a number that is no clue, of which a puzzle has a fixed count."""
    return code != EMPTY and not is_clue(site, code)


@kernel
def place_numbers(site: Site, bench: DeductionBench, number: int) -> bool:
    """Puts numbers on free cells until there are so many; False if cells run out."""
    settings, layout, stream, locked = site.settings, site.layout, site.stream, site.locked
    choices = bench.choices
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
        total = sum_of_chances(site, NUMBERS_STAGE, choices, 0, free)
        if total == 0:
            return False
        draw = below(stream, total)
        chosen = chosen_by(site, NUMBERS_STAGE, choices, 0, draw)
        value = between(stream, settings[_VALUE_SPAN], settings[_VALUE_SPAN + 1])
        put_drawn(site, NUMBERS_STAGE, CELLS, choices[chosen], value, draw, total)
        free -= 1
        choices[chosen] = choices[free]
    return True


@kernel
def draw_numbers(site: Site, bench: DeductionBench, seed: int, attempt: int) -> bool:
    """Stage 1: numbers on random cells.

    How many is drawn for the seed, not for the attempt, or numbers that few attempts succeed with
    would hardly ever come up.
    """
    settings, stream, streams = site.settings, site.stream, site.streams
    kept = streams[NUMBERS_STAGE, KEPT_SEED]
    own = seed if kept == FOLLOWS else kept
    open_stream(stream, own, 0, NUMBERS_STAGE, streams[NUMBERS_STAGE, REROLL])
    number = between(stream, settings[_NUMBER_SPAN], settings[_NUMBER_SPAN + 1])
    begin_stage(site, seed, attempt, NUMBERS_STAGE)
    next_word(stream)  # attempt 0 has used the first one above
    return place_numbers(site, bench, number)


@kernel
def count_reach(rows: int, cols: int, integers: Longs, counts: Longs) -> None:
    """Counts for every cell the numbers that reach it now."""
    for row in range(rows):
        for col in range(cols):
            cell = table.cell_of(row, col)
            counts[cell] = popcount(integers[table.REACH + cell])


@kernel
def free_in_row(site: Site, words: Words, integers: Longs, number: int, row: int) -> np.uint64:
    """The cells of a row, as columns, that are no dot, no line's, and in reach of a number."""
    free = ~(words[table.OWNED + row] | words[table.DOTS + row]) & (bit(site.cols) - np.uint64(1))
    if number == ANY:
        return free
    reached = words[table.REACHED + number]
    if integers[table.ROW + number] == row:
        return free & reached & LEVEL
    if reached & bit(ROW_AT + row) == NONE:
        return NONE
    return free & bit(integers[table.COL + number])


@kernel
def add_clue(site: Site, stage: int, bench: DeductionBench, number: int, code: int) -> bool:
    """Puts a dot or a 1 on one of the heaviest cells; False if there is no cell for it.

    In a mutation of a race the cells of inherited clues come before all others, as a rule.

    ``number`` is who has to reach the cell, or ANY. Of a 1 the table does not know afterwards.
    """
    words, integers, choices = bench.words, bench.integers, bench.choices
    initial = bench.initial
    inherited = bench.inherited if code == DOT else bench.inherited_ones
    locked, stream = site.locked, site.stream
    inherits = stage == MUTATIONS_STAGE and site.settings[_METHOD] == _RACE
    inherits = inherits and below(stream, FORGOTTEN) != 0
    heaviest, count = 0, 0
    for row in range(site.rows):
        left = free_in_row(site, words, integers, number, row)
        while left != NONE:
            single = lowest(left)
            left ^= single
            col = bit_index(single)
            cell = table.cell_of(row, col)
            reach = popcount(integers[table.REACH + cell])
            if reach == 0 or locked[row * site.cols + col] != 0:
                continue
            weight = painted_weight(site, DOTS_STAGE, row * site.cols + col, initial[cell] + reach)
            if weight == 0:
                continue
            if inherits and inherited[row] & single != NONE:
                weight += _FIRST_OF_ALL
            if weight > heaviest:
                heaviest, count = weight, 0
            if weight == heaviest:
                choices[count] = cell
                count += 1
    if count == 0:
        return False
    draw = below(stream, count)
    row, col = choices[draw] // MAX_SIDE, choices[draw] % MAX_SIDE
    if code == DOT:
        put(words, table.DOTS, row, col)
        put(words, table.OPEN_DOTS, row, col)
        integers[table.OPEN] += 1
    put_down(site, stage, CELLS, row * site.cols + col, code, heaviest % _FIRST_OF_ALL, draw)
    return True


@kernel
def begin_deduction(site: Site, bench: DeductionBench) -> None:
    """Lists what is on the board, and concludes nothing yet."""
    words, integers = bench.words, bench.integers
    table.set_board(site.layout[CELLS], site.rows, site.cols, CORRECTED, words, integers)
    table.begin(words, integers, CORRECTED & SINGLE_ONE != 0)
    table.look(words, integers)


@kernel
def log_weights(site: Site, stage: int, bench: DeductionBench) -> None:
    """Logs how the weights for the next dot have changed, if there is a log."""
    layout, log, locked = site.layout, site.log, site.locked
    words, integers, initial = bench.words, bench.integers, bench.initial
    if len(log) == 0:
        return
    for row in range(site.rows):
        free = free_in_row(site, words, integers, ANY, row)
        for col in range(site.cols):
            cell, table_cell = row * site.cols + col, table.cell_of(row, col)
            weight = popcount(integers[table.REACH + table_cell])
            if free & bit(col) == NONE or locked[cell] != 0:
                weight = 0
            if weight != 0:
                weight = painted_weight(site, DOTS_STAGE, cell, weight + initial[table_cell])
            if layout[WEIGHTS, cell] != weight:
                put_down(site, stage, WEIGHTS, cell, weight, weight, NOTHING)


@kernel
def log_layer(site: Site, stage: int, bench: DeductionBench, kind: int) -> None:
    """Logs the cells that a layer has made part of a line, if there is a log."""
    layout, log, words = site.layout, site.log, bench.words
    if len(log) == 0:
        return
    for row in range(site.rows):
        for col in range(site.cols):
            cell = row * site.cols + col
            if words[table.OWNED + row] & bit(col) == NONE or layout[DEDUCED, cell] != 0:
                continue
            if not is_number(layout[CELLS, cell]):
                put_down(site, stage, DEDUCED, cell, kind, NOTHING, NOTHING)


@subroutine
def add_dots(site: Site, stage: int, bench: DeductionBench) -> int:
    """Adds dots until the board is solved; how the deduction stands in the end.

    Every round gives a dot to each number that the uncontested rule would serve, then deduces one
    layer, and adds one more dot if no rule made progress, or perhaps a 1. As the table cannot take
    in another number, all is deduced again from there; rounds that do so are not counted.
    """
    settings, words, integers = site.settings, bench.words, bench.integers
    begin_deduction(site, bench)
    count_reach(site.rows, site.cols, integers, bench.initial)
    stands = GOING_ON
    rounds = layers = 0
    while rounds < settings[_ROUNDS]:
        rounds += 1
        log_weights(site, stage, bench)
        for number in range(integers[table.NUMBERS]):
            if uncontested_spot(words, integers, number) != NONE:
                add_clue(site, stage, bench, number, DOT)
        kind, _, stands = advance(words, integers)
        if kind != 0:
            layers += 1
            log_layer(site, stage, bench, kind)
        if stands == STUCK:
            one = settings[_ONES] > 0 and below(site.stream, _OF) < settings[_ONES]
            if not add_clue(site, stage, bench, ANY, ONE if one else DOT):
                return STUCK
            if one:
                begin_deduction(site, bench)
                rounds -= layers
                layers = 0
        elif stands != GOING_ON:
            return stands
        table.look(words, integers)
    return stands


@kernel
def draw_dots(site: Site, bench: DeductionBench, seed: int, attempt: int) -> bool:
    """Stage 2: dots in turns with the solver, until the board is solved."""
    begin_stage(site, seed, attempt, DOTS_STAGE)
    return add_dots(site, DOTS_STAGE, bench) == SOLVED
