"""The stages of the generator in their order, as one compiled function.

Random numbers come from each stage's own stream. Every change of the layout goes through
:func:`engine.games.fruit_dating.layout.put`, which logs it when a log is attached.
"""

from __future__ import annotations

from engine.arrays import Longs, Words
from engine.games.fruit_dating.features import (
    place_anteaters,
    place_gates,
    place_hedgehogs,
    place_mud,
)
from engine.games.fruit_dating.layout import (
    ANTEATER_STAGE,
    AREA_STAGE,
    BLOCKER_STAGE,
    BORDER_STAGE,
    FRUIT_STAGE,
    GATE_STAGE,
    INNER_STAGE,
    MUD_STAGE,
    NOTED,
    STAGE_COUNT,
    WALL_STAGE,
    WEIGHT_STAGE,
)
from engine.games.fruit_dating.objects import place_blockers, place_fruit
from engine.games.fruit_dating.walls import (
    consolidate_areas,
    draw_border,
    draw_inner_walls,
    draw_walls,
)
from engine.games.fruit_dating.weights import weigh_for_fruit
from engine.jit import entry
from engine.rng import open_stream


@entry
def run_stages(
    settings: Longs,
    locked: Longs,
    layout: Longs,
    rows: int,
    cols: int,
    seed: int,
    attempt: int,
    rerolls: Longs,
    stream: Words,
    log: Longs,
    scratch: Longs,
) -> int:
    """Makes one candidate.

    Args:
        settings: the parameters; see :func:`engine.games.fruit_dating.parameters.settings_of`.
        locked: by cell, 1 where generation must leave everything as it is.
        layout: what a sketch holds there, changed into the candidate; shape (LAYERS, cells).
        rows: number of rows.
        cols: number of columns.
        seed: the level's seed.
        attempt: which candidate of the seed.
        rerolls: how often each stage was rolled again.
        stream: memory for a random stream.
        log: receives the events, shape (room, 7), or no rows for no log.
        scratch: SCRATCH_SIZE integers; NOTED receives the number of events.

    Returns:
        The stage that gave up, or -1.
    """
    scratch[NOTED] = 0
    for stage in range(STAGE_COUNT):
        open_stream(stream, seed, attempt, stage, rerolls[stage])
        if stage == BORDER_STAGE:
            done = draw_border(settings, locked, layout, rows, cols, stream, log, scratch)
        elif stage == WALL_STAGE:
            done = draw_walls(settings, locked, layout, rows, cols, stream, log, scratch)
        elif stage == INNER_STAGE:
            done = draw_inner_walls(settings, locked, layout, rows, cols, stream, log, scratch)
        elif stage == AREA_STAGE:
            done = consolidate_areas(settings, locked, layout, rows, cols, stream, log, scratch)
        elif stage == WEIGHT_STAGE:
            done = weigh_for_fruit(settings, locked, layout, rows, cols, stream, log, scratch)
        elif stage == FRUIT_STAGE:
            done = place_fruit(settings, locked, layout, rows, cols, stream, log, scratch)
        elif stage == BLOCKER_STAGE:
            done = place_blockers(settings, locked, layout, rows, cols, stream, log, scratch)
        elif stage == GATE_STAGE:
            done = place_gates(settings, locked, layout, rows, cols, stream, log, scratch)
        elif stage == MUD_STAGE:
            done = place_mud(settings, locked, layout, rows, cols, stream, log, scratch)
        elif stage == ANTEATER_STAGE:
            done = place_anteaters(settings, locked, layout, rows, cols, stream, log, scratch)
        else:
            done = place_hedgehogs(settings, locked, layout, rows, cols, stream, log, scratch)
        if not done:
            return stage
    return -1
