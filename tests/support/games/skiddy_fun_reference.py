"""The figures of a level's fun, read plainly: every perfect solution is played out by itself.

Moves are made by the plain function that states the rules, in which pieces keep their identity from
the start to the end. States of the game do not keep it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations, pairwise

from skiddy_reference import (
    COLOURS,
    GOAL_OF,
    LETTERS,
    SYMMETRIES,
    Cell,
    RefBoard,
    RefFacts,
    State,
    move,
    shortest_solutions,
    start_pieces,
    transform,
    transform_moves,
)

from engine.games.skiddy.board import SkiddyBoard
from engine.games.skiddy.plain_skiddy_rules import RULES
from engine.tiles.board import GONE
from engine.tiles.plain_rules import TileLevel, prepare_level

Thing = tuple[str, Cell]
"""A tile, or a piece, by the cell that it has at the start."""
BACK = dict(zip("URDL", "DLUR", strict=True))


@dataclass
class RefFun:
    """The figures under their names in ``fun``; None where there is no perfect solution."""

    first_moves: int
    broken_states: int
    symmetries: int
    lead: int | None = None
    ideas: int | None = None
    reversals: int | None = None
    decisions: int | None = None
    detours: int | None = None
    bottlenecks: int | None = None
    unused: list[list[int]] | None = None
    widest: int | None = None
    near: int | None = None
    far: int | None = None


def fun_of(board: RefBoard, facts: RefFacts) -> RefFun:
    """All figures of a board."""
    own = [s for s in SYMMETRIES if transform(board, s) == board]
    fun = RefFun(len(facts.first_moves), facts.broken_states, len(own) - 1)
    if facts.max_combo is None:
        return fun
    if facts.no_combo is not None:
        fun.lead = facts.no_combo.moves - facts.max_combo.moves
    words = shortest_solutions(board, "max")
    ways = [states_on(board, word) for word in words]
    fun.ideas = len({min(transform_moves(word, s) for s in own) for word in words})
    fun.reversals = min(sum(BACK[a] == b for a, b in pairwise(word)) for word in words)
    fun.decisions = min(decisions(board, *pair) for pair in zip(ways, words, strict=True))
    fun.detours = min(sum(spread(a) < spread(b) for a, b in pairwise(way)) for way in ways)
    fun.bottlenecks = len(set.intersection(*(set(way[1:]) for way in ways)))
    used = set[Thing]().union(*(used_by(board, word) for word in words))
    fun.unused = [[*cell] for cell in sorted({cell for _, cell in things(board) - used})]
    layers = layers_of(board)
    fun.widest = max(map(len, layers))
    fun.near = ways_of(board, facts.max_combo.moves + 1)
    fun.far = 100 * facts.max_combo.moves // len(layers)
    return fun


def layers_of(board: RefBoard) -> list[set[State]]:
    """The states by how many moves they are from the start."""
    layers = [{State(start_pieces(board))}]
    seen = set(layers[0])
    while layers[-1]:
        edges = [move(board, state, letter) for state in layers[-1] for letter in LETTERS]
        layers.append({edge.after for edge in edges if edge and edge.win is None} - seen)
        seen |= layers[-1]
    return layers[:-1]


def ways_of(board: RefBoard, length: int) -> int:
    """How many sequences of so many moves, each of which changes something, win with the combo."""
    found, ways = 0, Counter([State(start_pieces(board))])
    for number in range(1, length + 1):
        after: Counter[State] = Counter()
        for state, count in ways.items():
            for edge in filter(None, (move(board, state, letter) for letter in LETTERS)):
                if edge.win is None:
                    after[edge.after] += count
                elif edge.win == "max" and number == length:
                    found += count
        ways = after
    return found


def states_on(board: RefBoard, word: str) -> list[State]:
    """The states before every move of a solution."""
    states = [State(start_pieces(board))]
    for letter in word[:-1]:
        edge = move(board, states[-1], letter)
        assert edge is not None
        assert edge.win is None
        states.append(edge.after)
    return states


def decisions(board: RefBoard, states: list[State], word: str) -> int:
    """Moves of a solution at which there is a choice but for going straight back."""
    backs = ["", *(BACK[letter] for letter in word)]
    return sum(
        sum(letter != back and move(board, state, letter) is not None for letter in LETTERS) > 1
        for state, back in zip(states, backs, strict=False)
    )


def spread(state: State) -> int:
    """How far apart Skiddies of a colour are, over all pairs."""
    return sum(
        abs(a[0] - b[0]) + abs(a[1] - b[1])
        for a, b in combinations(state.pieces, 2)
        if a[2] == b[2] and a[2] in COLOURS
    )


def things(board: RefBoard) -> set[Thing]:
    """Everything that could be of no use."""
    cells = [(row, col) for row, line in enumerate(board.tiles) for col in range(len(line))]
    tiles = {("tile", cell) for cell in cells if board.tiles[cell[0]][cell[1]] in "RBo"}
    return tiles | {("piece", cell) for cell in cells if board.pieces[cell[0]][cell[1]] in "ci"}


def used_by(board: RefBoard, word: str) -> set[Thing]:
    """The objects, by the cell they have at the start, that a solution has a use for."""
    level = prepare_level(SkiddyBoard(board.tiles, board.pieces))
    state, used = RULES.create_start(level), set[tuple[str, int]]()
    for letter in word:
        move = RULES.moves.get_move(letter)
        outcome = RULES.make_move(level, state, move)
        assert outcome is not None
        way = [each.cells for each in (state, *outcome.passed, outcome.state)]
        for piece in range(len(level.glyphs)):
            used |= uses_of(level, way, piece, move.direction)
        state = outcome.state
    return {(kind, divmod(cell, level.board.cols)) for kind, cell in used}


def uses_of(
    level: TileLevel, way: list[tuple[int, ...]], piece: int, direction: int | None
) -> set[tuple[str, int]]:
    """What a piece has a use for in a move, which is given by the cells at its key frames."""
    here = [cells for cells in way if cells[piece] != GONE]
    if not here:
        return set()
    leaves, glyph = len(here) < len(way), level.glyphs[piece]
    # On its way out, a Skiddy is shown on its goal.
    end = here[-2] if level.tiles[here[-1][piece]] in "RB" else here[-1]
    start, cell = way[0][piece], end[piece]
    found = {("piece", level.start[piece])} if glyph in "ci" and cell != start else set()
    if cell != start and level.tiles[cell] == "o":
        return found | {("tile", cell)}
    ahead = level.step(cell, direction)
    assert ahead is not None
    if leaves and level.tiles[ahead] == GOAL_OF[glyph]:
        return found | {("tile", ahead)}
    if glyph != "c" and ahead in end and level.glyphs[end.index(ahead)] in "ci":
        found.add(("piece", level.start[end.index(ahead)]))
    return found
