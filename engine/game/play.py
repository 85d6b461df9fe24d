"""Play in a game: moves, how they are made and written, what they earn."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.errors import MoveError, quoted
from engine.game.position import Move, OwnBoard, Position, Step

if TYPE_CHECKING:
    from engine.game.placing import Pencil, Placing
    from engine.game.previews import Previews
    from engine.game.steering import Steering
    from engine.values.grid import Cell, Symmetry
    from engine.values.judgement import Aim, Award
    from engine.values.picture import Picture


@dataclass(frozen=True, slots=True)
class Measure:
    """A unit of play.

    Attributes:
        key: the fact of a verdict that says how much a solution takes, and the entry of
            :meth:`Play.tally`.
        singular: one of them, in words.
        plural: several.
        tie_breaker: what decides between equal lengths, and is counted beside; None where
            nothing does.
    """

    key: str
    singular: str
    plural: str
    tie_breaker: Measure | None = None

    @property
    def words(self) -> tuple[str, str]:
        """One of them and several, in words."""
        return self.singular, self.plural

    def units(self) -> tuple[Measure, ...]:
        """All that is counted, what matters most first."""
        return (self, *(self.tie_breaker.units() if self.tie_breaker else ()))


MOVES = Measure("moves", "move", "moves")
"""What most games count."""


class Play(ABC):
    """The rules of one game, as a player meets them.

    Attributes:
        moves: all moves of the game; empty where moves name places, of which there are too many.
        aims: kinds of winning that are better than others, the best first; by default all are
            alike.
        medals: titles of what a playthrough can earn, in rising order; see :meth:`awards`.
        placing: moves made by dragging from cell to cell; None where there are none.
        pencil: marks that are no moves; None where there are none.
        steering: a figure steered step by step; None where there is none.
        previews: moves seen before they are made; None where they are not.
    """

    moves: tuple[Move, ...] = ()
    aims: tuple[Aim, ...] = ()
    medals: tuple[str, ...] = ()
    placing: Placing | None = None
    pencil: Pencil | None = None
    steering: Steering | None = None
    previews: Previews | None = None

    @property
    def names_cells(self) -> bool:
        """Whether moves name cells, and so hints and reasons do."""
        return self.placing is not None

    @abstractmethod
    def start(self, board: OwnBoard) -> Position:
        """The position in which play begins.

        Raises:
            LevelError: the board breaks a rule of the game.
        """

    @abstractmethod
    def step(self, position: Position, move: str, /) -> Step:
        """What a move does; an ended game stays as it is.

        Raises:
            MoveError: not a move of this game.
        """

    @abstractmethod
    def picture(self, position: Position) -> Picture:
        """What a position looks like."""

    def choices(self, position: Position) -> tuple[Move, ...]:
        """The moves to choose from in a position; by default all moves of the game."""
        return self.moves

    def title(self, move: str, /) -> str:
        """What a move says, in words; of an unknown one the move itself, or an error.

        Raises:
            MoveError: not a move of this game.
        """
        return next((known.title for known in self.moves if known.word == move), move)

    def toward(self, direction: int) -> str | None:
        """The move in a direction of :mod:`engine.values.grid`; None in games without such."""
        return next((move.word for move in self.moves if move.direction == direction), None)

    def tally(self, board: OwnBoard, moves: Iterable[str], /) -> Mapping[str, int]:
        """How much play some moves are, by the keys of the game's measure and its tie-breakers.

        The board is valid, and the moves are legal from its start.
        """
        return {MOVES.key: len(tuple(moves))}

    def missed(self, position: Position, aim: Aim) -> bool:
        """Whether a position alone shows that no win from it, or by it, is of that kind.

        Of a won position that decides: it was won in that way, or not. By default never.
        """
        return False

    def awards(self, position: Position, moves: int, facts: Mapping[str, Any]) -> tuple[Award, ...]:
        """For each of the ``medals``, whether a playthrough that was won has earned it.

        It ended with the position, after so many moves; the facts are those that are known.
        """
        return ()

    def read_moves(self, text: str) -> tuple[str, ...]:
        """The single moves of a move string; blanks between them are allowed.

        Raises:
            MoveError: a letter that is no move; names it and its number.
        """
        words = [move.word for move in self.moves]
        moves = tuple(letter for letter in text if not letter.isspace())
        for number, letter in enumerate(moves, start=1):
            if letter not in words:
                expected = f"move {number}: expected one of {' '.join(words)}"
                raise MoveError(f"{expected}, found {quoted(letter)}")
        return moves

    def written(self, moves: Iterable[str]) -> str:
        """Moves as one text, which :meth:`read_moves` reads again."""
        return ("" if self.moves else " ").join(moves)

    def carried(
        self, move: str, where: Callable[[Cell], Cell], symmetry: Symmetry | None, /
    ) -> str:
        """The move that does after a change of the whole board what a move did before.

        ``where`` says where a cell goes, ``symmetry`` how the board was turned or mirrored; None if
        it was not. By default moves with a direction turn with the board.

        Raises:
            MoveError: not a move of this game.
        """
        known = next((each for each in self.moves if each.word == move), None)
        if symmetry is None or known is None or known.direction is None:
            return move
        return self.toward(symmetry.direction(known.direction)) or move


class ListedPlay(Play):
    """Play by moves that are all listed, and begin nothing once it has ended."""

    def step(self, position: Position, move: str, /) -> Step:
        """What a move does."""
        words = [known.word for known in self.moves]
        if move not in words:
            raise MoveError(f"expected one of {' '.join(words)}, found {quoted(move)}")
        if position.status != "playing":
            return Step(move, position, position, changed=False)
        return self.made(position, move, words.index(move))

    @abstractmethod
    def made(self, position: Position, move: str, number: int) -> Step:
        """What the move of that number among all does to a position that has not ended."""
