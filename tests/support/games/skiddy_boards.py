"""Boards of Skiddy for tests: between the reference and the engine, and at random."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

import numpy as np
from hypothesis import strategies as st
from skiddy_reference import (
    FEATURES,
    Pieces,
    RefBoard,
    RefFacts,
    State,
    TooManyStatesError,
    Way,
    explore,
    from_text,
    random_board,
)

from engine.game import registry
from engine.game.play_position import Position
from engine.games.skiddy.board import SkiddyBoard, SkiddyText
from engine.games.skiddy.skiddy_compiler import compile_board
from engine.games.skiddy.skiddy_level_array import GONE
from engine.search.graph import Graph, search_graph
from engine.values.budget import Budget
from engine.values.grid import Grid

GAME = registry.get_game("skiddy")
LETTERS = ("U", "R", "D", "L")


def to_engine(board: RefBoard) -> SkiddyBoard:
    """The reference's board as the engine's value."""
    return SkiddyBoard(board.tiles, board.pieces)


def to_reference(board: SkiddyBoard) -> RefBoard:
    """The engine's board as the reference's."""
    return RefBoard(board.tiles, board.pieces)


def board_of(rows: str | Collection[str]) -> SkiddyBoard:
    """A board in the one-grid shorthand of the rules."""
    return to_engine(from_text(rows))


def state_of(position: Position) -> State:
    """A position of the engine as the reference has it."""
    board = position.board
    assert isinstance(board, SkiddyBoard)
    cells, (broken,) = position.pieces
    kinds = [kind for line in board.pieces for kind in line if kind != "."]
    here = [pair for pair in zip(cells, kinds, strict=True) if pair[0] != GONE]
    pieces: Pieces = tuple(sorted((*divmod(cell, board.cols), kind) for cell, kind in here))
    return State(pieces, broken == 1)


def way_fact(way: Way | None) -> dict[str, object] | None:
    """A way to win as the engine's facts have it."""
    if way is None:
        return None
    return {"moves": way.moves, "solution": way.solution, "shortest_solutions": way.count}


def expected_facts(facts: RefFacts) -> dict[str, object]:
    """The reference's facts under the names of ``solve --json``."""
    best = facts.best
    return {
        "solvable": best is not None,
        "complete": True,
        "moves": best and best.moves,
        "solution": best and best.solution,
        "states": facts.states,
        "dead_states": len(facts.dead_ends),
        "max_combo": way_fact(facts.max_combo),
        "no_combo": way_fact(facts.no_combo),
        "winning_edges": dict(zip(("max_combo", "no_combo"), facts.winning_edges, strict=True)),
        "stars": facts.stars,
        "states_seen": facts.states,
    }


def facts_within(board: RefBoard, max_states: int) -> RefFacts | None:
    """The reference's facts, None for a graph that is too large for it."""
    try:
        return explore(board, max_states)
    except TooManyStatesError:
        return None


def random_levels(
    seeds: range, rows: tuple[int, int], cols: tuple[int, int], max_states: int
) -> Iterator[tuple[RefBoard, RefFacts]]:
    """Random boards of every mix of features whose graphs are small, with the reference's facts."""
    for seed in seeds:
        rng = random.Random(seed)
        features = [name for bit, name in enumerate(FEATURES) if seed >> bit & 1]
        board = random_board(rng, rng.randint(*rows), rng.randint(*cols), features)
        facts = facts_within(board, max_states)
        if facts is not None:
            yield board, facts


@st.composite
def boards(
    draw: st.DrawFn, tiles: str = "......##oo", others: str = "bci", max_pieces: int = 5
) -> SkiddyBoard:
    """Valid boards of 5x4 to 7x7 cells; they shrink to small and empty ones.

    ``others`` are the kinds of pieces there may be besides red Skiddies.
    """
    rows, cols = draw(st.integers(4, 7)), draw(st.integers(5, 7))
    inner = [(row, col) for row in range(1, rows - 1) for col in range(1, cols - 1)]
    # One draw for all cells is many times as quick as one for each.
    digits = "0123456789"[: len(tiles)]
    drawn = draw(st.text(digits, min_size=len(inner), max_size=len(inner)))
    at = {cell: tiles[int(digit)] for cell, digit in zip(inner, drawn, strict=True)}
    free = [cell for cell in inner if at[cell] != "#"]
    for cell in inner[: max(0, 2 - len(free))]:
        at[cell] = "."
    free = [cell for cell in inner if at[cell] != "#"]
    kinds = "r" + draw(st.text("r" + others, max_size=min(max_pieces, len(free)) - 1))
    places = draw(_some_of(free, len(kinds)))
    pieces = dict(zip(places, kinds, strict=True))
    border = [(row, col) for row in (0, rows - 1) for col in range(1, cols - 1)]
    border += [(row, col) for row in range(1, rows - 1) for col in (0, cols - 1)]
    goals = ("RB" if "b" in kinds else "R") + draw(st.text("RB", max_size=3))
    at |= dict(zip(draw(_some_of(border, len(goals))), goals, strict=True))
    return SkiddyBoard(
        tuple("".join(at.get((row, col), "#") for col in range(cols)) for row in range(rows)),
        tuple("".join(pieces.get((row, col), ".") for col in range(cols)) for row in range(rows)),
    )


def _some_of(cells: list[tuple[int, int]], count: int) -> st.SearchStrategy[list[tuple[int, int]]]:
    return st.lists(st.sampled_from(cells), unique=True, min_size=count, max_size=count)


def explored(board: SkiddyBoard, budget: Budget | None = None) -> Graph:
    """The graph of a valid board, complete unless the budget ended it."""
    return search_graph(compile_board(board).make_search_level(), budget)


def position_of(board: SkiddyBoard, graph: Graph, state: int) -> Position:
    """A state of a board's graph as a position; which of equal pieces is where is arbitrary."""
    compiled = compile_board(board)
    packed = graph.states[state * graph.words : (state + 1) * graph.words]
    places = packed.astype("<u8").view(np.uint8)
    pieces = len(compiled.order)
    cells = compiled.sort_by_identity(places[:pieces].astype(np.int32))
    return Position(board, (cells, (int(places[pieces]),)))


def show_cells(board: SkiddyBoard) -> Grid:
    """A board with one character a cell."""
    return SkiddyText().format_rows(board)


def show_position(position: Position) -> Grid:
    """A position with one character a cell."""
    board = position.board
    assert isinstance(board, SkiddyBoard)
    pieces = [["."] * board.cols for _ in range(board.rows)]
    glyphs = (glyph for _, _, glyph in board.iterate_pieces())
    for glyph, cell in zip(glyphs, position.pieces[0], strict=True):
        if cell != GONE:
            pieces[cell // board.cols][cell % board.cols] = glyph
    return show_cells(replace(board, pieces=tuple("".join(line) for line in pieces)))


def read_cells(rows: Sequence[str]) -> SkiddyBoard:
    """The board of rows with one character a cell."""
    return SkiddyText().read_rows([*enumerate(rows, 1)])
