"""Fruit placed backwards from a solved position, with moves that are known to win.

There is no fruit in the end. Before the last move there was a pair that has just met, and before
that move its fruit lay further back in their rows or columns; and so on, tilt by tilt, until fruit
lies where the level starts. The tilts in turn, the last one first, win: a *witness*.

A tilt is not undone by the opposite one, so a step back looks for a position that the tilt leads
from: every piece lies somewhere behind its place, those of a row or column in their order, and all
at rest under the tilt before it, which in turn they came by. Only walls stop fruit here. What later
stages put in the way may spoil the witness; the whole candidate is played, and rejected if so.

Source: a proposal in the discussion of T. Rychnovsky's article on Fruit Dating.
"""

from __future__ import annotations

from engine.games.fruit_dating import layout as at
from engine.games.fruit_dating import notes
from engine.games.fruit_dating.codes import NO_PIECE
from engine.games.fruit_dating.parameters import ENDING, EVERY_LINE, setting_index
from engine.games.fruit_dating.table import is_solid, step_of
from engine.games.fruit_dating.walls import note
from engine.games.fruit_dating.weights import available
from engine.jit.marks import Longs, kernel
from engine.staging.generation import NOTHING
from engine.staging.site import Site, put
from engine.tiles.generator import PIECES, TILES
from engine.values.rng import below, between

_PAIRS = setting_index("pairs")
_COLOURS = setting_index("colours")
_MOVES = setting_index("backward_moves")
_ENDING_MOVE, _ENDING_ROWS, _ENDING_COLS = map(setting_index, ENDING)

_LAST_LINE = EVERY_LINE[1]

_TRIES = 8
"""Tilts that are tried for a step back before its way is given up."""
_WAYS = 256
"""Ways back that are tried before the candidate is given up: most come to a dead end."""
NOWHERE, GAVE_UP = -1, -2
"""In place of the tilt before the first move, where fruit may lie anywhere, and of one that was
looked for in vain."""


@kernel
def rests(site: Site, cell: int, direction: int) -> bool:
    """Whether a piece on a cell would stay there in a tilt, by the pieces of the layout."""
    layout, step = site.layout, step_of(direction, site.cols)
    cell += step
    while layout[PIECES, cell] != NO_PIECE:
        cell += step
    return is_solid(layout[TILES, cell])


@kernel
def touches(site: Site, cell: int, piece: int, moved: bool) -> bool:
    """Whether a like piece lies beside a cell, in the layout or among those moved back (AREA)."""
    for direction in range(4):
        beside = cell + step_of(direction, site.cols)
        other = site.scratch[at.AREA + beside] if moved else site.layout[PIECES, beside]
        if other == piece:
            return True
    return False


@kernel
def can_meet(site: Site, cell: int, beside: int, direction: int, colour: int) -> bool:
    """Whether a pair can have met on two neighbours by a tilt: both at rest, touching no like."""
    step = step_of(direction, site.cols)
    if available(site, at.FRUIT_WEIGHTS, cell) == 0:
        return False
    if available(site, at.FRUIT_WEIGHTS, beside) == 0:
        return False
    if touches(site, cell, colour, False) or touches(site, beside, colour, False):
        return False
    cell_rests = beside == cell + step or rests(site, cell, direction)
    beside_rests = cell == beside + step or rests(site, beside, direction)
    return cell_rests and beside_rests


@kernel
def put_fruit(site: Site, cell: int, piece: int, noted: bool) -> None:
    """Changes what fruit a cell has, in a way back that is noted by an event of the log."""
    if noted and site.layout[PIECES, cell] != piece:
        put(site, at.FRUIT, PIECES, cell, piece, NOTHING, NOTHING)
    site.layout[PIECES, cell] = piece


@kernel
def has_wished_end(settings: Longs) -> bool:
    """Whether anything is wished of the end of the way back."""
    anywhere = settings[_ENDING_ROWS] == 0 and settings[_ENDING_ROWS + 1] == _LAST_LINE
    anywhere = anywhere and settings[_ENDING_COLS] == 0 and settings[_ENDING_COLS + 1] == _LAST_LINE
    return bool(settings[_ENDING_MOVE] != 0 or not anywhere)


@kernel
def in_ending(site: Site, cell: int) -> bool:
    """Whether one of the last pair may be on a cell as it meets."""
    settings, row, col = site.settings, cell // site.cols, cell % site.cols
    in_rows = settings[_ENDING_ROWS] <= row <= settings[_ENDING_ROWS + 1]
    return bool(in_rows and settings[_ENDING_COLS] <= col <= settings[_ENDING_COLS + 1])


@kernel
def add_pair(site: Site, direction: int, colour: int, last: bool, noted: bool) -> bool:
    """Puts a pair on two neighbours where a tilt can have brought it, all such as likely.

    The ``last`` one to meet does so where that is wished.
    """
    rows, cols, scratch = site.rows, site.cols, site.scratch
    found = 0
    for cell in range(cols + 1, (rows - 1) * cols - 1):
        for beside in (cell + 1, cell + cols):
            if last and not (in_ending(site, cell) or in_ending(site, beside)):
                continue
            if can_meet(site, cell, beside, direction, colour):
                # Each of those found so far is kept with the same probability.
                if below(site.stream, found + 1) == 0:
                    scratch[at.QUEUE] = cell
                    scratch[at.QUEUE + 1] = beside
                found += 1
    if found == 0:
        return False
    first, second = scratch[at.QUEUE], scratch[at.QUEUE + 1]
    put_fruit(site, first, colour, noted)
    put_fruit(site, second, colour, noted)
    return True


