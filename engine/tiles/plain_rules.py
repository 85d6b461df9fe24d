"""Rules of a game on tiles, written once as a plain function.

A game derives from :class:`TileRules` and defines one method that makes a move. Play
(:class:`RulesPlay`), the solver with its traces, maps and mechanics
(:mod:`engine.tiles.rules_solver`), and the packed form of states are all derived from it. For
example, a game in which a stone slides until something stops it::

    class IceRules(TileRules):
        moves = list_directions()

        def make_move(self, level, state, move):
            cell = start = state.cells[0]
            while level.is_open(beyond := level.step(cell, move.direction), state):
                cell = beyond
            if cell == start:
                return None
            after = level.move_piece(state, 0, cell)
            return MoveOutcome(after, "won" if level.tiles[cell] == "G" else "playing")

A state consists of the cell of each piece, and any numbers from 0 to 255 that the game adds. In the
packed form, pieces of the same kind are interchangeable: their cells are stored in ascending order,
one byte each. The kinds are in the order of the editor's tools, and the numbers that the game adds
come last. Pieces in :attr:`TileBoard.merged <engine.tiles.board.TileBoard.merged>` are of one kind.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, ClassVar

from engine.game.play import ActionText, ListedPlay
from engine.game.play_position import Position, Status, Step
from engine.tiles.board import GONE, TileBoard
from engine.values.grid import DOWN, RIGHT, STEPS, Cell
from engine.values.level import require_no_problems
from engine.values.moves import Move, MoveAlphabet
from engine.values.picture import Picture

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.game.boards import Boards
    from engine.search.successors import SearchLevel


@dataclass(frozen=True, slots=True)
class TileState:
    """A state of play.

    Attributes:
        cells: The cell of each piece, in the reading order of the board; GONE for a piece that has
            left the board.
        numbers: The numbers that the game adds, from 0 to 255.
    """

    cells: tuple[int, ...]
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MoveOutcome:
    """The effect of a move.

    Attributes:
        state: The state after the move.
        status: The status of the game after the move.
        note: The other consequences of the move in words, such as the reason for a loss.
        passed: The states between the old state and ``state``, for animation.
        mechanics: The names of the mechanics that the move involves.
        win_kind: The number of the kind of win; see :attr:`TileRules.win_titles`.
    """

    state: TileState
    status: Status = "playing"
    note: str = ""
    passed: tuple[TileState, ...] = ()
    mechanics: tuple[str, ...] = ()
    win_kind: int = 0


class TileLevel:
    """A board in the form that rules read, with methods that help to write rules.

    Cells are numbered in reading order, beginning with 0.

    Attributes:
        board: The board.
        tiles: The glyph of each cell's tile.
        glyphs: The glyph of each piece, in the reading order of the board.
        kinds: The kind of each piece, in the same order. Pieces of one kind are interchangeable.
        start: The cell of each piece at the start.
    """

    def __init__(self, board: TileBoard) -> None:
        self.board = board
        self.tiles = "".join(board.tiles)
        pieces = [*board.iterate_pieces()]
        self.glyphs = tuple(glyph for _, _, glyph in pieces)
        self.kinds = tuple(board.merged.get(glyph, glyph) for glyph in self.glyphs)
        self.start = tuple(row * board.cols + col for row, col, _ in pieces)
        self._neighbours = tuple(
            tuple(self._find_neighbour(cell, direction) for cell in range(len(self.tiles)))
            for direction in range(len(STEPS))
        )

    def _find_neighbour(self, cell: int, direction: int) -> int | None:
        row, col = divmod(cell, self.board.cols)
        down, right = STEPS[direction]
        inside = self.board.has_cell(row + down, col + right)
        return cell + down * self.board.cols + right if inside else None

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The numbers of the pieces, in the order in which the packed start state stores them."""
        kinds = [self.board.merged.get(each, each) for each in self.board.piece_glyphs.text]
        return tuple(sorted(range(len(self.kinds)), key=lambda each: kinds.index(self.kinds[each])))

    def step(self, cell: int, direction: int | None) -> int | None:
        """Return the next cell in a direction, or None at the edge of the board or from GONE."""
        if direction is None or cell == GONE:
            return None
        return self._neighbours[direction][cell]

    def find_piece(self, state: TileState, cell: int | None) -> int | None:
        """Return the number of the piece on a cell, or None if there is no piece."""
        return state.cells.index(cell) if cell in state.cells else None

    def sort_pieces(self, cells: Sequence[int], direction: int | None) -> list[int]:
        """Return the pieces on the board, the foremost of each row or column first.

        Args:
            cells: The cell of each piece.
            direction: The direction in which the pieces move.
        """
        here = (piece for piece, cell in enumerate(cells) if cell != GONE)
        return sorted(here, key=cells.__getitem__, reverse=direction in (RIGHT, DOWN))

    def list_pieces(self, glyph: str) -> list[int]:
        """Return the numbers of the pieces of one kind."""
        return [piece for piece, kind in enumerate(self.glyphs) if kind == glyph]

    def is_solid(self, cell: int | None) -> bool:
        """Return whether no piece can be on a cell. Outside the board, the result is True."""
        return cell is None or self.tiles[cell] in self.board.solid

    def is_open(self, cell: int | None, state: TileState) -> bool:
        """Return whether a cell is on the board, is not solid and holds no piece."""
        return not self.is_solid(cell) and cell not in state.cells

    def move_piece(self, state: TileState, piece: int, cell: int) -> TileState:
        """Return the state with one piece moved to a cell, or off the board if ``cell`` is GONE."""
        cells = state.cells
        return replace(state, cells=(*cells[:piece], cell, *cells[piece + 1 :]))

    def pack_state(self, state: TileState) -> bytes:
        """Pack a state; see the docstring of the module."""
        found = bytearray()
        kind, cells = "", list[int]()
        for piece in self.order:
            if self.kinds[piece] != kind:
                found += bytes(sorted(cells))
                kind, cells = self.kinds[piece], []
            cells.append(state.cells[piece])
        return bytes(found) + bytes(sorted(cells)) + bytes(state.numbers)

    def unpack_state(self, packed: bytes) -> TileState:
        """Unpack a state.

        Pieces of the same kind may have swapped cells, because they are packed in ascending order.
        """
        cells = [0] * len(self.order)
        for piece, cell in zip(self.order, packed, strict=False):
            cells[piece] = cell
        return TileState(tuple(cells), tuple(packed[len(cells) :]))


