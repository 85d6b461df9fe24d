"""The play part of a game: its moves, their effects and notation, and a player's awards.

A game implements :class:`Play` with immutable positions, so undo, replay and search need no
copies::

    position = play.create_start(board)
    step = play.step(position, "R")
    if step.changed:
        position = step.after

A game with few moves lists all of them in :attr:`Play.moves`, an alphabet. A game whose moves
name cells leaves that list empty and defines :attr:`Play.drag_input` instead.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.game.play_position import OwnBoard, Position, Step
from engine.values.moves import Move, MoveAlphabet

if TYPE_CHECKING:
    from engine.game.drag_input import DragInput, Pencil
    from engine.game.move_effects import Previews
    from engine.game.walking_input import StepInput
    from engine.values.grid import Cell, Symmetry
    from engine.values.picture import Picture
    from engine.values.ratings_and_awards import Aim, Award


class Measure(NamedTuple):
    """A unit in which the length of a playthrough or solution is counted.

    Attributes:
        key: The name of the fact that holds the length of a solution. It is also the key for this
            unit in the result of :meth:`Play.count_play`.
        singular: The name of one unit.
        plural: The name of several units.
        tie_breaker: A second unit, which is also counted and decides between equal lengths; None
            if there is none.
    """

    key: str
    singular: str
    plural: str
    tie_breaker: Measure | None = None

    @property
    def unit_names(self) -> tuple[str, str]:
        """The name of the unit in the singular and in the plural."""
        return self.singular, self.plural

    def list_units(self) -> tuple[Measure, ...]:
        """Return this unit and its tie-breakers, the most important unit first."""
        return (self, *(self.tie_breaker.list_units() if self.tie_breaker else ()))


MOVES = Measure("moves", "move", "moves")
"""The unit in which most games count the length of a solution."""


class ActionText(NamedTuple):
    """A game's own description of an action, or of a mark on the board, that several games have.

    Attributes:
        help: A description in one sentence; for a mark or an arrow, its meaning in a few words.
        title: The title in one to three words; empty for the title that other games use.
    """

    help: str
    title: str = ""


class BrowserRules(NamedTuple):
    """The rules of a game in JavaScript, for pages that play levels in a browser.

    A game without them is played by its state graph, and a page needs nothing else of it.

    Attributes:
        script: The path of the script, which adds an object to ``RULES`` under the game's name. The
            object has the same functions as ``graphRules`` in
            ``workbench/drawing/page/graph_rules.js``.
        names: The names of all tiles and pieces that the script draws.
        build_level: A function that returns a board in the form that the script reads, as values
            that JSON can represent. It takes the board, and the words of a solution or None.
    """

    script: Path
    names: tuple[str, ...]
    build_level: Callable[[OwnBoard, tuple[str, ...] | None], Mapping[str, Any]]


class Play(ABC):
    """The rules of one game from the player's side.

    Attributes:
        moves: All moves of the game; empty if moves name cells, because there would be too many.
        aims: The kinds of wins that are better than others, the best first. By default, all wins
            are equally good.
        medals: The titles that a playthrough can earn, the lowest first; see :meth:`list_awards`.
        drag_input: The rules for making moves by dragging; None if the game has none.
        pencil: The rules for pencil marks, which are not moves; None if the game has none.
        step_input: The rules for moving a figure step by step; None if the game has none.
        previews: The part that previews moves; None if the game has none.
        action_texts: The game's own descriptions of actions, marks and arrows, keyed by name, such
            as ``placing.take``, ``mark.reached`` or ``arrow.fatal``. All others have general ones.
        browser_rules: The rules in JavaScript; None if the game has none.
    """

    moves: MoveAlphabet = MoveAlphabet()
    aims: tuple[Aim, ...] = ()
    medals: tuple[str, ...] = ()
    drag_input: DragInput | None = None
    pencil: Pencil | None = None
    step_input: StepInput | None = None
    previews: Previews | None = None
    action_texts: Mapping[str, ActionText] = MappingProxyType({})
    browser_rules: BrowserRules | None = None

    @property
    def names_cells(self) -> bool:
        """True if moves name cells, in which case hints and reasons name cells too."""
        return self.drag_input is not None

    @abstractmethod
    def create_start(self, board: OwnBoard) -> Position:
        """Return the position in which play begins.

        Raises:
            LevelError: The board breaks a rule of the game.
        """

    @abstractmethod
    def step(self, position: Position, move: str, /) -> Step:
        """Apply a move. It changes nothing if the game has already ended.

        Raises:
            MoveError: The word is not a move of this game.
        """

    @abstractmethod
    def draw_picture(self, position: Position) -> Picture:
        """Draw a position as a picture."""

    def list_choices(self, position: Position) -> tuple[Move, ...]:
        """Return the moves to choose from in a position. By default, these are all moves."""
        return self.moves

    def find_actors(self, position: Position) -> Mapping[str, Cell]:
        """Return the cell of each piece that moves can name, keyed by :attr:`Move.actor`.

        The player's digit keys pick the pieces in the order of the mapping. The base class returns
        no pieces.
        """
        return {}

    def format_title(self, move: str, /) -> str:
        """Describe a move in words.

        The base class never raises an error, but returns an unknown move unchanged.

        Raises:
            MoveError: The word is not a move of this game.
        """
        known = self.moves.find_move(move)
        return move if known is None else known.title

    def get_move_toward(self, direction: int) -> str | None:
        """Return the move in a direction, or None if there is none.

        Directions are numbered as in :mod:`engine.values.grid`.
        """
        known = self.moves.find_toward(direction)
        return None if known is None else known.word

    def count_play(self, board: OwnBoard, moves: Iterable[str], /) -> Mapping[str, int]:
        """Return the length of a sequence of moves, in the game's measure and in each tie-breaker.

        The board must be valid, and the moves must be legal from its start.
        """
        return {MOVES.key: len(tuple(moves))}

    def is_aim_missed(self, position: Position, aim: Aim) -> bool:
        """Return whether a position rules out a win that meets ``aim``.

        By default, no position does. For a won position, the answer is exact: True if the win does
        not meet the aim.
        """
        return False

    def list_awards(
        self, position: Position, moves: int, facts: Mapping[str, Any]
    ) -> tuple[Award, ...]:
        """Return, for each of the ``medals``, whether a won playthrough has earned it.

        Args:
            position: The final position.
            moves: The number of moves in the playthrough.
            facts: The known facts about the level.
        """
        return ()

    def read_moves(self, text: str) -> tuple[str, ...]:
        """Split a string into the words of moves.

        A game whose moves name cells must override this.

        Raises:
            MoveError: A word is not a move. The message names the word and its number.
        """
        return self.moves.parse(text)

    def transform_move(
        self, move: str, map_cell: Callable[[Cell], Cell], symmetry: Symmetry | None, /
    ) -> str:
        """Return the move that has the same effect after the whole board is shifted or turned.

        By default, moves with a direction turn together with the board.

        Args:
            move: The move before the change.
            map_cell: A function that maps each cell of the old board to a cell of the new one.
            symmetry: The rotation or reflection of the board; None if it was not turned.

        Raises:
            MoveError: The word is not a move of this game.
        """
        return self.moves.transform(move, symmetry)


class ListedPlay(Play):
    """The play part for games that list all of their moves.

    Once a game is won or lost, moves change nothing.
    """

    def step(self, position: Position, move: str, /) -> Step:
        """Check that the word is a move, and apply it."""
        # The word is checked even after the end, so that an unknown move is always an error.
        known = self.moves.get_move(move)
        if position.status != "playing":
            return Step(move, position, position, changed=False)
        return self.make_move(position, move, self.moves.index(known))

    @abstractmethod
    def make_move(self, position: Position, move: str, number: int) -> Step:
        """Apply a move to a position that is neither won nor lost.

        ``number`` is the index of the move in :attr:`moves`.
        """
