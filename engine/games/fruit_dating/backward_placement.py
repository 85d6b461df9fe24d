"""Backward placement, which places fruit by stepping back from a solved position.

A solved position has no fruit. Just before the last pair left, its two fruit were neighbours.
Before the tilt that brought them together, each lay further back in its row or column. Stepping
back tilt by tilt leads to the start of a level. The same tilts, in the order of play, are a
*witness* that the level can be won. For example, here is a step back from a pair that met after a
tilt to the right::

    ....AA    the pair as it meets
    .A..A.    before the tilt: each fruit somewhere behind its final cell, in the same order

In general, the opposite tilt does not undo a tilt. So a step back searches for a position from
which the tilt leads to the current one. In that position, every piece lies somewhere behind its
current cell, the pieces in each row or column are in the same order, and all pieces are at rest
under the earlier tilt that brought them there. This search assumes that only walls stop fruit.
Obstacles that later stages place can spoil the witness, so it is played on the complete candidate,
which is rejected if the witness does not win.

Source: a proposal in the discussion of T. Rychnovsky's article on Fruit Dating.
"""

from __future__ import annotations

from engine.games.fruit_dating import fruit_layout, generator_log_notes
from engine.games.fruit_dating.fruit_codes import NO_PIECE
from engine.games.fruit_dating.fruit_level_array import get_step, is_solid
from engine.games.fruit_dating.parameters import ENDING, EVERY_LINE, setting_index
from engine.games.fruit_dating.tile_weights import get_available_weight
from engine.games.fruit_dating.wall_stages import log_note
from engine.jit.decorators import Longs, kernel
from engine.stages.candidate import NOTHING
from engine.stages.stage_workspace import Site, set_cell
from engine.tiles.candidate_arrays import PIECES, TILES
from engine.values.rng import draw_below, draw_between

_PAIRS = setting_index("pairs")
_COLOURS = setting_index("colours")
_MOVES = setting_index("backward_moves")
_ENDING_MOVE, _ENDING_ROWS, _ENDING_COLS = map(setting_index, ENDING)

_LAST_LINE = EVERY_LINE[1]

_TRIES = 8
"""The number of times that a step back is tried before its sequence is abandoned."""
_MAX_SEQUENCES = 256
"""The number of sequences to try before abandoning a candidate; most sequences hit a dead end."""
NOWHERE, GAVE_UP = -1, -2
"""Values that :func:`step_back` returns if it finds no earlier tilt.

NOWHERE means that the start of the level has been reached. GAVE_UP means that no earlier position
was found."""


@kernel
def can_rest(site: Site, cell: int, direction: int) -> bool:
    """Return True if a tilt would not move a piece on ``cell``, given the pieces in the layout."""
    layout, step = site.layout, get_step(direction, site.cols)
    cell += step
    # Pieces directly ahead are at rest if the first cell beyond them is solid.
    while layout[PIECES, cell] != NO_PIECE:
        cell += step
    return is_solid(layout[TILES, cell])


@kernel
def has_equal_neighbour(site: Site, cell: int, piece: int, in_area: bool) -> bool:
    """Return True if a piece equal to ``piece`` lies next to a cell.

    The pieces are read from AREA in the scratch memory if ``in_area`` is true, otherwise from the
    layout.
    """
    for direction in range(4):
        beside = cell + get_step(direction, site.cols)
        other = site.scratch[fruit_layout.AREA + beside] if in_area else site.layout[PIECES, beside]
        if other == piece:
            return True
    return False


@kernel
def can_meet(site: Site, cell: int, neighbour: int, direction: int, colour: int) -> bool:
    """Return True if a tilt could have brought a pair together on two neighbouring cells.

    Both fruit must be at rest, on available cells, and not next to other fruit of ``colour``.
    """
    step = get_step(direction, site.cols)
    if get_available_weight(site, fruit_layout.FRUIT_WEIGHTS, cell) == 0:
        return False
    if get_available_weight(site, fruit_layout.FRUIT_WEIGHTS, neighbour) == 0:
        return False
    if has_equal_neighbour(site, cell, colour, False) or has_equal_neighbour(
        site, neighbour, colour, False
    ):
        return False
    # One fruit may rest against the other, which can_rest does not find in the layout yet.
    cell_rests = neighbour == cell + step or can_rest(site, cell, direction)
    beside_rests = cell == neighbour + step or can_rest(site, neighbour, direction)
    return cell_rests and beside_rests


