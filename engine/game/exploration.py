"""Guides for games whose solver does not keep a state graph, built by playing every move.

This module uses only the moves and positions that a player sees. That is slow, but fast enough for
small boards in a game that has no faster method.

:func:`explore_positions` plays every move from every position, breadth first, and records the
predecessors of each position. A second breadth-first pass runs backwards over these links, from the
positions with a winning move, and computes the distance to win for every position. Positions that
the second pass does not reach are dead. For large boards, :func:`follow_solution` returns a guide
that knows only the positions along one solution.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass

from engine.errors import NoKernelError
from engine.game.play import Play
from engine.game.play_position import OwnBoard, Position
from engine.game.playthrough import replay_moves
from engine.jit.plain_python import refuse_plain_python
from engine.values.budget import Budget, Control
from engine.values.lookahead import HOPELESS, WON, Guide, Lookahead
from engine.values.outcomes import Aim

MAX_POSITIONS = 20_000
"""The default limit on the number of positions to explore."""


def explore_positions(
    play: Play,
    board: OwnBoard,
    budget: Budget | None = None,
    control: Control | None = None,
    aim: Aim | None = None,
) -> Guide | None:
    """Build a guide to a valid board by playing every move from every reachable position.

    Args:
        play: The rules of the game.
        board: The board to explore.
        budget: The limits on the number of positions and the time.
        control: The control that can cancel the exploration.
        aim: The kind of win that counts; None if any win counts.

    Returns:
        The guide, or None if the budget or ``control`` ended the exploration. The result is also
        None if positions cannot be hashed, or if the game's moves name cells and are not listed.
    """
    if not play.moves:
        return None
    budget, control = budget or Budget(MAX_POSITIONS), control or Control()
    start = play.create_start(board)
    words = [move.word for move in play.moves]
    try:
        hash(start.pieces)
    except TypeError:  # a plug-in's pieces need not be hashable
        return None
    refuse_plain_python(NoKernelError("explore_positions"))
    # The predecessors of each position: the edges of the state graph, reversed.
    before: dict[Hashable, list[Hashable]] = {start.pieces: []}
    waiting, ready = deque([start]), []
    while waiting:
        if control.is_cancelled or budget.is_spent(control.seconds):
            return None
        position = waiting.popleft()
        steps = [play.step(position, word) for word in words]
        followers = [step.after for step in steps if step.changed]
        # A win ends the game, so won positions are not in the graph. The backward pass starts from
        # the positions with a winning move, at distance 1.
        if any(_is_wanted_win(play, after, aim) for after in followers):
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
    return _PlayedGuide(play, board, _compute_distances(before, ready), aim)


def follow_solution(
    play: Play, board: OwnBoard, solution: tuple[str, ...], aim: Aim | None = None
) -> Guide | None:
    """Return a guide that knows only the positions along one shortest solution.

    Returns:
        The guide, or None if the moves are not a solution that meets ``aim``.
    """
    playthrough, legal = replay_moves(play, board, solution)
    if not legal or not _is_wanted_win(play, playthrough.position, aim):
        return None
    positions = [playthrough.position]
    while playthrough.undo():
        positions.append(playthrough.position)
    return _SolutionGuide(play, board, solution, positions[::-1], aim)


def _is_wanted_win(play: Play, position: Position, aim: Aim | None) -> bool:
    """Return whether a position is won and, if ``aim`` is given, the win meets it."""
    return position.status == "won" and (aim is None or not play.is_aim_missed(position, aim))


def _compute_distances(
    before: Mapping[Hashable, list[Hashable]], last_positions: Iterable[Hashable]
) -> dict[Hashable, int]:
    """Map each position to its distance to win, leaving out dead positions.

    ``before`` maps each position to its predecessors. ``last_positions`` are the positions with a
    winning move.
    """
    distance = dict.fromkeys(last_positions, 1)
    # The pass runs backwards, breadth first, so the first distance found is the shortest.
    waiting = deque(last_positions)
    while waiting:
        position = waiting.popleft()
        for source in before[position]:
            if source not in distance:
                distance[source] = distance[position] + 1
                waiting.append(source)
    return distance


@dataclass(frozen=True, slots=True)
class _PlayedGuide:
    """A guide that stores the distance to win for every live position."""

    play: Play
    board: OwnBoard
    distance: Mapping[Hashable, int]
    aim: Aim | None

    def look_ahead(self, moves: tuple[str, ...]) -> Lookahead:
        """Return the lookahead from the position reached by playing ``moves`` from the start."""
        position = _replay_moves(self.play, self.board, moves)
        remaining = self._find_distance(position)
        if remaining is None:
            return HOPELESS
        return (
            Lookahead(remaining, self._find_best_moves(position, remaining)) if remaining else WON
        )

    def build_guide(self, aim: Aim) -> Guide | None:
        """Explore the board again, counting only wins that meet ``aim``."""
        return explore_positions(self.play, self.board, aim=aim)

    def _find_distance(self, position: Position) -> int | None:
        if position.status != "playing":
            return 0 if _is_wanted_win(self.play, position, self.aim) else None
        return self.distance.get(position.pieces)

    def _find_best_moves(self, position: Position, remaining: int) -> tuple[str, ...]:
        steps = [self.play.step(position, move.word) for move in self.play.moves]
        return tuple(
            step.move
            for step in steps
            if step.changed and self._find_distance(step.after) == remaining - 1
        )


@dataclass(frozen=True, slots=True)
class _SolutionGuide:
    """A guide that knows only the positions along one solution."""

    play: Play
    board: OwnBoard
    solution: tuple[str, ...]
    positions: list[Position]
    aim: Aim | None

    def look_ahead(self, moves: tuple[str, ...]) -> Lookahead | None:
        """Return the lookahead after ``moves``, or None if the position is not on the solution."""
        position = _replay_moves(self.play, self.board, moves)
        if position.status != "playing":
            return WON if _is_wanted_win(self.play, position, self.aim) else HOPELESS
        # Nothing is known about positions off the solution, not even whether they are dead.
        if position not in self.positions:
            return None
        index = self.positions.index(position)
        return Lookahead(len(self.solution) - index, self.solution[index : index + 1])

    def build_guide(self, aim: Aim) -> None:
        """Return None, because one solution says nothing about other kinds of wins."""
        return


def _replay_moves(play: Play, board: OwnBoard, moves: tuple[str, ...]) -> Position:
    position = play.create_start(board)
    for move in moves:
        position = play.step(position, move).after
    return position
