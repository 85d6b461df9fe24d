"""The stages of the generator in their order, as one compiled function; all but the tidying.

Random numbers come from each stage's own stream. Every change of the layout goes through
:func:`engine.staging.site.put`, which logs it when a log is attached.
"""

from __future__ import annotations

from engine.games.fruit_dating import codes, features, walls
from engine.games.fruit_dating import layout as at
from engine.games.fruit_dating.backwards import place_backwards
from engine.games.fruit_dating.parameters import setting_index
from engine.games.fruit_dating.weights import weigh_for_fruit
from engine.jit.marks import entry
from engine.staging.site import Site, begin_stage, clear_site

_MODE = setting_index("fruit_mode")
_MUD = setting_index("mud")
_ANTEATERS = setting_index("anteaters")
_HEDGEHOGS = setting_index("hedgehogs")


@entry
def run_stages(site: Site, seed: int, attempt: int) -> int:
    """Makes one candidate of a seed in ``site.layout``; the stage that gave up, or -1.

    What follows of its solution, tidying, is left to :mod:`engine.games.fruit_dating.candidates`.
    """
    clear_site(site)
    for stage in range(at.TIDYING):
        begin_stage(site, seed, attempt, stage)
        if stage == at.BORDER:
            done = walls.draw_border(site)
        elif stage == at.WALLS:
            done = walls.draw_walls(site)
        elif stage == at.INNER_WALLS:
            done = walls.draw_inner_walls(site)
        elif stage == at.AREAS:
            done = walls.consolidate_areas(site)
        elif stage == at.WEIGHTS:
            done = weigh_for_fruit(site)
        elif stage == at.FRUIT:
            if site.settings[_MODE] == 0:
                done = features.place_fruit(site)
            else:
                done = place_backwards(site)
        elif stage == at.BLOCKERS:
            done = features.place_blockers(site)
        elif stage == at.ONE_WAYS:
            done = features.place_gates(site)
        elif stage == at.MUD:
            done = features.place_tiles(site, stage, _MUD, codes.MUD)
        elif stage == at.ANTEATERS:
            done = features.place_tiles(site, stage, _ANTEATERS, codes.ANTEATER)
        else:
            done = features.place_tiles(site, stage, _HEDGEHOGS, codes.HEDGEHOG)
        if not done:
            return stage
    return -1
