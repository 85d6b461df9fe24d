"""Fruit Dating searched slowly and plainly, to hold the compiled engine against.

A move is made by the plain function that states the rules. Nothing else is shared with ``engine``:
no kernels, no packed states. A position is a sorted tuple of ``(row, col, kind)``; the searches are
the textbook ones. Where the two readings differ, one of them is wrong.
"""

import heapq
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, NamedTuple

from engine.games.fruit_dating.board import FruitBoard
from engine.games.fruit_dating.plain_fruit_rules import RULES
from engine.tiles.board import GONE
from engine.tiles.plain_rules import TileLevel, TileState
from engine.values.grid import DIRECTIONS

Cell = tuple[int, int]
Gate = tuple[int, int, str]
Piece = tuple[int, int, str]
State = tuple[Piece, ...]
Outcome = Literal["idle", "moved", "won", "lost"]
Result = Literal["new", "cut", "replaced", "won", "lost"]

LETTERS = "RULD"
STEP: dict[str, Cell] = {"R": (0, 1), "U": (-1, 0), "L": (0, -1), "D": (1, 0)}
WORD = {"R": "right", "U": "up", "L": "left", "D": "down"}
OPPOSITE = {"R": "L", "U": "D", "L": "R", "D": "U"}
ANTEATERS = {">": "R", "^": "U", "<": "L", "v": "D"}
SOLID = "#h" + "".join(ANTEATERS)
FRUIT = "ABCDEFGH"
BLOCKERS = "ocb"
START_NAME = "start"


@dataclass(frozen=True)
class RefBoard:
    """A level's fixed part and its pieces, written as in a level file.

    A gate ``(row, col, word)`` can be crossed from that tile in that direction only.
    """

    tiles: tuple[str, ...]
    pieces: tuple[str, ...]
    gates: frozenset[Gate] = frozenset()


@dataclass(frozen=True)
class RefFacts:
    """The facts of a whole graph, as the rules define them.

    ``states`` counts the start but no end; ``transitions`` counts the moves that do not lose, by
    letter; ``depths[d]`` is the number of states first reached after d moves;
    ``shortest_solutions`` counts move sequences and is 0 when there is no solution.
    """

    states: int
    transitions: int
    winning_moves: int
    losing_moves: int
    depths: tuple[int, ...]
    moves: int | None
    solution: str | None
    shortest_solutions: int
    dead_states: int
    solvable: bool


class TraceRow(NamedTuple):
    """One trial of the published solver; ``other_name`` is the equal situation met before."""

    name: str
    parent_name: str
    move: str
    result: Result
    other_name: str | None


class TooManyStatesError(Exception):
    """The graph has more states than the caller allows."""


# --- the board -----------------------------------------------------------------------------


def start_state(board: RefBoard) -> State:
    """The pieces as they stand in the level, kinds of blockers kept."""
    return tuple(
        (row, col, kind)
        for row, line in enumerate(board.pieces)
        for col, kind in enumerate(line)
        if kind != "."
    )


def canonical(state: State) -> State:
    """The state with all blockers alike: two positions are equal if these are."""
    return tuple((row, col, "o" if kind in BLOCKERS else kind) for row, col, kind in state)


def piece_grid(board: RefBoard, state: State) -> tuple[str, ...]:
    """The state drawn as a level's ``pieces``."""
    kinds = {(row, col): kind for row, col, kind in state}
    return tuple(
        "".join(kinds.get((row, col), ".") for col in range(len(line)))
        for row, line in enumerate(board.tiles)
    )


def _inside(board: RefBoard, row: int, col: int) -> bool:
    return 0 <= row < len(board.tiles) and 0 <= col < len(board.tiles[0])


def _solid(board: RefBoard, row: int, col: int) -> bool:
    # Off the grid counts as solid: an anteater in the ring may look outwards.
    return not _inside(board, row, col) or board.tiles[row][col] in SOLID


def _next(cell: Cell, letter: str) -> Cell:
    return cell[0] + STEP[letter][0], cell[1] + STEP[letter][1]


