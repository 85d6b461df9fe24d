"""The site: the workspace in which the stages of a generator make a candidate.

A stage is a compiled function over a :class:`Site`. It draws from the site's random stream, which
:func:`begin_stage` sets to the start of the stage's own stream. It changes the layout only through
:func:`set_cell`, which logs the change if the site has a log. The first number in the scratch
memory is the number of events.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from engine.errors import ParameterError
from engine.jit.decorators import LongRows, Longs, Words, kernel
from engine.stages.candidate import (
    LOG_COLUMNS,
    NOTHING,
    Attempts,
    Candidate,
    Plane,
    Recipe,
    Stage,
    Timeline,
)
from engine.stages.painted_weight_checks import require_painted_shape
from engine.values.budget import Control
from engine.values.level import Board
from engine.values.rng import open_stream

EVENT_COUNT = 0
"""The index at which the scratch memory holds the number of events."""

_LOG_CAPACITY = 2048
"""The initial capacity of a log, in events."""

KEPT_SEED, KEPT_ATTEMPT, REROLL = range(3)
FOLLOWS_CANDIDATE = -1
"""The marker that replaces a kept seed and attempt if a stage uses those of the candidate."""


class Site(NamedTuple):
    """The workspace of a stage.

    Attributes:
        settings: The parameters; see :attr:`engine.values.parameter_schema.Parameters.ends`.
        locked: An array with 1 for each cell that generation must not change, and 0 for all others.
        painted: The painted weight for each stage and cell, or NOTHING. The array has no rows if no
            weights are painted.
        sketch: The layout with which every candidate starts, of shape (planes, cells).
        layout: The current layout, of shape (planes, cells).
        streams: The key of each stage's random stream, of shape (stages, 3) with the columns
            KEPT_SEED, KEPT_ATTEMPT and REROLL; see :data:`FOLLOWS_CANDIDATE`.
        rows, cols: The shape of the board.
        stream: The random stream of the current stage.
        log: The events, of shape (capacity, 8). Only :func:`set_drawn_cell` writes the last column.
            The array has no rows if nothing is logged.
        scratch: The memory that stages share. It holds the number of events at EVENT_COUNT.
    """

    settings: Longs
    locked: Longs
    painted: LongRows
    sketch: LongRows
    layout: LongRows
    streams: LongRows
    rows: int
    cols: int
    stream: Words
    log: LongRows
    scratch: Longs


@kernel
def clear_site(site: Site) -> None:
    """Reset the layout to the sketch, and clear the log."""
    layout, sketch, scratch = site.layout, site.sketch, site.scratch
    for plane in range(layout.shape[0]):
        for cell in range(site.rows * site.cols):
            layout[plane, cell] = sketch[plane, cell]
    scratch[EVENT_COUNT] = 0


@kernel
def begin_stage(site: Site, seed: int, attempt: int, stage: int) -> None:
    """Set the site's random stream to the start of a stage's own stream."""
    streams = site.streams
    # A kept stage ignores the seed and the attempt of the candidate.
    if streams[stage, KEPT_SEED] != FOLLOWS_CANDIDATE:
        seed = streams[stage, KEPT_SEED]
        attempt = streams[stage, KEPT_ATTEMPT]
    open_stream(site.stream, seed, attempt, stage, streams[stage, REROLL])


@kernel
def set_cell(
    site: Site, stage: int, plane: int, cell: int, new: int, weight: int, draw: int
) -> None:
    """Change one cell in one plane, and log the change if the log has room."""
    layout, log, scratch = site.layout, site.log, site.scratch
    if len(log) > 0:
        row = scratch[EVENT_COUNT]
        # Count events without room too, so that the caller learns the capacity that the log needs.
        scratch[EVENT_COUNT] = row + 1
        if row < len(log):
            log[row, 0] = stage
            log[row, 1] = plane
            log[row, 2] = cell
            log[row, 3] = layout[plane, cell]
            log[row, 4] = new
            log[row, 5] = weight
            log[row, 6] = draw
    layout[plane, cell] = new


@kernel
def set_drawn_cell(
    site: Site, stage: int, plane: int, cell: int, new: int, draw: int, choices: int
) -> None:
    """Change a cell that a draw chose among ``choices`` equally likely ones; see :func:`set_cell`.

    If weights are painted, the cells are not equally likely, and ``choices`` is the total weight.
    """
    weight = NOTHING if len(site.painted) == 0 else get_painted_weight(site, stage, cell, 1)
    set_cell(site, stage, plane, cell, new, weight, draw)
    log, noted = site.log, site.scratch[EVENT_COUNT]
    # Complete the event that set_cell has logged, if the log had room.
    if 0 < noted <= len(log):
        log[noted - 1, 7] = choices


@kernel
def get_painted_weight(site: Site, stage: int, cell: int, default: int) -> int:
    """Return the weight painted on a cell for a stage, or ``default`` if there is none."""
    painted = site.painted
    if len(painted) == 0 or painted[stage, cell] == NOTHING:
        return default
    return int(painted[stage, cell])


@kernel
def sum_chances(site: Site, stage: int, cells: Longs, first: int, number: int) -> int:
    """Return the total weight of ``number`` cells in ``cells``, starting at index ``first``.

    A cell without a painted weight has the weight 1.
    """
    if len(site.painted) == 0:
        return number
    total = 0
    for index in range(first, first + number):
        total += get_painted_weight(site, stage, cells[index], 1)
    return total


@kernel
def find_chosen(site: Site, stage: int, cells: Longs, first: int, draw: int) -> int:
    """Return the index in ``cells`` of the cell that a draw below :func:`sum_chances` selects."""
    # Without painted weights all cells have the weight 1, so the draw is the index.
    if len(site.painted) == 0:
        return first + draw
    # Each cell owns a share of the range as long as its weight. Find the share that holds the
    # draw.
    index = first
    left = draw - get_painted_weight(site, stage, cells[index], 1)
    while left >= 0:
        index += 1
        left -= get_painted_weight(site, stage, cells[index], 1)
    return index


@kernel
def is_inner(cell: int, rows: int, cols: int) -> bool:
    """Return True if a cell is not on the border of the board."""
    row, col = cell // cols, cell % cols
    return 0 < row < rows - 1 and 0 < col < cols - 1


def list_streams(recipe: Recipe, stages: Sequence[str]) -> Longs:
    """Return the key of each stage's random stream, as an array for kernels; see :class:`Site`."""
    streams = []
    for name in stages:
        stream = recipe.get_stream(name)
        kept = (stream.seed, stream.attempt) if name in recipe.kept else (FOLLOWS_CANDIDATE,) * 2
        streams.append((*kept, stream.reroll))
    return np.array(streams, np.int64)


