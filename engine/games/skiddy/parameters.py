"""What a designer can set of the Skiddy generator, stage by stage, and the facts that accept.

The inputs are the published generator's (A. Baldiraghi, "The level design process of Skiddy",
part 4); the defaults are ours.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.skiddy.codes import LEAST_SIDE
from engine.games.skiddy.fun import CRITERIA, FAIR, FIRST, STORED, STORED_FUN, VERSION
from engine.staging.generation import Stage
from engine.tiles.board import MAX_SIDE
from engine.tiles.parameters import LAYOUT, OPENNESS, RELEVANCE, SURPLUS, TIDYING, on_small_boards
from engine.values.difficulty import PRESET, by_difficulty, by_preset, difficulty, length_by
from engine.values.parameters import (
    Parameter,
    Schema,
    Value,
    fact,
    number,
    rating,
    setting_indices,
    span,
)
from engine.values.ranges import UNBOUNDED, Range


def _placing(name: str, title: str, meaning: str) -> Stage:
    """A stage that puts things on cells that fit."""
    return Stage(name, title, meaning, paintable=True)


STAGES = (
    Stage("border", "Border", "Blocks all round the board.", draws=False),
    _placing("blocks", "Blocks", "Blocks inside the board."),
    _placing("pits", "Pits", "Pits, the rest of the static blocks."),
    _placing("reds", "Red Skiddies", "At least two."),
    _placing("blues", "Blue Skiddies", "The second colour."),
    _placing("crates", "Crates", "Pieces that Skiddies push."),
    _placing("ice", "Ice cubes", "Pieces that slide and never leave."),
    _placing("red-goals", "Red goals", "Exits on the border, where a piece can reach them."),
    _placing("blue-goals", "Blue goals", "Exits for the second colour, where there is one."),
    TIDYING,
)
STAGE_NAMES = tuple(stage.name for stage in STAGES)

NEIGHBOUR_CHOICES = ("allowed", "apart")
EXTRA_KINDS = ("blues", "crates", "ice")
"""The kinds of pieces beside red Skiddies; a level has at most two of them."""

_MOST_PIECES = 30

_FACT_HELP = {
    "solvable": "Whether the level can be solved; only solvable levels are kept.",
    "complete": "Whether the whole graph was searched; only complete ones are kept.",
    "moves": "Length of the shortest solution, with maximum combo or without.",
    "states": "Positions that can be reached.",
    "dead_states": "Positions from which no win can be reached.",
    "stars": "Rules of correctness passed: one number is the least, A..B is a range.",
    "states_seen": "Positions that the solver met; all that there are, for a complete graph.",
}

_FACTS = (
    *(
        rating(key, meaning, FAIR, FAIR) if key == "stars" else fact(key, meaning)
        for key, meaning in _FACT_HELP.items()
    ),
    *OPENNESS,
    *RELEVANCE,
)
FACTS = tuple(fact.key for fact in _FACTS)
"""The facts that kernels accept a level by, in their order."""

_MOST_MOVES = 999
"""Most moves of a shortest solution that can be asked for."""

_WAY_HELP = (
    ("max_combo", "with combo", "with maximum combo"),
    ("no_combo", "without combo", "without maximum combo"),
)
_FIGURE_HELP = {
    "first_moves": "Moves that change something at the start.",
    "lead": "Moves by which the shortest solution without maximum combo is the longer one.",
    "ideas": "Perfect solutions, those counted once that a symmetry turns into each other.",
    "decisions": "Moves of a perfect solution where at least two others change something.",
    "detours": "Moves of a perfect solution after which Skiddies of a colour are further apart.",
    "broken_states": "Positions in which the maximum combo is lost already.",
    "symmetries": "Symmetries of the whole start board, besides the identity.",
    "reversals": "Moves of a perfect solution straight back after another.",
    "bottlenecks": "Positions on the way that no perfect solution avoids.",
    "widest": "Most positions that are equally many moves from the start.",
    "near": "Ways to the maximum combo that take one move more than a perfect solution.",
    "far": "Moves of a perfect solution, in per cent of one more than those to any position.",
}


def _within(table: str, key: str, title: str, meaning: str) -> Parameter:
    """A number in a table of the verdict that a level can be accepted by."""
    low, high = (-_MOST_MOVES, _MOST_MOVES) if key == "lead" else (0, UNBOUNDED)
    return Parameter(f"{table}.{key}", "fact", None, low, high, "verify", title, meaning)


NESTED = (
    *(
        _within(kind, key, f"{title} {short}", f"{meaning} {words}.")
        for kind, short, words in _WAY_HELP
        for key, title, meaning in (
            ("moves", "moves", "Length of the shortest solution"),
            ("shortest_solutions", "solutions", "How many shortest solutions there are"),
        )
    ),
    *(
        _within(
            "winning_edges", kind, f"wins {short}", f"Moves, over all positions, that win {words}."
        )
        for kind, short, words in _WAY_HELP
    ),
    *(_within("fun", key, key.replace("_", " "), text) for key, text in _FIGURE_HELP.items()),
)
"""Facts of solutions and of fun; no kernel knows them, so they are judged last."""


def _by_difficulty(difficulty: int) -> Mapping[str, Value | None]:
    """More moves for Perfect, more Skiddies, pits, a second colour, and crates."""
    return {
        "perfect": length_by(difficulty),
        "reds": Range(2, 3) if difficulty < 5 else Range(3, 4),
        "pits": Range(0, 40 if difficulty >= 3 else 0),
        "blues": Range(0, 2) if difficulty >= 5 else None,
        "crates": Range(0, 2) if difficulty >= 7 else None,
    }


_MOSTLY_NEEDED = Range(75, None)
_BY_PRESET = by_preset(
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
    difficulty(
        "Moves for Perfect, Skiddies and things in the way, unless they are set."
    ),
    number(
        "cols", 7, LEAST_SIDE, MAX_SIDE, "border", "width",
        "Columns of the board, the border included; the published game has 5 to 8.", "columns",
    ),
    number(
        "rows", 6, LEAST_SIDE, MAX_SIDE, "border", "height",
        "Rows of the board, the border included; the published game has 4 to 7.", "rows",
    ),
    span(
        "static", (10, 25), 0, 100, "blocks", "static blocks",
        "Blocks and pits together, per cent of the inner area, rounded down.", "%",
    ),
    span(
        "pits", (0, 50), 0, 100, "blocks", "share of pits",
        "Pits, per cent of the static blocks, rounded down.", "%",
    ),
    span("reds", (2, 4), 2, _MOST_PIECES, "reds", "red Skiddies", "Number of red Skiddies."),
    span("blues", (0, 0), 0, _MOST_PIECES, "blues", "blue Skiddies", "Number of blue Skiddies."),
    span("crates", (0, 0), 0, _MOST_PIECES, "crates", "crates", "Number of crates."),
    span("ice", (0, 0), 0, _MOST_PIECES, "ice", "ice cubes", "Number of ice cubes."),
    span("red_goals", (1, 2), 1, 20, "red-goals", "red goals", "Exits for red Skiddies."),
    span("blue_goals", (1, 2), 1, 20, "blue-goals", "blue goals", "Exits for blue Skiddies."),
    Parameter(
        "neighbours", "choice", "allowed", 0, 0, "blue-goals", "neighbours",
        "Whether exits of different colours may be neighbours.", NEIGHBOUR_CHOICES,
    ),
    number(
        "max_states", 20_000, 1, 5_000_000, "verify", "largest graph",
        "A candidate with more positions is rejected: its rating is not known.", "positions",
    ),
    span(
        "perfect", (7, 30), 1, _MOST_MOVES, "verify", "moves for Perfect",
        "Moves of the shortest solution with maximum combo, of levels with three stars.", "moves",
    ),
    *_FACTS,
    rating(
        "fun",
        "The workbench's own rating of levels with three stars: one number is the least.",
        len(CRITERIA),
    ),
    *NESTED,
    Parameter(
        "fun_version", "integer", VERSION, FIRST, VERSION, "verify", "version of fun",
        "Which version of the rating is meant by what is asked of fun.", before=FIRST,
    ),
    SURPLUS,
    *LAYOUT,
    Parameter(
        STORED_FUN, "choice", STORED[0], 0, 0, "verify", "stored fun",
        "Whether files store the rating of fun, by its first version, as older ones do.", STORED,
        before=STORED[1],
    ),
), {
    "difficulty": by_difficulty(_by_difficulty),
    PRESET.key: _BY_PRESET,
    **on_small_boards(range(LEAST_SIDE, MAX_SIDE + 1), 4, {"perfect": Range(4, 30)}),
})  # fmt: skip

setting_index = setting_indices(PARAMETERS).__getitem__
"""Where the low end of a parameter stands in the settings, by its key; its high end follows."""
