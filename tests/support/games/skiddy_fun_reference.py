"""The figures of a level's fun, read plainly: every perfect solution is played out by itself.

Nothing is shared with ``engine``. Pieces keep their identity from the start to the end here, which
states of the game do not.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations, pairwise

from skiddy_reference import (
    COLOURS,
    GOAL_OF,
    LETTERS,
    STEP,
    SYMMETRIES,
    Cell,
    RefBoard,
    RefFacts,
    State,
    _advance,
    _ahead,
    _at,
    _leavers,
    _Token,
    move,
    shortest_solutions,
    start_pieces,
    transform,
    transform_moves,
)

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
    tiles: set[Cell] = set()
    pieces: set[Cell] = set()
    tokens = [_Token(*piece) for piece in start_pieces(board)]
    home = {token: (token.row, token.col) for token in tokens}
    for letter in word:
        _play(board, tokens, letter, home, tiles, pieces)
    return {("tile", cell) for cell in tiles} | {("piece", cell) for cell in pieces}


def _play(
    board: RefBoard,
    tokens: list[_Token],
    letter: str,
    home: dict[_Token, Cell],
    tiles: set[Cell],
    pieces: set[Cell],
) -> None:
    """Make a move and note what it has a use for."""
    row, col = STEP[letter]
    before = {token: (token.row, token.col) for token in tokens}
    for token in tokens:
        token.trapped = token.pushed = False
    tokens.sort(key=lambda token: token.row * row + token.col * col, reverse=True)

    def note(token: _Token, leaves: bool) -> None:
        here = (token.row, token.col)
        if token.kind in "ci" and here != before[token]:
            pieces.add(home[token])
        if here != before[token] and board.tiles[here[0]][here[1]] == "o":
            tiles.add(here)
            return
        ahead = _ahead(token, letter)
        other = _at(tokens, ahead)
        if leaves and board.tiles[ahead[0]][ahead[1]] == GOAL_OF[token.kind]:
            tiles.add(ahead)
        elif token.kind != "c" and other is not None and other.kind in "ci":
            pieces.add(home[other])

    while True:
        leavers = _leavers(board, tokens, letter)
        for token in leavers:
            note(token, True)
        tokens[:] = [token for token in tokens if token not in leavers]
        advanced = [_advance(board, tokens, token, letter) for token in tokens]
        if not leavers and not any(advanced):
            break
    for token in tokens:
        note(token, False)
