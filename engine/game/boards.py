"""The boards of a game: reading, checking, drawing and editing them, and their text formats."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from engine.game import packing
from engine.game.position import OwnBoard
from engine.values.grid import SYMMETRIES, Area, Symmetry
from engine.values.judgement import Judgement
from engine.values.level import Board, Level, Problem, Table, canonical_board
from engine.values.likeness import Mark, Marked, Marks, Model
from engine.values.picture import Picture


@dataclass(frozen=True, slots=True)
class Tool:
    """One thing that the editor can put on a cell, drawn by the theme under its ``name``.

    ``key`` is its character in level files, unique within its ``plane``.
    """

    name: str
    title: str
    plane: str
    key: str


@dataclass(frozen=True, slots=True)
class Thing:
    """Something on a board that can be taken away, so that it shows what it is there for.

    Attributes:
        kind: what it is, in a word.
        row, col: where it is; of a thing on an edge, the cell that it belongs to.
        without: the board without it, which may break a rule of the game.
        direction: where it leads, in a word, for a thing of which a cell can hold several.
        counted: whether it is one of the things that a level is made of, not of its background.
    """

    kind: str
    row: int
    col: int
    without: Board
    direction: str | None = None
    counted: bool = True

    @property
    def title(self) -> str:
        """What it is, and where it leads if it does."""
        return f"{self.kind} {self.direction}" if self.direction else self.kind


class TextFormat(ABC):
    """One way to write the levels of one game as text, and to read them again.

    A game lists its formats in :attr:`Boards.text_formats`. What a format has no
    room for it leaves out; conversion compares and says so.
    """

    name: ClassVar[str]
    """As ``workbench convert --to`` has it; ``text`` for the game's usual one."""
    title: ClassVar[str]
    """What it is, in a few words."""

    @abstractmethod
    def recognises(self, text: str) -> bool:
        """Whether the text is surely meant to be one of this game in this format."""

    @abstractmethod
    def read(self, text: str) -> Level:
        """The level of a text, its line ends plain newlines.

        Raises:
            LevelError: not a level in this format; names line and column where it can.
        """

    @abstractmethod
    def write(self, level: Level) -> str:
        """The text of a level of this game, its last line ended."""


class Reshaping(ABC):
    """How boards are turned, mirrored and resized."""

    @abstractmethod
    def transformed(self, board: OwnBoard, symmetry: Symmetry) -> Board:
        """The board turned or mirrored, with everything on it that has a direction."""

    @abstractmethod
    def resized(self, board: OwnBoard, top: int, bottom: int, left: int, right: int) -> Board:
        """The board with rows and columns added at its sides, or taken away (negative numbers).

        What is added is empty; a ring round the board stays closed. Adding and taking away again
        leaves the board as it was.

        Raises:
            EngineError: there would be too many or too few.
        """

    @abstractmethod
    def margins(self, board: OwnBoard) -> tuple[int, int, int, int]:
        """How many rows and columns at top, bottom, left and right hold nothing of interest."""


class Symmetrizing(ABC):
    """How boards are made symmetric, and how symmetric they are.

    Attributes:
        parts: what of a board can be made symmetric by itself, by name, such as ``walls``.
    """

    parts: tuple[str, ...]

    @abstractmethod
    def share(self, board: OwnBoard, part: str) -> float:
        """How much of a part lies on its like, 0 to 1, under the symmetry that fits best."""

    @abstractmethod
    def symmetric(self, board: OwnBoard, part: str, symmetries: Sequence[Symmetry]) -> Board:
        """The board with a part made symmetric, as far as that goes; locked cells stay.

        The symmetries keep the board's shape, and are with the identity a group.

        Raises:
            EngineError: nothing of it can be changed so; says why.
        """

    @abstractmethod
    def cut(self, board: OwnBoard, area: Area) -> Board:
        """The cells of a rectangle, as far as they can be made symmetric, as a board of their own.

        Raises:
            EngineError: there are none; says why.
        """

    @abstractmethod
    def pasted(self, board: OwnBoard, area: Area, cut: OwnBoard) -> Board:
        """The board with what :meth:`cut` took of it put back, changed or not."""

    @abstractmethod
    def judgement(self, board: OwnBoard) -> Judgement:
        """How symmetric a board is, in words."""


