"""The facts of the Linjat solver, each declared once."""

from __future__ import annotations

from engine.game.fact_declarations import GameFact
from engine.games.linjat.deduction.rulesets import RULES

_MOST_SCORE = 1_000_000

TESTED_FACTS = (
    GameFact("solvable", bool, "True if the puzzle has a solution. All generated ones do."),
    GameFact("complete", bool, "True if the search was complete. It is for all generated puzzles."),
    GameFact("moves", int, "Number of layers of deduction; the same as layers."),
    GameFact(
        "unique", bool, compared=True,
        help="True if there is exactly one solution. All generated puzzles have one.",
    ),
    GameFact(
        "human_solvable", bool, compared=True,
        help="True if deduction alone solves the puzzle. All generated ones are.",
    ),
    GameFact(
        "layers", int, "Number of layers of deduction.", compared=True,
        term="Rounds of deduction. In each round, the first rule that concludes anything draws all "
        "of its conclusions at once.",
    ),
    GameFact(
        "width", int, "Most numbers that make progress in one layer.", compared=True,
        term="How many numbers make progress in a layer. The fact is that of the widest layer.",
    ),
    GameFact(
        "score", int,
        "The score with the default weights of the original program.",
        term="The value that the optimizer maximizes: the sum of the layers, each weighted by its "
        "rule, minus the width.",
        form={"low": -_MOST_SCORE, "high": _MOST_SCORE},
    ),
    GameFact("states_seen", int, "Number of layers of deduction and nodes of the exact search."),
)  # fmt: skip
"""The facts that kernels can check when they accept a level, in the order that the kernels use."""
HUMAN_TIME = GameFact(
    "human_time", int, form={"unit": "s"},
    help="Estimated seconds for a person, by the serial human model; see docs/human-model.md.",
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