def can_cross(board: RefBoard, row: int, col: int, letter: str) -> bool:
    """Whether no gate closes the edge left from this tile in this direction."""
    return (*_next((row, col), letter), WORD[OPPOSITE[letter]]) not in board.gates


def problems(board: RefBoard) -> list[str]:
    """Every way in which the board breaks the rules of a valid level."""
    rows, cols = len(board.tiles), len(board.tiles[0])
    found = []
    if max(rows, cols) > 16:
        found.append("larger than 16x16")
    for row in range(rows):
        for col in range(cols):
            on_ring = row in (0, rows - 1) or col in (0, cols - 1)
            if on_ring and not _solid(board, row, col):
                found.append(f"open border at {row},{col}")
            if board.pieces[row][col] != "." and _solid(board, row, col):
                found.append(f"piece on a solid tile at {row},{col}")
    colours = Counter(kind for _, _, kind in start_state(board) if kind in FRUIT)
    if not colours:
        found.append("no fruit")
    found += [f"odd number of {colour}" for colour in sorted(colours) if colours[colour] % 2]
    for row, col, word in sorted(board.gates):
        letter = next(letter for letter in LETTERS if WORD[letter] == word)
        if not (_inside(board, row, col) and _inside(board, *_next((row, col), letter))):
            found.append(f"gate leaves the grid at {row},{col}")
        elif not can_cross(board, row, col, letter):
            found.append(f"two gates on one edge at {row},{col}")
    return found


# --- one move ------------------------------------------------------------------------------


def to_engine(board: RefBoard) -> FruitBoard:
    """The board as the engine's value."""
    gates = sorted((row, col, DIRECTIONS.index(word)) for row, col, word in board.gates)
    return FruitBoard(board.tiles, board.pieces, gates=tuple(gates))


def tilt(board: RefBoard, state: State, letter: str) -> tuple[Outcome, State]:
    """Tilt the board once.

    Kinds of blockers are kept, so that a canonical state gives a canonical one and a state for
    display gives one for display. A state lost is the position in which the loss was seen.
    """
    level = _prepare_level(board, state == canonical(state))
    cols, here = level.board.cols, {kind: [] for kind in level.glyphs}
    for row, col, kind in state:
        here[kind].append(row * cols + col)
    start = TileState(tuple(here[kind].pop() if here[kind] else GONE for kind in level.glyphs))
    outcome = RULES.make_move(level, start, RULES.moves.get_move(letter))
    if outcome is None:
        return "idle", state
    cells = zip(outcome.state.cells, level.glyphs, strict=True)
    after = [(*divmod(cell, cols), kind) for cell, kind in cells if cell != GONE]
    return "moved" if outcome.status == "playing" else outcome.status, tuple(sorted(after))


@lru_cache
def _prepare_level(board: RefBoard, alike: bool) -> TileLevel:
    """The board as the rules read it, on demand with all blockers alike."""
    pieces = piece_grid(board, canonical(start_state(board))) if alike else board.pieces
    return TileLevel(to_engine(replace(board, pieces=pieces)))


# --- the graph -----------------------------------------------------------------------------

Edges = dict[State, dict[str, tuple[Outcome, State]]]


def explore(board: RefBoard, max_states: int | None = None) -> RefFacts:
    """The facts of the whole graph; TooManyStatesError beyond ``max_states``."""
    edges, depth = _graph(board, max_states)
    outcomes = Counter(outcome for moves in edges.values() for outcome, _ in moves.values())
    to_win = _distances_to_win(edges)
    start = canonical(start_state(board))
    solvable = start in to_win
    moves = to_win[start] if solvable else None
    return RefFacts(
        states=len(edges),
        transitions=outcomes["moved"] + outcomes["won"],
        winning_moves=outcomes["won"],
        losing_moves=outcomes["lost"],
        depths=tuple(Counter(depth.values())[d] for d in range(max(depth.values()) + 1)),
        moves=moves,
        solution=_first_solution(edges, to_win, start) if solvable else None,
        shortest_solutions=0 if moves is None else _count_solutions(edges, start, moves),
        dead_states=len(edges) - len(to_win),
        solvable=solvable,
    )


