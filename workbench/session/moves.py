"""Moves as they are shown, in one way for trace, timeline, graph, lists and hints.

A move with a direction is an arrow. Any other is its word where many stand in a row, and its title
in a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.game.game import Game
from engine.game.position import Move
from engine.values.grid import DIRECTIONS

Symbol = Callable[[str], str]
"""Draws a name of the theme's ``[symbols]``."""
_ARROWS = {"right": "→", "up": "↑", "left": "←", "down": "↓"}


def arrow(name: str) -> str:
    """The arrow of a direction, for text that is made without a theme, by its name."""
    return _ARROWS[name]


def sign(move: Move, symbol: Symbol = arrow) -> str:
    """A move in one sign where it has a direction, else its word."""
    return move.word if move.direction is None else symbol(DIRECTIONS[move.direction])


def signs_of(game: Game, symbol: Symbol = arrow) -> Mapping[str, str]:
    """The signs of a game's listed moves by their words."""
    return {move.word: sign(move, symbol) for move in game.play.moves}


def spelled(game: Game, moves: Sequence[str], symbol: Symbol = arrow) -> str:
    """Moves in a row."""
    return joined(moves, signs_of(game, symbol))


def joined(moves: Sequence[str], signs: Mapping[str, str]) -> str:
    """Moves in a row, by the signs of those that have one."""
    return " ".join(signs.get(word, word) for word in moves)


def named(game: Game, word: str, symbol: Symbol = arrow) -> str:
    """A move in a sentence: its arrow, if it has one, and its title."""
    move = move_of(game, word)
    return move.title if move.direction is None else f"{sign(move, symbol)} {move.title}"


def move_of(game: Game, word: str) -> Move:
    """The move of that word; of one that is not listed, a move called so."""
    known = next((move for move in game.play.moves if move.word == word), None)
    return known or Move(word, game.play.title(word))
