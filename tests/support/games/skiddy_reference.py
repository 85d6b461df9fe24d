"""Skiddy searched slowly and plainly, to hold the compiled engine against.

A move is made by the plain function that states the rules. Nothing else is shared with ``engine``:
no kernels, no packed states. Pieces are a sorted tuple of ``(row, col, kind)``; the searches are
the textbook ones. Where the two readings differ, one of them is wrong.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from engine.games.skiddy.board import SkiddyBoard
from engine.games.skiddy.plain_skiddy_rules import RULES
from engine.tiles.board import GONE
from engine.tiles.plain_rules import TileState, prepare_level

Cell = tuple[int, int]
Piece = tuple[int, int, str]
Pieces = tuple[Piece, ...]
WinKind = Literal["max", "end"]
Label = Literal["dead end", "ok", "max combo"]

LETTERS = "URDL"
STEP: dict[str, Cell] = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}
GOAL_OF = {"r": "R", "b": "B"}
COLOURS = "".join(GOAL_OF)
SLIDING = COLOURS + "i"
ON_PIT = {"1": "r", "2": "b", "3": "c", "4": "i"}
"""How the one-grid shorthand writes a piece that is on a pit."""


@dataclass(frozen=True)
class RefBoard:
    """A level's tiles and its pieces, written as in a level file."""

    tiles: tuple[str, ...]
    pieces: tuple[str, ...]


class State(NamedTuple):
    """A position: the pieces left, and whether the max combo can no longer be had."""

    pieces: Pieces
    broken: bool = False


class Slide(NamedTuple):
    """What one input does to the pieces: where they come to rest and who has left."""

    pieces: Pieces
    left: Counter[str]


class Edge(NamedTuple):
    """A move of the graph; ``win`` is the kind of win, and None that the level goes on."""

    after: State
    win: WinKind | None


@dataclass(frozen=True)
class Way:
    """The shortest ways to one kind of win: length, the first in order U R D L, how many."""

    moves: int
    solution: str
    count: int


@dataclass(frozen=True)
class RefFacts:
    """The facts of a whole graph, as the rules define them.

    ``dead_ends`` holds the numbers of the dead states, breadth first from S0; ``winning_edges``
    the moves that win with max combo and those that win without it; ``first_moves`` the letters
    that are moves at the start.
    """

    states: int
    transitions: int
    dead_ends: tuple[int, ...]
    depths: tuple[int, ...]
    broken_states: int
    max_combo: Way | None
    no_combo: Way | None
    winning_edges: tuple[int, int]
    first_moves: str
    stars: int

    @property
    def best(self) -> Way | None:
        """The way with the minimum of moves; of two equal ones that with the first solution."""
        ways = [way for way in (self.max_combo, self.no_combo) if way]
        return min(ways, key=lambda way: (way.moves, order(way.solution)), default=None)


class TooManyStatesError(Exception):
    """The graph has more states than the caller allows."""


def order(moves: str) -> list[int]:
    """What sorts move strings in the order U R D L."""
    return [LETTERS.index(letter) for letter in moves]


# --- the board -----------------------------------------------------------------------------


def from_text(rows: str | Collection[str]) -> RefBoard:
    """A board in the one-grid shorthand of the rules, rows split at ``/`` or given one by one."""
    lines = rows.split("/") if isinstance(rows, str) else list(rows)
    tiles = tuple("".join(_tile_of(glyph) for glyph in line) for line in lines)
    pieces = tuple("".join(_piece_of(glyph) for glyph in line) for line in lines)
    return RefBoard(tiles, pieces)


def _tile_of(glyph: str) -> str:
    if glyph in ON_PIT:
        return "o"
    return glyph if glyph in "#oRB" else "."


def _piece_of(glyph: str) -> str:
    return ON_PIT.get(glyph, glyph if glyph in "rbci" else ".")


def start_pieces(board: RefBoard) -> Pieces:
    """The pieces as they stand in the level."""
    return tuple(
        (row, col, kind)
        for row, line in enumerate(board.pieces)
        for col, kind in enumerate(line)
        if kind != "."
    )


def to_text(board: RefBoard, pieces: Pieces) -> str:
    """Pieces on the board's tiles in the one-grid shorthand, rows joined by ``/``, blank floor."""
    at = {(row, col): kind for row, col, kind in pieces}
    on_pit = {kind: glyph for glyph, kind in ON_PIT.items()}

    def glyph(row: int, col: int, tile: str) -> str:
        kind = at.get((row, col))
        if kind is None:
            return " " if tile == "." else tile
        return on_pit[kind] if tile == "o" else kind

    return "/".join(
        "".join(glyph(row, col, tile) for col, tile in enumerate(line))
        for row, line in enumerate(board.tiles)
    )


