"""The generator's stages and parameters, including ranges for the facts of accepted levels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.game.fact_declarations import list_parameters
from engine.games.mazing_monk.cube.cube_codes import DEFAULT_KARMA, MAX_KARMA
from engine.games.mazing_monk.cube.cube_layout import LAYOUT
from engine.games.mazing_monk.monk_facts import RATING, SOLVER_FACTS, TERM_FACTS
from engine.stages.candidate import Stage
from engine.values.difficulty_presets import (
    MAX_DIFFICULTY,
    PRESET,
    build_difficulty_presets,
    build_presets,
)
from engine.values.parameter_schema import (
    RELEVANCE,
    Parameter,
    Parameters,
    Schema,
    Value,
    define_fact,
    define_number,
    define_range,
    index_settings,
)
from engine.values.ranges import Range

STAGES = (
    Stage(
        "placement",
        "Placement",
        "The monk on the exit, soldiers at random, obstacles everywhere else.",
        paintable=True,
    ),
    Stage(
        "carving",
        "Carving",
        "Play backwards: steps that remove obstacles and leave path and karma, and turns back.",
    ),
    Stage("seek", "Seek", "Turns back until a path leads to the entrance, and the walk there."),
    Stage("scramble", "Scramble", "More turns back; locked cells are put in place."),
    Stage("climb", "Climb", "The swaps of cells that led to the hardest level found."),
)
STAGE_NAMES = tuple(stage.name for stage in STAGES)

CLIMB = STAGE_NAMES.index("climb")

STARTS = ("random", "level")
RANDOM_START = STARTS.index("random")

MODES = ("history", "protective", "random", "formula")
BY_HISTORY, BY_PROTECTIVE, BY_RANDOM, BY_FORMULA = range(len(MODES))
"""The generation modes. The first two generate backwards, and protect the solution with the history
or with the thesis's protective obstacles. The third puts a random tile on each cell, and the last
one places given numbers of tiles at random."""
SWITCH = ("false", "true")
NO, YES = range(len(SWITCH))
VERIFY = ("usual", "published")
BY_PUBLISHED = VERIFY[1]
UNSOLVABLE = "published: unsolvable"
"""The reason to reject a level that the thesis's solver has proven unsolvable."""
DULL_FACES = ("allowed", "refused")
DULL_REFUSED = DULL_FACES.index("refused")
PER_MILLE = 1_000
MAX_TURNS = 10_000
MAX_MOVES = 10 * MAX_TURNS
"""The maximum number of moves in carving if ``most_moves`` is 0. Carving usually ends earlier,
because all karma has been placed or all tries are used up."""
MAX_SOLDIERS = 30
MAX_OBSTACLES = 45

_MOST_KARMA = 40
_MOST_STATES = 1_000_000


def _get_formula_values(difficulty: int) -> Mapping[str, Value]:
    """Return the amounts of karma and soldiers according to the thesis's formula."""
    return {"karma": MAX_DIFFICULTY - difficulty + DEFAULT_KARMA, "soldiers": difficulty}


_PROFILES: Mapping[str, Mapping[str, Value]] = {
    "std": {"karma_chance": 125},
    "sparse": {"karma_chance": 900},
    "far": {"karma_chance": 900, "top_share": 15},
}
_DIFFICULTY = 1


def _make_silent(parameter: Parameter) -> Parameter:
    """Return a copy of ``parameter`` that is left out of files while it has its default value."""
    return replace(parameter, silent=True)


_BY_PRESET = build_presets(
    {"difficulty": 3, "turns": Range(2, 4)},
    {"difficulty": 7, "turns": Range(5, 8), "traps": Range(2, None)},
    {"difficulty": 10, "profile": "far", "turns": Range(10, None), "traps": Range(4, None)},
)

