"""What a game is to the rest of the workbench.

A game is one folder under :mod:`engine.games` (or in a plug-in package) with a subclass of
:class:`Game`, named by an entry point of the group ``puzzle_workbench.games``. Everything else,
from files to screens, is written once against this interface.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from engine.errors import EngineError, MoveError, quoted
from engine.game.claims import Claims, Kind
from engine.game.textformat import TextFormat
from engine.generate.demands import Limit, certain
from engine.generate.generation import Attempts, Candidate, Event, Recipe, Stage
from engine.values.budget import Budget, Control
from engine.values.grid import Symmetry
from engine.values.judgement import Aim, Award, Judgement
from engine.values.level import Board, Problem, Table
from engine.values.parameters import Schema
from engine.values.picture import Picture
from engine.values.solved import Solved

Status = Literal["playing", "won", "lost"]


@dataclass(frozen=True, slots=True)
class Move:
    """One input of the player: how it is written, and its direction number if it has one."""

    word: str
    title: str
    direction: int | None = None


@dataclass(frozen=True, slots=True)
class Tool:
    """One thing that the editor can put on a cell, drawn by the theme under its ``name``.

    ``key`` is its character in level files, unique within its ``layer``.
    """

    name: str
    title: str
    layer: str
    key: str


@dataclass(frozen=True, slots=True)
class Position:
    """A moment of play: the board, the status, and the pieces, which belong to the game."""

    board: Board
    pieces: tuple[Any, ...]
    status: Status = "playing"


@dataclass(frozen=True, slots=True)
class Step:
    """What one move did.

    ``changed`` is false when the move is no move and does not count; ``note`` tells what else
    happened, such as a match or why the level is lost; ``between`` is passed through on the way.
    """

    move: str
    before: Position
    after: Position
    changed: bool
    note: str = ""
    between: tuple[Position, ...] = ()


class Game(ABC):
    """One puzzle game."""

    name: ClassVar[str]
    title: ClassVar[str]
    rules_version: ClassVar[int]
    generator_version: ClassVar[int]
    moves: ClassVar[tuple[Move, ...]]
    strategies: ClassVar[tuple[str, ...]]
    """Names of the solver's strategies; the first is the default."""
    rules: ClassVar[tuple[str, ...]] = ()
    """Names that :meth:`under` knows, of rule sets and of single rules that can be switched."""
    stages: ClassVar[tuple[Stage, ...]]
    """The stages of the generator, in order."""
    improves: ClassVar[bool] = False
    """Whether the generator goes on improving a first board; see :mod:`engine.values.budget`."""
    difficulty_unit: ClassVar[str] = ""
    """What :meth:`difficulty` counts; empty where that is the length of the solution."""
    tools: ClassVar[tuple[Tool, ...]]
    text_formats: ClassVar[tuple[TextFormat, ...]] = ()
    """The game's own ways to write levels as text, the usual one named ``text``."""
    aims: ClassVar[tuple[Aim, ...]] = ()
    """Kinds of winning that are better than others, the best first; by default all are alike."""
    shape: ClassVar[tuple[int, int] | None] = None
    """Rows and columns of every board, where they are fixed."""
    fact_kinds: ClassVar[Mapping[str, Kind]] = {}
    """The kinds of the solver's own facts, as a level file has them."""
    medals: ClassVar[tuple[str, ...]] = ()
    """Titles of what a run can earn, in rising order; see :meth:`awards`."""

    @property
    def generator(self) -> str:
        """Name and version of the generator, as provenance records them."""
        return f"{self.name}/{self.generator_version}"

    @property
    @abstractmethod
    def parameters(self) -> Schema:
        """The generator's parameters and the facts that a level can be accepted by."""

    def under(self, rules: Collection[str]) -> Game:
        """The game under other rules, named as in :attr:`rules`; none is the barest rule set.

        Raises:
            EngineError: an unknown name, or the game has one set of rules only, as by default.
        """
        raise EngineError(f"{self.title} has one set of rules only")

    # Boards.

    @abstractmethod
    def read_board(self, table: Table) -> Board:
        """The board of a ``[board]`` table, unknown keys kept.

        Raises:
            LevelError: the table cannot be read; names key, row and column.
        """

    @abstractmethod
    def blank(self, rows: int, cols: int) -> Board:
        """An empty board, usually a draft, of that shape unless :attr:`shape` is fixed."""

    @abstractmethod
    def problems(self, board: Board) -> tuple[Problem, ...]:
        """The rules of the game that the board breaks; empty for a playable level."""

    def warnings(self, board: Board) -> tuple[Problem, ...]:
        """What is unusual about the board, though it may be played; by default nothing."""
        return ()

    @abstractmethod
    def picture(self, board: Board) -> Picture:
        """What the board looks like."""

    @abstractmethod
    def paint(self, board: Board, tool: Tool, row: int, col: int) -> Board:
        """The board with a tool applied to one cell.

        Painting what is already there takes it away again where that makes sense (gates,
        locks); painting what cannot share a cell with the old content replaces it. A cell
        outside the board leaves the board as it is.
        """

    @abstractmethod
    def contents(self, board: Board, row: int, col: int) -> str:
        """What stands on a cell, in words, for status lines and screen readers."""

    def has_cell(self, board: Board, row: int, col: int) -> bool:
        """Whether there is a cell at a place; by default everywhere within the board's shape."""
        return 0 <= row < board.rows and 0 <= col < board.cols

    def holds(self, board: Board, tool: Tool, row: int, col: int) -> bool:
        """Whether a cell holds just what a tool puts there.

        By default: painting it changes nothing. A game with tools that take away again what is
        there (gates, locks) has to say more. A cell outside the board holds nothing.
        """
        there = self.has_cell(board, row, col)
        return there and self.paint(board, tool, row, col).table() == board.table()

    def turned(self, tool: Tool, symmetry: Symmetry) -> Tool:
        """The tool that draws the image of what a tool draws; by default the same one."""
        return tool

    def transformed(self, board: Board, symmetry: Symmetry) -> Board:
        """The board turned or mirrored, with everything on it that has a direction.

        Raises:
            EngineError: boards of the game cannot be turned, as by default.
        """
        raise EngineError(f"boards of {self.title} cannot be turned")

    def resized(self, board: Board, top: int, bottom: int, left: int, right: int) -> Board:
        """The board with rows and columns added at its sides, or taken away (negative numbers).

        What is added is empty; a ring round the board stays closed. Adding and taking away again
        leaves the board as it was.

        Raises:
            EngineError: there would be too many or too few, or boards of the game have a fixed
                size, as by default.
        """
        raise EngineError(f"the size of {self.title} boards is fixed")

    def margins(self, board: Board) -> tuple[int, int, int, int]:
        """How many rows and columns at top, bottom, left and right hold nothing of interest."""
        return 0, 0, 0, 0

    # Play.

    @abstractmethod
    def start(self, board: Board) -> Position:
        """The position in which play begins.

        Raises:
            LevelError: the board breaks a rule of the game.
        """

    @abstractmethod
    def play(self, position: Position, move: str) -> Step:
        """What a move does; an ended game stays as it is.

        Raises:
            MoveError: not a move of this game.
        """

    @abstractmethod
    def position_picture(self, position: Position) -> Picture:
        """What a position looks like."""

    def choices(self, position: Position) -> tuple[Move, ...]:
        """The moves to choose from in a position; by default all moves of the game.

        A game whose moves name places has too many to list in :attr:`moves`, which is then empty.
        """
        return self.moves

    def missed(self, position: Position, aim: Aim) -> bool:
        """Whether a position alone shows that no win from it, or by it, is of that kind.

        Of a won position that decides: it was won in that way, or not. By default never.
        """
        return False

    def awards(self, position: Position, moves: int, facts: Mapping[str, Any]) -> tuple[Award, ...]:
        """For each of the ``medals``, whether a run that was won has earned it.

        Args:
            position: the won position.
            moves: moves of the run.
            facts: the facts of the level as far as they are known.
        """
        return ()

    def read_moves(self, text: str) -> tuple[str, ...]:
        """The single moves of a move string; blanks between them are allowed.

        Raises:
            MoveError: a letter that is no move; names it and its place.
        """
        words = [move.word for move in self.moves]
        moves = tuple(letter for letter in text if not letter.isspace())
        for place, letter in enumerate(moves, start=1):
            if letter not in words:
                expected = f"move {place}: expected one of {' '.join(words)}"
                raise MoveError(f"{expected}, found {quoted(letter)}")
        return moves

    # Solve.

    @abstractmethod
    def solve(
        self,
        board: Board,
        strategy: str | None = None,
        budget: Budget | None = None,
        control: Control | None = None,
    ) -> Solved:
        """The verdict on a valid board, with its trace.

        A search stopped by its budget or through ``control`` says ``complete`` false.

        Raises:
            EngineError: no such strategy.
        """

    def dispute(self, stored: Claims, board: Board) -> None:
        """Disputes facts of a verdict on a playable board that cannot be true; by default none."""
        return

    def judgements(self, facts: Mapping[str, Any]) -> tuple[Judgement, ...]:
        """What the game makes of a verdict's facts, see :meth:`difficulty`, in words."""
        return ()

    def difficulty(self, facts: Mapping[str, Any]) -> float | None:
        """How hard a level is beside others of the game, by default its moves; None if not known.

        Args:
            facts: of a solver, or as a level file has them.
        """
        moves = facts.get("moves")
        return float(moves) if isinstance(moves, int) else None

    # Generate.

    def limits(self, recipe: Recipe) -> Iterable[Limit]:
        """What no level of a recipe goes beyond; by default, all that is kept can be solved.

        Raises:
            ParameterError: parameters that do not go together, or locked cells that no level has.
        """
        return certain(self.parameters, "solvable")

    @abstractmethod
    def candidate(self, recipe: Recipe, control: Control | None = None) -> Candidate:
        """One candidate with its log of events; not yet judged by the solver.

        It is just what the recipe says: a request to finish early is passed over. Games that
        take no more than a moment need not heed ``control`` at all.

        Raises:
            Cancelled: ``control`` was cancelled.
        """

    @abstractmethod
    def attempts(self, recipe: Recipe, count: int, control: Control) -> Attempts:
        """Tries up to ``count`` candidates, from ``recipe.attempt`` on, until one is accepted.

        Generates, solves and judges without a log; long calls poll ``control``. A game that goes
        on improving a candidate publishes the control's ``snapshot``, and takes the best so far
        when told to finish.
        """

    @abstractmethod
    def describe(self, event: Event) -> str:
        """One event of generation in words, with the draw that caused it."""

    def describe_action(self, events: Sequence[Event]) -> str:
        """The events of one whole action in words; by default one after the other."""
        return "; ".join(map(self.describe, events))

    # Kernels.

    def warm_up(self) -> None:
        """Calls every compiled entry point once, with the types of real use.

        All in the thread that this is called in: with arguments of other types, or where only
        another thread has called it, an entry goes on running as plain Python. Games without
        kernels need nothing.
        """
        return
