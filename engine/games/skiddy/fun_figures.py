"""The figures behind the fun rating, computed from a level's complete graph.

Several figures describe the shortest solutions with maximum combo, which are the *perfect*
solutions of a fair level. Each of these figures is a sum or a minimum over all such solutions, so
none depends on the order of the search, and a level and its mirror image have the same figures.
"""

from __future__ import annotations

import numpy as np

from engine.games.skiddy.board import SkiddyBoard, find_symmetries
from engine.games.skiddy.fun_rating import FunFigures, SolutionFacts
from engine.games.skiddy.rules import SCRATCH_SIZE
from engine.games.skiddy.skiddy_codes import MOVE_DIRECTIONS
from engine.games.skiddy.skiddy_compiler import CompiledSkiddyBoard, compile_board
from engine.games.skiddy.skiddy_level_array import COLS, REDS, SKIDDIES
from engine.games.skiddy.used_objects import TOUCHED, USED, mark_solutions
from engine.jit.decorators import Bytes, Longs
from engine.search.breadth_first import STAY_EDGE, WON_EDGE
from engine.search.graph import Graph
from engine.search.shortest_solutions import ShortestWins, count_longer_wins, find_shortest_wins
from engine.values.grid import DIRECTIONS, Cell, Symmetry, iterate_cells

_MOVES = len(DIRECTIONS)
_BACK = (np.arange(_MOVES) + 2) % _MOVES
_REVERSALS = np.zeros((1, _MOVES + 1, _MOVES), np.uint8)
# The costs are indexed by state (one entry serves all states), previous move and move. The last row
# is for the start, where there is no previous move.
_REVERSALS[0, np.arange(_MOVES), _BACK] = 1


def compute_figures(
    board: SkiddyBoard, graph: Graph, max_combo: SolutionFacts, no_combo: SolutionFacts
) -> FunFigures:
    """Return the figures behind the fun rating of a valid board.

    Args:
        board: The board that is rated.
        graph: The complete graph of the board.
        max_combo: The facts about the shortest solution with maximum combo; None if there is none.
        no_combo: The facts about the shortest solution without it; None if there is none.
    """
    compiled = compile_board(board)
    first_moves = int(np.count_nonzero(graph.edges[0] != STAY_EDGE))
    # Column p of this array holds the cell of piece p. The column after the last piece holds 1 if
    # the combo is broken.
    packed = np.ascontiguousarray(graph.states, "<u8").view(np.uint8).reshape(graph.count, -1)
    broken = int(np.count_nonzero(packed[:, len(compiled.order)]))
    own = find_symmetries(board)
    if max_combo is None:
        return FunFigures(first_moves, broken, symmetries=len(own) - 1)
    wins = find_shortest_wins(graph, WON_EDGE, max_combo["moves"])
    return FunFigures(
        first_moves,
        broken,
        None if no_combo is None else no_combo["moves"] - max_combo["moves"],
        count_solution_classes(wins, max_combo["shortest_solutions"], own),
        len(own) - 1,
        wins.find_least_cost(_REVERSALS),
        wins.find_least_cost(_find_decisions(graph, wins)),
        wins.find_least_cost(_find_detours(compiled, packed[wins.states], wins)),
        wins.bottlenecks,
        find_unused_cells(board, compiled, graph, wins),
        int(np.diff(graph.starts).max()),
        count_longer_wins(graph, WON_EDGE, max_combo["moves"]),
        100 * max_combo["moves"] // (len(graph.starts) - 1),
    )


def count_solution_classes(
    wins: ShortestWins, solutions: int, symmetries: tuple[Symmetry, ...]
) -> int:
    """Return the number of solutions, counting symmetric ones only once.

    The symmetries form a group that acts on the solutions. By Burnside's lemma, the number of
    classes is the average, over all symmetries, of the number of solutions that the symmetry maps
    to themselves. A symmetry maps a solution to itself if it keeps the direction of every move.
    """
    kept = 0
    for symmetry in symmetries:
        letters = [
            move
            for move, way in enumerate(MOVE_DIRECTIONS)
            if symmetry.transform_direction(way) == way
        ]
        kept += solutions if len(letters) == _MOVES else wins.count_solutions(letters)
    return kept // len(symmetries)


def _find_decisions(graph: Graph, wins: ShortestWins) -> Bytes:
    """Find the states with at least two moves that do not go straight back.

    Returns:
        An array indexed by state and previous move, which is 1 where there are at least two such
        moves and 0 elsewhere.
    """
    changes = graph.edges[wins.states] != STAY_EDGE
    number = changes.sum(axis=1, dtype=np.uint8)[:, None]
    # This is 1 where the move straight back changes something. The last column, for no previous
    # move, stays 0.
    back = np.zeros((len(number), _MOVES + 1), np.uint8)
    back[:, :_MOVES] = changes[:, _BACK]
    return (number - back > 1).astype(np.uint8)[:, :, None]


def _find_detours(compiled: CompiledSkiddyBoard, packed: Bytes, wins: ShortestWins) -> Bytes:
    """Find the moves that take Skiddies of the same colour further apart.

    Returns:
        An array indexed by state and move, which is 1 for such a move and 0 for any other.
    """
    apart = _measure_spread(compiled, packed)
    after = apart[np.maximum(wins.steps, 0)]
    rises = (wins.steps >= 0) & (after > apart[:, None])
    return rises.astype(np.uint8)[:, None, :]


def _measure_spread(compiled: CompiledSkiddyBoard, packed: Bytes) -> Longs:
    """Return, for each state, the sum of the distances between Skiddies of the same colour.

    The sum includes every pair. A distance is the difference in rows plus the difference in
    columns.
    """
    table = compiled.table
    cols = int(table[COLS])
    total = np.zeros(len(packed), np.int64)
    for first, end in ((0, int(table[REDS])), (int(table[REDS]), int(table[SKIDDIES]))):
        cells = packed[:, first:end].astype(np.int64)
        for coordinate in (cells // cols, cells % cols):
            # Among n sorted numbers, the one at index k is the larger one in k pairs and the
            # smaller one in n-1-k pairs, so its weight in the sum of differences is 2k - (n-1). In
            # perfect solutions, all Skiddies of a colour leave together, so either all of them are
            # GONE or none is.
            weights = 2 * np.arange(end - first) - (end - first - 1)
            total += np.sort(coordinate, axis=1) @ weights
    return total


def find_unused_cells(
    board: SkiddyBoard, compiled: CompiledSkiddyBoard, graph: Graph, wins: ShortestWins
) -> tuple[Cell, ...]:
    """Return the cells of goals and pits that no perfect solution uses.

    The result also has the start cells of crates and ice cubes that no perfect solution touches.
    """
    marks = np.zeros(board.rows * board.cols, np.uint8)
    scratch, steps = np.empty(SCRATCH_SIZE, np.int32), wins.steps.reshape(-1)
    packed = graph.states, graph.words
    mark_solutions(compiled.table, *packed, wins.states, steps, scratch, marks)
    return tuple(
        (row, col)
        for (row, col, tile), mark in zip(iterate_cells(board.tiles), marks, strict=True)
        if (tile in "RBo" and not mark & USED)
        or (board.pieces[row][col] in "ci" and not mark & TOUCHED)
    )
