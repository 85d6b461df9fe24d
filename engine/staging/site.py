"""What the generators of games have in common: the site on which stages make a candidate.

A stage is a compiled function over a :class:`Site`. It draws from the site's stream, which
:func:`begin_stage` sets to the stage's own, and changes the layout by :func:`put` only, which
logs the change when a log is attached. The first number of the scratch memory counts the events.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from engine.errors import ParameterError
from engine.jit.marks import LongRows, Longs, Words, kernel
from engine.staging.generation import (
    LOG_COLUMNS,
    NOTHING,
    Attempts,
    Candidate,
    Plane,
    Recipe,
    Stage,
    Timeline,
)
from engine.staging.painting import require_painted_shape
from engine.values.budget import Control
from engine.values.level import Board
from engine.values.rng import open_stream

NOTED = 0
"""Index in a site's scratch memory: the number of events logged."""

_LOG_ROOM = 2048
"""Events that a log has room for at first."""

KEPT_SEED, KEPT_ATTEMPT, REROLL = range(3)
FOLLOWS = -1
"""In place of the seed and attempt of a stage that follows those of the candidate."""


class Site(NamedTuple):
    """Where a candidate is made: all that a stage works with.

    Attributes:
        settings: the parameters; see :attr:`engine.values.parameters.Parameters.ends`.
        locked: by cell, 1 where generation must leave everything as it is.
        painted: by stage and cell the weight that a hand painted, NOTHING where there is none; no
            rows if nothing is painted at all.
        sketch: the layout that every candidate starts from, shape (planes, cells).
        layout: the layout so far, shape (planes, cells).
        streams: by stage what names its random numbers, shape (stages, 3), columns
            KEPT_SEED, KEPT_ATTEMPT and REROLL; see :data:`FOLLOWS`.
        stream: the random stream of the stage under way.
        log: receives the events, shape (room, 8), the last column what :func:`put_drawn` adds; no
            rows for no log.
        scratch: numbers that stages leave for later ones; NOTED receives the number of events.
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
    """Makes the layout the sketch again, and forgets what was logged."""
    layout, sketch, scratch = site.layout, site.sketch, site.scratch
    for plane in range(layout.shape[0]):
        for cell in range(site.rows * site.cols):
            layout[plane, cell] = sketch[plane, cell]
    scratch[NOTED] = 0


@kernel
def begin_stage(site: Site, seed: int, attempt: int, stage: int) -> None:
    """Sets the site's stream to the beginning of a stage's own."""
    streams = site.streams
    if streams[stage, KEPT_SEED] != FOLLOWS:
        seed = streams[stage, KEPT_SEED]
        attempt = streams[stage, KEPT_ATTEMPT]
    open_stream(site.stream, seed, attempt, stage, streams[stage, REROLL])


@kernel
def put(site: Site, stage: int, plane: int, cell: int, new: int, weight: int, draw: int) -> None:
    """Changes one cell of one plane, and logs it if there is a log with room."""
    layout, log, scratch = site.layout, site.log, site.scratch
    if len(log) > 0:
        row = scratch[NOTED]
        scratch[NOTED] = row + 1
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
def put_drawn(
    site: Site, stage: int, plane: int, cell: int, new: int, draw: int, choices: int
) -> None:
    """Changes a cell that a draw chose among so many, each as likely; see :func:`put`.

    If weights are painted, the cell is as likely as its own, and ``choices`` is their sum.
    """
    weight = NOTHING if len(site.painted) == 0 else painted_weight(site, stage, cell, 1)
    put(site, stage, plane, cell, new, weight, draw)
    log, noted = site.log, site.scratch[NOTED]
    if 0 < noted <= len(log):
        log[noted - 1, 7] = choices


@kernel
def painted_weight(site: Site, stage: int, cell: int, own: int) -> int:
    """The weight that a hand painted on a cell for a stage; the stage's own if it did not."""
    painted = site.painted
    if len(painted) == 0 or painted[stage, cell] == NOTHING:
        return own
    return int(painted[stage, cell])


@kernel
def sum_of_chances(site: Site, stage: int, cells: Longs, first: int, number: int) -> int:
    """The sum of the weights of so many cells from a first one on: painted ones, 1 for others."""
    if len(site.painted) == 0:
        return number
    total = 0
    for index in range(first, first + number):
        total += painted_weight(site, stage, cells[index], 1)
    return total


@kernel
def chosen_by(site: Site, stage: int, cells: Longs, first: int, draw: int) -> int:
    """The index of the cell that a number below :func:`sum_of_chances` stands for."""
    if len(site.painted) == 0:
        return first + draw
    index = first
    left = draw - painted_weight(site, stage, cells[index], 1)
    while left >= 0:
        index += 1
        left -= painted_weight(site, stage, cells[index], 1)
    return index


@kernel
def is_inner(cell: int, rows: int, cols: int) -> bool:
    """Whether a cell lies within the outer ring."""
    row, col = cell // cols, cell % cols
    return 0 < row < rows - 1 and 0 < col < cols - 1


def streams_of(recipe: Recipe, stages: Sequence[str]) -> Longs:
    """What names the random numbers of every stage of a recipe."""
    streams = []
    for name in stages:
        stream = recipe.stream(name)
        kept = (stream.seed, stream.attempt) if name in recipe.kept else (FOLLOWS, FOLLOWS)
        streams.append((*kept, stream.reroll))
    return np.array(streams, np.int64)