def _graph(board: RefBoard, max_states: int | None) -> tuple[Edges, dict[State, int]]:
    """Every reachable state with its moves that are moves, and its depth, breadth first."""
    start = canonical(start_state(board))
    depth = {start: 0}
    edges: Edges = {}
    waiting = [start]
    for state in waiting:  # grows while it is walked
        if max_states is not None and len(depth) > max_states:
            raise TooManyStatesError(f"more than {max_states} states")
        trials = {letter: tilt(board, state, letter) for letter in LETTERS}
        edges[state] = {letter: trial for letter, trial in trials.items() if trial[0] != "idle"}
        for outcome, after in edges[state].values():
            if outcome == "moved" and after not in depth:
                depth[after] = depth[state] + 1
                waiting.append(after)
    return edges, depth


def _distances_to_win(edges: Edges) -> dict[State, int]:
    """Moves to the nearest win, for every state that has one."""
    before: dict[State, list[State]] = {}
    near = []
    for state, moves in edges.items():
        if any(outcome == "won" for outcome, _ in moves.values()):
            near.append(state)
        for outcome, after in moves.values():
            if outcome == "moved":
                before.setdefault(after, []).append(state)
    to_win = dict.fromkeys(near, 1)
    for state in near:  # grows while it is walked
        for earlier in before.get(state, []):
            if earlier not in to_win:
                to_win[earlier] = to_win[state] + 1
                near.append(earlier)
    return to_win


def _first_solution(edges: Edges, to_win: dict[State, int], start: State) -> str:
    """Walk towards the win, always by the first letter that comes nearer."""
    solution, state = "", start
    while True:
        for letter, (outcome, after) in edges[state].items():
            if outcome == "won" and to_win[state] == 1:
                return solution + letter
            if outcome == "moved" and to_win.get(after) == to_win[state] - 1:
                solution, state = solution + letter, after
                break


def _count_solutions(edges: Edges, start: State, moves: int) -> int:
    """How many move sequences of that length win (none shorter does)."""
    ways = Counter({start: 1})
    for _ in range(moves - 1):
        further: Counter[State] = Counter()
        for state, count in ways.items():
            for outcome, after in edges[state].values():
                if outcome == "moved":
                    further[after] += count
        ways = further
    return sum(
        count * sum(outcome == "won" for outcome, _ in edges[state].values())
        for state, count in ways.items()
    )


# --- the other solvers ---------------------------------------------------------------------


def published(board: RefBoard, depth_limit: int = 30) -> tuple[list[TraceRow], str | None]:
    """The article's LIFO solver: all its trials, reruns included, and its last solution."""
    rows, solution = _published_iteration(board, depth_limit, "")
    best = solution
    number = 1
    while solution is not None:
        best = solution
        number += 1
        more, solution = _published_iteration(board, len(best) - 1, f"{number}.")
        rows += more
    return rows, best


def _published_iteration(
    board: RefBoard, limit: int, prefix: str
) -> tuple[list[TraceRow], str | None]:
    start = canonical(start_state(board))
    name_of, depth_of = {start: START_NAME}, {start: 0}
    pending = [(start, "")]
    tried: Counter[int] = Counter()
    rows: list[TraceRow] = []
    while pending:
        state, path = pending.pop()
        depth = len(path) + 1
        if depth > limit:
            continue
        for letter in LETTERS:
            outcome, after = tilt(board, state, letter)
            if outcome == "idle":
                continue
            tried[depth] += 1
            name = f"{prefix}{depth}-{tried[depth]}"
            result, other = _judge(outcome, depth, depth_of.get(after)), None
            if result in ("cut", "replaced"):
                other = name_of[after]
            rows.append(TraceRow(name, name_of[state], letter, result, other))
            if result == "won":
                return rows, path + letter
            if result in ("new", "replaced"):
                # The older arrival, if still pending, must not be examined any more.
                pending = [entry for entry in pending if entry[0] != after]
                pending.append((after, path + letter))
                name_of[after], depth_of[after] = name, depth
    return rows, None


