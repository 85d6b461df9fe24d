"""Exploration of games whose solver keeps no state graph, by playing every move.

This module uses only the moves and positions that a player sees. That is slow, but fast enough for
small boards in a game that has no faster method.

:func:`explore_play` builds the graph of all positions. :func:`explore_positions` makes a guide of
it, which knows the distance to win from every position. For large boards, :func:`follow_solution`
returns a guide that knows only the positions along one solution.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from types import MappingProxyType

from engine.game.play import Play
from engine.game.play_position import OwnBoard, Position
from engine.game.playthrough import replay_moves
from engine.search.graph import Graph
from engine.search.plain_graph import PlainLevel, search_plain_graph
from engine.search.retrograde import find_distances_toward
from engine.search.strategies import GraphGuide
from engine.search.successors import LOST, MOVED, STAY, WON
from engine.values import win_distance_guide
from engine.values.budget import Budget, Control
from engine.values.ratings_and_awards import Aim
from engine.values.win_distance_guide import HOPELESS, Guide, Lookahead

OUTCOMES = MappingProxyType({"playing": MOVED, "lost": LOST, "won": WON})
"""The outcome of a move for a search, by the status of the game after the move."""
MAX_POSITIONS = 20_000
"""The default limit on the number of positions to explore."""


def explore_play(
    play: Play,
    start: Position,
    judge_step: Callable[[Position, str, Position], int],
    budget: Budget | None,
    control: Control | None,
) -> Graph:
    """Play every move from every position that can be reached, breadth first.

    Args:
        play: The rules of the game, which must list its moves.
        start: The start position, whose pieces must be hashable.
        judge_step: A function that takes a position, the word of a move that changes it, and the
            position after the move. It returns an outcome of :mod:`engine.search.successors`.
        budget: The limits on the number of positions and the time.
        control: The control that can cancel the exploration.

    Raises:
        NoKernelError: This thread must not run plain Python.
    """
    words = play.moves.words
    numbers: dict[Hashable, int] = {}

    def make_move(position: Position, move: int) -> tuple[int, Position]:
        step = play.step(position, words[move])
        outcome = judge_step(position, words[move], step.after) if step.changed else STAY
        return outcome, step.after

    def pack(position: Position) -> bytes:
        # Pieces may be of any type, so a position is packed as their number.
        return numbers.setdefault(position.pieces, len(numbers)).to_bytes(8, "little")

    return search_plain_graph(PlainLevel(len(words), start, make_move, pack), budget, control)


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
    start = play.create_start(board)
    try:
        hash(start.pieces)
    except TypeError:  # a plug-in's pieces need not be hashable
        return None

    def judge_step(before: Position, word: str, after: Position) -> int:
        if after.status == "playing":
            return MOVED
        return WON if _is_wanted_win(play, after, aim) else LOST

    graph = explore_play(play, start, judge_step, budget or Budget(MAX_POSITIONS), control)
    if not graph.is_complete:
        return None
    distance = find_distances_toward(graph, 0)
    return _PlayedGuide(play, board, GraphGuide(graph, distance, play.moves.words))


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


@dataclass(frozen=True, slots=True)
class _PlayedGuide:
    """A guide that looks positions up in the graph of all positions."""

    play: Play
    board: OwnBoard
    guide: GraphGuide

    def look_ahead(self, moves: tuple[str, ...]) -> Lookahead | None:
        """Return the lookahead from the position reached by playing ``moves`` from the start."""
        return self.guide.look_ahead(moves)

    def build_guide(self, aim: Aim) -> Guide | None:
        """Explore the board again, counting only wins that meet ``aim``."""
        return explore_positions(self.play, self.board, aim=aim)


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
            return (
                win_distance_guide.WON
                if _is_wanted_win(self.play, position, self.aim)
                else HOPELESS
            )
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
