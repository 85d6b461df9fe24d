"""Chains of mutations, which can be applied again to rebuild a board.

A mutation is identified by a seed and a number, which determine its stream of random numbers.
Therefore a chain is just a list of numbers, and a board that is hundreds of mutations away from its
source can be rebuilt without any search. For example, the chain ``seed 7: 12, 340, 341`` applies
three mutations in turn to the recorded source board.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.errors import LevelError
from engine.evaluation.evaluated_board import require_mutations
from engine.files.improvement_record import IMPROVE_KEY
from engine.game.game import Game
from engine.values.level import Board, ImprovementRecord, Level, Provenance, require_no_problems

if TYPE_CHECKING:
    from engine.values.rng import RandomNumbers

CHAIN_VERSION = "archive/1"
"""The name and version of the method that applies a chain.

A change that affects the resulting boards needs a new version.
"""
_REPEAT_INTERVAL = 2
"""The chance that :func:`repeat_change` repeats a change once more is one in this many."""


def repeat_change(change: Callable[[Board], Board], board: Board, random: RandomNumbers) -> Board:
    """Apply a change to a board once, then keep repeating it with probability 1/2 each time."""
    board = change(board)
    while not random.draw_below(_REPEAT_INTERVAL):
        board = change(board)
    return board


def mutate_board(game: Game, board: Board, seed: int, number: int) -> Board:
    """Return a mutated board, which may break a rule of the game.

    Args:
        game: The game of the board.
        board: The board to mutate.
        seed: The seed for the random numbers, 0 to 2**63 - 1.
        number: The number of the mutation with that seed, counted from 0.

    Raises:
        ParameterError: The game has no mutations.
    """
    from engine.values.rng import RandomNumbers  # NumPy is slow to import

    mutations, random = require_mutations(game), RandomNumbers(seed, number)
    return repeat_change(lambda each: mutations.mutate(each, random), board, random)


def create_descendant(parent: Level, board: Board, aim: str, seed: int, number: int) -> Level:
    """Create a level, without a verdict, from a board that is one mutation away from ``parent``.

    The level records the board at the start of the chain and the numbers of all mutations since.

    Args:
        parent: The level that was mutated.
        board: The mutated board.
        aim: The objective to record.
        seed: The seed of the mutation.
        number: The number of the mutation.
    """
    old = parent.provenance
    last = None if old is None or old.edited else old.improve
    # Extend the parent's chain only if its version, objective and seed are the same. Otherwise
    # start a new chain at the parent.
    if last is not None and (last.improver, last.aim, last.seed) == (CHAIN_VERSION, aim, seed):
        chain = (*last.mutations, number)
        record = replace(last, iterations=len(chain), mutations=chain)
    else:
        record = create_record(parent, CHAIN_VERSION, aim, seed, 1, (number,))
    return replace_board(parent, board, record)


def create_record(
    level: Level,
    improver: str,
    aim: str,
    seed: int,
    iterations: int,
    mutations: tuple[int, ...] = (),
) -> ImprovementRecord:
    """Create the record of an improvement to ``level``, including its earlier improvements."""
    record = ImprovementRecord(improver, aim, seed, iterations, level.board, mutations=mutations)
    old = level.provenance
    if old is None:
        return record
    earlier = old.improve
    chain = () if earlier is None else (*earlier.earlier, replace(earlier, earlier=()))
    return replace(record, edited=old.edited, generated=old.generated, earlier=chain)


def replace_board(level: Level, board: Board, record: ImprovementRecord) -> Level:
    """Return the level with an improved board and the record of its improvement, but no verdict."""
    provenance = level.provenance or Provenance(record.improver, record.seed, 0)
    provenance = replace(provenance.without_edits(), improve=record)
    return replace(level, board=board, provenance=provenance, verdict=None)


def follow_chain(game: Game, record: ImprovementRecord) -> Board:
    """Apply a recorded chain of mutations, and return the resulting board.

    Raises:
        LevelError: The length of the chain differs from the recorded number of iterations, or the
            resulting board breaks a rule of the game.
        ParameterError: The game has no mutations.
    """
    if len(record.mutations) != record.iterations:
        found = f"expected {record.iterations} numbers, found {len(record.mutations)}"
        raise LevelError(found, key=f"{IMPROVE_KEY}.mutations")
    board = record.board
    for number in record.mutations:
        board = mutate_board(game, board, record.seed, number)
    require_no_problems(game.boards.find_problems(board))
    return board
