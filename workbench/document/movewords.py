"""Moves in words, whatever kind of moves a game has."""

from __future__ import annotations

from engine.game.game import Game
from engine.game.steering import SteeredMoves


def title(game: Game, word: str) -> str:
    """What a move says, in words."""
    if isinstance(game, SteeredMoves):
        return game.titled(word)
    return next((move.title for move in game.moves if move.word == word), word)


def word_of(game: Game, direction: int) -> str | None:
    """The move that an arrow makes by hand; None in games without such moves."""
    if isinstance(game, SteeredMoves):
        return game.stepped(direction)
    return next((move.word for move in game.moves if move.direction == direction), None)
