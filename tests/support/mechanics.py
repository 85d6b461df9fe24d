"""Mechanics by enumeration: what happens in each single shortest solution, one after another."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engine.evaluation.level_mechanics import find_mechanics
from engine.game.game import Game
from engine.values.level import Board


def words(solutions: Collection[Iterable[str]], names: Iterable[str]) -> dict[str, str | None]:
    """The words for mechanics by what happens in every solution, each a collection of names."""
    found = [set(events) for events in solutions]
    if not found:
        return dict.fromkeys(names)
    every, some = set.intersection(*found), set.union(*found)
    return {name: "every" if name in every else "some" if name in some else "no" for name in names}


def solver_mechanics(game: Game, board: Board) -> dict[str, str | None]:
    """What the engine says of a board."""
    return dict(find_mechanics(game, game.solver.solve(board)))


def agreed(
    game: Game, levels: Iterable[tuple[Board, Collection[Iterable[str]]]], names: Iterable[str]
) -> set[tuple[str, str | None]]:
    """The words met on boards, on each of which the engine says what its solutions hold."""
    met: set[tuple[str, str | None]] = set()
    for board, solutions in levels:
        expected = words(solutions, names)
        assert solver_mechanics(game, board) == expected
        met |= {*expected.items()}
    return met


def acting(game: Game, board: Board) -> dict[str, str | None]:
    """The mechanics of a board but for those that act in no solution."""
    return {name: word for name, word in solver_mechanics(game, board).items() if word != "no"}
