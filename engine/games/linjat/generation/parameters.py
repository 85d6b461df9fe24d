"""The Linjat generator's stages and parameters, including ranges for the facts of accepted levels.

The modes correspond to the settings that J. Snellman's program used for its four published sets,
and to the way in which he selected puzzles from its results.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.game.fact_declarations import list_parameters
from engine.games.linjat.board.clue_layout_facts import LAYOUT_FACTS
from engine.games.linjat.board.glyph_codes import LEAST_SIDE, MAX_SIDE, MAX_VALUE
from engine.games.linjat.deduction.rulesets import RULES
from engine.games.linjat.linjat_facts import HUMAN_TIME, TESTED_FACTS
from engine.stages.candidate import Stage
from engine.values.difficulty_presets import (
    PRESET,
    build_difficulty_presets,
    build_presets,
    define_difficulty,
)
from engine.values.parameter_schema import (
    RELEVANCE,
    Parameter,
    Schema,
    Value,
    define_fact,
    define_number,
    define_range,
    index_settings,
)
from engine.values.ranges import Range

STAGES = (
    Stage("numbers", "Numbers", "Numbers placed on random cells.", paintable=True),
    Stage(
        "dots",
        "Dots",
        "Whenever the solver is stuck, a dot where it gives away least, until the board is solved.",
        heat="reach",
        paintable=True,
    ),
    Stage(
        "mutations",
        "Mutations",
        "The changes that led from the first puzzle to the best one, each with new dots.",
    ),
)
STAGE_NAMES = tuple(stage.name for stage in STAGES)

METHODS = ("race", "pool", "annealing")
MOST_NUMBERS = 100
SPARE_DOTS = "spare_dots"
REMOVED, KEPT = "removed", "kept"

_MOST_LAYERS = MAX_SIDE * MAX_SIDE
_MOST_WEIGHT = 1_000


def weight_key(rule: str) -> str:
    """Return the key of the parameter that sets a rule's weight in the score."""
    return f"weight_{rule}"


def layers_key(rule: str) -> str:
    """Return the key of the parameter that limits a rule's layers in accepted levels."""
    return f"{rule}_layers"


def _format_rule(rule: str) -> str:
    return rule.replace("_", " ")


def _create_weight(rule: str) -> Parameter:
    return define_number(
        weight_key(rule), 0, -_MOST_WEIGHT, _MOST_WEIGHT, "mutations",
        f"weight, {_format_rule(rule)}",
        f"Points in the score for each layer by the rule {_format_rule(rule)}.",
        "points",
    )  # fmt: skip


def _create_layer_range(rule: str) -> Parameter:
    return define_range(
        layers_key(rule), (0, _MOST_LAYERS), 0, _MOST_LAYERS, "verify",
        f"layers, {_format_rule(rule)}",
        f"Number of layers by the rule {_format_rule(rule)}.", "layers",
    )  # fmt: skip


FACTS = tuple(fact.key for fact in TESTED_FACTS)
"""The facts that kernels can check when they accept a level, in the order that the kernels use."""


def _create_preset(
    size: tuple[int, int],
    numbers: tuple[int, int],
    weights: tuple[int, int, int, int, int],
    layers: Mapping[str, tuple[int, int]],
) -> Mapping[str, Value]:
    """Create the parameter values for one mode.

    Args:
        size: The numbers of rows and columns of the board.
        numbers: The range for the count of numbers.
        weights: The weights for fit, square, dependency and one-of, and then for the width. All
            other weights are the same in every mode.
        layers: A mapping from rules to the ranges for the number of their layers in accepted
            levels.
    """
    keys = (*map(weight_key, RULES), "weight_width")
    values: dict[str, Value] = {"rows": size[0], "cols": size[1], "numbers": Range(*numbers)}
    values |= zip(keys, (-1, 1, -50, *weights), strict=True)
    return values | {layers_key(rule): Range(*ends) for rule, ends in layers.items()}


_NONE, _SOME = (0, 0), (1, _MOST_LAYERS)
_BASIC = {"square": _NONE, "dependency": _NONE, "one_of": _NONE}

PRESETS: Mapping[str, Mapping[str, Value]] = {
    "easy": _create_preset(
        (9, 6), (7, 10), (3, 0, 0, 0, -1), _BASIC | {"cover": (2, _MOST_LAYERS)}
    ),
    "medium": _create_preset(
        (10, 7), (15, 20), (3, 0, 0, 0, -1), _BASIC | {"cover": (6, _MOST_LAYERS)}
    ),
    "hard": _create_preset((11, 8), (19, 22), (3, 50, 0, 0, -2), _BASIC | {"square": _SOME}),
    "expert": _create_preset((13, 9), (23, 26), (3, 50, 100, 60, -2), {}),
}

_STEPS = (
    ("easy", 100, (25, 50)),
    ("easy", 100, (45, 70)),
    ("easy", 300, (65, 95)),
    ("easy", 1_000, (90, 120)),
    ("medium", 300, (110, 140)),
    ("medium", 1_000, (140, 170)),
    ("hard", 1_000, (165, 200)),
    ("expert", 300, (200, 250)),
    ("expert", 1_000, (250, 310)),
    ("expert", 3_000, (310, 450)),
)
"""The difficulty steps. Each holds the mode, the number of mutations to try, and the range for the
human model's time in seconds."""


