"""The facts of the solver for A Mazing Monk, and of the thesis's rating, each declared once."""

from __future__ import annotations

from engine.game.fact_declarations import GameFact

_SHARE = {"high": 100, "decimals": 2}
"""The fields of a parameter for a fact from 0 to 1."""

RATING = GameFact(
    "rating", float, "The rating of the thesis. Compare it only within one difficulty.",
    form={"high": 400, "decimals": 2},
)  # fmt: skip
TERM_FACTS = (
    GameFact(
        "karma_distance", float, "Distance from the top to the nearest karma, 0 to 1.", form=_SHARE
    ),
    GameFact(
        "soldier_placement",
        float,
        "Share of soldiers on the centres of faces, 0 to 1.",
        form=_SHARE,
    ),
    GameFact(
        "visible_soldiers",
        float,
        "Share of soldiers on the top, left and front faces, 0 to 1.",
        form=_SHARE,
    ),
    GameFact("path_amount", float, "Share of cells that are not path, 0 to 1.", form=_SHARE),
)
"""The facts for the terms in the rating."""
SOLVER_FACTS = (
    GameFact("turns", int, "Fewest turns that a solution needs.", compared=True),
    GameFact(
        "walks", int, "Fewest walks of a solution with that number of turns.", compared=True
    ),
    GameFact("moves", int, "Number of turns and walks in the solution."),
    GameFact("steps", int, "Number of cells walked in the solution."),
    GameFact("optimal_solutions", int, "Number of solutions with the fewest turns.", compared=True),
    GameFact(
        "traps", int, "Turns off the solution that make a win impossible, including deadly ones."
    ),
    GameFact(
        "deadly_turns", int, "Turns off the solution after which soldiers kill the monk at once."
    ),
    GameFact("lower_bound", int, "Number of turns that every solution needs at least."),
    GameFact("optimal", bool, "True if the number of turns is proven to be minimal."),
    GameFact(
        "solvable", bool, compared=True,
        help="True if the level can be won. Other levels need keep_unsolvable.",
    ),
    GameFact("complete", bool, "True if the search was complete."),
    GameFact("expanded", int, "Number of states that the search expanded."),
    GameFact("states_seen", int, "Number of states that the search saw."),
)  # fmt: skip
MONK_FACTS = (GameFact("solution", str), *SOLVER_FACTS, RATING, *TERM_FACTS)
"""All facts of the solver."""
