"""Guides for games whose solver leaves no graph behind: found by playing.

Everything here asks a game only what a player can: make a move, look at the position. That is
slow, and enough for the small boards of a game that has nothing better to offer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass

from engine.game.play import Play
from engine.game.playthrough import replay
from engine.game.position import OwnBoard, Position
from engine.values.budget import Budget, Control
from engine.values.guide import HOPELESS, WON, Guide, Prospect
from engine.values.judgement import Aim

MAX_POSITIONS = 20_000
"""Positions that are played through when nothing else is said."""


def explored(
    play: Play,
    board: OwnBoard,
    budget: Budget | None = None,
    control: Control | None = None,
    aim: Aim | None = None,
) -> Guide | None:
    """A guide to every position of a valid board, by playing through all of them.

    With an aim, only wins of that kind count.

    Returns:
        None if the budget or ``control`` ended it, positions cannot be distinguished, or moves name
        places, of which there are too many.
    """
    if not play.moves:
        return None
    budget, control = budget or Budget(MAX_POSITIONS), control or Control()
    start = play.start(board)
    words = [move.word for move in play.moves]
    try:
        hash(start.pieces)
    except TypeError:  # a plug-in's pieces need not be hashable
        return None
    before: dict[Hashable, list[Hashable]] = {start.pieces: []}
    waiting, ready = deque([start]), []
    while waiting:
        if control.cancelled or budget.is_spent(control.seconds):
            return None
        position = waiting.popleft()
        steps = [play.step(position, word) for word in words]
        followers = [step.after for step in steps if step.changed]
        if any(_counts(play, after, aim) for after in followers):
            ready.append(position.pieces)
        for after in followers:
            if after.status != "playing":
                continue
            if after.pieces not in before:
                before[after.pieces] = []
                waiting.append(after)
            before[after.pieces].append(position.pieces)
        if len(before) > budget.max_states:
            return None
    return _PlayedGuide(play, board, _distances(before, ready), aim)


def along(
    play: Play, board: OwnBoard, solution: tuple[str, ...], aim: Aim | None = None
) -> Guide | None:
    """A guide to the positions on one shortest solution of a valid board, and to no others.

    Returns:
        None if the moves are no solution, or not one of the kind aimed at.
    """
    playthrough, legal = replay(play, board, solution)
    if not legal or not _counts(play, playthrough.position, aim):
        return None
    positions = [playthrough.position]
    while playthrough.undo():
        positions.append(playthrough.position)
    return _SolutionGuide(play, board, solution, positions[::-1], aim)


def _counts(play: Play, position: Position, aim: Aim | None) -> bool:
    """Whether a position is won, and in the way that is aimed at."""
    return position.status == "won" and (aim is None or not play.missed(position, aim))


def _distances(
    before: Mapping[Hashable, list[Hashable]], ready: Iterable[Hashable]
) -> dict[Hashable, int]:
    """Moves to a win by position; what is missing has none ahead."""
    distance = dict.fromkeys(ready, 1)
    waiting = deque(ready)
    while waiting:
        position = waiting.popleft()
        for source in before[position]:
            if source not in distance:
                distance[source] = distance[position] + 1
                waiting.append(source)
    return distance


@dataclass(frozen=True, slots=True)
class _PlayedGuide:
    """Knows the distance of every position of a board."""

    play: Play
    board: OwnBoard
    distance: Mapping[Hashable, int]
    aim: Aim | None

    def prospect(self, moves: tuple[str, ...]) -> Prospect:
        """See :meth:`engine.values.guide.Guide.prospect`."""
        position = _position(self.play, self.board, moves)
        remaining = self._remaining(position)
        if remaining is None:
            return HOPELESS
        return Prospect(remaining, self._best(position, remaining)) if remaining else WON

    def toward(self, aim: Aim) -> Guide | None:
        """See :meth:`engine.values.guide.Guide.toward`."""
        return explored(self.play, self.board, aim=aim)

    def _remaining(self, position: Position) -> int | None:
        if position.status != "playing":
            return 0 if _counts(self.play, position, self.aim) else None
        return self.distance.get(position.pieces)

    def _best(self, position: Position, remaining: int) -> tuple[str, ...]:
        steps = [self.play.step(position, move.word) for move in self.play.moves]
        return tuple(
            step.move
            for step in steps
            if step.changed and self._remaining(step.after) == remaining - 1
        )


@dataclass(frozen=True, slots=True)
class _SolutionGuide:
    """Knows the positions on one solution."""

    play: Play
    board: OwnBoard
    solution: tuple[str, ...]
    positions: list[Position]
    aim: Aim | None

    def prospect(self, moves: tuple[str, ...]) -> Prospect | None:
        """See :meth:`engine.values.guide.Guide.prospect`."""
        position = _position(self.play, self.board, moves)
        if position.status != "playing":
            return WON if _counts(self.play, position, self.aim) else HOPELESS
        if position not in self.positions:
            return None
        index = self.positions.index(position)
        return Prospect(len(self.solution) - index, self.solution[index : index + 1])

    def toward(self, aim: Aim) -> None:
        """See :meth:`engine.values.guide.Guide.toward`; not known from one solution."""
        return


def _position(play: Play, board: OwnBoard, moves: tuple[str, ...]) -> Position:
    position = play.start(board)
    for move in moves:
        position = play.step(position, move).after
    return position
