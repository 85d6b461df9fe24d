"""The boards part of a game: reading, checking, drawing and editing boards, and text formats.

A game gives the workbench one :class:`Boards`. Boards themselves are immutable values of a type
that the game defines. Code outside the game handles them only through this part, so an editor, a
file format or a comparison is written once for all games::

    boards = game.boards
    board = boards.create_blank(6, 8)
    wall = next(tool for tool in boards.tools if tool.name == "wall")
    board = boards.paint_cell(board, wall, 2, 3)
    boards.find_problems(board)   # the rules that a draft still breaks
    boards.draw_picture(board)    # theme names, for any screen

Optional abilities are separate parts: a :class:`Reshaper` rotates and resizes boards, and a
:class:`Symmetrizer` makes them symmetric. In a game without such a part, the attribute is None.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from engine.game import board_codec
from engine.game.play_position import OwnBoard
from engine.values.grid import SYMMETRIES, Area, Symmetry
from engine.values.level import Board, Level, Problem, Table, format_canonical_board
from engine.values.picture import Picture
from engine.values.ratings_and_awards import Judgement
from engine.values.similarity import CellToken, CellTokens, SimilarityReference, TokenBoard

if TYPE_CHECKING:  # few commands need it
    from engine.values.script_rules import ScriptRules


class Tool(NamedTuple):
    """An item of the editor's palette, which the theme draws according to its ``name``.

    ``key`` is the tool's character in level files, which is unique within its ``plane``.
    """

    name: str
    title: str
    plane: str
    key: str


class BoardObject(NamedTuple):
    """An object that can be removed from a board, to find out whether the level needs it.

    Attributes:
        kind: The kind of object, as one word.
        row, col: The cell of the object. An object on an edge belongs to one of its two cells.
        without: The board without the object, which may break a rule of the game.
        direction: The direction that distinguishes the object from others of its kind on the same
            cell, as one word; None if a cell can hold only one object of this kind.
        counted: True for an object that is part of the puzzle, False for background such as walls.
    """

    kind: str
    row: int
    col: int
    without: Board
    direction: str | None = None
    counted: bool = True

    @property
    def title(self) -> str:
        """The kind of the object, followed by its direction if it has one."""
        return f"{self.kind} {self.direction}" if self.direction else self.kind


class TextFormat(ABC):
    """A text notation for the levels of one game.

    A game lists its formats in :attr:`Boards.text_formats`. A format omits the parts of a level
    that it cannot represent. A conversion reports the parts that are lost.
    """

    name: ClassVar[str]
    """The name that ``workbench convert --to`` accepts. The usual format is named ``text``."""
    title: ClassVar[str]
    """A description of the format, in a few words."""

    @abstractmethod
    def can_read(self, text: str) -> bool:
        """Return whether ``text`` is unmistakably a level of this game in this format."""

    @abstractmethod
    def read(self, text: str) -> Level:
        """Read a level from text whose lines end with plain newlines.

        Raises:
            LevelError: The text is not a level in this format. The message names the line and the
                column where possible.
        """

    @abstractmethod
    def write(self, level: Level) -> str:
        """Format a level of this game as text that ends with a newline."""


class Reshaper(ABC):
    """Rotation, reflection and resizing of boards."""

    @abstractmethod
    def transform(self, board: OwnBoard, symmetry: Symmetry) -> Board:
        """Return the board rotated or mirrored, including the directions of objects on it."""

    @abstractmethod
    def resize(self, board: OwnBoard, top: int, bottom: int, left: int, right: int) -> Board:
        """Return the board with rows and columns added at its sides.

        A negative number removes that many rows or columns. Added cells are empty. A border of
        walls around the board stays closed. Adding rows or columns and then removing them again
        gives the original board.

        Raises:
            EngineError: The board would have too many or too few rows or columns.
        """

    @abstractmethod
    def find_margins(self, board: OwnBoard) -> tuple[int, int, int, int]:
        """Return the numbers of unused rows and columns at the top, bottom, left and right."""


class Symmetrizer(ABC):
    """Measures of symmetry, and changes that make boards symmetric.

    Attributes:
        parts: The names of the parts of a board that can be made symmetric separately, such as
            ``walls``.
    """

    parts: tuple[str, ...]

    @abstractmethod
    def measure_symmetry(self, board: OwnBoard, part: str) -> float:
        """Return the share of a part's objects, from 0 to 1, that match under the best symmetry."""

    @abstractmethod
    def make_symmetric(self, board: OwnBoard, part: str, symmetries: Sequence[Symmetry]) -> Board:
        """Return the board with one part made as symmetric as possible.

        Locked cells do not change.

        Args:
            board: The board to change.
            part: The name of the part, one of :attr:`parts`.
            symmetries: The symmetries to use. They must preserve the board's shape and, together
                with the identity, form a group.

        Raises:
            EngineError: Nothing can be changed. The message gives the reason.
        """

    @abstractmethod
    def cut_area(self, board: OwnBoard, area: Area) -> Board:
        """Return a rectangle of a board as a separate board, which can be made symmetric.

        Raises:
            EngineError: The rectangle cannot be cut out. The message gives the reason.
        """

    @abstractmethod
    def paste_area(self, board: OwnBoard, area: Area, part: OwnBoard) -> Board:
        """Paste ``part``, which :meth:`cut_area` returned, into ``area``, and return the board."""

    @abstractmethod
    def judge_symmetry(self, board: OwnBoard) -> Judgement:
        """Rate the board's symmetry in words."""


