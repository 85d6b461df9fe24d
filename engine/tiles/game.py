"""Base classes for games on boards of tiles and pieces.

Such a game has two planes of characters (:mod:`engine.tiles.board`), a kernel that slides pieces
(:mod:`engine.tiles.packed_cells`), and a generator whose candidates are checked in compiled code
(:mod:`engine.tiles.candidate_checks`). The game's package adds the rules: the effects of its tiles,
the winning condition and the facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.game.boards import BoardObject, Boards, Reshaper, Tool
from engine.game.play import Play
from engine.game.play_position import OwnBoard
from engine.game.solver import Solver
from engine.game.stored_fact_checks import FactChecker
from engine.game.stored_verdict_checks import replay_stored_solution
from engine.search.solver_result import SolverResult, find_strategy
from engine.tiles import layout_measures
from engine.tiles.board import TileBoard
from engine.tiles.graph_fact_checks import check_graph_facts
from engine.tiles.symmetry import TileSymmetrizer
from engine.values.budget import Budget, Control
from engine.values.grid import Symmetry
from engine.values.level import Table
from engine.values.picture import Picture
from engine.values.similarity import CellTokens


def list_tools(board_type: type[TileBoard], *others: Tool) -> tuple[Tool, ...]:
    """Return the tools for tiles and pieces, those in ``others``, and the lock tool."""
    return (
        *board_type.tile_glyphs.list_tools("tiles"),
        *board_type.piece_glyphs.list_tools("pieces"),
        Tool("none", "no piece", "pieces", "."),
        *others,
        Tool("locked", "lock", "locked", "x"),
    )


class TileReshaper(Reshaper):
    """The reshaper for boards of tiles, which calls the methods of :class:`TileBoard`."""

    def transform(self, board: TileBoard, symmetry: Symmetry) -> TileBoard:
        """Return the board rotated or mirrored."""
        return board.transform(symmetry)

    def resize(self, board: TileBoard, top: int, bottom: int, left: int, right: int) -> TileBoard:
        """Return the board with rows and columns added or removed inside its border."""
        return board.resize(top, bottom, left, right)

    def find_margins(self, board: TileBoard) -> tuple[int, int, int, int]:
        """Return the number of unused rows or columns at each side, not counting the border."""
        used, ring = board.list_used_cells(), board.ring
        if not used:
            return 0, 0, 0, 0
        rows, cols = [row for row, _ in used], [col for _, col in used]
        end, side = board.rows - 1 - ring, board.cols - 1 - ring
        spare = min(rows) - ring, end - max(rows), min(cols) - ring, side - max(cols)
        top, bottom, left, right = (max(0, number) for number in spare)
        return top, bottom, left, right


class TileBoards(Boards):
    """The boards part of a game whose boards consist of tiles and pieces."""

    board_type: type[TileBoard]
    reshaper = TileReshaper()
    symmetrizer = TileSymmetrizer()

    def read_table(self, table: Table) -> TileBoard:
        """Read a board from a ``[board]`` table."""
        return self.board_type.from_table(table)

    def create_blank(self, rows: int, cols: int) -> TileBoard:
        """Return an empty board inside a closed border."""
        return self.board_type.create_blank(rows, cols)

    def draw_picture(self, board: TileBoard) -> Picture:
        """Draw the tiles with the pieces on them."""
        return board.draw_picture()

    def paint_cell(self, board: TileBoard, tool: Tool, row: int, col: int) -> TileBoard:
        """Return the board with a tool applied to one cell."""
        return board.paint_cell(tool, row, col) if board.has_cell(row, col) else board

    def describe_cell(self, board: TileBoard, row: int, col: int) -> str:
        """Describe the tile and the piece on a cell in words."""
        return board.describe_cell(row, col)

    def has_tool_value(self, board: TileBoard, tool: Tool, row: int, col: int) -> bool:
        """Return whether a cell already contains exactly the object that a tool would put there."""
        return board.has_cell(row, col) and board.has_tool_value(tool, row, col)

    def list_objects(self, board: OwnBoard) -> Iterator[BoardObject]:
        """Yield the removable pieces, tiles and inner walls."""
        return layout_measures.list_objects(board)

    def measure_structure(self, board: OwnBoard) -> Mapping[str, float]:
        """Measure the openness, division and symmetry of a board."""
        return layout_measures.measure_structure(board)

    def list_tokens(self, board: TileBoard) -> CellTokens:
        """Return the walls, pieces and features of a board as tokens."""
        return board.list_tokens()


class TileSolver(Solver):
    """The solver of a game in which every move tilts the board.

    Attributes:
        solve_board: The function that solves a board with any strategy except ``published``.
        solve_as_published: The function that solves a board with the strategy ``published``.
    """

    strategies: tuple[str, ...] = ("graph", "uniform-cost", "published", "naive")
    count_facts: tuple[str, ...] = ("shortest_solutions",)
    solve_board: Callable[..., SolverResult]
    solve_as_published: Callable[..., SolverResult]

    def solve(
        self,
        board: OwnBoard,
        strategy: str | None = None,
        budget: Budget | None = None,
        control: Control | None = None,
    ) -> SolverResult:
        """Solve a board; see :meth:`engine.game.solver.Solver.solve`.

        Raises:
            EngineError: The strategy does not exist, or there is not enough memory for the budget.
        """
        name = find_strategy(strategy, self.strategies)
        if name == "published":
            return self.solve_as_published(board, budget, control)
        return self.solve_board(board, name, budget, control)

    def derive_facts(self, facts: Mapping[str, Any]) -> Mapping[str, float | None]:
        """Return the derived facts, including ``instant_wins``.

        That is the number of first moves that win, or None if the state graph is incomplete.
        """
        wins = None
        if facts.get("complete") and "states" in facts:
            # Each kind of win has its facts in a table, unless there is only one kind.
            tables = (key.rpartition(".")[0] for key in self.count_facts)
            ways = (facts.get(table) if table else facts for table in tables)
            wins = sum(int(way["shortest_solutions"]) for way in ways if way and way["moves"] == 1)
        return {**super().derive_facts(facts), "instant_wins": wins}

    def check_facts(self, stored: FactChecker, play: Play, board: OwnBoard) -> None:
        """Add a problem for each fact that contradicts another fact or the replayed solution."""
        check_graph_facts(stored, len(play.moves))
        replay_stored_solution(stored, play, board)
