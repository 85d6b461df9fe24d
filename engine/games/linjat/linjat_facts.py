"""The facts of the Linjat solver, each declared once."""

from __future__ import annotations

from engine.game.fact_declarations import GameFact
from engine.games.linjat.deduction.rulesets import RULES

_MOST_SCORE = 1_000_000

TESTED_FACTS = (
    GameFact("solvable", bool, "Whether the puzzle can be solved; only solvable ones are kept."),
    GameFact("complete", bool, "Whether everything was searched; only complete ones are kept."),
    GameFact("moves", int, "Layers of deduction, as layers."),
    GameFact(
        "unique", bool, compared=True,
        help="Whether there is exactly one solution, by exact count; only unique ones are kept.",
    ),
    GameFact(
        "human_solvable", bool, compared=True,
        help="Whether deduction alone solves it; only such puzzles are kept.",
    ),
    GameFact(
        "layers", int, "Layers of deduction.", compared=True,
        term="Rounds of deduction, each the first rule that concludes anything with all of its "
        "conclusions at once.",
    ),
    GameFact(
        "width", int, "Numbers that make progress in the widest layer.", compared=True,
        term="How many numbers make progress in a layer; as a fact, in the widest one.",
    ),
    GameFact(
        "score", int,
        "The score by the original program's default weights, whatever the weights set here.",
        term="What the optimizer raises: the sum of the layers, each weighed by its rule, less "
        "the width.",
        form={"low": -_MOST_SCORE, "high": _MOST_SCORE},
    ),
    GameFact("states_seen", int, "Layers of deduction and nodes of the exact search together."),
)  # fmt: skip
"""The facts that kernels can check when they accept a level, in the order that the kernels use."""
HUMAN_TIME = GameFact(
    "human_time", int, form={"unit": "s"},
    help="Seconds that a person takes by the serial human model; see docs/human-model.md.",
)  # fmt: skip
LINJAT_FACTS = (
    *TESTED_FACTS,
    HUMAN_TIME,
    GameFact("solution", ({"row": int, "col": int, "cells": ((int,),)},)),
    GameFact("rule_use", {rule: {"depth": int, "width": int} for rule in RULES}),
    GameFact("deduction", {
        "mean_width": float,
        "hardest_rule": str,
        **dict.fromkeys(("first_width", "narrow_run", "dots", "clue_economy"), int),
    }),
)  # fmt: skip
"""All facts of the solver."""