def _judge(outcome: Outcome, depth: int, known_depth: int | None) -> Result:
    """What the published solver makes of a trial."""
    # Two lines, not "in", which would not show mypy what is left.
    if outcome == "won":
        return "won"
    if outcome == "lost":
        return "lost"
    if known_depth is None:
        return "new"
    return "cut" if known_depth <= depth else "replaced"


def uniform_cost(board: RefBoard) -> str | None:
    """Lowest cost first, the first arrival final: a shortest solution, or None."""
    start = canonical(start_state(board))
    reached = {start}
    queue = [(0, 0, start, "")]
    arrivals = 0
    while queue:
        cost, _, state, path = heapq.heappop(queue)
        for letter in LETTERS:
            outcome, after = tilt(board, state, letter)
            if outcome == "won":
                return path + letter
            if outcome == "moved" and after not in reached:
                reached.add(after)
                arrivals += 1  # equal costs leave in the order they came
                heapq.heappush(queue, (cost + 1, arrivals, after, path + letter))
    return None


def naive(board: RefBoard, depth: int) -> str | None:
    """All sequences of 1, 2, ... ``depth`` moves without memory: the first that wins, or None."""
    start = canonical(start_state(board))
    for length in range(1, depth + 1):
        first = next(_winning_sequences(board, start, length), None)
        if first is not None:
            return first
    return None


def _winning_sequences(board: RefBoard, state: State, length: int) -> Iterator[str]:
    for letter in LETTERS:
        outcome, after = tilt(board, state, letter)
        if outcome == "won" and length == 1:
            yield letter
        if outcome == "moved" and length > 1:
            yield from (letter + rest for rest in _winning_sequences(board, after, length - 1))


# --- symmetries ----------------------------------------------------------------------------

# Where a step (down, right) goes: (a, b, c, d) takes it to (a*down + b*right, c*down + d*right).
SYMMETRIES: dict[str, tuple[int, int, int, int]] = {
    "identity": (1, 0, 0, 1),
    "clockwise": (0, 1, -1, 0),
    "half-turn": (-1, 0, 0, -1),
    "anticlockwise": (0, -1, 1, 0),
    "left-right": (1, 0, 0, -1),
    "top-bottom": (-1, 0, 0, 1),
    "diagonal": (0, 1, 1, 0),
    "antidiagonal": (0, -1, -1, 0),
}


def symmetries_hold(board: RefBoard) -> bool:
    """Whether a transformed board is sure to play the same.

    Two rules read the board from the top left and so know up from down: with three or more fruit
    of a colour the order of matching decides who is left over (three in an L), and with two
    anteaters the order of dragging decides who gets the fruit, and in what state. With at most
    two fruit of a colour and at most one anteater there is nothing to decide. Even then the first
    solution in the order R U L D need not be the first one's image; all counts are kept.
    """
    colours = Counter(kind for _, _, kind in start_state(board) if kind in FRUIT)
    anteaters = sum(tile in ANTEATERS for line in board.tiles for tile in line)
    return max(colours.values(), default=0) <= 2 and anteaters <= 1


def transform_moves(moves: str, g: str) -> str:
    """The moves as they must be made on the transformed board."""
    letter_of = {step: letter for letter, step in STEP.items()}
    return "".join(letter_of[_turned(STEP[letter], g)] for letter in moves)


def transform(board: RefBoard, g: str) -> RefBoard:
    """The board under a symmetry, the looks of anteaters and the ways of gates turned along."""
    glyph_of = {letter: glyph for glyph, letter in ANTEATERS.items()}

    def turned_tile(tile: str) -> str:
        return glyph_of[transform_moves(ANTEATERS[tile], g)] if tile in ANTEATERS else tile

    word_of = {WORD[letter]: WORD[transform_moves(letter, g)] for letter in LETTERS}
    size = (len(board.tiles), len(board.tiles[0]))
    return RefBoard(
        tiles=_transform_grid([[turned_tile(tile) for tile in line] for line in board.tiles], g),
        pieces=_transform_grid(board.pieces, g),
        gates=frozenset(
            (*_transform_cell((row, col), size, g), word_of[word]) for row, col, word in board.gates
        ),
    )


