"""Mechanics by enumeration: what happens in each single shortest solution, one after another."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engine.evaluation.level_mechanics import find_mechanics
from engine.game.game import Game
from engine.tiles.board import TileBoard
from engine.tiles.plain_rules import TileRules, TileState, prepare_level
from engine.values.level import Board


def list_solutions(rules: TileRules, board: TileBoard, most: int) -> list[tuple[str, ...]] | None:
    """All shortest solutions, of whatever kind; None for more than ``most`` states or solutions."""
    level = prepare_level(board)
    start = rules.create_start(level)
    layer = {level.pack_state(start): (start, [()])}
    seen, found = {*layer}, []
    while layer and not found:
        further: dict[bytes, tuple[TileState, list[tuple[str, ...]]]] = {}
        for state, paths in layer.values():
            for move in rules.moves:
                outcome = rules.make_move(level, state, move)
                if outcome is None or outcome.status == "lost":
                    continue
                longer = [(*path, move.word) for path in paths]
                packed = level.pack_state(outcome.state)
                if outcome.status == "won":
                    found += longer
                elif packed not in seen:
                    further.setdefault(packed, (outcome.state, []))[1].extend(longer)
        seen |= further.keys()
        if max(len(seen), len(found), *(len(paths) for _, paths in further.values())) > most:
            return None
        layer = further
    return found


def list_events(rules: TileRules, board: TileBoard, solution: Iterable[str]) -> set[str]:
    """What the plain function says of the moves of a solution, and of threats on its way."""
    level = prepare_level(board)
    state, found = rules.create_start(level), set()
    for word in solution:
        outcomes = {move.word: rules.make_move(level, state, move) for move in rules.moves}
        acting = {each: {*outcome.mechanics} for each, outcome in outcomes.items() if outcome}
        found |= acting[word] | set().union(*acting.values()).intersection(rules.threats)
        state = outcomes[word].state
    joint = rules.list_joint_mechanics(level)
    return found | {name for name, parts in joint.items() if found.issuperset(parts)}


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