@kernel
def put_fruit(site: Site, cell: int, piece: int, logged: bool) -> None:
    """Put a piece on a cell, and log the change if ``logged`` is true."""
    if logged and site.layout[PIECES, cell] != piece:
        set_cell(site, fruit_layout.FRUIT, PIECES, cell, piece, NOTHING, NOTHING)
    site.layout[PIECES, cell] = piece


@kernel
def has_ending_constraint(settings: Longs) -> bool:
    """Return True if the parameters constrain the last tilt or the last pair's meeting place."""
    anywhere = settings[_ENDING_ROWS] == 0 and settings[_ENDING_ROWS + 1] == _LAST_LINE
    anywhere = anywhere and settings[_ENDING_COLS] == 0 and settings[_ENDING_COLS + 1] == _LAST_LINE
    return bool(settings[_ENDING_MOVE] != 0 or not anywhere)


@kernel
def is_ending_cell(site: Site, cell: int) -> bool:
    """Return True if the parameters allow the last pair to meet on a cell."""
    settings, row, col = site.settings, cell // site.cols, cell % site.cols
    in_rows = settings[_ENDING_ROWS] <= row <= settings[_ENDING_ROWS + 1]
    return bool(in_rows and settings[_ENDING_COLS] <= col <= settings[_ENDING_COLS + 1])


@kernel
def add_pair(site: Site, direction: int, colour: int, last: bool, logged: bool) -> bool:
    """Put two fruit on random neighbouring cells on which a tilt could have brought them together.

    All such pairs of cells are equally likely. If ``last`` is true, the two fruit are the last ones
    to meet in the level, and only cells that the parameters allow for the last pair are considered.

    Returns:
        True if such cells were found.
    """
    rows, cols, scratch = site.rows, site.cols, site.scratch
    found = 0
    for cell in range(cols + 1, (rows - 1) * cols - 1):
        for beside in (cell + 1, cell + cols):
            if last and not (is_ending_cell(site, cell) or is_ending_cell(site, beside)):
                continue
            if can_meet(site, cell, beside, direction, colour):
                # This is reservoir sampling: the n-th pair of cells replaces the one chosen so far
                # with probability 1/n, so all are equally likely in the end.
                if draw_below(site.stream, found + 1) == 0:
                    scratch[fruit_layout.QUEUE] = cell
                    scratch[fruit_layout.QUEUE + 1] = beside
                found += 1
    if found == 0:
        return False
    first, second = scratch[fruit_layout.QUEUE], scratch[fruit_layout.QUEUE + 1]
    put_fruit(site, first, colour, logged)
    put_fruit(site, second, colour, logged)
    return True


@kernel
def choose_place(site: Site, cell: int, rear: int, backward_step: int, earlier_tilt: int) -> int:
    """Choose, by weight, a cell that a piece could have come from.

    Args:
        site: The site that holds the layout.
        cell: The piece's current cell, which is the first one to consider.
        rear: The last cell to consider, somewhere behind ``cell``.
        backward_step: The difference in cell numbers between a cell and the one behind it.
        earlier_tilt: The tilt under which the piece must be at rest on the chosen cell, or NOWHERE.

    Returns:
        The cell, or -1 if none of the cells is possible.
    """
    layout, scratch, stream = site.layout, site.scratch, site.stream
    step = get_step(earlier_tilt, site.cols) if earlier_tilt != NOWHERE else 0
    total = 0
    chosen = -1
    place = cell
    while True:
        ahead = place + step
        is_stopped = step == 0 or is_solid(layout[TILES, ahead])
        is_stopped = is_stopped or scratch[fruit_layout.AREA + ahead] != NO_PIECE
        weight = layout[fruit_layout.FRUIT_WEIGHTS, place] if site.locked[place] == 0 else 0
        if is_stopped and weight > 0:
            total += weight
            # This is weighted reservoir sampling, which needs only a single pass.
            if draw_below(stream, total) < weight:
                chosen = place
        if place == rear:
            return chosen
        place += backward_step