@kernel
def choose_place(site: Site, cell: int, rear: int, back: int, before: int) -> int:
    """A cell that a piece can have come from, by weight; -1 if there is none.

    It is the piece's own or lies behind it, ``back`` being the step there, up to ``rear``, and it
    is at rest under the tilt ``before``.
    """
    layout, scratch, stream = site.layout, site.scratch, site.stream
    step = step_of(before, site.cols) if before != NOWHERE else 0
    total = 0
    chosen = -1
    place = cell
    while True:
        ahead = place + step
        stands = step == 0 or is_solid(layout[TILES, ahead])
        stands = stands or scratch[at.AREA + ahead] != NO_PIECE
        weight = layout[at.FRUIT_WEIGHTS, place] if site.locked[place] == 0 else 0
        if stands and weight > 0:
            total += weight
            if below(stream, total) < weight:
                chosen = place
        if place == rear:
            return chosen
        place += back


@kernel
def move_back(site: Site, direction: int, before: int) -> bool:
    """Finds in AREA where pieces lay before a tilt, at rest under the one before; False if not.

    Rows or columns are gone through from where that one leads to, so that what a piece would
    rest upon is there already, and each from its rear. Some piece must have room behind it for the
    next step back.
    """
    layout, scratch, rows, cols = site.layout, site.scratch, site.rows, site.cols
    step = step_of(direction, cols)
    level = direction % 2 == 0
    lines = rows if level else cols
    length = cols if level else rows
    for cell in range(rows * cols):
        scratch[at.AREA + cell] = NO_PIECE
    moved = False
    for number in range(lines):
        line = lines - 1 - number if before == 0 or before == 3 else number
        rear = -1
        for index in range(length):
            along = index if direction == 0 or direction == 3 else length - 1 - index
            cell = line * cols + along if level else along * cols + line
            if is_solid(layout[TILES, cell]):
                rear = cell + step
            elif layout[PIECES, cell] != NO_PIECE:
                place = choose_place(site, cell, rear, -step, before)
                if place < 0:
                    return False
                scratch[at.AREA + place] = layout[PIECES, cell]
                moved = moved or place != cell
                rear = place + step
    room = before == NOWHERE
    behind = -step_of(before, cols) if before != NOWHERE else 0
    for cell in range(rows * cols):
        piece = scratch[at.AREA + cell]
        if piece != NO_PIECE:
            if touches(site, cell, piece, True):
                return False
            free = not is_solid(layout[TILES, cell + behind])
            room = room or (free and scratch[at.AREA + cell + behind] == NO_PIECE)
    return moved and room


@kernel
def step_back(site: Site, direction: int, first: bool, noted: bool) -> int:
    """Moves all fruit to where it lay before a tilt.

    Returns:
        The tilt before that, under which all is at rest; NOWHERE before the ``first`` move, GAVE_UP
        if no place was found.
    """
    for _ in range(_TRIES):
        # Between walls a tilt after its opposite leads where it would have led without.
        across = (direction + 1 + 2 * below(site.stream, 2)) % 4
        before = NOWHERE if first else across
        if move_back(site, direction, before):
            for cell in range(site.rows * site.cols):
                put_fruit(site, cell, site.scratch[at.AREA + cell], noted)
            return before
    return GAVE_UP


@kernel
def way_back(site: Site, pairs: int, colours: int, moves: int, noted: bool) -> bool:
    """Places pairs of fruit by way of so many moves backwards; False if it comes to no end."""
    stream, scratch = site.stream, site.scratch
    scratch[at.WITNESS_LENGTH] = moves
    direction = below(stream, 4)
    if site.settings[_ENDING_MOVE] > 0:
        direction = site.settings[_ENDING_MOVE] - 1
    added = 0
    for back in range(moves):
        scratch[at.WITNESS + moves - 1 - back] = direction
        if noted:
            note(site, at.FRUIT, 0, notes.BACK + 4 * back + direction)
        if back == 0 or below(stream, moves - back) < pairs - added:
            colour = 1 + added
            if added >= colours:
                colour = 1 + below(stream, colours)
            if not add_pair(site, direction, colour, back == 0, noted):
                return False
            added += 1
        direction = step_back(site, direction, back == moves - 1, noted)
        if direction == GAVE_UP:
            return False
    return True


@kernel
def place_backwards(site: Site) -> bool:
    """Stage 6 in its other mode: pairs of fruit by way of moves backwards, kept as the witness."""
    settings, stream = site.settings, site.stream
    pairs = between(stream, settings[_PAIRS], settings[_PAIRS + 1])
    colours = between(stream, settings[_COLOURS], settings[_COLOURS + 1])
    moves = max(between(stream, settings[_MOVES], settings[_MOVES + 1]), pairs)
    for _ in range(_WAYS):
        began = stream[0]
        found = way_back(site, pairs, colours, moves, False)
        for cell in range(site.rows * site.cols):
            site.layout[PIECES, cell] = NO_PIECE
        if found:
            # Once more, by the same draws, for the log.
            stream[0] = began
            return way_back(site, pairs, colours, moves, True)
    return False
