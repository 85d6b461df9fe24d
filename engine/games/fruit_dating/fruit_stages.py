"""All stages of the generator except the last one, as one compiled function.

Each stage draws from a separate random stream. Every change to the layout goes through
:func:`engine.stages.stage_workspace.set_cell`, which logs it if there is an event log. The last
stage removes inert objects. It needs the solved level, so it is in
:mod:`engine.games.fruit_dating.fruit_candidates`.
"""

from __future__ import annotations

from engine.games.fruit_dating import feature_placement, fruit_codes, fruit_layout, wall_stages
from engine.games.fruit_dating.backward_placement import place_backwards
from engine.games.fruit_dating.parameters import setting_index
from engine.games.fruit_dating.tile_weights import weigh_for_fruit
from engine.jit.decorators import entry
from engine.stages.stage_workspace import Site, begin_stage, clear_site

_MODE = setting_index("fruit_mode")
_MUD = setting_index("mud")
_ANTEATERS = setting_index("anteaters")
_HEDGEHOGS = setting_index("hedgehogs")


@entry
def run_stages(site: Site, seed: int, attempt: int) -> int:
    """Generate one candidate in ``site.layout``.

    Returns:
        The number of the stage that failed, or -1 if the candidate is complete.
    """
    clear_site(site)
    for stage in range(fruit_layout.TIDYING):
        begin_stage(site, seed, attempt, stage)
        if stage == fruit_layout.BORDER:
            done = wall_stages.draw_border(site)
        elif stage == fruit_layout.WALLS:
            done = wall_stages.draw_walls(site)
        elif stage == fruit_layout.INNER_WALLS:
            done = wall_stages.draw_inner_walls(site)
        elif stage == fruit_layout.AREAS:
            done = wall_stages.consolidate_areas(site)
        elif stage == fruit_layout.WEIGHTS:
            done = weigh_for_fruit(site)
        elif stage == fruit_layout.FRUIT:
            # Mode 0 places fruit by weight, any other mode backwards.
            if site.settings[_MODE] == 0:
                done = feature_placement.place_fruit(site)
            else:
                done = place_backwards(site)
        elif stage == fruit_layout.BLOCKERS:
            done = feature_placement.place_blockers(site)
        elif stage == fruit_layout.ONE_WAYS:
            done = feature_placement.place_gates(site)
        elif stage == fruit_layout.MUD:
            done = feature_placement.place_tiles(site, stage, _MUD, fruit_codes.MUD)
        elif stage == fruit_layout.ANTEATERS:
            done = feature_placement.place_tiles(site, stage, _ANTEATERS, fruit_codes.ANTEATER)
        else:
            done = feature_placement.place_tiles(site, stage, _HEDGEHOGS, fruit_codes.HEDGEHOG)
        # The number of a failed stage is also the number of the rejection reason.
        if not done:
            return stage
    return -1
