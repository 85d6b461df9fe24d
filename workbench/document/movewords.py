"""Moves in words, whatever kind of moves a game has, and how much play they are."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from engine.game.game import Game
from engine.game.steering import SteeredMoves
from engine.values.guide import Guide
from engine.values.level import Board
from workbench.document import status

_COUNTED = 2
"""Kinds of moves that are told: what is to be least, and what decides between equals."""


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


def played(game: Game, board: Board, moves: tuple[str, ...]) -> str:
    """How much play some moves are, such as ``5 turns, 3 walks``; empty where moves count alike."""
    return _told(game.tally(board, moves)) if isinstance(game, SteeredMoves) else ""


def ahead(game: Game, board: Board, guide: Guide, moves: tuple[str, ...]) -> str:
    """How much play the way to the nearest win is; empty where it is not known.

    Args:
        game: the board's game.
        board: a valid one.
        guide: knows the way.
        moves: legal moves from the start to where the way begins.
    """
    prospect = guide.prospect(moves)
    if prospect is None or prospect.remaining is None:
        return ""
    if not isinstance(game, SteeredMoves):
        return status.count(prospect.remaining, "move")
    words = moves
    while prospect is not None and prospect.remaining and prospect.best:
        words = (*words, prospect.best[0])
        prospect = guide.prospect(words)
    before, after = game.tally(board, moves), game.tally(board, words)
    return _told({kind: number - before[kind] for kind, number in after.items()})


def _told(tally: Mapping[str, int]) -> str:
    counts = islice(tally.items(), _COUNTED)
    return ", ".join(status.count(number, kind.removesuffix("s")) for kind, number in counts)
