"""What a designer can set of the Linjat generator, stage by stage, and the facts that accept.

The presets stand for what J. Snellman's program was run with for its four published sets, and for
the selection from what it made.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.linjat.board.codes import LEAST_SIDE, MAX_SIDE, MAX_VALUE
from engine.games.linjat.board.layout import LAYOUT
from engine.games.linjat.deduce.rulesets import RULES
from engine.staging.generation import Stage
from engine.values.difficulty import PRESET, by_difficulty, by_preset, difficulty
from engine.values.parameters import (
    RELEVANCE,
    Parameter,
    Schema,
    Value,
    fact,
    number,
    setting_indices,
    span,
)
from engine.values.ranges import Range

STAGES = (
    Stage("numbers", "Numbers", "Numbers on random cells.", paintable=True),
    Stage(
        "dots",
        "Dots",
        "Dots where they tell least, whenever the solver is stuck, until the board is solved.",
        heat="reach",
        paintable=True,
    ),
    Stage(
        "mutations",
        "Mutations",
        "The changes of numbers that led from the first puzzle to the best, each with new dots.",
    ),
)
STAGE_NAMES = tuple(stage.name for stage in STAGES)

METHODS = ("race", "pool", "annealing")
MOST_NUMBERS = 100
SPARE_DOTS = "spare_dots"
REMOVED, KEPT = "removed", "kept"

_MOST_LAYERS = MAX_SIDE * MAX_SIDE
_MOST_SCORE = 1_000_000
_MOST_WEIGHT = 1_000


def weight_key(rule: str) -> str:
    """The parameter that weighs layers of a rule in the score."""
    return f"weight_{rule}"


def layers_key(rule: str) -> str:
    """The parameter that accepts by the number of layers of a rule."""
    return f"{rule}_layers"


def _words(rule: str) -> str:
    return rule.replace("_", " ")


def _weight(rule: str) -> Parameter:
    return number(
        weight_key(rule), 0, -_MOST_WEIGHT, _MOST_WEIGHT, "mutations", f"weight, {_words(rule)}",
        f"What a layer by the rule {_words(rule)} counts for in the score that is raised.",
        "points",
    )  # fmt: skip


def _layers(rule: str) -> Parameter:
    return span(
        layers_key(rule), (0, _MOST_LAYERS), 0, _MOST_LAYERS, "verify", f"layers, {_words(rule)}",
        f"Layers by the rule {_words(rule)}.", "layers",
    )  # fmt: skip


_FACT_HELP = {
    "solvable": "Whether the puzzle can be solved; only solvable ones are kept.",
    "complete": "Whether everything was searched; only complete ones are kept.",
    "moves": "Layers of deduction, as layers.",
    "unique": "Whether there is exactly one solution, by exact count; only unique ones are kept.",
    "human_solvable": "Whether deduction alone solves it; only such puzzles are kept.",
    "layers": "Layers of deduction.",
    "width": "Numbers that make progress in the widest layer.",
    "score": "The score by the original program's default weights, whatever the weights set here.",
    "states_seen": "Layers of deduction and nodes of the exact search together.",
}

FACTS = tuple(_FACT_HELP)
"""The scalar facts of a verdict that a level can be accepted by, in the order of kernels."""


def _fact(key: str) -> Parameter:
    if key != "score":
        return fact(key, _FACT_HELP[key])
    return Parameter(key, "fact", None, -_MOST_SCORE, _MOST_SCORE, "verify", key, _FACT_HELP[key])


def _preset(
    size: tuple[int, int],
    numbers: tuple[int, int],
    weights: tuple[int, int, int, int, int],
    layers: Mapping[str, tuple[int, int]],
) -> Mapping[str, Value]:
    """A preset: rows and columns, numbers, weights, and layers by rule to accept by.

    The weights are those of fit, square, dependency and one-of, and of the width; the others are
    the same in all presets.
    """
    keys = (*map(weight_key, RULES), "weight_width")
    values: dict[str, Value] = {"rows": size[0], "cols": size[1], "numbers": Range(*numbers)}
    values |= zip(keys, (-1, 1, -50, *weights), strict=True)
    return values | {layers_key(rule): Range(*ends) for rule, ends in layers.items()}


_NONE, _SOME = (0, 0), (1, _MOST_LAYERS)
_BASIC = {"square": _NONE, "dependency": _NONE, "one_of": _NONE}

PRESETS: Mapping[str, Mapping[str, Value]] = {
    "easy": _preset((9, 6), (7, 10), (3, 0, 0, 0, -1), _BASIC | {"cover": (2, _MOST_LAYERS)}),
    "medium": _preset((10, 7), (15, 20), (3, 0, 0, 0, -1), _BASIC | {"cover": (6, _MOST_LAYERS)}),
    "hard": _preset((11, 8), (19, 22), (3, 50, 0, 0, -2), _BASIC | {"square": _SOME}),
    "expert": _preset((13, 9), (23, 26), (3, 50, 100, 60, -2), {}),
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
"""By difficulty: the mode, mutations to try, and seconds that a person takes by the human model."""


def _by_difficulty(difficulty: int) -> Mapping[str, Value]:
    mode, iterations, seconds = _STEPS[difficulty - 1]
    # With 22 numbers one seed in fifty has no hard puzzle within the attempts.
    numbers = {"numbers": Range(19, 21)} if mode == "hard" else {}
    return {"mode": mode, "iterations": iterations, "human_time": Range(*seconds), **numbers}


_BY_PRESET = by_preset(
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
"""With more numbers there are seeds without a puzzle within the usual attempts."""

PARAMETERS = Schema((
    PRESET,
    difficulty(
        "The mode, mutations, and how long a person takes, unless they are set."
    ),
    Parameter(
        "mode", "choice", "easy", 0, 0, "numbers", "mode",
        "What size, numbers, weights and layers to accept by are unless they are set.",
        tuple(PRESETS),
    ),
    number("rows", 9, LEAST_SIDE, MAX_SIDE, "numbers", "height", "Rows of the board.", "rows"),
    number(
        "cols", 6, LEAST_SIDE, MAX_SIDE, "numbers", "width", "Columns of the board.", "columns"
    ),
    span(
        "numbers", (7, 10), 2, MOST_NUMBERS, "numbers", "numbers",
        "How many numbers there are; every attempt of a seed has the same.",
    ),
    span(
        "values", (2, 5), 1, MAX_VALUE, "numbers", "values", "Lengths of lines at first.", "cells"
    ),
    number(
        "rounds", 100, 1, 1_000, "dots", "rounds",
        "Layers of deduction and dots after which a board that is not solved is given up.",
        "layers and dots",
    ),
    number(
        "iterations", 10_000, 0, 10_000_000, "mutations", "iterations",
        "Mutations to try; 0 leaves the first puzzle as it is.", "mutations",
    ),
    Parameter(
        "method", "choice", METHODS[0], 0, 0, "mutations", "method",
        "Race short climbs, mutate any of the best puzzles so far, or anneal a single one.",
        METHODS, before="pool",
    ),
    number("pool", 10, 1, 100, "mutations", "pool", "Best puzzles kept to be mutated.", "puzzles"),
    span(
        "lengths", (2, 8), 1, MAX_VALUE, "mutations", "lengths", "Bounds of changed lengths.",
        "cells",
    ),
    number(
        "temperature", 20, 0, 10_000, "mutations", "temperature",
        "Annealing: a loss of score that is accepted every other time at first.", "points",
    ),
    number(
        "cooling", 10_000, 1, 10_000_000, "mutations", "cooling",
        "Annealing: iterations in which the temperature falls to nothing.", "iterations",
    ),
    *(_weight(rule) for rule in RULES),
    number(
        "weight_width", 0, -_MOST_WEIGHT, _MOST_WEIGHT, "mutations", "weight, width",
        "What every number that makes progress in the widest layer counts for in that score.",
        "points",
    ),
    *(_layers(rule) for rule in RULES),
    *(_fact(key) for key in FACTS),
    number(
        "islands", 1, 1, 32, "mutations", "islands",
        "Independent optimisations of the first puzzle, each of so many iterations; the best wins.",
    ),
    fact(
        "leaks",
        "Conclusions that trust in a single solution gives away; see docs/leaks.md.",
    ),
    fact(
        "human_time",
        "Seconds that a person takes by the serial human model; see docs/human-model.md.", unit="s",
    ),
    Parameter(
        "crossover", "integer", 0, 0, 1_000, "mutations", "crossover",
        "Pool: how often a puzzle is crossed with another one before it is mutated.",
        unit="/1000", silent=True,
    ),
    Parameter(
        "ones", "integer", 0, 0, 1_000, "dots", "ones",
        "How often a clue that goes where the solver is stuck is a 1, which no line may cross.",
        unit="/1000", silent=True,
    ),
    Parameter(
        SPARE_DOTS, "choice", REMOVED, 0, 0, "mutations", "spare dots",
        "Dots that the best puzzle does not need are removed, where inert or needed_share asks for "
        "few of them, or kept.",
        (REMOVED, KEPT), before=KEPT,
    ),
    *RELEVANCE,
    *LAYOUT,
), {"difficulty": by_difficulty(_by_difficulty), PRESET.key: _BY_PRESET, "mode": PRESETS}
)  # fmt: skip

setting_index = setting_indices(PARAMETERS).__getitem__
"""Where the low end of a parameter stands in the settings, by its key; its high end follows."""
