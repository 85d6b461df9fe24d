"""The parameters of the Skiddy generator, stage by stage, and the facts that it can constrain.

The published generator has the same parameters (A. Baldiraghi, "The level design process of
Skiddy", part 4), but its defaults are not published.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.game.fact_declarations import list_parameters
from engine.games.skiddy.fun_rating import FIRST_VERSION, STORED_CHOICES, STORED_FUN, VERSION
from engine.games.skiddy.skiddy_codes import LEAST_SIDE
from engine.games.skiddy.skiddy_facts import (
    FIGURE_FACTS,
    FUN,
    MOST_MOVES,
    TESTED_FACTS,
    WIN_FACTS,
)
from engine.stages.candidate import Stage
from engine.tiles.board import MAX_SIDE
from engine.tiles.parameters import (
    LAYOUT,
    OPENNESS,
    RELEVANCE,
    SURPLUS,
    TIDYING,
    build_small_board_presets,
)
from engine.values.difficulty_presets import (
    PRESET,
    build_difficulty_presets,
    build_presets,
    define_difficulty,
    get_length_range,
)
from engine.values.parameter_schema import (
    Parameter,
    Parameters,
    Schema,
    Value,
    define_number,
    define_range,
    index_settings,
)
from engine.values.ranges import ANY, Range


def _make_placement_stage(name: str, title: str, meaning: str) -> Stage:
    """Return a stage that places tiles or pieces on suitable cells."""
    return Stage(name, title, meaning, paintable=True)


STAGES = (
    Stage("border", "Border", "Blocks all round the board.", draws=False),
    _make_placement_stage("blocks", "Blocks", "Blocks inside the board."),
    _make_placement_stage("pits", "Pits", "Pits, which make up the rest of the static blocks."),
    _make_placement_stage("reds", "Red Skiddies", "At least two red Skiddies."),
    _make_placement_stage("blues", "Blue Skiddies", "Skiddies of the second colour."),
    _make_placement_stage("crates", "Crates", "Pieces that Skiddies push."),
    _make_placement_stage("ice", "Ice cubes", "Pieces that slide and never leave."),
    _make_placement_stage(
        "red-goals", "Red goals", "Exits on the border, where a piece can reach them."
    ),
    _make_placement_stage(
        "blue-goals", "Blue goals", "Exits for the second colour, if there is one."
    ),
    TIDYING,
)
STAGE_NAMES = tuple(stage.name for stage in STAGES)

NEIGHBOUR_CHOICES = ("allowed", "apart")
EXTRA_KINDS = ("blues", "crates", "ice")
"""The kinds of pieces other than red Skiddies. A level can have at most two of these kinds."""

_MOST_PIECES = 30

_FACTS = (*list_parameters(TESTED_FACTS), *OPENNESS, *RELEVANCE)
FACTS = tuple(fact.key for fact in _FACTS)
"""The keys of the facts that the kernels test, in the order in which their values are stored."""

NESTED = list_parameters((*WIN_FACTS, *FIGURE_FACTS))
"""Constraints on facts about solutions and fun. They are tested last, because kernels do not
compute these facts."""


def _scale_by_difficulty(difficulty: int) -> Mapping[str, Value | None]:
    """Return the parameter values for a difficulty: harder levels get more moves and pieces."""
    return {
        "perfect": get_length_range(difficulty),
        "reds": Range(2, 3) if difficulty < 5 else Range(3, 4),
        "pits": Range(0, 40 if difficulty >= 3 else 0),
        "blues": Range(0, 2) if difficulty >= 5 else None,
        "crates": Range(0, 2) if difficulty >= 7 else None,
    }


_MOSTLY_NEEDED = Range(75, None)
_BY_PRESET = build_presets(
    {
        "static": Range(15, 30), "pits": Range(0, 70), "reds": Range(2, 3), "ice": Range(0, 1),
        "perfect": Range(4, 6), "needed_share": _MOSTLY_NEEDED,
    },
    {
        "pits": Range(0, 70), "reds": Range(2, 4), "crates": Range(0, 1), "ice": Range(0, 2),
        "max_states": 5_000, "perfect": Range(7, 10), "needed_share": _MOSTLY_NEEDED,
    },
    {
        "static": Range(15, 30), "pits": Range(10, 70), "reds": Range(2, 3),
        "crates": Range(1, 2), "ice": Range(0, 1),
        "max_states": 4_000, "perfect": Range(9, 30), "needed_share": _MOSTLY_NEEDED,
    },
)  # fmt: skip


PARAMETERS = Schema((
    PRESET,
    define_difficulty(
        "Sets the moves for Perfect, the Skiddies and the obstacles, unless you set them."
    ),
    define_number(
        "cols", 7, LEAST_SIDE, MAX_SIDE, "border", "width",
        "Number of columns, including the border. The published game has 5 to 8.", "columns",
    ),
    define_number(
        "rows", 6, LEAST_SIDE, MAX_SIDE, "border", "height",
        "Number of rows, including the border. The published game has 4 to 7.", "rows",
    ),
    define_range(
        "static", (10, 25), 0, 100, "blocks", "static blocks",
        "Blocks and pits together as a percentage of the inner area, rounded down.", "%",
    ),
    define_range(
        "pits", (0, 50), 0, 100, "blocks", "share of pits",
        "Pits as a percentage of the static blocks, rounded down.", "%",
    ),
    define_range(
        "reds", (2, 4), 2, _MOST_PIECES, "reds", "red Skiddies", "Number of red Skiddies."
    ),
    define_range(
        "blues", (0, 0), 0, _MOST_PIECES, "blues", "blue Skiddies", "Number of blue Skiddies."
    ),
    define_range("crates", (0, 0), 0, _MOST_PIECES, "crates", "crates", "Number of crates."),
    define_range("ice", (0, 0), 0, _MOST_PIECES, "ice", "ice cubes", "Number of ice cubes."),
    define_range(
        "red_goals", (1, 2), 1, 20, "red-goals", "red goals", "Number of exits for red Skiddies.",
    ),
    define_range(
        "blue_goals", (1, 2), 1, 20, "blue-goals", "blue goals",
        "Number of exits for blue Skiddies."
    ),
    Parameter(
        "neighbours", "choice", "allowed", 0, 0, "blue-goals", "neighbours",
        "Exits of different colours next to each other.", NEIGHBOUR_CHOICES,
    ),
    define_number(
        "max_states", 20_000, 1, 5_000_000, "verify", "most positions",
        "Candidates with more positions are rejected, because they cannot be rated.", "positions",
    ),
    define_range(
        "perfect", (7, 30), 1, MOST_MOVES, "verify", "moves for Perfect",
        "Length of the shortest solution with maximum combo, in levels with three stars.", "moves",
    ),
    *_FACTS,
    FUN.parameter,
    *NESTED,
    Parameter(
        "fun_version", "integer", VERSION, FIRST_VERSION, VERSION, "verify", "version of fun",
        "The version of the rating that the constraints on fun use.", before=FIRST_VERSION,
    ),
    SURPLUS,
    *LAYOUT,
    Parameter(
        STORED_FUN, "choice", STORED_CHOICES[0], 0, 0, "verify", "stored fun",
        "Store the first version of the rating of fun in files, as older files do.",
        STORED_CHOICES, before=STORED_CHOICES[1],
    ),
), {
    "difficulty": build_difficulty_presets(_scale_by_difficulty),
    PRESET.key: _BY_PRESET,
    **build_small_board_presets(range(LEAST_SIDE, MAX_SIDE + 1), 4, {"perfect": Range(4, 30)}),
})  # fmt: skip

setting_index = index_settings(PARAMETERS).__getitem__
"""Return the index in the settings of the low end of a parameter's range; the high end is next."""


def list_fair_constraints(parameters: Parameters) -> list[str]:
    """Return the keys of constraints on facts that only levels with three stars have.

    A default value or a full range constrains nothing, so its key is left out.
    """
    perfect, unsaid = PARAMETERS["perfect"], PARAMETERS.list_defaults(parameters.values)["perfect"]
    nothing = {"perfect": (unsaid, Range(perfect.low, perfect.high)), "fun": (ANY,)}
    return [key for key, ranges in nothing.items() if parameters.get_range(key) not in ranges]
