"""The last stage of the backwards generator, which turns lines back and completes the cube.

Source: the thesis's generator. Lines turn only if soldiers cannot reach the monk afterwards.
"""

from __future__ import annotations

from engine.games.mazing_monk.cube.bitcube import NET_CELL
from engine.games.mazing_monk.cube.cube import CELLS, FACE
from engine.games.mazing_monk.cube.cube_codes import KARMA, OBSTACLE, PROTECTIVE
from engine.games.mazing_monk.generation import rewound_cube
from engine.games.mazing_monk.generation.parameters import (
    DULL_REFUSED,
    STAGE_NAMES,
    setting_index,
)
from engine.games.mazing_monk.generation.rewound_cube import CubeRewind
from engine.jit.decorators import kernel
from engine.stages.candidate import NOTHING
from engine.stages.stage_workspace import (
    Site,
    begin_stage,
)
from engine.values.rng import draw_below

SCRAMBLE = STAGE_NAMES.index("scramble")
SCRAMBLE_TRIES = 10
"""The maximum number of turns that scrambling tries for each turn that it must make."""

_KARMA = setting_index("karma")
_KARMA_NEEDED = setting_index("karma_needed")
_SCRAMBLE_TURNS = setting_index("scramble_turns")
_TOP_SHARE = setting_index("top_share")
_DULL_FACES = setting_index("dull_faces")


@kernel
def scramble_cube(site: Site, cube: CubeRewind, seed: int, attempt: int) -> int:
    """Run stage 4: turn lines back at random, check the top face, and restore locked cells."""
    stream, settings = site.stream, site.settings
    begin_stage(site, seed, attempt, SCRAMBLE)
    left = settings[_SCRAMBLE_TURNS]
    for _ in range(SCRAMBLE_TRIES * left):
        if left == 0:
            break
        if rewound_cube.turn_back(
            site,
            cube,
            SCRAMBLE,
            draw_below(stream, rewound_cube.STEP_COUNT),
            rewound_cube.SCRAMBLE_ATTACKED,
        ):
            left -= 1
    if left > 0:
        return rewound_cube.SCRAMBLE_ATTACKED
    if has_too_much_on_top(site, cube, settings[_KARMA]):
        return rewound_cube.TOO_MUCH_ON_TOP
    return finish_cube(site, cube)


@kernel
def has_too_much_on_top(site: Site, cube: CubeRewind, karma: int) -> bool:
    """Return True if the top face has a larger share of the karma than the settings allow."""
    on_top = 0
    for cell in range(FACE):
        if rewound_cube.get_content(cube, cell) == KARMA:
            on_top += 1
    return 100 * on_top > site.settings[_TOP_SHARE] * karma


@kernel
def finish_cube(site: Site, cube: CubeRewind) -> int:
    """Restore locked cells, and reject faces with only one kind of tile unless they are allowed."""
    check = place_locked(site, cube)
    if check == rewound_cube.PASSED and site.settings[_DULL_FACES] == DULL_REFUSED:
        for face in range(1, CELLS // FACE):  # the top face has the monk too
            alike = 1
            for cell in range(face * FACE + 1, (face + 1) * FACE):
                if rewound_cube.get_content(cube, cell) == rewound_cube.get_content(
                    cube, face * FACE
                ):
                    alike += 1
            if alike == FACE:
                return rewound_cube.FACE_OF_ONE_KIND
    return check


@kernel
def place_locked(site: Site, cube: CubeRewind) -> int:
    """Restore locked cells and update the layout; return LOCKS_BREAK if this breaks a rule."""
    locked, wanted = site.locked, cube.wanted
    karma = 0
    for cell in range(CELLS):
        if locked[cube.tables[NET_CELL + cell]] != 0:
            rewound_cube.set_content(cube, cell, wanted[cell])
        if rewound_cube.get_content(cube, cell) == PROTECTIVE:
            rewound_cube.set_content(cube, cell, OBSTACLE)
        if rewound_cube.get_content(cube, cell) == KARMA:
            karma += 1
    rewound_cube.update_layout(site, cube, SCRAMBLE, NOTHING)
    if rewound_cube.is_attacked_with(cube, 0) or karma < site.settings[_KARMA_NEEDED]:
        return rewound_cube.LOCKS_BREAK
    return rewound_cube.PASSED