def _turned(step: Cell, g: str) -> Cell:
    a, b, c, d = SYMMETRIES[g]
    return a * step[0] + b * step[1], c * step[0] + d * step[1]


def _transform_cell(cell: Cell, size: Cell, g: str) -> Cell:
    # Measured from the middle of the grid a place turns as a step does; doubled to stay whole.
    row, col = _turned((2 * cell[0] - size[0] + 1, 2 * cell[1] - size[1] + 1), g)
    rows, cols = (abs(length) for length in _turned(size, g))
    return (row + rows - 1) // 2, (col + cols - 1) // 2


def _transform_grid(grid: Iterable[Iterable[str]], g: str) -> tuple[str, ...]:
    lines = [list(line) for line in grid]
    size = (len(lines), len(lines[0]))
    rows, cols = (abs(length) for length in _turned(size, g))
    new = [["?"] * cols for _ in range(rows)]
    for row, line in enumerate(lines):
        for col, glyph in enumerate(line):
            new_row, new_col = _transform_cell((row, col), size, g)
            new[new_row][new_col] = glyph
    return tuple("".join(line) for line in new)


# --- random boards -------------------------------------------------------------------------


def random_board(rng: random.Random, rows: int, cols: int, features: bool = True) -> RefBoard:
    """A wild but valid board of at least 3x4, for comparing two readings of the rules.

    With ``features`` also mud, anteaters, hedgehogs (both in the ring too) and gates, which stand
    anywhere, next to solid tiles as well; without, walls and blockers only. Pieces are few, so
    that about nine in ten graphs of 8x8 have at most a few thousand states.
    """
    while True:
        tiles = _random_tiles(rng, rows, cols, features)
        free = [
            (row, col)
            for row, line in enumerate(tiles)
            for col, tile in enumerate(line)
            if tile not in SOLID
        ]
        kinds = _random_pieces(rng)
        if len(kinds) <= len(free):
            break
    at = dict(zip(rng.sample(free, len(kinds)), kinds, strict=True))
    pieces = tuple("".join(at.get((row, col), ".") for col in range(cols)) for row in range(rows))
    gates = _random_gates(rng, rows, cols) if features else frozenset()
    return RefBoard(tiles, pieces, gates)


def _random_tiles(rng: random.Random, rows: int, cols: int, features: bool) -> tuple[str, ...]:
    # Shares are drawn per board, so that some boards are crowded with one thing and bare of others.
    walls = rng.uniform(0, 0.35)
    mud, anteaters, hedgehogs = (rng.choice((0, 0, 0.05, 0.12)) * features for _ in range(3))

    def tile(on_ring: bool) -> str:
        draw = rng.random()
        for share, glyphs in ((anteaters, "".join(ANTEATERS)), (hedgehogs, "h")):
            if draw < share:
                return rng.choice(glyphs)
            draw -= share
        if on_ring or draw < walls:
            return "#"
        return "~" if draw < walls + mud else "."

    return tuple(
        "".join(tile(row in (0, rows - 1) or col in (0, cols - 1)) for col in range(cols))
        for row in range(rows)
    )


def _random_pieces(rng: random.Random) -> list[str]:
    colours = rng.sample(FRUIT, rng.choice((1, 1, 1, 2, 2, 3)))
    kinds = [colour for colour in colours for _ in range(rng.choice((2, 2, 2, 4)))]
    return kinds + rng.choices(BLOCKERS, k=rng.choice((0, 0, 1, 1, 2, 3)))


def _random_gates(rng: random.Random, rows: int, cols: int) -> frozenset[Gate]:
    edges = [(row, col, "R") for row in range(rows) for col in range(cols - 1)]
    edges += [(row, col, "D") for row in range(rows - 1) for col in range(cols)]
    gates = set()
    for row, col, letter in rng.sample(edges, rng.choice((0, 0, 1, 3, len(edges) // 4))):
        if rng.random() < 0.5:
            gates.add((row, col, WORD[letter]))
        else:
            gates.add((*_next((row, col), letter), WORD[OPPOSITE[letter]]))
    return frozenset(gates)