class Boards(ABC):
    """All operations on the boards of one game.

    Attributes:
        tools: The items of the editor's palette.
        text_formats: The game's own text formats; the usual one is named ``text``.
        shape: The numbers of rows and columns of every board; None if boards differ in size.
        reshaper: The part that rotates and resizes boards; None if boards have a fixed size and
            cannot be rotated.
        symmetrizer: The part that makes boards symmetric; None if only a designer can do so.
    """

    tools: tuple[Tool, ...] = ()
    text_formats: tuple[TextFormat, ...] = ()
    shape: tuple[int, int] | None = None
    reshaper: Reshaper | None = None
    symmetrizer: Symmetrizer | None = None

    @abstractmethod
    def read_table(self, table: Table) -> Board:
        """Read a board from a ``[board]`` table, preserving unknown keys.

        Raises:
            LevelError: The table cannot be read. The message names the key, the row and the column.
        """

    @abstractmethod
    def create_blank(self, rows: int, cols: int) -> Board:
        """Return an empty board, which is usually not playable yet.

        A game whose boards have a fixed shape ignores ``rows`` and ``cols``.
        """

    @abstractmethod
    def find_problems(self, board: OwnBoard) -> tuple[Problem, ...]:
        """Return a problem for each rule that a board breaks. A playable board has none."""

    def get_script(self) -> ScriptRules | None:
        """Return the game's rules in PuzzleScript, or None, as in the base class, without them."""
        return None

    def find_warnings(self, board: OwnBoard) -> tuple[Problem, ...]:
        """Return warnings about a playable but unusual board. The base class returns none."""
        return ()

    def judge_board(self, board: OwnBoard) -> tuple[Judgement, ...]:
        """Rate the board itself in words, without running a solver."""
        return () if self.symmetrizer is None else (self.symmetrizer.judge_symmetry(board),)

    @abstractmethod
    def draw_picture(self, board: OwnBoard) -> Picture:
        """Draw a board as a picture."""

    @abstractmethod
    def paint_cell(self, board: OwnBoard, tool: Tool, row: int, col: int) -> Board:
        """Return the board with a tool applied to one cell.

        Applying a tool to a cell that already contains its object removes the object, where that
        makes sense (gates, locks). An object that cannot share the cell with the old content
        replaces it. If the cell is outside the board, the board is returned unchanged.
        """

    @abstractmethod
    def describe_cell(self, board: OwnBoard, row: int, col: int) -> str:
        """Describe the contents of a cell in words, for status lines and screen readers."""

    def list_objects(self, board: OwnBoard) -> Iterator[BoardObject]:
        """Yield the removable objects of a playable board. The base class yields none."""
        return iter(())

    def measure_structure(self, board: OwnBoard) -> Mapping[str, float]:
        """Return measures of a playable board that need no search. The base class returns none."""
        return {}

    def format_content(self, board: OwnBoard) -> str:
        """Format the parts of a board that matter in play as canonical text.

        Boards that differ only in the names of their colours must have the same text. The default
        is the board's canonical table, which suits games without colours and locks.
        """
        return format_canonical_board(board)

    def compute_fingerprint(self, board: OwnBoard) -> bytes:
        """Return a 16-byte digest that is the same for a board and its rotations and reflections.

        The digest ignores the names of colours (see :meth:`format_content`), locked cells and
        unknown keys.
        """
        return board_codec.hash_images(map(self.format_content, self.list_images(board)))

    def list_images(self, board: OwnBoard) -> Sequence[Board]:
        """Return the image of a board under each symmetry.

        If the game's boards cannot be rotated, the only image is the board itself.
        """
        turn = self.reshaper
        return [board] if turn is None else [turn.transform(board, each) for each in SYMMETRIES]

    def pack_board(self, board: OwnBoard) -> bytes:
        """Pack the whole board into a short byte string."""
        return board_codec.pack_board(board)

    def unpack_board(self, data: bytes) -> Board:
        """Unpack a board, which may break rules of the game.

        Raises:
            LevelError: The data is damaged, or is not a board of the game.
        """
        return self.read_table(board_codec.unpack_board(data))

    def format_title(self, name: str) -> str:
        """Return the title of an object, given its name in pictures.

        By default, this is the title of the tool with that name. An unknown name is returned
        unchanged.
        """
        # If several tools have the same name in pictures, the first one provides the title.
        return next((tool.title for tool in self.tools if tool.name == name), name)

    def has_cell(self, board: OwnBoard, row: int, col: int) -> bool:
        """Return whether a cell exists. By default, every cell within the board's shape does."""
        return bool(0 <= row < board.rows and 0 <= col < board.cols)

    def has_tool_value(self, board: OwnBoard, tool: Tool, row: int, col: int) -> bool:
        """Return whether a cell already contains exactly the object that a tool would put there.

        The base class returns whether applying the tool changes nothing. A game whose tools remove
        an object that is already there (gates, locks) must override this method. A cell outside the
        board contains nothing.
        """
        # Compare the boards' tables, so that differences in unknown keys count too.
        there = self.has_cell(board, row, col)
        return there and bool(self.paint_cell(board, tool, row, col).to_table() == board.to_table())

    def turn_tool(self, tool: Tool, symmetry: Symmetry) -> Tool:
        """Return the tool that draws this tool's object after it is rotated or mirrored.

        The base class returns ``tool`` itself.
        """
        return tool

    def list_tokens(self, board: OwnBoard) -> CellTokens:
        """Return the tokens of each part of a board, for comparison with other boards.

        By default, the parts are the board's tiles and pieces. The first part must be the
        background for the others, such as walls.
        """
        picture = self.draw_picture(board)
        tiles = (
            CellToken(row, col, name)
            for row, line in enumerate(picture.tiles)
            for col, name in enumerate(line)
        )
        pieces = (CellToken(row, col, piece.name) for (row, col), piece in picture.pieces.items())
        return {"tile": frozenset(tiles), "piece": frozenset(pieces)}

    def tokenize_board(self, board: OwnBoard) -> TokenBoard:
        """Return a board's tokens and size, for comparison with a reference."""
        return TokenBoard(board.rows, board.cols, self.list_tokens(board))

    def create_reference(self, board: OwnBoard) -> SimilarityReference:
        """Return a reference that compares other boards with this one under every symmetry."""
        return SimilarityReference(tuple(map(self.tokenize_board, self.list_images(board))))

    def compute_similarity(self, board: OwnBoard, other: OwnBoard) -> float:
        """Return the similarity between two boards, from 0 to 1.

        :mod:`engine.values.similarity` defines it.
        """
        return self.create_reference(board).compute_similarity(self.tokenize_board(other))

    def compute_walls_fingerprint(self, board: OwnBoard) -> bytes:
        """Return a digest of the background, such as the walls, that ignores symmetries."""
        return self.create_reference(board).compute_fingerprint(next(iter(self.list_tokens(board))))
