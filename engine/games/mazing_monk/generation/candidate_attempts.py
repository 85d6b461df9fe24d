"""Attempts to generate a level. Each attempt runs the stages for the chosen mode."""

from __future__ import annotations

from engine.games.mazing_monk.generation import rewound_cube
from engine.games.mazing_monk.generation.backward_stages import (
    carve_cube,
    place_soldiers,
    seek_entrance,
)
from engine.games.mazing_monk.generation.parameters import BY_RANDOM, setting_index
from engine.games.mazing_monk.generation.random_placement import scatter_tiles
from engine.games.mazing_monk.generation.rewound_cube import CubeRewind
from engine.games.mazing_monk.generation.scramble_stage import scramble_cube
from engine.jit.decorators import Longs, entry, kernel
from engine.stages.stage_workspace import Site, clear_site

_MODE = setting_index("mode")

_NONE_ACCEPTED, _STOPPED = -1, -2


@kernel
def make_candidate(site: Site, cube: CubeRewind, seed: int, attempt: int) -> int:
    """Make the candidate for an attempt; return PASSED, or the check that rejected it."""
    clear_site(site)
    if site.settings[_MODE] >= BY_RANDOM:
        return scatter_tiles(site, cube, seed, attempt)
    check = place_soldiers(site, cube, seed, attempt)
    if check == rewound_cube.PASSED:
        check = carve_cube(site, cube, seed, attempt)
    if check == rewound_cube.PASSED:
        check = seek_entrance(site, cube, seed, attempt)
    if check == rewound_cube.PASSED:
        check = scramble_cube(site, cube, seed, attempt)
    return check


@entry
def find_first_candidate(
    site: Site, seed: int, first: int, number: int, control: Longs, cube: CubeRewind
) -> int:
    """Make attempts ``first`` to ``first + number - 1`` until one of them produces a level.

    The number of attempts that each check rejected is added to the cube's ``rejections``.

    Returns:
        The successful attempt, or a negative number if there is none or the search was stopped.
    """
    for attempt in range(first, first + number):
        if control[0] != 0:
            return _STOPPED
        check = make_candidate(site, cube, seed, attempt)
        if check == rewound_cube.PASSED:
            return attempt
        cube.rejections[check] += 1
        control[2] += 1
    return _NONE_ACCEPTED
