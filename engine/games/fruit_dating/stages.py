"""The stages of the generator in their order, as one compiled function.

Random numbers come from each stage's own stream. Every change of the layout goes through
:func:`engine.generate.staging.put`, which logs it when a log is attached.
"""

from __future__ import annotations

from engine.games.fruit_dating import features, walls
from engine.games.fruit_dating.layout import (
    ANTEATER_STAGE,
    AREA_STAGE,
    BLOCKER_STAGE,
    BORDER_STAGE,
    FRUIT_STAGE,
    GATE_STAGE,
    INNER_STAGE,
    MUD_STAGE,
    STAGE_COUNT,
    WALL_STAGE,
    WEIGHT_STAGE,
)
from engine.games.fruit_dating.weights import weigh_for_fruit
from engine.generate.staging import Site, begin_stage, clear_site
from engine.jit.marks import entry


@entry
def run_stages(site: Site, seed: int, attempt: int) -> int:
    """Makes one candidate of a seed in ``site.layout``; the stage that gave up, or -1."""
    clear_site(site)
    for stage in range(STAGE_COUNT):
        begin_stage(site, seed, attempt, stage)
        if stage == BORDER_STAGE:
            done = walls.draw_border(site)
        elif stage == WALL_STAGE:
            done = walls.draw_walls(site)
        elif stage == INNER_STAGE:
            done = walls.draw_inner_walls(site)
        elif stage == AREA_STAGE:
            done = walls.consolidate_areas(site)
        elif stage == WEIGHT_STAGE:
            done = weigh_for_fruit(site)
        elif stage == FRUIT_STAGE:
            done = features.place_fruit(site)
        elif stage == BLOCKER_STAGE:
            done = features.place_blockers(site)
        elif stage == GATE_STAGE:
            done = features.place_gates(site)
        elif stage == MUD_STAGE:
            done = features.place_mud(site)
        elif stage == ANTEATER_STAGE:
            done = features.place_anteaters(site)
        else:
            done = features.place_hedgehogs(site)
        if not done:
            return stage
    return -1
