"""The facts of the Skiddy solver, each declared once."""

from __future__ import annotations

from dataclasses import replace

from engine.game.fact_declarations import GameFact
from engine.games.skiddy.fun_rating import CRITERIA, FAIR_STARS, FIRST_CRITERIA
from engine.tiles.graph_fact_checks import GRAPH_FACTS

MOST_MOVES = 999
"""The maximum length of a shortest solution that a constraint can ask for."""

_SHARED = ("solution", "solvable", "complete", "states", "dead_states", "states_seen")


def _adapt_fact(fact: GameFact) -> GameFact:
    """Return Skiddy's declaration of a fact about the state graph."""
    if fact.key == "moves":
        meaning = "Length of the shortest solution, with or without maximum combo."
        return replace(fact, help=meaning, compared=False)
    # Skiddy counts wins by kind. It reports none of the other facts, but expressions accept them.
    return fact if fact.key in _SHARED else GameFact(fact.key, fact.type)


*_GRAPH, _STATES_SEEN = map(_adapt_fact, GRAPH_FACTS)
TESTED_FACTS = (
    *_GRAPH,
    GameFact(
        "stars", int, "Stars for fairness, 0 to 3. One number is the minimum, A..B a range.",
        (FAIR_STARS, None), compared=True, form={"high": FAIR_STARS, "is_minimum": True},
        term="A level gets a star for each: no dead ends; wins with and without maximum combo; no "
        "shorter win without maximum combo.",
    ),
    _STATES_SEEN,
)  # fmt: skip
"""The facts that the generator's kernels test, in the order in which they store the values."""

_WAYS = (
    ("max_combo", "with combo", "with maximum combo"),
    ("no_combo", "without combo", "without maximum combo"),
)
WIN_FACTS = (
    *(
        GameFact(
            f"{kind}.{key}", int, f"{meaning} {words}.", compared=True,
            form={"title": f"{title} {short}"},
        )
        for kind, short, words in _WAYS
        for key, title, meaning in (
            ("moves", "moves", "Length of the shortest solution"),
            ("shortest_solutions", "solutions", "Number of shortest solutions"),
        )
    ),
    *(GameFact(f"{kind}.solution", str) for kind, _, _ in _WAYS),
    *(
        GameFact(
            f"winning_edges.{kind}", int, f"Number of winning moves {words}, over all positions.",
            form={"title": f"wins {short}"},
        )
        for kind, short, words in _WAYS
    ),
)  # fmt: skip
"""The facts about each kind of win."""

FUN = GameFact(
    "fun",
    {
        "rating": int,
        "criteria": {each.name: bool for each in (*FIRST_CRITERIA, *CRITERIA)},
        "unused": ((int,),),
    },
    "The workbench's rating of levels with three stars. One number is the minimum.",
    term="The workbench's own rating of levels with three stars.",
    form={"high": len(CRITERIA), "is_minimum": True},
)
FIGURES = {
    "lead": ("How many more moves the shortest solution without maximum combo takes.",
             "move more without maximum combo", "moves more without maximum combo"),
    "ideas": ("Number of perfect solutions. Mirror images count once.",
              "distinct perfect solution", "distinct perfect solutions"),
    "unused": ("", "object unused by perfect solutions", "objects unused by perfect solutions"),
    "decisions": ("Moves of a perfect solution with at least two alternatives.",
                  "move with a choice", "moves with a choice"),
    "detours": ("Moves of a perfect solution that move Skiddies of a colour apart.",
                "move that separates Skiddies", "moves that separate Skiddies"),
    "first_moves": ("First moves that change something.", "first move", "first moves"),
    "broken_states": ("Positions from which the maximum combo is out of reach.",
                      "position without a combo", "positions without a combo"),
    "symmetries": ("Number of symmetries of the starting board.",
                   "symmetry of the start", "symmetries of the start"),
    "reversals": ("Moves of a perfect solution that undo the move before.",
                  "reversing move", "reversing moves"),
    "bottlenecks": ("Positions that all perfect solutions pass through.",
                    "position in all perfect solutions", "positions in all perfect solutions"),
    "widest": ("Largest number of positions at the same distance from the start.",
               "position at the widest distance", "positions at the widest distance"),
    "near": ("Solutions with maximum combo that take one move more than a perfect one.",
             "solution one move longer", "solutions one move longer"),
    "far": ("Length of a perfect solution as a percentage of the longest distance plus one.",
            "percent of the longest distance", "percent of the longest distance"),
}  # fmt: skip
"""The figures in the fact ``fun``, in the order in which a verdict describes them.

Each has a meaning, and the singular and plural of its unit. The meaning is empty if generators
cannot constrain the figure."""
FIGURE_FACTS = tuple(
    GameFact(
        f"fun.{name}",
        int,
        FIGURES[name][0],
        # Only the lead can be negative; all other numbers are counts or shares.
        form={"low": -MOST_MOVES, "high": MOST_MOVES} if name == "lead" else {},
    )
    # This is the order of the parameters, which begins with the first moves.
    for name in dict.fromkeys(("first_moves", *FIGURES))
    if FIGURES[name][0]
)

SKIDDY_FACTS = (
    *TESTED_FACTS,
    *WIN_FACTS,
    GameFact("evidence", {
        **dict.fromkeys(("rule", "moves", "max_combo_moves"), int),
        **dict.fromkeys(("state", "way", "missing"), str),
    }),
    FUN,
    *FIGURE_FACTS,
)  # fmt: skip
"""All facts of the solver."""