def build_painted_weights(recipe: Recipe, stages: Sequence[str], rows: int, cols: int) -> LongRows:
    """Return the painted weights of a recipe as an array for kernels; see :class:`Site`.

    Raises:
        ParameterError: Weights are painted on a board of a different shape.
    """
    painted = np.full((len(stages) if recipe.weights else 0, rows * cols), NOTHING, np.int64)
    for name, weights in recipe.weights.items():
        require_painted_shape(name, weights, rows, cols)
        for (row, col), weight in weights.cells.items():
            painted[stages.index(name), row * cols + col] = weight
    return painted


def require_same_shape(sketch: Board, rows: int, cols: int) -> None:
    """Raise an error if a sketch does not have the shape of the board to generate.

    Raises:
        ParameterError: The sketch does not have ``rows`` rows and ``cols`` columns.
    """
    if (sketch.rows, sketch.cols) != (rows, cols):
        raise ParameterError(
            f"rows, cols: the locked cells are on a board of {sketch.rows} by {sketch.cols}, "
            f"not {rows} by {cols}"
        )


def create_stage_site(
    recipe: Recipe,
    stages: Sequence[str],
    locked: Longs,
    sketch: Longs,
    scratch: int,
    log_capacity: int,
    shape: tuple[int, int] | None = None,
) -> Site:
    """Return a site for the candidates of a recipe.

    Args:
        recipe: The recipe of the candidates.
        stages: The names of the stages.
        locked: An array with 1 for each locked cell, and 0 for all others.
        sketch: The layout with which every candidate starts, of shape (planes, cells).
        scratch: The size of the scratch memory.
        log_capacity: The capacity of the log, in events; 0 for no log.
        shape: The numbers of rows and columns; by default the parameters ``rows`` and ``cols``.

    Raises:
        ParameterError: Weights are painted on a board of a different shape.
    """
    integer = recipe.parameters.get_integer
    rows, cols = shape or (integer("rows"), integer("cols"))
    return Site(
        np.array(recipe.parameters.ends, np.int64),
        locked,
        build_painted_weights(recipe, stages, rows, cols),
        sketch,
        sketch.copy(),
        list_streams(recipe, stages),
        rows,
        cols,
        np.zeros(1, np.uint64),
        np.zeros((log_capacity, len(LOG_COLUMNS) + 1), np.int64),
        np.zeros(scratch, np.int64),
    )


