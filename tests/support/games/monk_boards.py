"""Cubes of the monk for tests: at random, generated, and those of the rules."""

from __future__ import annotations

import random

from hypothesis import strategies as st
from monk_reference import attacked, read

from engine.game import registry
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.stages.accepted_candidate_search import find_accepted_attempt
from engine.stages.candidate import Candidate, Recipe

GAME = registry.get_game("mazing-monk")

HARD_54 = "M.#.####S....S*#*#S*#.S*#*######.S.#S.S##SS..#*#.###*S"
HARD_58 = "M.#.#.##S#*.#S*#*#S.#.S.#*#######S*#S.S##SS*.###.###*S"
_WALLS = "#" * 9
TWO_TURNS = MonkBoard("M..######" + _WALLS + "S##*.*..*" + _WALLS + "##S######" + _WALLS, 2)
"""Rows 1 and 2 bring karma and the way out onto the top; column 2 brings soldiers to the monk."""
TWO_TURNS_HIDDEN = MonkBoard("M..######*.S.*.*..S##*.*..*S*.......##S######..*S*....", 2)
"""The same but for the faces that are not seen from the corner: bottom, right and back."""

WALLED = MonkBoard("M#" + 7 * "." + "S" * 20 + "*" * 7 + "#" * 18)
"""The monk can do nothing but turn lines."""

seeds = st.integers(0, 2**63 - 1)
tiles = st.sampled_from("##...**S")
words = st.sampled_from(
    [*(f"m{x}{y}" for x in range(3) for y in range(3)), *"udlr", "r0", "r1", "r2", "c0", "c1", "c2"]
)


@st.composite
def cubes(draw: st.DrawFn) -> MonkBoard:
    """Playable boards, most of them quite open."""
    text = "M" + "".join(draw(st.lists(tiles, min_size=53, max_size=53)))
    start = read(text)
    if attacked(dict(start.cube), start.monk):
        text = text[:9].replace("S", "#") + text[9:]
    karma = text.count("*")
    if not karma:
        text, karma = text[:-1] + "*", 1
    return MonkBoard(text, draw(st.integers(1, min(karma, 16))))


def recipe(seed: int, attempt: int = 0, **settings: object) -> Recipe:
    return Recipe(seed, attempt, GAME.generator.parameters.complete_settings(settings))


def made(seed: int, attempt: int = 0, **settings: object) -> Candidate:
    """The candidate of an attempt."""
    return GAME.generator.build_candidate(recipe(seed, attempt, **settings))


def accepted(seed: int, **settings: object) -> Candidate:
    """The first accepted candidate of a seed."""
    found, _ = find_accepted_attempt(GAME.generator, recipe(seed, **settings))
    return GAME.generator.build_candidate(found)


def cells_of(board: object) -> str:
    """The 54 characters of a board."""
    assert isinstance(board, MonkBoard)
    return board.cells


@st.composite
def small(draw: st.DrawFn) -> MonkBoard:
    """Boards with little karma, many of which can be won in a few turns and some not at all."""
    seed = draw(st.integers(0, 2**32))
    choice = random.Random(seed)
    while True:
        needed = choice.choice((1, 2, 2, 3))
        karma, soldiers = needed + choice.choice((0, 0, 1, 2)), choice.randint(0, 9)
        walls = choice.randint(8, 53 - karma - soldiers)
        tiles = list("*" * karma + "S" * soldiers + "#" * walls)
        tiles += "." * (53 - len(tiles))
        choice.shuffle(tiles)
        text = "M" + "".join(tiles)
        start = read(text)
        if not attacked(dict(start.cube), start.monk):
            return MonkBoard(text, needed)