@kernel
def move_back(site: Site, direction: int, earlier_tilt: int) -> bool:
    """Write to AREA a random position from which a tilt could lead to the current one.

    In that position, all pieces are at rest under ``earlier_tilt``, and at least one piece has room
    behind it for the next step back.

    Returns:
        True if the random draws led to such a position.
    """
    layout, scratch, rows, cols = site.layout, site.scratch, site.rows, site.cols
    step = get_step(direction, cols)
    level = direction % 2 == 0
    lines = rows if level else cols
    length = cols if level else rows
    for cell in range(rows * cols):
        scratch[fruit_layout.AREA + cell] = NO_PIECE
    moved = False
    for number in range(lines):
        # Visit the lines from the side that the earlier tilt leads to, and each line from its rear.
        # Then whatever a piece rests against is already in place.
        line = lines - 1 - number if earlier_tilt == 0 or earlier_tilt == 3 else number
        rear = -1
        for index in range(length):
            along = index if direction == 0 or direction == 3 else length - 1 - index
            cell = line * cols + along if level else along * cols + line
            if is_solid(layout[TILES, cell]):
                # The next piece in the line cannot have come from behind this wall.
                rear = cell + step
            elif layout[PIECES, cell] != NO_PIECE:
                place = choose_place(site, cell, rear, -step, earlier_tilt)
                if place < 0:
                    return False
                scratch[fruit_layout.AREA + place] = layout[PIECES, cell]
                moved = moved or place != cell
                # The pieces in a line keep their order, so the next one started ahead of this cell.
                rear = place + step
    room = earlier_tilt == NOWHERE
    behind = -get_step(earlier_tilt, cols) if earlier_tilt != NOWHERE else 0
    for cell in range(rows * cols):
        piece = scratch[fruit_layout.AREA + cell]
        if piece != NO_PIECE:
            if has_equal_neighbour(site, cell, piece, True):
                return False
            free = not is_solid(layout[TILES, cell + behind])
            room = room or (free and scratch[fruit_layout.AREA + cell + behind] == NO_PIECE)
    return moved and room


@kernel
def step_back(site: Site, direction: int, first: bool, logged: bool) -> int:
    """Move all fruit to a position from which the tilt ``direction`` leads to the current one.

    Returns:
        The earlier tilt, under which all fruit is at rest in the new position; NOWHERE if ``first``
        is true, because the level then begins there; GAVE_UP if no such position was found.
    """
    for _ in range(_TRIES):
        # When only walls stop fruit, making the opposite tilt first does not change the outcome of
        # a tilt. So the earlier tilt is one of the two at right angles.
        across = (direction + 1 + 2 * draw_below(site.stream, 2)) % 4
        before = NOWHERE if first else across
        if move_back(site, direction, before):
            for cell in range(site.rows * site.cols):
                put_fruit(site, cell, site.scratch[fruit_layout.AREA + cell], logged)
            return before
    return GAVE_UP


@kernel
def place_by_moves(site: Site, pairs: int, colours: int, moves: int, logged: bool) -> bool:
    """Place pairs of fruit by stepping back ``moves`` moves.

    Returns:
        True if all pairs were placed, False if the steps hit a dead end.
    """
    stream, scratch = site.stream, site.scratch
    scratch[fruit_layout.WITNESS_LENGTH] = moves
    direction = draw_below(stream, 4)
    if site.settings[_ENDING_MOVE] > 0:
        direction = site.settings[_ENDING_MOVE] - 1
    added = 0
    for back in range(moves):
        scratch[fruit_layout.WITNESS + moves - 1 - back] = direction
        if logged:
            log_note(site, fruit_layout.FRUIT, 0, generator_log_notes.BACK + 4 * back + direction)
        # The pair that leaves last is added first. Adding further pairs with this probability
        # guarantees that all of them fit into the remaining moves.
        if back == 0 or draw_below(stream, moves - back) < pairs - added:
            colour = 1 + added
            if added >= colours:
                colour = 1 + draw_below(stream, colours)
            if not add_pair(site, direction, colour, back == 0, logged):
                return False
            added += 1
        direction = step_back(site, direction, back == moves - 1, logged)
        if direction == GAVE_UP:
            return False
    return True


@kernel
def place_backwards(site: Site) -> bool:
    """Place pairs of fruit by stepping back, and store the witness (stage 6, mode 1)."""
    settings, stream = site.settings, site.stream
    pairs = draw_between(stream, settings[_PAIRS], settings[_PAIRS + 1])
    colours = draw_between(stream, settings[_COLOURS], settings[_COLOURS + 1])
    moves = max(draw_between(stream, settings[_MOVES], settings[_MOVES + 1]), pairs)
    for _ in range(_MAX_SEQUENCES):
        # Save the random stream's state, so that a successful sequence can be repeated.
        began = stream[0]
        found = place_by_moves(site, pairs, colours, moves, False)
        for cell in range(site.rows * site.cols):
            site.layout[PIECES, cell] = NO_PIECE
        if found:
            # Repeat the sequence with the same draws, this time with log events.
            stream[0] = began
            return place_by_moves(site, pairs, colours, moves, True)
    return False
