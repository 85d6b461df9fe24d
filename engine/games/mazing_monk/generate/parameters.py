"""What a designer can set of the monk's generator, stage by stage, and the facts that accept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.games.mazing_monk.cube.codes import DEFAULT_KARMA, MOST_KARMA
from engine.games.mazing_monk.cube.layout import LAYOUT
from engine.staging.generation import Stage
from engine.values.difficulty import MOST_DIFFICULTY, PRESET, by_difficulty, by_preset
from engine.values.parameters import (
    RELEVANCE,
    Parameter,
    Parameters,
    Schema,
    Value,
    fact,
    number,
    setting_indices,
    share,
    span,
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
"""How levels are made: backwards, with one protection of the way back or another, or scattered."""
SWITCH = ("false", "true")
NO, YES = range(len(SWITCH))
VERIFY = ("usual", "published")
BY_PUBLISHED = VERIFY[1]
UNSOLVABLE = "published: unsolvable"
"""What the published solver has against a level that cannot be won."""
DULL_FACES = ("allowed", "refused")
DULL_REFUSED = DULL_FACES.index("refused")
PER_MILLE = 1_000
MOST_TURNS = 10_000
MOST_MOVES = 10 * MOST_TURNS
"""Moves of a carving that has no cap of its own: it ends by its karma or by its tries before."""
MOST_SOLDIERS = 30
MOST_OBSTACLES = 45

_MOST_KARMA = 40
_MOST_STATES = 1_000_000


def _by_difficulty(difficulty: int) -> Mapping[str, Value]:
    """Karma and soldiers by the thesis's formula."""
    return {"karma": MOST_DIFFICULTY - difficulty + DEFAULT_KARMA, "soldiers": difficulty}


_PROFILES: Mapping[str, Mapping[str, Value]] = {
    "std": {"karma_chance": 125},
    "sparse": {"karma_chance": 900},
    "far": {"karma_chance": 900, "top_share": 15},
}
_DIFFICULTY = 1


def _silent(parameter: Parameter) -> Parameter:
    """The parameter, left out of files where it has its default."""
    return replace(parameter, silent=True)


_FACT_HELP = {
    "turns": "Turns of the solution, the fewest possible.",
    "walks": "Walks of the solution, the fewest possible with so few turns.",
    "moves": "Turns and walks of the solution.",
    "steps": "Cells walked in the solution.",
    "optimal_solutions": "Solutions with the fewest turns.",
    "traps": "Turns beside the solution after which no play wins, deadly ones among them.",
    "deadly_turns": "Turns beside the solution after which soldiers kill the monk at once.",
    "lower_bound": "Turns that every solution needs at least.",
    "optimal": "Whether the number of turns is proven to be the least.",
    "solvable": "Whether the level can be won; others are kept with keep_unsolvable only.",
    "complete": "Whether everything was searched.",
    "expanded": "States expanded by the search.",
    "states_seen": "States seen by the search.",
}
FACTS = tuple(_FACT_HELP)
"""The scalar facts of a verdict that a level can be accepted by."""


_BY_PRESET = by_preset(
    {"difficulty": 3, "turns": Range(2, 4)},
    {"difficulty": 7, "turns": Range(5, 8), "traps": Range(2, None)},
    {"difficulty": 10, "profile": "far", "turns": Range(10, None), "traps": Range(4, None)},
)

