"""What happens in tilts of Fruit Dating, by the slow reference and by leaving gates out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise

from reference import fruit_dating as slow
from reference.fruit_dating import (
    ANTEATERS,
    BLOCKERS,
    FRUIT,
    LETTERS,
    OPPOSITE,
    STEP,
    WORD,
    Cell,
    RefBoard,
    State,
    TooManyStatesError,
)

NAMES = (
    "gate_held", "gate_passed", "fruit_dragged", "mud_crossed", "mud_threatened",
    "hedgehog_threatened", "blocker_leaned_on", "fruit_leaned_on", "pairs_at_once",
)  # fmt: skip
MOST = 100
"""Solutions that are gone through."""


def solutions(board: RefBoard, most_states: int) -> list[str]:
    """All shortest solutions.

    Raises:
        TooManyStatesError: there are more states, or MOST solutions.
    """
    edges, _ = slow._graph(board, most_states)
    to_win = slow._distances_to_win(edges)
    start = slow.canonical(slow.start_state(board))

    def ways(state: State) -> Iterator[str]:
        for letter, (outcome, after) in edges[state].items():
            if outcome == "won" and to_win[state] == 1:
                yield letter
            if outcome == "moved" and to_win.get(after) == to_win[state] - 1:
                yield from (letter + rest for rest in ways(after))

    found = list(islice(ways(start), MOST)) if start in to_win else []
    if len(found) == MOST:
        raise TooManyStatesError("too many solutions")
    return found


def events(board: RefBoard, solution: str) -> set[str]:
    """What happens in a solution."""
    found: set[str] = set()
    state = slow.canonical(slow.start_state(board))
    for letter in solution:
        for other in LETTERS:
            found |= {each for each in happenings(board, state, other) if "threatened" in each}
        found |= {each for each in happenings(board, state, letter) if "threatened" not in each}
        state = slow.tilt(board, state, letter)[1]
    return found


def happenings(board: RefBoard, state: State, letter: str) -> set[str]:
    """What happens in one tilt; a loss counts as a threat."""
    slid, _ = slow._slide(board, state, letter)
    if slid == state:
        return set()
    found: set[str] = set()
    open_board = RefBoard(board.tiles, board.pieces)
    rested: dict[Cell, str] = {}
    down, right = STEP[letter]
    for row, col, kind in sorted(state, key=lambda p: p[0] * down + p[1] * right)[::-1]:
        way = slow._way_of_slide(board, rested, (row, col), letter)
        found |= _passed(board, way, letter)
        end, ahead = way[-1], slow._next(way[-1], letter)
        muddy = any(board.tiles[r][c] == "~" for r, c in way[1:])
        moved_fruit = kind in FRUIT and len(way) > 1
        if muddy:
            found.add("mud_crossed" if kind in BLOCKERS else "mud_threatened")
        if moved_fruit and not muddy and slow._stopped_by_hedgehog(board, end, letter):
            found.add("hedgehog_threatened")
        if not slow.can_cross(board, *end, letter):
            further = len(slow._way_of_slide(open_board, rested, end, letter)) > 1
            eaten = moved_fruit and slow._stopped_by_hedgehog(open_board, end, letter)
            found |= {"gate_held"} if further or eaten else set()
        elif moved_fruit and ahead in rested and rested[ahead] != kind:
            found.add("blocker_leaned_on" if rested[ahead] in BLOCKERS else "fruit_leaned_on")
        rested[end] = kind
    if any("threatened" in each for each in found):
        return found
    matched = slow._match(slid)
    dragged, muddied = slow._drag(board, matched)
    found |= {"mud_threatened"} if muddied else set()
    found |= _tongues(board, matched)
    after = slow._match(dragged)
    return found | ({"pairs_at_once"} if len(state) - len(after) >= 4 else set())


def _passed(board: RefBoard, way: list[Cell], letter: str) -> set[str]:
    through = any((*cell, WORD[letter]) in board.gates for cell, _ in pairwise(way))
    return {"gate_passed"} if through else set()


def _tongues(board: RefBoard, state: State) -> set[str]:
    """What each anteater does in its turn, and would do without gates."""
    found: set[str] = set()
    open_board = RefBoard(board.tiles, board.pieces)
    kinds = {(row, col): kind for row, col, kind in state}
    for row, line in enumerate(board.tiles):
        for col, tile in enumerate(line):
            if tile not in ANTEATERS:
                continue
            way = slow._way_of_tongue(board, kinds, (row, col))
            if way:
                found |= {"fruit_dragged"} | _passed(board, way[::-1], OPPOSITE[ANTEATERS[tile]])
                kinds[way[0]] = kinds.pop(way[-1])
                if any(board.tiles[r][c] == "~" for r, c in way[:-1]):
                    return found
            elif slow._way_of_tongue(open_board, kinds, (row, col)):
                found.add("gate_held")
    return found