PARAMETERS = Schema((
    PRESET,
    define_number(
        "difficulty", _DIFFICULTY, 1, MAX_DIFFICULTY, "", "difficulty",
        "How much karma and how many soldiers there are unless they are set.",
    ),
    define_number("soldiers", _DIFFICULTY, 0, MAX_SOLDIERS, "placement", "soldiers", "Soldiers."),
    Parameter(
        "profile", "choice", "std", 0, 0, "carving", "profile",
        "How often karma is left behind, and how much may be on top, unless that is set.",
        tuple(_PROFILES),
    ),
    define_number("karma", 16, 1, _MOST_KARMA, "carving", "karma", "Karma on the cube."),
    define_number(
        "karma_needed", DEFAULT_KARMA, 1, MAX_KARMA, "carving", "karma needed",
        "Karma that opens the exit.",
    ),
    Parameter(
        "mode", "choice", MODES[BY_HISTORY], 0, 0, "carving", "mode",
        "Backwards with obstacles that stay: those whose removal spoils the solution (history), or "
        "the thesis's protective ones; or scattered, each cell at random or by numbers (formula).",
        MODES,
    ),
    define_number(
        "turn_chance", 500, 1, PER_MILLE - 1, "carving", "chance of a turn",
        "How often a move is a turn and no step, of a thousand.", "/1000",
    ),
    define_number(
        "karma_chance", 125, 1, PER_MILLE, "carving", "chance of karma",
        "How often a path that is left behind gets karma, of a thousand.", "/1000",
    ),
    define_number(
        "tries", 100, 1, MAX_TURNS, "carving", "tries",
        "Obstacles that may be found to have to stay before a level is given up.", "obstacles",
    ),
    define_number(
        "most_moves", 2_000, 0, MAX_TURNS, "carving", "most moves",
        "Moves, refused ones too, in which all karma has to be placed; 0 leaves it to the tries.",
        "moves",
    ),
    define_number(
        "seek_turns", 500, 0, MAX_TURNS, "seek", "turns to seek",
        "Turns, refused ones too, in which a path to the entrance has to be found.", "turns",
    ),
    define_number(
        "scramble_turns", 20, 0, 1_000, "scramble", "scrambling turns",
        "Turns at the end.", "turns",
    ),
    *list_parameters((RATING, *SOLVER_FACTS)),
    define_number(
        "iterations", 0, 0, 10_000_000, "climb", "iterations",
        "Levels to try in a search for the most proven turns; 0 for no search.", "levels",
    ),
    Parameter(
        "start", "choice", STARTS[RANDOM_START], 0, 0, "climb", "start",
        "What the search climbs from: random levels, which take the place of all stages before, or "
        "the level that these have made.", STARTS,
    ),
    define_number(
        "start_karma", DEFAULT_KARMA, 1, _MOST_KARMA, "climb", "karma, random start",
        "Karma on a random level.",
    ),
    define_number(
        "start_soldiers", 13, 0, MAX_SOLDIERS, "climb", "soldiers, random start",
        "Soldiers on a random level.",
    ),
    define_number(
        "start_obstacles", 20, 0, 50, "climb", "obstacles, random start",
        "Obstacles on a random level; the rest is path.",
    ),
    define_number(
        "patience", 4_000, 1, _MOST_STATES, "climb", "patience",
        "States to look into without more turns before the climb begins again, times the square of "
        "the turns so far.", "states",
    ),
    define_number(
        "effort", 200, 1, _MOST_STATES, "climb", "effort",
        "States that the proof of one level may see, times the square of the turns so far; levels "
        "that need more are passed over.", "states",
    ),
    define_number(
        "islands", 1, 1, 32, "climb", "islands",
        "Independent searches, each of this many iterations; the hardest level wins.",
    ),
    *list_parameters(TERM_FACTS),
    *map(_make_silent, (
        define_range(
            "obstacles", (10, 10), 0, MAX_OBSTACLES, "placement", "obstacles, by formula",
            "Obstacles on a level of mode formula; the rest is path.",
        ),
        Parameter(
            "repair", "choice", SWITCH[NO], 0, 0, "placement", "repair",
            "Whether soldiers who attack at the start of a scattered level are shut off by an "
            "obstacle instead of giving it up.", SWITCH,
        ),
        define_number(
            "top_share", 50, 0, 100, "scramble", "karma on top",
            "Karma that may be on top in the end, of a hundred.", "%",
        ),
        Parameter(
            "keep_unsolvable", "choice", SWITCH[NO], 0, 0, "verify", "keep unsolvable",
            "Whether levels that cannot be won are kept too.", SWITCH,
        ),
    )),
    *map(_make_silent, (
        Parameter(
            "verify", "choice", VERIFY[0], 0, 0, "verify", "verified by",
            "How it is made sure that a level can be won: by its witness or the proof of its "
            "optimum, or before that by the thesis's solver, within its limit.", VERIFY,
        ),
        define_number(
            "verify_states", 400_000, 1, 4_000_000, "verify", "states to verify",
            "States after which the thesis's solver gives a level up.", "states",
        ),
    )),
    define_fact("thesis_moves", "Moves of the solution as the thesis counts them."),
    Parameter(
        "dull_faces", "choice", DULL_FACES[1], 0, 0, "scramble", "dull faces",
        "Whether a face may have nothing but one kind of tile.", DULL_FACES,
        before=DULL_FACES[0],
    ),
    *RELEVANCE,
    *LAYOUT,
), {
    PRESET.key: _BY_PRESET,
    "difficulty": build_difficulty_presets(_get_formula_values),
    "profile": _PROFILES,
})  # fmt: skip

FORWARDS = (MODES[BY_RANDOM], MODES[BY_FORMULA])
"""The modes that place tiles at random, and so give no witness."""

setting_index = index_settings(PARAMETERS).__getitem__
"""Return the index in the settings at which the low end of a parameter's range is stored.

The function's argument is the parameter's key. The high end is at the next index.
"""


def climbs_from_random(parameters: Parameters) -> bool:
    """Return True if there is a climb from a random level, so that no stages run before it."""
    climbs = parameters.get_integer("iterations") > 0
    return climbs and parameters.get_word("start") == STARTS[RANDOM_START]