def _choose_by_difficulty(difficulty: int) -> Mapping[str, Value]:
    mode, iterations, seconds = _STEPS[difficulty - 1]
    # With 22 numbers, one seed in fifty would find no hard puzzle within the allowed attempts.
    numbers = {"numbers": Range(19, 21)} if mode == "hard" else {}
    return {"mode": mode, "iterations": iterations, "human_time": Range(*seconds), **numbers}


_BY_PRESET = build_presets(
    {"mode": "easy", "iterations": 300, "human_time": Range(None, 95), "leaks": Range(0, 0)},
    {
        "mode": "medium", "numbers": Range(15, 19),
        "iterations": 1_000, "human_time": Range(120, 200), "leaks": Range(0, 0),
    },
    {
        "mode": "expert", "numbers": Range(23, 24),
        "iterations": 3_000, "human_time": Range(250, None), "leaks": Range(0, 0),
    },
)  # fmt: skip
"""The parameter values for each preset. With more numbers than here, some seeds would find no
puzzle within the usual number of attempts."""

PARAMETERS = Schema((
    PRESET,
    define_difficulty(
        "Sets the mode, the iterations and the human time, unless you set them."
    ),
    Parameter(
        "mode", "choice", "easy", 0, 0, "numbers", "mode",
        "Sets the size, numbers, weights and layers, unless you set them.",
        tuple(PRESETS),
    ),
    define_number(
        "rows", 9, LEAST_SIDE, MAX_SIDE, "numbers", "height", "Number of rows.", "rows"
    ),
    define_number(
        "cols", 6, LEAST_SIDE, MAX_SIDE, "numbers", "width", "Number of columns.", "columns"
    ),
    define_range(
        "numbers", (7, 10), 2, MOST_NUMBERS, "numbers", "numbers",
        "How many numbers the board has. All attempts of a seed have the same.",
    ),
    define_range(
        "values", (2, 5), 1, MAX_VALUE, "numbers", "values",
        "Lengths of the lines in the first puzzle.", "cells"
    ),
    define_number(
        "rounds", 100, 1, 1_000, "dots", "rounds",
        "Layers and dots after which an unsolved board is given up.",
        "layers and dots",
    ),
    define_number(
        "iterations", 10_000, 0, 10_000_000, "mutations", "iterations",
        "Number of mutations to try. 0 keeps the first puzzle.", "mutations",
    ),
    Parameter(
        "method", "choice", METHODS[0], 0, 0, "mutations", "method",
        "Race short climbs, mutate any of the best puzzles so far, or anneal a single one.",
        METHODS, before="pool",
    ),
    define_number(
        "pool", 10, 1, 100, "mutations", "pool",
        "Number of best puzzles that are kept and mutated.", "puzzles"
    ),
    define_range(
        "lengths", (2, 8), 1, MAX_VALUE, "mutations", "lengths",
        "Lengths that a mutation may give to a line.",
        "cells",
    ),
    define_number(
        "temperature", 20, 0, 10_000, "mutations", "temperature",
        "Annealing only: the loss of score that is accepted half of the time at the "
        "start.", "points",
    ),
    define_number(
        "cooling", 10_000, 1, 10_000_000, "mutations", "cooling",
        "Annealing only: iterations until the temperature is 0.", "iterations",
    ),
    *(_create_weight(rule) for rule in RULES),
    define_number(
        "weight_width", 0, -_MOST_WEIGHT, _MOST_WEIGHT, "mutations", "weight, width",
        "Points in the score for each number that makes progress in the widest layer.",
        "points",
    ),
    *(_create_layer_range(rule) for rule in RULES),
    *list_parameters(TESTED_FACTS),
    define_number(
        "islands", 1, 1, 32, "mutations", "islands",
        "Independent optimisations of the first puzzle with all iterations each. The best puzzle "
        "wins.",
    ),
    define_fact(
        "leaks",
        "Conclusions that follow at once from there being one solution.",
    ),
    HUMAN_TIME.parameter,
    Parameter(
        "crossover", "integer", 0, 0, 1_000, "mutations", "crossover",
        "Pool only: how often a puzzle is crossed with another one before its mutation.",
        unit="/1000", silent=True,
    ),
    Parameter(
        "ones", "integer", 0, 0, 1_000, "dots", "ones",
        "How often a new clue is a 1, which no line may cross, instead of a dot.",
        unit="/1000", silent=True,
    ),
    Parameter(
        SPARE_DOTS, "choice", REMOVED, 0, 0, "mutations", "spare dots",
        "Dots that the best puzzle does not need: they are kept, or removed if inert or "
        "needed_share limits them.",
        (REMOVED, KEPT), before=KEPT,
    ),
    *RELEVANCE,
    *LAYOUT_FACTS,
), {
    "difficulty": build_difficulty_presets(_choose_by_difficulty),
    PRESET.key: _BY_PRESET,
    "mode": PRESETS,
})  # fmt: skip

setting_index = index_settings(PARAMETERS).__getitem__
"""Return the index in the settings of a parameter's low end, given the parameter's key.

The high end is at the next index.
"""