def piece_grid(board: RefBoard, pieces: Pieces) -> tuple[str, ...]:
    """Pieces drawn as a level's ``pieces``."""
    at = {(row, col): kind for row, col, kind in pieces}
    return tuple(
        "".join(at.get((row, col), ".") for col in range(len(line)))
        for row, line in enumerate(board.tiles)
    )


def problems(board: RefBoard) -> list[str]:
    """Every way in which the board cannot be played (what is merely unusual is left out)."""
    rows, cols = len(board.tiles), len(board.tiles[0])
    found = []
    if min(rows, cols) < 3 or max(rows, cols) > 16:
        found.append("not between 3x3 and 16x16")
    for row, line in enumerate(board.tiles):
        for col, tile in enumerate(line):
            sides = (row in (0, rows - 1)) + (col in (0, cols - 1))
            if tile in "RB" and sides != 1:
                found.append(f"goal at {row},{col}")
            if tile in ".o" and sides:
                found.append(f"open border at {row},{col}")
            if board.pieces[row][col] != "." and tile not in ".o":
                found.append(f"piece on {tile} at {row},{col}")
    colours = {kind for _, _, kind in start_pieces(board) if kind in COLOURS}
    if not colours:
        found.append("no Skiddy")
    goals = "".join(board.tiles)
    found += [f"no goal for {kind}" for kind in sorted(colours) if GOAL_OF[kind] not in goals]
    return found


# --- one move ------------------------------------------------------------------------------


def slide(board: RefBoard, pieces: Pieces, letter: str) -> Slide:
    """Tilt the floor once and let everything come to rest."""
    level = prepare_level(SkiddyBoard(board.tiles, board.pieces))
    cols, here = level.board.cols, {kind: [] for kind in level.glyphs}
    for row, col, kind in pieces:
        here[kind].append(row * cols + col)
    start = TileState(
        tuple(here[kind].pop() if here[kind] else GONE for kind in level.glyphs), (0,)
    )
    outcome = RULES.make_move(level, start, RULES.moves.get_move(letter))
    if outcome is None:
        return Slide(pieces, Counter())
    cells = zip(outcome.state.cells, level.glyphs, strict=True)
    after = [(*divmod(cell, cols), kind) for cell, kind in cells if cell != GONE]
    left = Counter(kind for _, _, kind in pieces) - Counter(kind for _, _, kind in after)
    return Slide(tuple(sorted(after)), left)


def move(board: RefBoard, state: State, letter: str) -> Edge | None:
    """The edge of one input, or None if the input changes nothing and so is no move."""
    after, left = slide(board, state.pieces, letter)
    if after == state.pieces:
        return None
    initial = Counter(kind for _, _, kind in start_pieces(board))
    broken = state.broken or any(left[kind] < initial[kind] for kind in left)
    if any(kind in COLOURS for _, _, kind in after):
        return Edge(State(after, broken), None)
    return Edge(State(after, broken), "end" if broken else "max")


# --- the graph -----------------------------------------------------------------------------

Graph = dict[State, dict[str, Edge]]
"""The moves of every stored state, states in the order of their numbers."""


def graph_of(board: RefBoard, max_states: int | None = None) -> tuple[Graph, dict[State, int]]:
    """Every stored state with its moves, and its depth; S0 first, breadth first.

    Raises:
        TooManyStatesError: there are more than ``max_states``.
    """
    start = State(start_pieces(board))
    depth = {start: 0}
    graph: Graph = {}
    waiting = [start]
    for state in waiting:  # grows while it is walked
        if max_states is not None and len(depth) > max_states:
            raise TooManyStatesError(f"more than {max_states} states")
        trials = {letter: move(board, state, letter) for letter in LETTERS}
        graph[state] = {letter: edge for letter, edge in trials.items() if edge}
        for edge in graph[state].values():
            if edge.win is None and edge.after not in depth:
                depth[edge.after] = depth[state] + 1
                waiting.append(edge.after)
    return graph, depth


def explore(board: RefBoard, max_states: int | None = None) -> RefFacts:
    """The facts of the whole graph.

    Raises:
        TooManyStatesError: there are more than ``max_states``.
    """
    graph, depth = graph_of(board, max_states)
    start = next(iter(graph))
    to_win = distances_to_win(graph, ("max", "end"))
    dead = tuple(number for number, state in enumerate(graph) if state not in to_win)
    max_combo, no_combo = (_way(graph, start, kind) for kind in ("max", "end"))
    wins = Counter(edge.win for edges in graph.values() for edge in edges.values())
    levels = Counter(depth.values())
    return RefFacts(
        states=len(graph),
        transitions=wins.total(),
        dead_ends=dead,
        depths=tuple(levels[d] for d in range(max(levels) + 1)),
        broken_states=sum(state.broken for state in graph),
        max_combo=max_combo,
        no_combo=no_combo,
        winning_edges=(wins["max"], wins["end"]),
        first_moves="".join(graph[start]),
        stars=_stars(bool(dead), max_combo, no_combo),
    )