def run_candidate_stages(
    recipe: Recipe,
    stages: tuple[Stage, ...],
    planes: tuple[Plane, ...],
    make_site: Callable[[Recipe, int], Site],
    run_stages: Callable[[Site, int, int], int],
    read_board: Callable[[Recipe, Longs], Board],
    choosable: Callable[[Longs, Longs, int], Longs] | None = None,
) -> Candidate:
    """Return one candidate with its event log, without testing it for acceptance.

    Args:
        recipe: The recipe of the candidate.
        stages: The stages of the generator.
        planes: The planes of the layout.
        make_site: A function that takes a recipe and the capacity of the log, and makes a site.
        run_stages: A function that makes the candidate for a seed and an attempt on a site, and
            returns the index of the stage that failed, or -1.
        read_board: A function that takes a recipe and a layout, and returns the board.
        choosable: A function that takes the locked cells, a layout and a plane, and returns the
            plane's weights with 0 for cells that cannot be chosen; None if every cell can be.
    """
    room = _LOG_CAPACITY
    # The number of events is not known in advance. If the log is too small, make the same candidate
    # again with room for all events.
    while True:
        site = make_site(recipe, room)
        stage = int(run_stages(site, recipe.seed, recipe.attempt))
        noted = int(site.scratch[EVENT_COUNT])
        if noted <= room:
            break
        room = noted
    weights = partial(choosable, site.locked) if choosable else None
    log = site.log[:noted].copy()  # drops the unused rows, because a history keeps many logs
    changes, choices = log[:, :-1], log[:, -1]
    timeline = Timeline(stages, planes, site.cols, site.sketch, changes, weights, choices)
    read = partial(read_board, recipe)
    failed = stages[stage].title if stage >= 0 else None
    return Candidate(recipe, read(site.layout), timeline, read, failed)


def count_rejections(rejected: Longs, reasons: Sequence[str]) -> dict[str, int]:
    """Map each reason to the number of candidates rejected for it; unused reasons are left out."""
    counts = zip(reasons, rejected.tolist(), strict=True)
    return {reason: number for reason, number in counts if number}


def run_kernel_attempts(
    recipe: Recipe,
    count: int,
    control: Control,
    site: Site,
    workspace: Any,
    try_candidates: Callable[[Site, int, int, int, Longs, Any], int],
    reasons: Sequence[str],
    read_board: Callable[[Recipe, Longs], Board],
    find_fault: Callable[[Board], str | None] | None = None,
) -> Attempts:
    """Try up to ``count`` candidates until one is accepted.

    Args:
        recipe: The recipe, whose attempt is the first one to try.
        count: The maximum number of candidates to try.
        control: The control, which can stop the search.
        site: The site on which candidates are made.
        workspace: The workspace for ``try_candidates``. Its array ``rejections`` has the number of
            candidates rejected for each reason.
        try_candidates: A kernel that tries several attempts of a seed, and returns the number of
            the accepted attempt, or a negative number if none is accepted.
        reasons: The kernel's reasons to reject a candidate.
        read_board: A function that takes a recipe and a layout, and returns the board.
        find_fault: A function that takes a board that the kernel has accepted, and returns another
            reason to reject it, or None.
    """
    further = Counter[str]()
    first, end = recipe.attempt, recipe.attempt + count
    while True:
        found = int(
            try_candidates(site, recipe.seed, first, end - first, control.shared_cells, workspace)
        )
        board = read_board(recipe, site.layout) if found >= 0 else None
        reason = find_fault(board) if find_fault is not None and board is not None else None
        if reason is None:
            break
        further[reason] += 1
        control.shared_cells[2] += 1
        # Continue after the attempt that the kernel accepted.
        first = found + 1
    # The kernel and ``find_fault`` give different reasons, so merging the counts loses none.
    rejected = {**count_rejections(workspace.rejections, reasons), **further}
    tried = sum(rejected.values()) + (found >= 0)
    return Attempts(tried, found if found >= 0 else None, rejected, board=board)
