"""What the tests of all games share."""

from __future__ import annotations

import random

from engine.game.playthrough import Playthrough
from engine.values.grid import STEPS, SYMMETRIES

SEED = 10
SMALL = {
    "fruit-dating": {
        "pairs": 1,
        "moves": "4..",
        "states": "..400",
        "one_ways": 3,
        "mud": 1,
        "anteaters": 1,
        "hedgehogs": 1,
    },
    "skiddy": {"cols": 6, "rows": 5, "pits": "0..50", "crates": "0..1", "states": "..200"},
    "linjat": {"rows": 5, "cols": 5, "numbers": "3..5", "iterations": 10, "cover_layers": "0.."},
    "mazing-monk": {"difficulty": 2, "scramble_turns": 4},
}
"""Settings for small boards, so that plain Python is quick."""

_CROWDED_FLOOR = {"static": "20..30", "pits": "40..60", "reds": "2..3", "inert": "0.."}
KERNEL_SETTINGS = {
    "fruit-dating": (
        {"pairs": "2..3", "blockers": "2..4", "inert": "0.."},
        {
            "pairs": "2..4",
            "colours": "1..3",
            "blockers": "2..4",
            "one_ways": "0..6",
            "mud": "0..2",
            "anteaters": "0..2",
            "hedgehogs": "0..2",
            "inert": "0..",
        },
    ),
    "skiddy": (
        {**_CROWDED_FLOOR, "blues": "1..2", "crates": "1..3"},
        {**_CROWDED_FLOOR, "blues": "1..2", "ice": "1..2"},
        {**_CROWDED_FLOOR, "crates": "1..3", "ice": "1..2"},
    ),
}
"""Settings of candidates that have all features of a game, which kernels are checked on."""

FACTS = {
    "fruit-dating": (
        "states",
        "transitions",
        "winning_moves",
        "losing_moves",
        "dead_states",
        "shortest_solutions",
    ),
    "skiddy": ("states", "dead_states", "max_combo", "no_combo", "stars"),
    "linjat": ("unique", "human_solvable", "layers", "width", "rule_use", "score"),
    "mazing-monk": ("turns", "walks", "steps", "optimal_solutions"),
}
"""Facts that the command line's contract promises for single games."""

BOUNDS = {"mazing-monk": ("optimal", "lower_bound", "expanded")}
"""More of them, which a search that is cut short knows from below."""

LEAST = {"mazing-monk": "turns"}
"""The fact that solutions are the least in, where it is not the number of moves."""


def random_walk(game, board, seed=0, length=30):
    """A playthrough of random moves, with every position on the way."""
    playthrough = Playthrough(game.play, board)
    positions = [playthrough.position]
    choice = random.Random(seed)
    for _ in range(length):
        choices = game.play.list_choices(playthrough.position)
        if choices and playthrough.make_move(choice.choice(choices).word).changed:
            positions.append(playthrough.position)
    return playthrough, positions


def cells_of_board(game, board):
    """Every cell, in reading order."""
    places = [(row, col) for row in range(board.rows) for col in range(board.cols)]
    return [place for place in places if game.boards.has_cell(board, *place)]


def inverse(symmetry):
    """The symmetry that leads back."""
    ways = range(len(STEPS))
    return next(
        other
        for other in SYMMETRIES
        if all(other.transform_direction(symmetry.transform_direction(way)) == way for way in ways)
    )


def turned_board(game, board, symmetry):
    """The board turned, None in a game whose boards are not."""
    reshaping = game.boards.reshaper
    return None if reshaping is None else reshaping.transform(board, symmetry)
