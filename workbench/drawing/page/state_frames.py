"""The state graph of a level, packed for a page that plays the level without knowing the rules.

A *frame* is the pieces that are visible in a position. The frames of the states come first, in the
order of the state graph, and then those of the ends: the positions that a winning or losing move
leads to. The packed numbers are, in this order:

1. for each piece, a column with one number per frame: 0 if the piece has left the board, otherwise
   1 + cell * names + name, where ``names`` is the number of the level's piece names;
2. for each state, one number per move: 0 if the move changes nothing, otherwise 1 + frame;
3. for each state, its distance to win, or 0 if it is dead.

The numbers are written as varints (LEB128: seven bits per byte, the low ones first), compressed by
zlib, in base64. Columns compress well, because a piece often stays where it is.
"""

from __future__ import annotations

import zlib
from base64 import b64encode
from collections.abc import Iterable, Mapping
from typing import Any

from engine.errors import LevelError
from engine.game.game import Game
from engine.game.play_position import Position
from engine.search.breadth_first import STAY_EDGE
from engine.search.graph import Graph
from engine.search.retrograde import DEAD, analyse_retrograde
from engine.values.budget import Budget
from engine.values.grid import DIRECTIONS
from engine.values.level import Board
from engine.values.picture import Picture

MAX_STATES = 50_000
"""The default maximum number of states in a level on a page."""

Frame = tuple[tuple[int, int, str], ...]
"""The visible pieces, each as (identity, cell, name)."""


def build_graph_level(game: Game, board: Board, max_states: int) -> dict[str, Any]:
    """Return a level's state graph and fixed tiles, as values that JSON can represent.

    Raises:
        LevelError: The game's solver leaves no state graph, the graph has too many states, or play
            changes the tiles of the board.
    """
    # The search ends before it has room for a state's last moves, so leave it room for more.
    budget = Budget(max_states + len(game.play.moves))
    solved = game.solver.solve(board, budget=budget)
    graph = None if solved.states is None else solved.states.trace.graph
    if graph is None or not game.play.moves:
        raise LevelError(f"no page: the solver of {game.title} leaves no state graph")
    if not graph.is_complete:
        raise _refuse_size(max_states)
    played = _PlayedGraph(game, board, graph, max_states)
    frames = played.list_frames()
    pieces = 1 + max((identity for frame in frames for identity, _, _ in frame), default=-1)
    names = sorted({name for frame in frames for _, _, name in frame})
    picture = game.play.draw_picture(game.play.create_start(board))
    numbers = [*_list_columns(frames, pieces, names), *played.targets, *played.list_distances()]
    return {
        "tiles": [name for line in picture.tiles for name in line],
        "gates": [[row, col, DIRECTIONS[way]] for row, col, way in sorted(picture.gates)],
        "words": game.play.moves.words,
        "titles": [game.play.format_title(word) for word in game.play.moves.words],
        "ways": _list_ways(game),
        "pieces": pieces,
        "names": names,
        "states": len(played.positions),
        "ends": [end[1:] for end in played.ends],
        "graph": pack_numbers(numbers),
        "optimum": solved.moves and len(solved.moves),
    }


def _refuse_size(max_states: int) -> LevelError:
    return LevelError(
        f"no page: the state graph has more than {max_states:,} states; --max-states allows more"
    )


def pack_numbers(numbers: Iterable[int]) -> str:
    """Pack natural numbers as varints, compressed, in base64."""
    content = bytearray()
    for number in numbers:
        rest = number
        while rest > 127:
            content.append(rest & 127 | 128)
            rest >>= 7
        content.append(rest)
    return b64encode(zlib.compress(bytes(content), 9)).decode("ascii")


class _PlayedGraph:
    """A state graph whose moves are played, to see the position in each state.

    A solver may merge states that differ only in which of two pieces of different looks is where.
    They are kept apart here, because a player would see the pieces change places.

    Attributes:
        positions: The positions that are not ends, breadth first.
        ends: The frame, status and note of each end.
        targets: The packed target of every move, position by position.
    """

    def __init__(self, game: Game, board: Board, graph: Graph, max_states: int) -> None:
        play, edges = game.play, graph.edges.tolist()
        self._play = play
        start = play.create_start(board)
        self._ground = play.draw_picture(start)
        self._graph = graph
        self.positions = [start]
        self._states = [0]
        self.ends: list[tuple[Frame, str, str]] = []
        self.targets: list[int] = []
        found = {(0, self._list_looks(start)): 0}
        ends: dict[tuple[Frame, str, str], int] = {}
        links: list[tuple[bool, int]] = []
        for position, state in zip(self.positions, self._states, strict=False):
            for word, target in zip(play.moves.words, edges[state], strict=True):
                if target == STAY_EDGE:
                    links.append((False, -1))
                    continue
                step = play.step(position, word)
                if target < 0:
                    note = step.note or _describe_win(game, step.after)
                    end = self._draw_frame(step.after), step.after.status, note
                    links.append((True, ends.setdefault(end, len(ends))))
                    continue
                key = target, self._list_looks(step.after)
                if key not in found:
                    found[key] = len(found)
                    self.positions.append(step.after)
                    self._states.append(target)
                links.append((False, found[key]))
            if len(found) > max_states:
                raise _refuse_size(max_states)
        self.ends = list(ends)
        # Only now is it known how many frames come before those of the ends.
        self.targets = [1 + number + is_end * len(found) for is_end, number in links]

    def list_frames(self) -> list[Frame]:
        """Return the frames of the positions and then those of the ends."""
        return [*map(self._draw_frame, self.positions), *(frame for frame, _, _ in self.ends)]

    def list_distances(self) -> Iterable[int]:
        """Return each position's distance to win, or 0 for a dead one."""
        distance = analyse_retrograde(self._graph).distance.tolist()
        return (0 if distance[state] == DEAD else distance[state] for state in self._states)

    def _list_looks(self, position: Position) -> tuple[tuple[int, str], ...]:
        """Return the visible pieces without their identities."""
        return tuple(sorted((cell, name) for _, cell, name in self._draw_frame(position)))

    def _draw_frame(self, position: Position) -> Frame:
        return _draw_frame(self._play.draw_picture(position), self._ground)


def _draw_frame(picture: Picture, ground: Picture) -> Frame:
    if picture.tiles != ground.tiles or picture.gates != ground.gates:
        raise LevelError("no page: moves change the tiles of this board")
    return tuple(
        sorted(
            (piece.identity, row * picture.cols + col, piece.name)
            for (row, col), piece in picture.pieces.items()
        )
    )


def _describe_win(game: Game, position: Position) -> str:
    """Return the kinds of win that a won position is, or "" if there is only one kind."""
    if position.status != "won":
        return ""
    aims = game.play.aims
    return ", ".join(aim.title for aim in aims if not game.play.is_aim_missed(position, aim))


def _list_columns(frames: list[Frame], pieces: int, names: list[str]) -> Iterable[int]:
    numbers = {name: number for number, name in enumerate(names)}
    codes = [
        {identity: 1 + cell * len(names) + numbers[name] for identity, cell, name in frame}
        for frame in frames
    ]
    for piece in range(pieces):
        yield from (code.get(piece, 0) for code in codes)


def _list_ways(game: Game) -> Mapping[str, str]:
    """Return the word of the move in each direction that has one."""
    moves = ((way, game.play.get_move_toward(index)) for index, way in enumerate(DIRECTIONS))
    return {way: word for way, word in moves if word is not None}