def painted_of(recipe: Recipe, stages: Sequence[str], rows: int, cols: int) -> LongRows:
    """The painted weights of a recipe as kernels take them; see :class:`Site`.

    Raises:
        ParameterError: they are painted on a board of another shape.
    """
    painted = np.full((len(stages) if recipe.weights else 0, rows * cols), NOTHING, np.int64)
    for name, weights in recipe.weights.items():
        require_painted_shape(name, weights, rows, cols)
        for (row, col), weight in weights.cells.items():
            painted[stages.index(name), row * cols + col] = weight
    return painted


def require_same_shape(sketch: Board, rows: int, cols: int) -> None:
    """Refuses to generate a board of another shape than that of its locked cells.

    Raises:
        ParameterError: it has another shape.
    """
    if (sketch.rows, sketch.cols) != (rows, cols):
        raise ParameterError(
            f"rows, cols: the locked cells are on a board of {sketch.rows} by {sketch.cols}, "
            f"not {rows} by {cols}"
        )


def new_site(
    recipe: Recipe,
    stages: Sequence[str],
    locked: Longs,
    sketch: Longs,
    scratch: int,
    room: int,
    shape: tuple[int, int] | None = None,
) -> Site:
    """A site for a recipe.

    ``locked`` is 1 for cells that are, ``sketch`` is the layout to start from, shape (planes,
    cells), ``scratch`` numbers of scratch memory, ``room`` the events that the log holds, if any.
    ``shape`` is rows and columns; those of the parameters ``rows`` and ``cols`` if not given.

    Raises:
        ParameterError: weights are painted on a board of another shape.
    """
    integer = recipe.parameters.integer
    rows, cols = shape or (integer("rows"), integer("cols"))
    return Site(
        np.array(recipe.parameters.ends, np.int64),
        locked,
        painted_of(recipe, stages, rows, cols),
        sketch,
        sketch.copy(),
        streams_of(recipe, stages),
        rows,
        cols,
        np.zeros(1, np.uint64),
        np.zeros((room, len(LOG_COLUMNS) + 1), np.int64),
        np.zeros(scratch, np.int64),
    )


def candidate_of(
    recipe: Recipe,
    stages: tuple[Stage, ...],
    planes: tuple[Plane, ...],
    site_of: Callable[[Recipe, int], Site],
    run_stages: Callable[[Site, int, int], int],
    board_of: Callable[[Recipe, Longs], Board],
    choosable: Callable[[Longs, Longs, int], Longs] | None = None,
) -> Candidate:
    """One candidate with its log; not judged.

    ``site_of`` makes a site for the recipe, its log with room for so many events; ``run_stages``
    makes a candidate of a seed and attempt, and says which stage gave up, or -1. ``choosable`` has
    of locked cells, a layout and a plane the weights that count in a choice; see
    :class:`engine.staging.generation.Timeline`.
    """
    room = _LOG_ROOM
    while True:
        site = site_of(recipe, room)
        stage = int(run_stages(site, recipe.seed, recipe.attempt))
        noted = int(site.scratch[NOTED])
        if noted <= room:
            break
        room = noted
    weights = partial(choosable, site.locked) if choosable else None
    log = site.log[:noted].copy()  # without the room for more: a history keeps many of these
    changes, choices = log[:, :-1], log[:, -1]
    timeline = Timeline(stages, planes, site.cols, site.sketch, changes, weights, choices)
    read = partial(board_of, recipe)
    failed = stages[stage].title if stage >= 0 else None
    return Candidate(recipe, read(site.layout), timeline, read, failed)


def rejections_of(rejected: Longs, reasons: Sequence[str]) -> dict[str, int]:
    """How many candidates kernels have rejected, by reason; those that did any."""
    counts = zip(reasons, rejected.tolist(), strict=True)
    return {reason: number for reason, number in counts if number}


def attempts_of(
    recipe: Recipe,
    count: int,
    control: Control,
    site: Site,
    bench: Any,
    try_candidates: Callable[[Site, int, int, int, Longs, Any], int],
    reasons: Sequence[str],
    board_of: Callable[[Recipe, Longs], Board],
    objection: Callable[[Board], str | None] | None = None,
) -> Attempts:
    """Tries up to ``count`` candidates until one is accepted.

    ``try_candidates`` tries some of a seed, from an attempt on: the attempt accepted, or negative.
    ``bench.rejected`` counts by number of the reason. ``board_of`` makes a board of a layout.
    ``objection`` is a further reason to reject a board, one which kernels do not know; it is asked
    only about those that they accept.
    """
    further = Counter[str]()
    first, end = recipe.attempt, recipe.attempt + count
    while True:
        found = int(try_candidates(site, recipe.seed, first, end - first, control.cells, bench))
        board = board_of(recipe, site.layout) if found >= 0 else None
        reason = objection(board) if objection is not None and board is not None else None
        if reason is None:
            break
        further[reason] += 1
        control.cells[2] += 1
        first = found + 1
    rejected = {**rejections_of(bench.rejected, reasons), **further}
    tried = sum(rejected.values()) + (found >= 0)
    return Attempts(tried, found if found >= 0 else None, rejected, board=board)
