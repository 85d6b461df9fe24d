"""Formatting of moves as text, which is shared by traces, timelines, graphs, lists and hints.

A move with a direction is written as an arrow. Any other move is written as its word within a
sequence, and as its title within a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.game.game import Game
from engine.values.grid import DIRECTIONS
from engine.values.moves import Move

Symbol = Callable[[str], str]
"""A function that returns a glyph from the theme's ``[symbols]`` table by name."""
_ARROWS = {"right": "→", "up": "↑", "left": "←", "down": "↓"}


def get_arrow(name: str) -> str:
    """Return the arrow for a direction, for use in text without a theme."""
    return _ARROWS[name]


def format_sign(move: Move, symbol: Symbol = get_arrow) -> str:
    """Return the sign for a move: its actor and an arrow if it has a direction, else its word."""
    if move.direction is None:
        return move.word
    return f"{move.actor}{symbol(DIRECTIONS[move.direction])}"


def list_signs(game: Game, symbol: Symbol = get_arrow) -> Mapping[str, str]:
    """Return a mapping from the word of each move that a game lists to the move's sign."""
    return {move.word: format_sign(move, symbol) for move in game.play.moves}


def format_moves(game: Game, moves: Sequence[str], symbol: Symbol = get_arrow) -> str:
    """Format a sequence of moves as signs separated by blanks."""
    return join_moves(moves, list_signs(game, symbol))


def join_moves(moves: Sequence[str], signs: Mapping[str, str]) -> str:
    """Join moves with blanks, replacing each one with its sign if it has one."""
    return " ".join(signs.get(word, word) for word in moves)


def format_move(game: Game, word: str, symbol: Symbol = get_arrow) -> str:
    """Format a move for use in a sentence: its arrow, if it has one, and its title."""
    move = find_move(game, word)
    return move.title if move.direction is None else f"{format_sign(move, symbol)} {move.title}"


def find_move(game: Game, word: str) -> Move:
    """Return the game's move for ``word``, or create one if the game does not list it."""
    return game.play.moves.find_move(word) or Move(word, game.play.format_title(word))