class TileRules(ABC):
    """The rules of a game on tiles.

    Attributes:
        moves: The moves, in the order in which a solver tries them.
        numbers: The numbers that the game adds to the start state; see :class:`TileState`.
        mechanics: A mapping from the name of each mechanic that a move can involve to a sentence
            that describes it.
        threats: The mechanics that count for all moves from a state if any of these moves involves
            them.
        win_titles: The titles of the kinds of wins; empty if there is only one kind.
        action_texts: The descriptions of actions that suit only this game; see
            :class:`engine.game.play.Play`.
        compile_level: A function that compiles a board for a kernel; None if there is no kernel.
            The kernel must pack states as :meth:`TileLevel.pack_state` does, and lead to the same
            graph as :meth:`make_move`.
    """

    moves: ClassVar[MoveAlphabet]
    numbers: ClassVar[tuple[int, ...]] = ()
    mechanics: ClassVar[Mapping[str, str]] = {}
    threats: ClassVar[Collection[str]] = ()
    win_titles: ClassVar[tuple[str, ...]] = ()
    action_texts: ClassVar[Mapping[str, ActionText]] = {}
    compile_level: Callable[[TileBoard], SearchLevel] | None = None

    @abstractmethod
    def make_move(self, level: TileLevel, state: TileState, move: Move) -> MoveOutcome | None:
        """Return the effect of a move on a state that is neither won nor lost.

        The result is None if the move changes nothing.
        """

    def create_start(self, level: TileLevel) -> TileState:
        """Return the start state, in which every piece is on its starting cell."""
        return TileState(level.start, self.numbers)

    def list_joint_mechanics(self, level: TileLevel) -> Mapping[str, Collection[str]]:
        """Return the parts of each mechanic that only several moves together can involve.

        A solution uses such a mechanic if its moves involve all of the parts. The parts are named
        in :attr:`MoveOutcome.mechanics`, as mechanics are.
        """
        return {}


@lru_cache(maxsize=64)
def prepare_level(board: TileBoard) -> TileLevel:
    """Return a board in the form that rules read. The most recently used results are cached."""
    return TileLevel(board)


class RulesPlay(ListedPlay):
    """The play part of a game whose rules are a :class:`TileRules`."""

    def __init__(self, rules: TileRules, boards: Boards) -> None:
        self.rules = rules
        self.moves, self.action_texts = rules.moves, rules.action_texts
        self._boards = boards

    def create_start(self, board: TileBoard) -> Position:
        """Return the start position."""
        require_no_problems(self._boards.find_problems(board))
        return _make_position(board, self.rules.create_start(prepare_level(board)))

    def make_move(self, position: Position, move: str, number: int) -> Step:
        """Return the step that a move makes."""
        level, state = prepare_level(position.board), TileState(*position.pieces)
        outcome = self.rules.make_move(level, state, self.moves[number])
        if outcome is None:
            # The usual refusal, that nothing moves that way, does not suit a move without a way.
            note = "nothing changes" if self.moves[number].direction is None else ""
            return Step(move, position, position, changed=False, note=note)
        after = _make_position(position.board, outcome.state, outcome.status)
        passed = tuple(_make_position(position.board, between) for between in outcome.passed)
        return Step(move, position, after, True, outcome.note, passed)

    def find_actors(self, position: Position) -> Mapping[str, Cell]:
        """Return the cell of each piece that moves can name, keyed by the piece's glyph.

        Pieces that have left the board are omitted.
        """
        level, cells = prepare_level(position.board), position.pieces[0]
        return {
            actor: divmod(cells[level.glyphs.index(actor)], position.board.cols)
            for actor in self.moves.list_actors()
            if actor in level.glyphs and cells[level.glyphs.index(actor)] != GONE
        }

    def draw_picture(self, position: Position) -> Picture:
        """Draw the board with its pieces in their current cells."""
        board: TileBoard = position.board
        return board.draw_picture(position.pieces[0])


def _make_position(board: TileBoard, state: TileState, status: Status = "playing") -> Position:
    return Position(board, (state.cells, state.numbers), status)
