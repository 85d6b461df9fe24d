"""The generator's stages and parameters, including ranges for the facts of accepted levels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.game.fact_declarations import list_parameters
from engine.games.mazing_monk.cube.cube_codes import DEFAULT_KARMA, MAX_KARMA
from engine.games.mazing_monk.cube.cube_layout_facts import LAYOUT
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
        "The monk on the exit, soldiers on random cells, obstacles everywhere else.",
        paintable=True,
    ),
    Stage(
        "carving",
        "Carving",
        "Backwards play: steps that turn obstacles into path and karma, and reversed turns.",
    ),
    Stage("seek", "Seek", "Reversed turns until a path leads to the entrance, and the walk there."),
    Stage("scramble", "Scramble", "More reversed turns. Locked cells are put in place."),
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
        "Sets the amount of karma and the number of soldiers, unless you set them.",
    ),
    define_number(
        "soldiers", _DIFFICULTY, 0, MAX_SOLDIERS, "placement", "soldiers", "Number of soldiers.",
    ),
    Parameter(
        "profile", "choice", "std", 0, 0, "carving", "profile",
        "Sets the chance of karma and the karma on top, unless you set them.",
        tuple(_PROFILES),
    ),
    define_number("karma", 16, 1, _MOST_KARMA, "carving", "karma", "Amount of karma on the cube."),
    define_number(
        "karma_needed", DEFAULT_KARMA, 1, MAX_KARMA, "carving", "karma needed",
        "Amount of karma that opens the exit.",
    ),
    Parameter(
        "mode", "choice", MODES[BY_HISTORY], 0, 0, "carving", "mode",
        "Backwards play that keeps the obstacles the solution needs (history) or those of the "
        "thesis (protective), or random cells (random), or given numbers (formula).",
        MODES,
    ),
    define_number(
        "turn_chance", 500, 1, PER_MILLE - 1, "carving", "chance of a turn",
        "How often a move is a turn instead of a step.", "/1000",
    ),
    define_number(
        "karma_chance", 125, 1, PER_MILLE, "carving", "chance of karma",
        "How often a step leaves karma behind.", "/1000",
    ),
    define_number(
        "tries", 100, 1, MAX_TURNS, "carving", "tries",
        "Number of removals of needed obstacles before a level is given up.", "obstacles",
    ),
    define_number(
        "most_moves", 2_000, 0, MAX_TURNS, "carving", "most moves",
        "Moves to place all karma, including refused moves. 0 sets no limit besides tries.",
        "moves",
    ),
    define_number(
        "seek_turns", 500, 0, MAX_TURNS, "seek", "turns to seek",
        "Turns to find a path to the entrance, including refused turns.", "turns",
    ),
    define_number(
        "scramble_turns", 20, 0, 1_000, "scramble", "scrambling turns",
        "Number of turns at the end.", "turns",
    ),
    *list_parameters((RATING, *SOLVER_FACTS)),
    define_number(
        "iterations", 0, 0, 10_000_000, "climb", "iterations",
        "Levels to try in a search for the most turns. 0 does not search.", "levels",
    ),
    Parameter(
        "start", "choice", STARTS[RANDOM_START], 0, 0, "climb", "start",
        "The search starts from random levels instead of the earlier stages, or from the level "
        "that the earlier stages made.", STARTS,
    ),
    define_number(
        "start_karma", DEFAULT_KARMA, 1, _MOST_KARMA, "climb", "karma, random start",
        "Amount of karma on a random level.",
    ),
    define_number(
        "start_soldiers", 13, 0, MAX_SOLDIERS, "climb", "soldiers, random start",
        "Number of soldiers on a random level.",
    ),
    define_number(
        "start_obstacles", 20, 0, 50, "climb", "obstacles, random start",
        "Number of obstacles on a random level. All other cells are path.",
    ),
    define_number(
        "patience", 4_000, 1, _MOST_STATES, "climb", "patience",
        "States without an improvement before the climb starts again, times the square of the "
        "turns so far.", "states",
    ),
    define_number(
        "effort", 200, 1, _MOST_STATES, "climb", "effort",
        "States to prove one level with, times the square of the turns so far. Levels that need "
        "more are skipped.", "states",
    ),
    define_number(
        "islands", 1, 1, 32, "climb", "islands",
        "Independent searches with all iterations each. The hardest level wins.",
    ),
    *list_parameters(TERM_FACTS),
    *map(_make_silent, (
        define_range(
            "obstacles", (10, 10), 0, MAX_OBSTACLES, "placement", "obstacles, by formula",
            "Mode formula only: the number of obstacles. All other cells are path.",
        ),
        Parameter(
            "repair", "choice", SWITCH[NO], 0, 0, "placement", "repair",
            "Modes random and formula: block soldiers that attack at the start with an obstacle, "
            "instead of giving the level up.", SWITCH,
        ),
        define_number(
            "top_share", 50, 0, 100, "scramble", "karma on top",
            "Largest share of karma that may end on the top face.", "%",
        ),
        Parameter(
            "keep_unsolvable", "choice", SWITCH[NO], 0, 0, "verify", "keep unsolvable",
            "Keep levels that cannot be won.", SWITCH,
        ),
    )),
    *map(_make_silent, (
        Parameter(
            "verify", "choice", VERIFY[0], 0, 0, "verify", "verified by",
            "The proof that a level can be won: its known solution or the optimal solver, or "
            "first the solver of the thesis, within its limit.", VERIFY,
        ),
        define_number(
            "verify_states", 400_000, 1, 4_000_000, "verify", "states to verify",
            "Maximum number of states for the solver of the thesis.", "states",
        ),
    )),
    define_fact("thesis_moves", "Number of moves in the solution, counted as in the thesis."),
    Parameter(
        "dull_faces", "choice", DULL_FACES[1], 0, 0, "scramble", "dull faces",
        "Faces with only one kind of tile.", DULL_FACES,
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