class Boards(ABC):
    """What can be done with the boards of one game.

    Attributes:
        tools: what the editor can put on a cell.
        text_formats: the game's own ways to write levels as text, the usual one named ``text``.
        shape: rows and columns of every board, where they are fixed.
        reshaping: turning and resizing; None where boards cannot be turned and have a fixed size.
        symmetrizing: making boards symmetric; None where that is left to drawing.
    """

    tools: tuple[Tool, ...] = ()
    text_formats: tuple[TextFormat, ...] = ()
    shape: tuple[int, int] | None = None
    reshaping: Reshaping | None = None
    symmetrizing: Symmetrizing | None = None

    @abstractmethod
    def read(self, table: Table) -> Board:
        """The board of a ``[board]`` table, unknown keys kept.

        Raises:
            LevelError: the table cannot be read; names key, row and column.
        """

    @abstractmethod
    def blank(self, rows: int, cols: int) -> Board:
        """An empty board, usually a draft, of that shape unless :attr:`shape` is fixed."""

    @abstractmethod
    def problems(self, board: OwnBoard) -> tuple[Problem, ...]:
        """The rules of the game that the board breaks; empty for a playable level."""

    def warnings(self, board: OwnBoard) -> tuple[Problem, ...]:
        """What is unusual about the board, though it may be played; by default nothing."""
        return ()

    def judgements(self, board: OwnBoard) -> tuple[Judgement, ...]:
        """What the game makes of the board itself, whatever solves it, in words."""
        return () if self.symmetrizing is None else (self.symmetrizing.judgement(board),)

    @abstractmethod
    def picture(self, board: OwnBoard) -> Picture:
        """What the board looks like."""

    @abstractmethod
    def paint(self, board: OwnBoard, tool: Tool, row: int, col: int) -> Board:
        """The board with a tool applied to one cell.

        Painting what is already there takes it away again where that makes sense (gates,
        locks); painting what cannot share a cell with the old content replaces it. A cell
        outside the board leaves the board as it is.
        """

    @abstractmethod
    def contents(self, board: OwnBoard, row: int, col: int) -> str:
        """What stands on a cell, in words, for status lines and screen readers."""

    def things(self, board: OwnBoard) -> Iterator[Thing]:
        """What can be taken away from a playable board, each once; by default nothing."""
        return iter(())

    def structure(self, board: OwnBoard) -> Mapping[str, float]:
        """Figures of a playable board that are known without a search; by default none."""
        return {}

    def content(self, board: OwnBoard) -> str:
        """What play depends on, as text, the same for boards that differ in names of colours only.

        By default the canonical table: of a game without colours and locks.
        """
        return canonical_board(board)

    def fingerprint(self, board: OwnBoard) -> bytes:
        """A digest of 16 bytes, equal for boards that are the same but for a symmetry of the grid.

        Names of colours do not count, see :meth:`content`, nor do locked cells and unknown keys.
        """
        return packing.fingerprint(map(self.content, self.images(board)))

    def images(self, board: OwnBoard) -> Sequence[Board]:
        """The board after every symmetry of the grid; that alone where boards are not turned."""
        turn = self.reshaping
        return [board] if turn is None else [turn.transformed(board, each) for each in SYMMETRIES]

    def pack(self, board: OwnBoard) -> bytes:
        """The whole board in few bytes."""
        return packing.pack(board)

    def unpack(self, data: bytes) -> Board:
        """The board that was packed; it may break rules of the game as that did.

        Raises:
            LevelError: damaged data, or not of a board of the game.
        """
        return self.read(packing.unpack(data))

    def title(self, name: str) -> str:
        """What stands under a name of the game's pictures, in words; by default a tool's title.

        The name itself for one that the game does not know.
        """
        return next((tool.title for tool in self.tools if tool.name == name), name)

    def has_cell(self, board: OwnBoard, row: int, col: int) -> bool:
        """Whether there is a cell at a place; by default everywhere within the board's shape."""
        return bool(0 <= row < board.rows and 0 <= col < board.cols)

    def holds(self, board: OwnBoard, tool: Tool, row: int, col: int) -> bool:
        """Whether a cell holds just what a tool puts there.

        By default: painting it changes nothing. A game with tools that take away again what is
        there (gates, locks) has to say more. A cell outside the board holds nothing.
        """
        there = self.has_cell(board, row, col)
        return there and bool(self.paint(board, tool, row, col).table() == board.table())

    def turned(self, tool: Tool, symmetry: Symmetry) -> Tool:
        """The tool that draws the image of what a tool draws; by default the same one."""
        return tool

    def marks(self, board: OwnBoard) -> Marks:
        """What is on a board, to compare it with others; by default tiles and pieces as drawn.

        The first part is the ground that the others are on, such as walls.
        """
        picture = self.picture(board)
        tiles = (
            Mark(row, col, name)
            for row, line in enumerate(picture.tiles)
            for col, name in enumerate(line)
        )
        pieces = (Mark(row, col, piece.name) for (row, col), piece in picture.pieces.items())
        return {"tile": frozenset(tiles), "piece": frozenset(pieces)}

    def marked(self, board: OwnBoard) -> Marked:
        """A board to compare with a model."""
        return Marked(board.rows, board.cols, self.marks(board))

    def model(self, board: OwnBoard) -> Model:
        """A board to compare others with, whichever way it is turned."""
        return Model(tuple(map(self.marked, self.images(board))))

    def similarity(self, board: OwnBoard, other: OwnBoard) -> float:
        """How alike two boards are, 0 to 1; see :mod:`engine.values.likeness`."""
        return self.model(board).similarity(self.marked(other))

    def walls_fingerprint(self, board: OwnBoard) -> bytes:
        """A digest of the walls, or of what the game has for them, the same after a symmetry."""
        return self.model(board).fingerprint(next(iter(self.marks(board))))
