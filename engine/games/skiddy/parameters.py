"""What a designer can set of the Skiddy generator, stage by stage, and the facts that accept.

The inputs are the published generator's (A. Baldiraghi, "The level design process of Skiddy",
part 4); the defaults are ours.
"""

from __future__ import annotations

from engine.games.skiddy.codes import LEAST_SIDE
from engine.games.skiddy.fun import CRITERIA, FAIR
from engine.generate.generation import Stage
from engine.tiles.board import MAX_SIDE
from engine.values.parameters import Parameter, Schema, fact, number, rating, setting_indices, span

STAGES = (
    Stage("border", "Border", "Blocks all round the board.", draws=False),
    Stage("blocks", "Blocks", "Blocks inside the board."),
    Stage("pits", "Pits", "Pits, the rest of the static blocks."),
    Stage("reds", "Red Skiddies", "At least two."),
    Stage("blues", "Blue Skiddies", "The second colour."),
    Stage("crates", "Crates", "Pieces that Skiddies push."),
    Stage("ice", "Ice cubes", "Pieces that slide and never leave."),
    Stage("red-goals", "Red goals", "Exits on the border, where a piece can reach them."),
    Stage("blue-goals", "Blue goals", "Exits for the second colour, where there is one."),
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

FACTS = tuple(_FACT_HELP)
"""The scalar facts of a verdict that kernels accept a level by, in their order."""

PARAMETERS = Schema((
    number(
        "cols", 7, LEAST_SIDE, MAX_SIDE, "border", "width",
        "Columns of the board, the border included; the published game has 5 to 8.",
    ),
    number(
        "rows", 6, LEAST_SIDE, MAX_SIDE, "border", "height",
        "Rows of the board, the border included; the published game has 4 to 7.",
    ),
    span(
        "static", (10, 25), 0, 100, "blocks", "static blocks",
        "Blocks and pits together, per cent of the inner area, rounded down.",
    ),
    span(
        "pits", (0, 0), 0, 100, "blocks", "share of pits",
        "Pits, per cent of the static blocks, rounded down.",
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
        "A candidate with more positions is rejected: its rating is not known.",
    ),
    span(
        "perfect", (4, 30), 1, 999, "verify", "moves for Perfect",
        "Moves of the shortest solution with maximum combo, of levels with three stars.",
    ),
    *(
        rating(key, _FACT_HELP[key], FAIR, FAIR) if key == "stars" else fact(key, _FACT_HELP[key])
        for key in FACTS
    ),
    rating(
        "fun",
        "The workbench's own rating of levels with three stars: one number is the least.",
        len(CRITERIA),
    ),
))  # fmt: skip

setting_index = setting_indices(PARAMETERS).__getitem__
"""Where the low end of a parameter stands in the settings, by its key; its high end follows."""
