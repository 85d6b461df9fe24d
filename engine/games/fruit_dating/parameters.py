"""The parameters of the Fruit Dating generator, stage by stage.

The default weights are those in the article, which gives no other defaults. The remaining defaults
were chosen for the workbench.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.game.fact_declarations import list_parameters, replace_fact
from engine.stages.candidate import Stage
from engine.tiles.board import MAX_SIDE
from engine.tiles.graph_fact_checks import GRAPH_FACTS
from engine.tiles.parameters import (
    LAYOUT,
    OPENNESS,
    RELEVANCE,
    SURPLUS,
    TIDYING,
    TOUCHING,
    build_small_board_presets,
)
from engine.values.difficulty_presets import (
    PRESET,
    build_difficulty_presets,
    build_presets,
    define_difficulty,
    get_length_range,
)
from engine.values.grid import DIRECTIONS, SYMMETRIES
from engine.values.parameter_schema import (
    Parameter,
    Schema,
    Value,
    define_number,
    define_range,
    index_settings,
)
from engine.values.ranges import Range

LEAST_SIDE = 4


def _make_placement_stage(name: str, title: str, meaning: str, thing: str) -> Stage:
    """Return a stage that places objects on cells chosen by weight."""
    return Stage(name, title, meaning, f"{thing}-weight", paintable=True)


STAGES = (
    Stage("border", "Border", "A solid ring round the board.", draws=False),
    Stage("walls", "Walls", "Walls that grow inwards from the border, in ever shorter parts."),
    Stage("inner-walls", "Inner walls", "Walls that touch no other wall."),
    Stage("areas", "Areas", "Only the largest free area is kept.", draws=False),
    Stage("weights", "Weights", "How attractive each tile is for fruit.", "fruit-weight"),
    _make_placement_stage("fruit", "Fruit", "Pairs of fruit, placed by weight.", "fruit"),
    _make_placement_stage(
        "blockers", "Blockers", "Stones, cars and barrels, placed by weight.", "blocker"
    ),
    _make_placement_stage(
        "one-ways", "One-ways", "Gates that open in one direction only.", "one-way"
    ),
    _make_placement_stage("mud", "Mud", "Mud, which fruit must not touch.", "mud"),
    _make_placement_stage("anteaters", "Anteaters", "Animals that pull fruit in.", "anteater"),
    _make_placement_stage("hedgehogs", "Hedgehogs", "Sleeping animals that eat fruit.", "hedgehog"),
    TIDYING,
)  # fmt: skip
STAGE_NAMES = tuple(stage.name for stage in STAGES)

SYMMETRY_CHOICES = ("random", "none", *(s.name for s in SYMMETRIES[1:]))
QUARTER_TURNS = ("four", "two")
MAX_WITNESS = 40
"""The maximum number of moves in backward placement."""

PLACED, BACKWARDS = "placed", "backwards"
ANY_MOVE = "any"
EVERY_LINE = (0, MAX_SIDE - 1)
ENDING = ("ending_move", "ending_rows", "ending_cols")
"""The parameters that constrain the end of backward placement."""
BLOCKER_CHOICES = ("mixed", "stone", "car", "barrel")


SHAPES = {
    "dead_end": "a tile with three solid sides",
    "corner": "a tile with two adjacent solid sides",
    "corridor": "a tile with two opposite solid sides",
    "open": "a tile with fewer than two solid sides",
}
"""A mapping from the shape of a tile, as it is called in parameters, to its meaning."""


def _make_weights(prefix: str, stage: str, of: str, defaults: tuple[int, ...]) -> list[Parameter]:
    """Return the parameters for the weights of one kind of object.

    There are two parameters for each shape of tile: a base and a random part.
    """
    found = []
    # The defaults list a base and a random part for each shape in turn.
    for (key, meaning), base, extra in zip(
        SHAPES.items(), defaults[0::2], defaults[1::2], strict=True
    ):
        title = key.replace("_", " ")
        found += [
            define_number(
                f"{prefix}_{key}", base, 0, 1000, stage, title,
                f"Weight of {meaning} for {of}. 0 keeps {of} away from such tiles.",
            ),
            define_number(
                f"{prefix}_{key}_random", extra, 0, 1000, stage, f"{title}, random part",
                f"A random number below this is added to the weight of each such tile for {of}.",
            ),
        ]  # fmt: skip
    return found


def _make_ending(key: str, lines: str) -> Parameter:
    """Return the parameter for the rows or columns where the last pair meets.

    It applies only to backward placement.
    """
    least, most = EVERY_LINE
    asked = define_range(
        f"ending_{key}", EVERY_LINE, least, most, "fruit", f"last pair, {lines}",
        f"Backwards only: the {lines} where the last pair of the solution meets.",
    )  # fmt: skip
    # A recipe does not record a silent parameter while it has its default value.
    return replace(asked, silent=True)


_FACTS = (
    *list_parameters(replace_fact(GRAPH_FACTS, "moves", wanted=(7, 14))),
    TOUCHING,
    OPENNESS[0],
    replace(OPENNESS[1], default=Range(45, None), before=Range(0, None)),
    *RELEVANCE,
)
FACTS = tuple(fact.key for fact in _FACTS)
"""The keys of the facts that the kernels test, in the order in which their values are stored."""


def _scale_by_difficulty(difficulty: int) -> Mapping[str, Value | None]:
    """Return the parameter values for a difficulty.

    Harder levels get more moves, pairs and obstacles.
    """
    few, pair, pairs = Range(1, 3), Range(1, 2), Range(2, 3)
    # None keeps a parameter's default.
    return {
        "moves": get_length_range(difficulty),
        "pairs": Range(1, 1) if difficulty < 5 else pair if difficulty < 8 else pairs,
        "one_ways": few if difficulty >= 4 else None,
        "mud": few if difficulty >= 5 else None,
        "hedgehogs": pair if difficulty >= 7 else None,
        "anteaters": pair if difficulty >= 9 else None,
    }


_MOSTLY_NEEDED = Range(75, None)
_BY_PRESET = build_presets(
    {
        "pairs": Range(1, 1), "one_ways": Range(0, 2), "mud": Range(0, 2),
        "moves": Range(4, 6), "dead_states": Range(0, 0), "needed_share": _MOSTLY_NEEDED,
    },
    {
        "pairs": Range(1, 2), "one_ways": Range(0, 3), "mud": Range(0, 3),
        "anteaters": Range(0, 1), "hedgehogs": Range(0, 1),
        "moves": Range(7, 11), "dead_states": Range(1, None), "needed_share": _MOSTLY_NEEDED,
    },
    {
        "pairs": Range(1, 2), "one_ways": Range(0, 3), "mud": Range(0, 2),
        "anteaters": Range(0, 2), "hedgehogs": Range(0, 2),
        "moves": Range(10, 20), "dead_states": Range(5, None), "needed_share": _MOSTLY_NEEDED,
    },
)  # fmt: skip


PARAMETERS = Schema((
    PRESET,
    define_difficulty(
        "Sets the length of the solution, the pairs and the obstacles, unless you set them."
    ),
    define_number(
        "rows", 8, LEAST_SIDE, MAX_SIDE, "border", "rows",
        "Number of rows, including the border.", "rows",
    ),
    define_number(
        "cols", 8, LEAST_SIDE, MAX_SIDE, "border", "columns",
        "Number of columns, including the border.", "columns",
    ),
    define_range(
        "walls", (3, 6), 0, 40, "walls", "number", "Number of walls that start at the border.",
    ),
    define_range(
        "wall_length", (1, 4), 1, 14, "walls", "first part",
        "Length of the first part of a wall.", "tiles",
    ),
    Parameter(
        "symmetry", "choice", "random", 0, 0, "walls", "symmetry",
        "Symmetry of the walls: each tile is drawn with its image. none: no image.",
        SYMMETRY_CHOICES,
    ),
    define_range(
        "inner_walls", (0, 2), 0, 40, "inner-walls", "tries", "Number of inner walls to try."
    ),
    define_number(
        "inner_length", 14, 1, 14, "inner-walls", "longest", "Maximum length of an inner wall.",
        "tiles",
    ),
    *_make_weights("fruit", "weights", "fruit", (6, 3, 3, 3, 2, 0, 1, 0)),
    define_range("pairs", (1, 2), 1, 20, "fruit", "pairs", "Number of pairs of fruit."),
    define_range(
        "colours", (1, 2), 1, 8, "fruit", "colours",
        "Number of fruit colours, at most one for each pair."
    ),
    define_range(
        "blockers", (5, 12), 0, 60, "blockers", "density",
        "Blockers as a percentage of the free tiles.", "%"
    ),
    Parameter(
        "blocker_kind", "choice", "mixed", 0, 0, "blockers", "kind",
        "The look of the blockers. All kinds behave alike.", BLOCKER_CHOICES,
    ),
    *_make_weights("blocker", "blockers", "blockers", (2, 2, 3, 2, 2, 0, 2, 0)),
    define_range("one_ways", (0, 0), 0, 40, "one-ways", "number", "Number of one-way gates."),
    *_make_weights("one_way", "one-ways", "gates", (1, 0, 1, 0, 4, 0, 2, 0)),
    define_range("mud", (0, 0), 0, 40, "mud", "number", "Number of mud tiles."),
    *_make_weights("mud", "mud", "mud", (1, 0, 2, 0, 2, 0, 3, 0)),
    define_range("anteaters", (0, 0), 0, 20, "anteaters", "number", "Number of anteaters."),
    *_make_weights("anteater", "anteaters", "anteaters", (3, 3, 3, 3, 0, 0, 1, 0)),
    define_range(
        "hedgehogs", (0, 0), 0, 20, "hedgehogs", "number", "Number of sleeping hedgehogs.",
    ),
    *_make_weights("hedgehog", "hedgehogs", "hedgehogs", (2, 0, 3, 0, 0, 0, 2, 0)),
    define_number(
        "max_states", 20_000, 1, 5_000_000, "verify", "most positions",
        "Candidates with more positions are rejected.", "positions",
    ),
    *_FACTS,
    Parameter(
        "fruit_mode", "choice", PLACED, 0, 0, "fruit", "mode",
        "Fruit is placed by weight, or by playing backwards from a solved board.",
        (PLACED, BACKWARDS), silent=True,
    ),
    replace(
        define_range(
            "backward_moves", (4, 10), 1, MAX_WITNESS, "fruit", "moves back",
            "Backwards only: the number of moves played backwards, at least one for each "
            "pair.", "moves",
        ),
        silent=True,
    ),
    Parameter(
        "ending_move", "choice", ANY_MOVE, 0, 0, "fruit", "last move",
        "Backwards only: the last move of the solution.",
        (ANY_MOVE, *DIRECTIONS), silent=True,
    ),
    _make_ending("rows", "rows"),
    _make_ending("cols", "columns"),
    SURPLUS,
    *LAYOUT,
    Parameter(
        "quarter_turns", "choice", QUARTER_TURNS[0], 0, 0, "walls", "quarter turns",
        "Walls with quarter-turn symmetry are drawn with all four images, or with two as in the "
        "article.", QUARTER_TURNS, before=QUARTER_TURNS[1],
    ),
), {
    "difficulty": build_difficulty_presets(_scale_by_difficulty),
    PRESET.key: _BY_PRESET,
    **build_small_board_presets(range(LEAST_SIDE, MAX_SIDE + 1), 5, {"moves": Range(4, 14)}),
})  # fmt: skip

setting_index = index_settings(PARAMETERS).__getitem__
"""Return the index in the settings of the low end of a parameter's range; the high end is next."""