PARAMETERS = Schema((
    PRESET,
    number(
        "difficulty", _DIFFICULTY, 1, MOST_DIFFICULTY, "", "difficulty",
        "How much karma and how many soldiers there are unless they are set.",
    ),
    number("soldiers", _DIFFICULTY, 0, MOST_SOLDIERS, "placement", "soldiers", "Soldiers."),
    Parameter(
        "profile", "choice", "std", 0, 0, "carving", "profile",
        "How often karma is left behind, and how much may be on top, unless that is set.",
        tuple(_PROFILES),
    ),
    number("karma", 16, 1, _MOST_KARMA, "carving", "karma", "Karma on the cube."),
    number(
        "karma_needed", DEFAULT_KARMA, 1, MOST_KARMA, "carving", "karma needed",
        "Karma that opens the exit.",
    ),
    Parameter(
        "mode", "choice", MODES[BY_HISTORY], 0, 0, "carving", "mode",
        "Backwards with obstacles that stay: those whose removal spoils the solution (history), or "
        "the thesis's protective ones; or scattered, each cell at random or by numbers (formula).",
        MODES,
    ),
    number(
        "turn_chance", 500, 1, PER_MILLE - 1, "carving", "chance of a turn",
        "How often a move is a turn and no step, of a thousand.", "/1000",
    ),
    number(
        "karma_chance", 125, 1, PER_MILLE, "carving", "chance of karma",
        "How often a path that is left behind gets karma, of a thousand.", "/1000",
    ),
    number(
        "tries", 100, 1, MOST_TURNS, "carving", "tries",
        "Obstacles that may be found to have to stay before a level is given up.", "obstacles",
    ),
    number(
        "most_moves", 2_000, 0, MOST_TURNS, "carving", "most moves",
        "Moves, refused ones too, in which all karma has to be placed; 0 leaves it to the tries.",
        "moves",
    ),
    number(
        "seek_turns", 500, 0, MOST_TURNS, "seek", "turns to seek",
        "Turns, refused ones too, in which a path to the entrance has to be found.", "turns",
    ),
    number(
        "scramble_turns", 20, 0, 1_000, "scramble", "scrambling turns",
        "Turns at the end.", "turns",
    ),
    share("rating", "The thesis's rating of the level; compare within a difficulty.", 4),
    *(fact(key, meaning) for key, meaning in _FACT_HELP.items()),
    number(
        "iterations", 0, 0, 10_000_000, "climb", "iterations",
        "Levels to try in a search for the most proven turns; 0 for no search.", "levels",
    ),
    Parameter(
        "start", "choice", STARTS[RANDOM_START], 0, 0, "climb", "start",
        "What the search climbs from: random levels, which take the place of all stages before, or "
        "the level that these have made.", STARTS,
    ),
    number(
        "start_karma", DEFAULT_KARMA, 1, _MOST_KARMA, "climb", "karma, random start",
        "Karma on a random level.",
    ),
    number(
        "start_soldiers", 13, 0, MOST_SOLDIERS, "climb", "soldiers, random start",
        "Soldiers on a random level.",
    ),
    number(
        "start_obstacles", 20, 0, 50, "climb", "obstacles, random start",
        "Obstacles on a random level; the rest is path.",
    ),
    number(
        "patience", 4_000, 1, _MOST_STATES, "climb", "patience",
        "States to look into without more turns before the climb begins again, times the square of "
        "the turns so far.", "states",
    ),
    number(
        "effort", 200, 1, _MOST_STATES, "climb", "effort",
        "States that the proof of one level may see, times the square of the turns so far; levels "
        "that need more are passed over.", "states",
    ),
    number(
        "islands", 1, 1, 32, "climb", "islands",
        "Independent searches, each of so many iterations; the hardest level wins.",
    ),
    share("karma_distance", "How far the nearest karma is from the top, of 1."),
    share("soldier_placement", "Soldiers on the centres of faces, of 1."),
    share("visible_soldiers", "Soldiers on the top, left and front, of 1."),
    share("path_amount", "Cells without a path, of 1."),
    *map(_silent, (
        span(
            "obstacles", (10, 10), 0, MOST_OBSTACLES, "placement", "obstacles, by formula",
            "Obstacles on a level of mode formula; the rest is path.",
        ),
        Parameter(
            "repair", "choice", SWITCH[NO], 0, 0, "placement", "repair",
            "Whether soldiers who attack at the start of a scattered level are shut off by an "
            "obstacle instead of giving it up.", SWITCH,
        ),
        number(
            "top_share", 50, 0, 100, "scramble", "karma on top",
            "Karma that may be on top in the end, of a hundred.", "%",
        ),
        Parameter(
            "keep_unsolvable", "choice", SWITCH[NO], 0, 0, "verify", "keep unsolvable",
            "Whether levels that cannot be won are kept too.", SWITCH,
        ),
    )),
    *map(_silent, (
        Parameter(
            "verify", "choice", VERIFY[0], 0, 0, "verify", "verified by",
            "How it is made sure that a level can be won: by its witness or the proof of its "
            "optimum, or before that by the thesis's solver, within its limit.", VERIFY,
        ),
        number(
            "verify_states", 400_000, 1, 4_000_000, "verify", "states to verify",
            "States after which the thesis's solver gives a level up.", "states",
        ),
    )),
    fact("thesis_moves", "Moves of the solution as the thesis counts them."),
    Parameter(
        "dull_faces", "choice", DULL_FACES[1], 0, 0, "scramble", "dull faces",
        "Whether a face may have nothing but one kind of tile.", DULL_FACES,
        before=DULL_FACES[0],
    ),
    *RELEVANCE,
    *LAYOUT,
), {
    PRESET.key: _BY_PRESET,
    "difficulty": by_difficulty(_by_difficulty),
    "profile": _PROFILES,
})  # fmt: skip

FORWARDS = (MODES[BY_RANDOM], MODES[BY_FORMULA])
"""The modes that scatter levels, and so have no witness."""

setting_index = setting_indices(PARAMETERS).__getitem__
"""Where the low end of a parameter stands in the settings, by its key; its high end follows."""


def climbs_from_random(parameters: Parameters) -> bool:
    """Whether the level is climbed to from a random one, and no stage before the climb matters."""
    climbs = parameters.integer("iterations") > 0
    return climbs and parameters.word("start") == STARTS[RANDOM_START]
