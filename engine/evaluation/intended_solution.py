"""The check of a level's intended solution, and its comparison with the solver's solutions.

A designer pins one solution as intended. A later change to the board can break it, so that it no
longer wins, or create a *shortcut*: a shorter solution that was not intended. If a game has several
kinds of win, such as different exits, solutions of the same kind are compared first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.errors import EngineError
from engine.files.levelfile import MAX_INTENDED
from engine.game.game import Game
from engine.game.playthrough import Playthrough, find_refusal, replay_moves
from engine.search.solver_result import SolverResult
from engine.values.expression import get_fact
from engine.values.level import Level
from engine.values.moves import format_moves

Moves = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SolutionComparison:
    """The differences between the intended solution and the solver's solutions.

    Attributes:
        is_shortest: True if no solution with the same kind of win is shorter; None if unknown, or
            if the game does not compare solutions by length.
        is_unique: True if no other solution has the same length or, in a game that does not compare
            lengths, there is no other solution at all; None if unknown, or if there is a shorter
            solution.
        shortcut: A solution that is shorter than the intended one, preferably with the same kind of
            win; None if none is known.
        kind: The name of the shortcut's kind of win; empty if the intended solution has the same
            kind, or if there is only one kind.
        other: A different solution of the same length; None if none is known.
    """

    is_shortest: bool | None = None
    is_unique: bool | None = None
    shortcut: Moves | None = None
    kind: str = ""
    other: Moves | None = None


@dataclass(frozen=True, slots=True)
class IntendedSolution:
    """The result of replaying the intended solution on its board.

    Attributes:
        moves: All moves in the solution.
        move_count: The number of moves made, not counting a move that was refused or lost the game.
        fault: The reason why the solution does not win: a problem with the first move that could
            not be made, or with the final position; empty if it wins.
        comparison: The comparison with other solutions; None if the board has not been solved or
            the solution does not win.
    """

    moves: Moves
    move_count: int
    fault: str = ""
    comparison: SolutionComparison | None = None

    @property
    def is_winning(self) -> bool:
        """True if all moves can be made and lead to a win."""
        return not self.fault

    def to_table(self, game: Game) -> dict[str, Any]:
        """Return the object that ``validate --json`` prints for the intended solution."""
        rivals = self.comparison or SolutionComparison()
        ways = {"shortcut": rivals.shortcut, "other": rivals.other}
        return {
            "moves": len(self.moves),
            "wins": self.is_winning,
            "made": self.move_count,
            "fault": self.fault or None,
            "shortest": rivals.is_shortest,
            "alone": rivals.is_unique,
            **{key: None if way is None else format_moves(way) for key, way in ways.items()},
        }


def pin_solution(game: Game, level: Level, moves: Sequence[str]) -> Level:
    """Return the level with ``moves`` as its intended solution.

    Raises:
        EngineError: There are more moves than a level file may hold.
    """
    if len(moves) > MAX_INTENDED:
        raise EngineError(f"an intended solution has at most {MAX_INTENDED:,} moves")
    return replace(level, intended=format_moves(moves))


def check_intended(
    game: Game, level: Level, solved: SolverResult | None = None
) -> IntendedSolution | None:
    """Replay the intended solution of a playable level.

    Args:
        game: The game of the level.
        level: The level, whose board breaks no rule.
        solved: The result of the game's default strategy, whose solutions are compared with the
            intended one; None for no comparison.

    Returns:
        The result of the replay, or None if no solution is pinned.
    """
    if level.intended is None:
        return None
    moves = game.play.read_moves(level.intended)
    played, legal = replay_moves(game.play, level.board, moves)
    made = len(played.moves)
    if played.position.status == "lost":
        note = played.last_step.note if played.last_step is not None else ""
        # The losing move could be made, but it is the one that failed, so do not count it.
        return IntendedSolution(moves, made - 1, f"lost: {note}" if note else "lost")
    if not legal:
        fault = find_refusal(game.play.step(played.position, moves[made]))
        return IntendedSolution(moves, made, fault)
    if played.position.status != "won":
        return IntendedSolution(moves, made, "not won")
    return IntendedSolution(
        moves, made, "", None if solved is None else _compare_solutions(game, played, solved)
    )


@dataclass(frozen=True, slots=True)
class _ReplayedSolution:
    """A replay of a shortest solution for one kind of win."""

    kind: int
    title: str
    played: Playthrough

    def is_same_kind(self, other: Playthrough) -> bool:
        """Return True if the playthrough ``other`` ends with the same kind of win."""
        play, (own, its) = other.play, (self.played.position, other.position)
        # Two wins are of the same kind if they miss the same aims.
        return all(
            play.is_aim_missed(own, aim) == play.is_aim_missed(its, aim) for aim in play.aims
        )


def _compare_solutions(game: Game, played: Playthrough, solved: SolverResult) -> SolutionComparison:
    ways = list(_replay_solutions(played, solved))
    alike = next((way for way in ways if way.is_same_kind(played)), None)
    # Look for a shortcut with the same kind of win first.
    first = ways if alike is None else [alike, *ways]
    own = _measure_length(game, played)
    shorter = next(
        (w for w in first if game.compares_lengths and _measure_length(game, w.played) < own), None
    )
    found = SolutionComparison()
    if shorter is not None:
        kind = "" if shorter is alike else shorter.title
        found = replace(found, shortcut=shorter.played.moves, kind=kind)
    if alike is not None and shorter is alike:
        return replace(found, is_shortest=False)
    # Only a complete search with a strategy that finds the optimum proves that no solution is
    # shorter.
    if alike is None or not (solved.facts["complete"] and solved.facts.get("optimal", True)):
        return found
    counted = game.solver.count_facts
    number = get_fact(solved.facts, counted[alike.kind]) if counted else None
    alone = solved.facts.get("unique") if number is None else number == 1
    other = None if alone else _find_other(game, played, solved, alike.kind)
    return replace(
        found, is_shortest=True if game.compares_lengths else None, is_unique=alone, other=other
    )


def _replay_solutions(played: Playthrough, solved: SolverResult) -> Iterator[_ReplayedSolution]:
    """Yield the shortest known solution for each kind of win, replayed on the board of ``played``.

    If the game does not distinguish kinds of win, yield only the solver's solution.
    """
    play, board = played.play, played.start.board
    if solved.solutions is not None:
        for found in solved.solutions.list_firsts():
            way, _ = replay_moves(play, board, found.moves)
            yield _ReplayedSolution(found.kind, solved.solutions.get_title(found), way)
    elif solved.moves is not None:
        yield _ReplayedSolution(0, "", replay_moves(play, board, solved.moves)[0])


def _find_other(game: Game, played: Playthrough, solved: SolverResult, kind: int) -> Moves | None:
    """Return a shortest solution that differs from ``played``, or None if none is known."""
    every: Iterable[Moves | None] = (solved.moves, solved.another)
    if solved.solutions is not None:
        every = (found.moves for found in solved.solutions.list_shortest(kind))
    for moves in every:
        if moves is not None and not _is_same_solution(game, played, moves):
            return moves
    return None


def _is_same_solution(game: Game, played: Playthrough, moves: Moves) -> bool:
    """Return True if ``moves`` is the same solution as ``played``.

    If the game does not compare lengths, only the final positions are compared, because the order
    of the moves does not matter.
    """
    if game.compares_lengths:
        return played.moves == moves
    return replay_moves(game.play, played.start.board, moves)[0].position == played.position


def _measure_length(game: Game, played: Playthrough) -> tuple[int, ...]:
    """Return the lengths of a playthrough in the game's main unit and in its tie-breaking unit."""
    tally = game.play.count_play(played.start.board, played.moves)
    return tuple(tally[unit.key] for unit in game.measure.list_units()[:2])
