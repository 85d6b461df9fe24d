"""The facts of the Skiddy solver, each declared once."""

from __future__ import annotations

from dataclasses import replace

from engine.game.fact_declarations import GameFact
from engine.games.skiddy.fun import CRITERIA, FAIR_STARS, FIRST_CRITERIA
from engine.tiles.graph_fact_checks import GRAPH_FACTS

MOST_MOVES = 999
"""The maximum length of a shortest solution that a constraint can ask for."""

_SHARED = ("solution", "solvable", "complete", "states", "dead_states", "states_seen")


def _adapt_fact(fact: GameFact) -> GameFact:
    """Return Skiddy's declaration of a fact about the state graph."""
    if fact.key == "moves":
        meaning = "Length of the shortest solution, with maximum combo or without."
        return replace(fact, help=meaning, compared=False)
    # Skiddy counts wins by kind. It reports none of the other facts, but expressions accept them.
    return fact if fact.key in _SHARED else GameFact(fact.key, fact.type)


*_GRAPH, _STATES_SEEN = map(_adapt_fact, GRAPH_FACTS)
TESTED_FACTS = (
    *_GRAPH,
    GameFact(
        "stars", int, "Rules of correctness passed: one number is the least, A..B is a range.",
        (FAIR_STARS, None), compared=True, form={"high": FAIR_STARS, "is_minimum": True},
        term="Rules of fairness that the level keeps, 0 to 3: no dead end; wins with maximum "
        "combo and without; none without that is shorter.",
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
            ("shortest_solutions", "solutions", "How many shortest solutions there are"),
        )
    ),
    *(GameFact(f"{kind}.solution", str) for kind, _, _ in _WAYS),
    *(
        GameFact(
            f"winning_edges.{kind}", int, f"Moves, over all positions, that win {words}.",
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
    "The workbench's own rating of levels with three stars: one number is the least.",
    term="The workbench's own rating of levels with three stars, apart from these.",
    form={"high": len(CRITERIA), "is_minimum": True},
)
FIGURES = {
    "lead": ("Moves by which the shortest solution without maximum combo is the longer one.",
             "move more without maximum combo", "moves more without maximum combo"),
    "ideas": ("Perfect solutions, those counted once that a symmetry turns into each other.",
              "perfect solution but for symmetry", "perfect solutions but for symmetry"),
    "unused": ("", "thing unused by perfect solutions", "things unused by perfect solutions"),
    "decisions": ("Moves of a perfect solution where at least two others change something.",
                  "move with a choice", "moves with a choice"),
    "detours": ("Moves of a perfect solution after which Skiddies of a colour are further apart.",
                "move that parts Skiddies", "moves that part Skiddies"),
    "first_moves": ("Moves that change something at the start.", "first move", "first moves"),
    "broken_states": ("Positions in which the maximum combo is lost already.",
                      "position with the combo lost", "positions with the combo lost"),
    "symmetries": ("Symmetries of the whole start board, besides the identity.",
                   "symmetry of the start", "symmetries of the start"),
    "reversals": ("Moves of a perfect solution straight back after another.",
                  "move straight back", "moves straight back"),
    "bottlenecks": ("Positions on the way that no perfect solution avoids.",
                    "position on every perfect way", "positions on every perfect way"),
    "widest": ("Most positions that are equally many moves from the start.",
               "position at one distance at most", "positions at one distance at most"),
    "near": ("Ways to the maximum combo that take one move more than a perfect solution.",
             "way one move longer", "ways one move longer"),
    "far": ("Moves of a perfect solution, in per cent of one more than those to any position.",
            "per cent of the farthest way", "per cent of the farthest way"),
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
