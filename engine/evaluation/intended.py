"""The intended solution of a level: whether it still wins, and what else does.

Its designer has pinned it. A change of the board can break it, or open a *shortcut*: a shorter
solution, which was not meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.errors import EngineError
from engine.files.levelfile import MOST_INTENDED
from engine.game.game import Game
from engine.game.playthrough import Playthrough, refusal, replay
from engine.search.solved import Solved
from engine.values.expression import fact
from engine.values.level import Level

Moves = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rivals:
    """How the intended solution stands beside the others of its kind of win.

    Attributes:
        shortest: whether none is shorter; None if that is not known, or the game counts no length.
        alone: whether no other is as short, or none at all is known where no length is counted;
            None if that is not known, or the intended one is not the shortest.
        shortcut: a shortest solution that is shorter, of another kind of win if none of the same
            kind is; None if none is known.
        kind: what that kind is called; empty where all wins are alike, or it is the same.
        other: another solution where there are several; None if none is at hand.
    """

    shortest: bool | None = None
    alone: bool | None = None
    shortcut: Moves | None = None
    kind: str = ""
    other: Moves | None = None


@dataclass(frozen=True, slots=True)
class Intended:
    """The intended solution, replayed on its board.

    Attributes:
        moves: all of it.
        made: how many of them could be made.
        fault: why it does not win, at the move after those made or, where all were made, after the
            last; empty if it wins.
        rivals: how it stands beside others; None until the board is solved, or if it does not win.
    """

    moves: Moves
    made: int
    fault: str = ""
    rivals: Rivals | None = None

    @property
    def wins(self) -> bool:
        """Whether all of its moves can be made, and win."""
        return not self.fault

    def table(self, game: Game) -> dict[str, Any]:
        """The entry of ``validate --json``."""
        rivals = self.rivals or Rivals()
        ways = {"shortcut": rivals.shortcut, "other": rivals.other}
        return {
            "moves": len(self.moves),
            "wins": self.wins,
            "made": self.made,
            "fault": self.fault or None,
            "shortest": rivals.shortest,
            "alone": rivals.alone,
            **{key: None if way is None else game.play.written(way) for key, way in ways.items()},
        }


def pinned(game: Game, level: Level, moves: Sequence[str]) -> Level:
    """The level with moves as its intended solution.

    Raises:
        EngineError: they are more than a level file may hold.
    """
    if len(moves) > MOST_INTENDED:
        raise EngineError(f"an intended solution has at most {MOST_INTENDED:,} moves")
    return replace(level, intended=game.play.written(moves))


def intended(game: Game, level: Level, solved: Solved | None = None) -> Intended | None:
    """The intended solution of a playable level; None if none is pinned.

    ``solved`` is what the game's usual strategy says of the board; None to ask for no rivals.
    """
    if level.intended is None:
        return None
    moves = game.play.read_moves(level.intended)
    played, legal = replay(game.play, level.board, moves)
    made = len(played.moves)
    if played.position.status == "lost":
        note = played.last.note if played.last is not None else ""
        return Intended(moves, made - 1, f"lost: {note}" if note else "lost")
    if not legal:
        fault = refusal(game.play.step(played.position, moves[made]))
        return Intended(moves, made, fault)
    if played.position.status != "won":
        return Intended(moves, made, "not won")
    return Intended(moves, made, "", None if solved is None else _rivals(game, played, solved))


@dataclass(frozen=True, slots=True)
class _Way:
    """A shortest solution of one kind of win, replayed."""

    kind: int
    title: str
    played: Playthrough

    def is_like(self, other: Playthrough) -> bool:
        """Whether a playthrough was won in the same kind of way."""
        play, (own, its) = other.play, (self.played.position, other.position)
        return all(play.missed(own, aim) == play.missed(its, aim) for aim in play.aims)


def _rivals(game: Game, played: Playthrough, solved: Solved) -> Rivals:
    ways = list(_ways(played, solved))
    alike = next((way for way in ways if way.is_like(played)), None)
    first = ways if alike is None else [alike, *ways]
    own = _length(game, played)
    shorter = next((w for w in first if game.counts and _length(game, w.played) < own), None)
    found = Rivals()
    if shorter is not None:
        kind = "" if shorter is alike else shorter.title
        found = replace(found, shortcut=shorter.played.moves, kind=kind)
    if alike is not None and shorter is alike:
        return replace(found, shortest=False)
    if alike is None or not (solved.facts["complete"] and solved.facts.get("optimal", True)):
        return found
    counted = game.solver.counted
    number = fact(solved.facts, counted[alike.kind]) if counted else None
    alone = solved.facts.get("unique") if number is None else number == 1
    other = None if alone else _other(game, played, solved, alike.kind)
    return replace(found, shortest=True if game.counts else None, alone=alone, other=other)


def _ways(played: Playthrough, solved: Solved) -> Iterator[_Way]:
    """A shortest solution of every kind of win, as far as known, the shorter ones first."""
    play, board = played.play, played.start.board
    if solved.solutions is not None:
        for found in solved.solutions.firsts():
            way, _ = replay(play, board, found.moves)
            yield _Way(found.kind, solved.solutions.title(found), way)
    elif solved.moves is not None:
        yield _Way(0, "", replay(play, board, solved.moves)[0])


def _other(game: Game, played: Playthrough, solved: Solved, kind: int) -> Moves | None:
    """A solution as short that is not the same; None if none is at hand."""
    every: Iterable[Moves | None] = (solved.moves, solved.another)
    if solved.solutions is not None:
        every = (found.moves for found in solved.solutions.shortest(kind))
    for moves in every:
        if moves is not None and not _same(game, played, moves):
            return moves
    return None


def _same(game: Game, played: Playthrough, moves: Moves) -> bool:
    """Whether moves are the same solution: where no length is counted, in whatever order."""
    if game.counts:
        return played.moves == moves
    return replay(game.play, played.start.board, moves)[0].position == played.position


def _length(game: Game, played: Playthrough) -> tuple[int, ...]:
    """How much play it is: what the game counts first, then what decides between equals."""
    tally = game.play.tally(played.start.board, played.moves)
    return tuple(tally[unit.key] for unit in game.measure.units()[:2])
