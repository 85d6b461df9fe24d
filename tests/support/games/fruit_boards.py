"""Boards of Fruit Dating for tests: between the reference and the engine, and at random."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from hypothesis import strategies as st
from reference.fruit_dating import (
    WORD,
    RefBoard,
    RefFacts,
    State,
    TooManyStatesError,
    explore,
    random_board,
    to_engine,
)

from engine.game import registry
from engine.games.fruit_dating.board import FruitBoard, Gate
from engine.values.grid import DIRECTIONS, DOWN, RIGHT, STEPS, Grid, reverse_direction

GAME = registry.get_game("fruit-dating")
LETTERS = ("R", "U", "L", "D")
SOLID = "#h>^<v"
HEX = "0123456789abcdef"
FACTS = (
    "states",
    "transitions",
    "winning_moves",
    "losing_moves",
    "dead_states",
    "shortest_solutions",
    "moves",
    "solution",
    "solvable",
)
"""The facts that the reference knows under the same names."""


def to_reference(board: FruitBoard) -> RefBoard:
    """The engine's board as the reference's."""
    gates = frozenset((row, col, DIRECTIONS[direction]) for row, col, direction in board.gates)
    return RefBoard(board.tiles, board.pieces, gates)


def board_of(tiles: str, pieces: str, *gates: tuple[int, int, str]) -> FruitBoard:
    """A board from lines separated by blanks, gates by letter of move."""
    return to_engine(
        RefBoard(
            tuple(tiles.split()),
            tuple(pieces.split()),
            frozenset((row, col, WORD[letter]) for row, col, letter in gates),
        )
    )


def state_of(board: FruitBoard, cells: tuple[int, ...]) -> State:
    """A position of the engine (a cell for every piece, 255 for gone) as the reference has it."""
    glyphs = [glyph for _, _, glyph in board.iterate_pieces()]
    on_board = [pair for pair in zip(cells, glyphs, strict=True) if pair[0] != 255]
    return tuple((*divmod(cell, board.cols), glyph) for cell, glyph in sorted(on_board))


def packed(board: FruitBoard, state: State) -> tuple[int, ...]:
    """A position in words as the rules say: a byte a piece, equal objects in reading order.

    Fruit by colour, then blockers; pieces that are gone (255) come last among their equals.
    """
    groups = [*"ABCDEFGH", "ocb"]
    cells = []
    for group in groups:
        all_of_it = sum(glyph in group for _, _, glyph in board.iterate_pieces())
        here = sorted(row * board.cols + col for row, col, kind in state if kind in group)
        cells += here + [255] * (all_of_it - len(here))
    words = max(1, -(-len(cells) // 8))
    every = bytes(cells).ljust(8 * words, b"\0")
    return tuple(int.from_bytes(every[8 * w : 8 * w + 8], "little") for w in range(words))


def unpacked(board: FruitBoard, words: Iterable[int]) -> State:
    """The position that packed words hold, all blockers written as stones."""
    cells = b"".join(int(word).to_bytes(8, "little") for word in words)
    glyphs = sorted("o" if g in "ocb" else g for _, _, g in board.iterate_pieces())
    pairs = zip(cells, glyphs, strict=False)  # the last word may be part empty
    return tuple(sorted((*divmod(c, board.cols), glyph) for c, glyph in pairs if c != 255))


def facts_within(board: RefBoard, max_states: int) -> RefFacts | None:
    """The reference's facts, None for a graph that is too large for it."""
    try:
        return explore(board, max_states)
    except TooManyStatesError:
        return None


def random_levels(
    seeds: range, sides: tuple[int, int], max_states: int
) -> Iterator[tuple[RefBoard, RefFacts]]:
    """Random boards with all features whose graphs the reference can search, with its facts."""
    for seed in seeds:
        rng = random.Random(seed)
        board = random_board(rng, rng.randint(*sides), max(4, rng.randint(*sides)))
        facts = facts_within(board, max_states)
        if facts is not None:
            yield board, facts


@st.composite
def boards(
    draw: st.DrawFn,
    max_side: int = 7,
    max_pairs: int = 2,
    max_blockers: int = 2,
    tiles: str = "......###~h>^<v",
    symmetric: bool = False,
) -> FruitBoard:
    """Valid boards of 3x4 to ``max_side`` squared; they shrink to small and empty ones.

    The rules of ``symmetric`` boards know no up and down: see the reference's symmetries_hold.
    """
    rows, cols = draw(st.integers(3, max_side)), draw(st.integers(4, max_side))
    solids = [tile for tile in tiles if tile in SOLID]
    # One draw for the whole grid is many times as quick as one for every tile.
    digits = draw(st.text(HEX[: len(tiles)], min_size=rows * cols, max_size=rows * cols))
    grid = []
    for cell, digit in enumerate(HEX.index(digit) for digit in digits):
        on_ring = cell // cols in (0, rows - 1) or cell % cols in (0, cols - 1)
        grid.append(solids[digit % len(solids)] if on_ring else tiles[digit])
    if symmetric:
        anteaters = [cell for cell, tile in enumerate(grid) if tile in ">^<v"]
        for cell in anteaters[1:]:
            grid[cell] = "#"
    for cell in (cols + 1, cols + 2):
        if sum(tile not in SOLID for tile in grid) < 2:
            grid[cell] = "."
    free = [cell for cell, tile in enumerate(grid) if tile not in SOLID]
    pairs = draw(st.integers(1, min(max_pairs, len(free) // 2)))
    colours = draw(
        st.lists(st.sampled_from("ABH"), min_size=pairs, max_size=pairs, unique=symmetric)
    )
    room = min(max_blockers, len(free) - 2 * pairs)
    kinds = [*colours, *colours, *draw(st.lists(st.sampled_from("ocb"), max_size=room))]
    places = draw(
        st.lists(st.sampled_from(free), unique=True, min_size=len(kinds), max_size=len(kinds))
    )
    at = dict(zip(places, kinds, strict=True))
    pieces = [at.get(cell, ".") for cell in range(rows * cols)]
    gates = draw(st.dictionaries(_edges(rows, cols), st.booleans(), max_size=4))
    return FruitBoard(
        _lines(grid, cols),
        _lines(pieces, cols),
        gates=tuple(
            sorted(
                (row, col, direction)
                if forth
                else (
                    row + STEPS[direction][0],
                    col + STEPS[direction][1],
                    reverse_direction(direction),
                )
                for (row, col, direction), forth in gates.items()
            )
        ),
    )


def _edges(rows: int, cols: int) -> st.SearchStrategy[Gate]:
    """Every edge once, as the gate that leads right or down over it."""
    rightwards = st.tuples(st.integers(0, rows - 1), st.integers(0, cols - 2), st.just(RIGHT))
    downwards = st.tuples(st.integers(0, rows - 2), st.integers(0, cols - 1), st.just(DOWN))
    return rightwards | downwards


def _lines(cells: list[str], cols: int) -> Grid:
    text = "".join(cells)
    return tuple(text[start : start + cols] for start in range(0, len(text), cols))
