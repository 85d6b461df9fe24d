"""Alphabets of moves: the words, titles and notation of all moves that a game has.

A move is written as a *word*, such as ``R`` or ``bU``. A sequence of moves is a tuple of words
everywhere in the program; it is one string only in files and on screen. Words of one letter are
joined without separators, and longer words are joined by blanks::

    tilts = list_directions("RULD")
    tilts.parse("RRU")                    # ("R", "R", "U")
    robots = list_actor_moves({"b": "blue robot", "r": "red robot"})
    robots.parse("bR rU")                 # ("bR", "rU")
    robots.transform("bR", quarter_turn)  # the same robot in the turned direction
    switches = list_words({"left": "left switch", "both": "both switches"}, {"both": "x"})
    switches.keys                         # {"left": "f", "both": "x"}

A game whose moves name cells has too many moves to list, so its alphabet is empty, and it parses
its moves itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from string import digits
from typing import NamedTuple

from engine.errors import MoveError, quote_input
from engine.values.grid import DIRECTIONS, Symmetry

DIRECTION_LETTERS = "RULD"
"""The letters of the directions, in the order of their numbers in :mod:`engine.values.grid`."""
ACTION_KEYS = "adehijklmnopqrstuvwU+-?"
"""The characters that players type for other actions than moves, such as to undo a move."""


class Move(NamedTuple):
    """One of the moves that a player can make in a game.

    Attributes:
        word: The notation of the move, which contains no blanks.
        title: A description of the move in words.
        direction: The direction of the move, numbered as in :mod:`engine.values.grid`; None if it
            has no direction.
        actor: The letters that name the piece to move; empty if the move names no piece.
        key: The character that a player types to make a move without a direction; empty to have
            one chosen, see :attr:`MoveAlphabet.keys`.
    """

    word: str
    title: str
    direction: int | None = None
    actor: str = ""
    key: str = ""


class MoveAlphabet(tuple[Move, ...]):
    """All moves of a game, in the order in which a solver tries them."""

    __slots__ = ()

    @property
    def words(self) -> tuple[str, ...]:
        """The word of each move."""
        return tuple(move.word for move in self)

    def get_move(self, word: str) -> Move:
        """Return the move whose word is ``word``.

        Raises:
            MoveError: There is no such move.
        """
        found = self.find_move(word)
        if found is None:
            raise MoveError(f"expected one of {' '.join(self.words)}, found {quote_input(word)}")
        return found

    def find_move(self, word: str) -> Move | None:
        """Return the move whose word is ``word``, or None if there is no such move."""
        return next((move for move in self if move.word == word), None)

    def find_toward(self, direction: int, actor: str = "") -> Move | None:
        """Return the move of an actor in a direction, or None if there is no such move."""
        return next(
            (move for move in self if (move.direction, move.actor) == (direction, actor)), None
        )

    def list_actors(self) -> tuple[str, ...]:
        """Return the distinct actors named by moves, or an empty tuple if no move names one."""
        return tuple(dict.fromkeys(move.actor for move in self if move.actor))

    @property
    def undirected(self) -> tuple[Move, ...]:
        """The moves without a direction, each of which has its own key."""
        return tuple(move for move in self if move.direction is None)

    @property
    def reserved_keys(self) -> str:
        """The characters that no move can have as its key."""
        # If moves name pieces, digits pick the pieces.
        return ACTION_KEYS + digits if self.list_actors() else ACTION_KEYS

    @property
    def keys(self) -> Mapping[str, str]:
        """A mapping from the word of each move without a direction to the move's key.

        The key is the one that the move declares. A move that declares none has the first free
        letter of its word, or else the first free digit. If all of these are taken, it has no key
        and is missing from the mapping.
        """
        found = {move.word: move.key for move in self.undirected if move.key}
        taken = {*self.reserved_keys, *found.values()}
        for move in self.undirected:
            letters = [sign for sign in move.word.lower() if sign.isascii() and sign.isalpha()]
            free = [sign for sign in (*letters, *digits[1:], "0") if sign not in taken]
            if not move.key and free:
                found[move.word] = free[0]
                taken.add(free[0])
        return {move.word: found[move.word] for move in self.undirected if move.word in found}

    def parse(self, text: str) -> tuple[str, ...]:
        """Split a string into the words of moves.

        Words are separated by blanks. Between words of one letter, blanks are optional.

        Raises:
            MoveError: A word is not a move. The message names the word and its number.
        """
        words = self.words
        single = {word for word in words if len(word) == 1}
        found: list[str] = []
        for part in text.split():
            letters = part not in words and (single.issuperset(part) or len(single) == len(words))
            found += part if letters else [part]
        for number, word in enumerate(found, start=1):
            if word not in words:
                expected = f"move {number}: expected one of {' '.join(words)}"
                raise MoveError(f"{expected}, found {quote_input(word)}")
        return tuple(found)

    def transform(self, word: str, symmetry: Symmetry | None) -> str:
        """Return the word of the move that has the same effect on a rotated or mirrored board.

        A move without a direction does not change.
        """
        move = self.find_move(word)
        if symmetry is None or move is None or move.direction is None:
            return word
        turned = self.find_toward(symmetry.transform_direction(move.direction), move.actor)
        return word if turned is None else turned.word


def name_moves(words: Sequence[str], moves: Iterable[int]) -> tuple[str, ...]:
    """Return the words of moves given as numbers; ``words`` lists the word of each move."""
    return tuple(words[move] for move in moves)


def format_moves(words: Iterable[str]) -> str:
    """Join the words of moves into one string.

    The words are separated by blanks unless each of them is a single letter.
    """
    words = tuple(words)
    return ("" if all(len(word) == 1 for word in words) else " ").join(words)


def list_directions(letters: str = DIRECTION_LETTERS) -> MoveAlphabet:
    """Return one move for each direction, in the order of ``letters``.

    Args:
        letters: The letters R, U, L and D, in the order in which a solver tries the moves.
    """
    directions = ((letter, DIRECTION_LETTERS.index(letter)) for letter in letters)
    return MoveAlphabet(
        Move(letter, DIRECTIONS[direction], direction) for letter, direction in directions
    )


def list_actor_moves(actors: Mapping[str, str], letters: str = DIRECTION_LETTERS) -> MoveAlphabet:
    """Return one move for each actor and each direction.

    Args:
        actors: A mapping from the letters that name each actor in moves to the actor's title.
        letters: The letters of the directions, as for :func:`list_directions`.
    """
    return MoveAlphabet(
        Move(f"{actor}{move.word}", f"{title} {move.title}", move.direction, actor)
        for actor, title in actors.items()
        for move in list_directions(letters)
    )


def list_words(titles: Mapping[str, str], keys: Mapping[str, str] | None = None) -> MoveAlphabet:
    """Return one move without a direction for each word.

    Args:
        titles: A mapping from words to titles.
        keys: A mapping from words to the keys that make the moves. It need not contain every word;
            see :attr:`MoveAlphabet.keys`.
    """
    declared = keys or {}
    return MoveAlphabet(
        Move(word, title, key=declared.get(word, "")) for word, title in titles.items()
    )