def distances_to_win(graph: Graph, kinds: Collection[WinKind]) -> dict[State, int]:
    """Moves to the nearest win of these kinds, for every state that has one."""
    before: dict[State, list[State]] = {}
    near = []
    for state, edges in graph.items():
        if any(edge.win in kinds for edge in edges.values()):
            near.append(state)
        for edge in edges.values():
            if edge.win is None:
                before.setdefault(edge.after, []).append(state)
    to_win = dict.fromkeys(near, 1)
    for state in near:  # grows while it is walked
        for earlier in before.get(state, []):
            if earlier not in to_win:
                to_win[earlier] = to_win[state] + 1
                near.append(earlier)
    return to_win


def _way(graph: Graph, start: State, kind: WinKind) -> Way | None:
    to_win = distances_to_win(graph, (kind,))
    if start not in to_win:
        return None
    solutions = _solutions(graph, to_win, start, kind)
    return Way(to_win[start], next(solutions), _count(graph, to_win, start, kind))


def _solutions(
    graph: Graph, to_win: dict[State, int], state: State, kind: WinKind
) -> Iterator[str]:
    """The shortest solutions of a kind, in the order U R D L."""
    for letter, edge in graph[state].items():
        if edge.win == kind and to_win[state] == 1:
            yield letter
        if edge.win is None and to_win.get(edge.after) == to_win[state] - 1:
            yield from (letter + rest for rest in _solutions(graph, to_win, edge.after, kind))


def _count(graph: Graph, to_win: dict[State, int], start: State, kind: WinKind) -> int:
    """How many shortest solutions of a kind there are."""
    ways = Counter({start: 1})
    for _ in range(to_win[start] - 1):
        further: Counter[State] = Counter()
        for state, count in ways.items():
            for edge in graph[state].values():
                if edge.win is None:
                    further[edge.after] += count
        ways = further
    return sum(
        count * sum(edge.win == kind for edge in graph[state].values())
        for state, count in ways.items()
    )


def shortest_solutions(board: RefBoard, kind: WinKind) -> list[str]:
    """All shortest solutions of a kind, in the order U R D L."""
    graph, _ = graph_of(board)
    to_win = distances_to_win(graph, (kind,))
    start = next(iter(graph))
    return list(_solutions(graph, to_win, start, kind)) if start in to_win else []


def _stars(dead_ends: bool, max_combo: Way | None, no_combo: Way | None) -> int:
    """Rules passed in their order, up to the first that fails."""
    if dead_ends:
        return 0
    if not (max_combo and no_combo):
        return 1
    return 3 if no_combo.moves >= max_combo.moves else 2


# --- the published analyser ----------------------------------------------------------------


@dataclass(eq=False)
class Node:
    """A stored state of the published analyser: it knows its parents, not its children."""

    state: State
    move: str
    parent: Node | None
    depth: int
    label: Label = "dead end"
    secondary: list[Node] = field(default_factory=list)

    def path(self) -> str:
        """The moves by which the node was first reached."""
        return self.parent.path() + self.move if self.parent else ""


@dataclass(frozen=True)
class Trial:
    """A move as the published analyser saw it when it tried it, nodes by their numbers.

    ``target`` is None for a win; ``marked`` holds the nodes that the trial marked, and the last
    two describe node and target before it did.
    """

    node: int
    letter: str
    target: int | None
    new: bool
    inserted: bool
    marked: tuple[int, ...]
    node_was_marked: bool
    target_was_marked: bool


@dataclass(frozen=True)
class Published:
    """What the published analyser finds: its nodes in order, and a solution a winning edge."""

    nodes: list[Node]
    solutions: list[tuple[str, WinKind]]
    trials: list[Trial]

    @property
    def has_dead_ends(self) -> bool:
        """Whether some node was never marked."""
        return any(node.label == "dead end" for node in self.nodes)


