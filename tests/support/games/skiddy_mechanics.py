"""What happens in moves of Skiddy, tick by tick as the slow reference has them."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import skiddy_reference as slow
from skiddy_reference import COLOURS, GOAL_OF, STEP, RefBoard, State, TooManyStatesError

NAMES = (
    "crate_pushed", "crate_on_pit", "crate_leaned_on", "ice_slid", "ice_in_pit", "ice_leaned_on",
    "skiddy_in_pit", "combo", "carried_out", "goals_all_used",
)  # fmt: skip
MOST = 100
"""Solutions that are gone through."""


def solutions(board: RefBoard, most_states: int) -> list[str]:
    """All solutions in the fewest moves, of either kind.

    Raises:
        TooManyStatesError: there are more states, or MOST solutions.
    """
    graph, _ = slow.graph_of(board, most_states)
    start = next(iter(graph))
    found: list[str] = []
    for kind in ("max", "end"):
        to_win = slow.distances_to_win(graph, (kind,))
        if start in to_win:
            found += islice(slow._solutions(graph, to_win, start, kind), MOST)
    if len(found) >= MOST:
        raise TooManyStatesError("too many solutions")
    least = min(map(len, found), default=0)
    return [each for each in found if len(each) == least]


def events(board: RefBoard, solution: str) -> set[str]:
    """What happens in a solution."""
    found, used = set(), set()
    state = State(slow.start_pieces(board))
    for letter in solution:
        happened, goals = happenings(board, state, letter)
        found |= happened
        used |= goals
        edge = slow.move(board, state, letter)
        assert edge is not None
        state = edge.after
    goals = {
        (row, col)
        for row, line in enumerate(board.tiles)
        for col, tile in enumerate(line)
        if tile in GOAL_OF.values()
    }
    return found | ({"goals_all_used"} if used == goals else set())


def happenings(board: RefBoard, state: State, letter: str) -> tuple[set[str], set[tuple[int, int]]]:
    """What happens in one move, and the goals that a piece leaves by."""
    tokens = [slow._Token(*piece) for piece in state.pieces]
    begun = {id(token): (token.row, token.col) for token in tokens}
    down, right = STEP[letter]
    tokens.sort(key=lambda token: token.row * down + token.col * right, reverse=True)
    everyone = list(tokens)
    found: set[str] = set()
    used: set[tuple[int, int]] = set()
    out: Counter[str] = Counter()
    while True:
        leavers = slow._leavers(board, tokens, letter)
        for token in leavers:
            row, col = slow._ahead(token, letter)
            if not token.trapped and board.tiles[row][col] == GOAL_OF[token.kind]:
                used.add((row, col))
            else:
                found.add("carried_out")
            out[token.kind] += 1
        tokens = [token for token in tokens if token not in leavers]
        advanced = [slow._advance(board, tokens, token, letter) for token in tokens]
        if not leavers and not any(advanced):
            break
    if any(number > 1 for number in out.values()):
        found.add("combo")
    for token in everyone:
        moved = (token.row, token.col) != begun[id(token)]
        on_pit = board.tiles[token.row][token.col] == "o"
        if token.kind == "c" and moved:
            found |= {"crate_pushed"} | ({"crate_on_pit"} if on_pit else set())
        if token.kind == "i" and moved:
            found |= {"ice_slid"} | ({"ice_in_pit"} if on_pit else set())
        if token.kind in COLOURS and token.trapped:
            found.add("skiddy_in_pit")
        if token.kind in COLOURS and token in tokens and moved and not token.trapped:
            other = slow._at(tokens, slow._ahead(token, letter))
            if other is not None and other.kind == "i":
                found.add("ice_leaned_on")
            if other is not None and other.kind == "c" and not other.pushed:
                found.add("crate_leaned_on")
    return found, used
