"""Boards descended from others by chains of mutations, and followed again from what they record.

A mutation is named by a seed and a number, so that a chain is a list of numbers, and a board
hundreds of mutations away from its source is made again without one search.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.errors import LevelError
from engine.evaluation.candidates import mutations_of
from engine.files.improvedtable import IMPROVE_KEY
from engine.game.game import Game
from engine.values.level import Board, Improved, Level, Provenance, require_no_problems

if TYPE_CHECKING:
    from engine.values.rng import RandomNumbers

DESCENT = "archive/1"
"""Name and version of how a board follows from its chain; a change of results is a new version."""
_AGAIN = 2
"""One in so many mutations is followed by another before the board is looked at."""


def several(change: Callable[[Board], Board], board: Board, random: RandomNumbers) -> Board:
    """The board after one change, or after several: one in two is followed by another."""
    board = change(board)
    while not random.below(_AGAIN):
        board = change(board)
    return board


def mutated(game: Game, board: Board, seed: int, number: int) -> Board:
    """The board that a mutation leads to, which may break a rule of the game.

    Args:
        game: whose board.
        board: that is mutated.
        seed: of the random numbers, 0 to 2**63 - 1.
        number: which of the mutations of that seed, from 0.

    Raises:
        ParameterError: the game has no mutations.
    """
    from engine.values.rng import RandomNumbers  # brings NumPy, which no start waits for

    mutations, random = mutations_of(game), RandomNumbers(seed, number)
    return several(lambda each: mutations.mutate(each, random), board, random)


def descendant(parent: Level, board: Board, aim: str, seed: int, number: int) -> Level:
    """The level of a board that a mutation of another level's led to, with no verdict yet.

    It records the board that the whole chain began with, and the numbers of its mutations.
    """
    old = parent.provenance
    last = None if old is None or old.edited else old.improve
    if last is not None and (last.improver, last.aim, last.seed) == (DESCENT, aim, seed):
        chain = (*last.mutations, number)
        record = replace(last, iterations=len(chain), mutations=chain)
    else:
        record = recorded(parent, DESCENT, aim, seed, 1, (number,))
    return improved(parent, board, record)


def recorded(
    level: Level,
    improver: str,
    aim: str,
    seed: int,
    iterations: int,
    mutations: tuple[int, ...] = (),
) -> Improved:
    """How a level was changed by a search, with how it was made before that."""
    record = Improved(improver, aim, seed, iterations, level.board, mutations=mutations)
    old = level.provenance
    if old is None:
        return record
    earlier = old.improve
    chain = () if earlier is None else (*earlier.earlier, replace(earlier, earlier=()))
    return replace(record, edited=old.edited, generated=old.generated, earlier=chain)


def improved(level: Level, board: Board, record: Improved) -> Level:
    """The level with the board that a record leads to, and no verdict yet."""
    provenance = level.provenance or Provenance(record.improver, record.seed, 0)
    provenance = replace(provenance.before_edits(), improve=record)
    return replace(level, board=board, provenance=provenance, verdict=None)


def followed(game: Game, record: Improved) -> Board:
    """The board that a recorded chain of mutations leads to.

    Raises:
        LevelError: the chain is not as long as it says, or leads to a board that breaks a rule.
        ParameterError: the game has no mutations.
    """
    if len(record.mutations) != record.iterations:
        found = f"expected {record.iterations} numbers, found {len(record.mutations)}"
        raise LevelError(found, key=f"{IMPROVE_KEY}.mutations")
    board = record.board
    for number in record.mutations:
        board = mutated(game, board, record.seed, number)
    require_no_problems(game.boards.problems(board))
    return board