def published(board: RefBoard, secondary_parents: bool = True) -> Published:
    """The article's analyser with its refinements; without secondary parents it makes the mistake
    that they prevent."""
    root = Node(State(start_pieces(board)), "", None, 0)
    known = {root.state: root}
    nodes = [root]
    solutions: list[tuple[str, WinKind]] = []
    trials: list[Trial] = []
    for number, current in enumerate(nodes):  # grows while it is walked
        for letter in LETTERS:
            edge = move(board, current.state, letter)
            if edge is None:
                continue
            other = None if edge.win else known.get(edge.after)
            dead = [node.label == "dead end" for node in (current, other or current)]
            inserted, marked = False, []
            new = edge.win is None and other is None
            if edge.win:
                solutions.append((current.path() + letter, edge.win))
                marked = _mark(current, "max combo" if edge.win == "max" else "ok")
            elif other is None:
                other = Node(edge.after, letter, current, current.depth + 1)
                known[edge.after] = other
                nodes.append(other)
            elif secondary_parents:
                if current.label == "dead end" and current not in other.secondary:
                    other.secondary.append(current)
                    inserted = True
                if other.label != "dead end":
                    marked = _mark(current, other.label)
            target = nodes.index(other) if other else None
            by_number = tuple(sorted(map(nodes.index, marked)))
            was = (not dead[0], other is not None and not new and not dead[1])
            trials.append(Trial(number, letter, target, new, inserted, by_number, *was))
    return Published(nodes, solutions, trials)


def _mark(node: Node, label: Label) -> list[Node]:
    """Mark a node and its ancestors, up to those that are marked already; those marked."""
    waiting = [node]
    marked = []
    for current in waiting:  # grows while it is walked
        if current.label == "dead end":
            current.label = label
            marked.append(current)
            waiting += [current.parent] if current.parent else []
            waiting += current.secondary
    return marked


# --- symmetries ----------------------------------------------------------------------------

SYMMETRIES = ("", "m", "t", "mt", "tm", "mtm", "tmt", "mtmt")
"""All eight, as mirrorings (left for right) and transpositions made one after the other."""


def transform(board: RefBoard, symmetry: str) -> RefBoard:
    """The board turned or mirrored."""
    tiles, pieces = board.tiles, board.pieces
    for part in symmetry:
        tiles, pieces = (_mirrored(g) if part == "m" else _transposed(g) for g in (tiles, pieces))
    return RefBoard(tiles, pieces)


def _mirrored(grid: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(line[::-1] for line in grid)


def _transposed(grid: tuple[str, ...]) -> tuple[str, ...]:
    return tuple("".join(column) for column in zip(*grid, strict=True))


def transform_moves(moves: str, symmetry: str) -> str:
    """The moves as they must be made on the transformed board."""
    for part in symmetry:
        moves = moves.translate(str.maketrans("RLUD", "LRUD" if part == "m" else "DULR"))
    return moves


# --- random boards -------------------------------------------------------------------------

FEATURES = ("pits", "blue", "crates", "ice")


def random_board(
    rng: random.Random, rows: int, cols: int, features: Collection[str] = FEATURES
) -> RefBoard:
    """A wild but valid board of at least 4x5, for comparing two readings of the rules.

    Every feature named is on the board if there is room. Pieces also stand on pits and beside
    goals, goals also beside each other and behind blocks.
    """
    while True:
        kinds = "r" * rng.choice((1, 2, 2, 2, 3, 3, 4))
        kinds += "b" * rng.choice((1, 1, 2)) * ("blue" in features)
        kinds += "c" * rng.choice((1, 1, 2, 3)) * ("crates" in features)
        kinds += "i" * rng.choice((1, 1, 2)) * ("ice" in features)
        tiles = _random_tiles(rng, rows, cols, features)
        inner = [(row, col) for row in range(1, rows - 1) for col in range(1, cols - 1)]
        free = [(row, col) for row, col in inner if tiles[row][col] in ".o"]
        if len(kinds) < len(free):
            break
    at = dict(zip(rng.sample(free, len(kinds)), kinds, strict=True))
    return RefBoard(
        tuple("".join(line) for line in tiles),
        tuple("".join(at.get((row, col), ".") for col in range(cols)) for row in range(rows)),
    )


def _random_tiles(
    rng: random.Random, rows: int, cols: int, features: Collection[str]
) -> list[list[str]]:
    blocks = rng.uniform(0, 0.35)
    tiles = [["#"] * cols for _ in range(rows)]
    inner = [(row, col) for row in range(1, rows - 1) for col in range(1, cols - 1)]
    for row, col in inner:
        tiles[row][col] = "#" if rng.random() < blocks else "."
    if "pits" in features:
        for row, col in rng.sample(inner, min(len(inner), rng.choice((1, 1, 2, 3, 5)))):
            tiles[row][col] = "o"
    border = [(row, col) for row in (0, rows - 1) for col in range(1, cols - 1)]
    border += [(row, col) for row in range(1, rows - 1) for col in (0, cols - 1)]
    goals = "R" * rng.choice((1, 1, 2, 3)) + "B" * rng.choice((1, 1, 2)) * ("blue" in features)
    for (row, col), goal in zip(rng.sample(border, len(goals)), goals, strict=True):
        tiles[row][col] = goal
    return tiles
