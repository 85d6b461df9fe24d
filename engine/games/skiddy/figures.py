"""Plain figures of a level whose whole graph is known: what there is to be said of its fun.

All about solutions is said of the shortest ones with maximum combo, the *perfect* ones of a fair
level, and of all of them: none depends on which one is found first, so a level and its mirror image
have the same figures.
"""

from __future__ import annotations

import numpy as np

from engine.games.skiddy.board import SkiddyBoard, symmetries_of
from engine.games.skiddy.codes import MOVE_DIRECTIONS
from engine.games.skiddy.compiled import CompiledSkiddyBoard, compile_board
from engine.games.skiddy.fun import Figures, Solution
from engine.games.skiddy.rules import SCRATCH_SIZE
from engine.games.skiddy.table import COLS, REDS, SKIDDIES
from engine.games.skiddy.touching import TOUCHED, USED, mark_solutions
from engine.jit.marks import Bytes, Longs
from engine.search.breadth_first import STAY_EDGE, WON_EDGE
from engine.search.graph import Graph
from engine.search.shortest import ShortestWins, longer_wins, shortest_wins
from engine.values.grid import DIRECTIONS, Cell, Symmetry, cells_of

_MOVES = len(DIRECTIONS)
_BACK = (np.arange(_MOVES) + 2) % _MOVES
_REVERSALS = np.zeros((1, _MOVES + 1, _MOVES), np.uint8)
_REVERSALS[0, np.arange(_MOVES), _BACK] = 1


def figures_of(
    board: SkiddyBoard, graph: Graph, max_combo: Solution, no_combo: Solution
) -> Figures:
    """The figures of a valid board by its complete graph.

    The solutions are the shortest ones with maximum combo and without.
    """
    compiled = compile_board(board)
    first_moves = int(np.count_nonzero(graph.edges[0] != STAY_EDGE))
    packed = np.ascontiguousarray(graph.states, "<u8").view(np.uint8).reshape(graph.count, -1)
    broken = int(np.count_nonzero(packed[:, len(compiled.order)]))
    own = symmetries_of(board)
    if max_combo is None:
        return Figures(first_moves, broken, symmetries=len(own) - 1)
    wins = shortest_wins(graph, WON_EDGE, max_combo["moves"])
    return Figures(
        first_moves,
        broken,
        None if no_combo is None else no_combo["moves"] - max_combo["moves"],
        classes(wins, max_combo["shortest_solutions"], own),
        len(own) - 1,
        wins.least(_REVERSALS),
        wins.least(_decisions(graph, wins)),
        wins.least(_detours(compiled, packed[wins.states], wins)),
        wins.bottlenecks,
        unused_cells(board, compiled, graph, wins),
        int(np.diff(graph.starts).max()),
        longer_wins(graph, WON_EDGE, max_combo["moves"]),
        100 * max_combo["moves"] // (len(graph.starts) - 1),
    )


def classes(wins: ShortestWins, solutions: int, own: tuple[Symmetry, ...]) -> int:
    """How many solutions there are if those are one that a symmetry turns into each other.

    The symmetries are a group that acts on the solutions, so there are as many classes as
    solutions that a symmetry leaves as they are, on average (Burnside's lemma); and it leaves
    those that are spelt with letters that it leaves as they are.
    """
    kept = 0
    for symmetry in own:
        letters = [
            move for move, way in enumerate(MOVE_DIRECTIONS) if symmetry.direction(way) == way
        ]
        kept += solutions if len(letters) == _MOVES else wins.solutions(letters)
    return kept // len(own)


def _decisions(graph: Graph, wins: ShortestWins) -> Bytes:
    """By state and last move, 1 where more than one move is open."""
    changes = graph.edges[wins.states] != STAY_EDGE
    number = changes.sum(axis=1, dtype=np.uint8)[:, None]
    back = np.zeros((len(number), _MOVES + 1), np.uint8)
    back[:, :_MOVES] = changes[:, _BACK]
    return (number - back > 1).astype(np.uint8)[:, :, None]


def _detours(compiled: CompiledSkiddyBoard, packed: Bytes, wins: ShortestWins) -> Bytes:
    """By state and move, 1 where Skiddies of a colour get further apart."""
    apart = _spread(compiled, packed)
    after = apart[np.maximum(wins.steps, 0)]
    rises = (wins.steps >= 0) & (after > apart[:, None])
    return rises.astype(np.uint8)[:, None, :]


def _spread(compiled: CompiledSkiddyBoard, packed: Bytes) -> Longs:
    """Distances in rows and columns between all pairs of one colour, summed up, by state."""
    table = compiled.table
    cols = int(table[COLS])
    total = np.zeros(len(packed), np.int64)
    for first, end in ((0, int(table[REDS])), (int(table[REDS]), int(table[SKIDDIES]))):
        cells = packed[:, first:end].astype(np.int64)
        for coordinate in (cells // cols, cells % cols):
            # Of n sorted numbers the one at k is the greater in k pairs, the less in n-1-k.
            weights = 2 * np.arange(end - first) - (end - first - 1)
            total += np.sort(coordinate, axis=1) @ weights
    return total


def unused_cells(
    board: SkiddyBoard, compiled: CompiledSkiddyBoard, graph: Graph, wins: ShortestWins
) -> tuple[Cell, ...]:
    """The cells of goals, pits, crates and ice cubes that no solution has any use for."""
    marks = np.zeros(board.rows * board.cols, np.uint8)
    scratch, steps = np.empty(SCRATCH_SIZE, np.int32), wins.steps.reshape(-1)
    packed = graph.states, graph.words
    mark_solutions(compiled.table, *packed, wins.states, steps, scratch, marks)
    return tuple(
        (row, col)
        for (row, col, tile), mark in zip(cells_of(board.tiles), marks, strict=True)
        if (tile in "RBo" and not mark & USED)
        or (board.pieces[row][col] in "ci" and not mark & TOUCHED)
    )
