"""The facts of the solver for A Mazing Monk, and of the thesis's rating, each declared once."""

from __future__ import annotations

from engine.game.fact_declarations import GameFact

_SHARE = {"high": 100, "decimals": 2}
"""The fields of a parameter for a fact from 0 to 1."""

RATING = GameFact(
    "rating", float, "The thesis's rating of the level; compare within a difficulty.",
    form={"high": 400, "decimals": 2},
)  # fmt: skip
TERM_FACTS = (
    GameFact(
        "karma_distance", float, "How far the nearest karma is from the top, of 1.", form=_SHARE
    ),
    GameFact("soldier_placement", float, "Soldiers on the centres of faces, of 1.", form=_SHARE),
    GameFact("visible_soldiers", float, "Soldiers on the top, left and front, of 1.", form=_SHARE),
    GameFact("path_amount", float, "Cells without a path, of 1.", form=_SHARE),
)
"""The facts for the terms in the rating."""
SOLVER_FACTS = (
    GameFact("turns", int, "Turns of the solution, the fewest possible.", compared=True),
    GameFact(
        "walks", int, "Walks of the solution, the fewest possible with so few turns.", compared=True
    ),
    GameFact("moves", int, "Turns and walks of the solution."),
    GameFact("steps", int, "Cells walked in the solution."),
    GameFact("optimal_solutions", int, "Solutions with the fewest turns.", compared=True),
    GameFact(
        "traps", int, "Turns off the solution after which no play wins, deadly ones among them."
    ),
    GameFact(
        "deadly_turns", int, "Turns off the solution after which soldiers kill the monk at once."
    ),
    GameFact("lower_bound", int, "Turns that every solution needs at least."),
    GameFact("optimal", bool, "Whether the number of turns is proven to be the least."),
    GameFact(
        "solvable", bool, compared=True,
        help="Whether the level can be won; others are kept with keep_unsolvable only.",
    ),
    GameFact("complete", bool, "Whether everything was searched."),
    GameFact("expanded", int, "States expanded by the search."),
    GameFact("states_seen", int, "States seen by the search."),
)  # fmt: skip
MONK_FACTS = (GameFact("solution", str), *SOLVER_FACTS, RATING, *TERM_FACTS)
"""All facts of the solver."""
