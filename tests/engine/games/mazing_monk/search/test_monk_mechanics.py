"""Which mechanics act in every, in some or in no way to win in the fewest turns."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import assume, given, settings
from mechanics import acting, solver_mechanics, words
from monk_boards import GAME, TWO_TURNS, cubes
from monk_literal import (
    EXIT,
    TURN_WORDS,
    State,
    _gathered,
    _kills,
    _turned,
    begin,
    least,
    reached,
)
from shipped import board_in, each, files_of

from engine.games.mazing_monk.cube.board import MonkBoard
from engine.jit import decorators

NAMES = (
    "turn_barred", "karma_turned_in", "karma_left", "squares_parted", "row_turned",
    "column_turned", "side_spun",
)  # fmt: skip
SHORT = [file for file in files_of("mazing-monk") if file.stem[:12] in {
    "1-by-hand-1-", "1-by-hand-2-", "2-rising-01-", "2-rising-02-", "2-rising-03-",
}]  # fmt: skip
compiled = pytest.mark.skipif(decorators.is_disabled(), reason="too much for plain Python")


def events(board: MonkBoard, number: int) -> Iterator[set[str]]:
    """What happens in each way to win in so many turns, one way after the other."""

    def going(state: State, left: int, found: set[str]) -> Iterator[set[str]]:
        cells, monk, karma = state = _gathered(state)
        squares = reached(cells, monk)
        if not left:
            if EXIT in squares and karma >= board.karma_needed:
                yield found | ({"karma_left"} if "*" in cells else set())
            return
        tried: dict[tuple[str, frozenset[int]], State] = {}
        barred = False
        for square in squares:
            for word in TURN_WORDS:
                after = _turned((cells, square, karma), word)
                if after is not None and _kills(after):
                    barred = True
                elif after is not None:
                    tried[word, reached(after[0], square)] = after
        every = [(cells, square, karma) for square in squares]
        groups = {
            word: {reached(after[0], after[1]) for after in _all(every, word)}
            for word in TURN_WORDS
        }
        for (word, _), after in tried.items():
            now = {"row_turned" if word[0] == "r" else "column_turned"}
            now |= {"side_spun"} if word[1] != "1" else set()
            now |= {"squares_parted"} if len(groups[word]) > 1 else set()
            now |= {"turn_barred"} if barred else set()
            if karma < board.karma_needed and _gathered(after)[2] > karma:
                now.add("karma_turned_in")
            yield from going(after, left - 1, found | now)

    yield from going(begin(board.cells), number, set())


def _all(states: list[State], word: str) -> Iterator[State]:
    turned = (_turned(state, word) for state in states)
    return (state for state in turned if state is not None)


def by_enumeration(board: MonkBoard, number: int) -> dict[str, str | None]:
    return words([*events(board, number)], NAMES)


@compiled
@each(SHORT)
def test_it_is_what_each_way_says_of_a_shipped_level(file) -> None:
    board = board_in(file)
    facts = GAME.solver.solve(board).facts
    found = [*events(board, facts["turns"])]
    assert len(found) == facts["optimal_solutions"]
    assert solver_mechanics(GAME, board) == words(found, NAMES)


@given(cubes())
@settings(max_examples=8)
def test_it_is_what_each_way_says_of_any_cube(board: MonkBoard) -> None:
    try:
        found = least(board.cells, board.karma_needed, most=200)
    except OverflowError:
        assume(False)
    if found is None:
        assert solver_mechanics(GAME, board) == dict.fromkeys(NAMES)
    else:
        assume(found[0] <= 2)
        assert solver_mechanics(GAME, board) == by_enumeration(board, found[0])


def test_by_hand() -> None:
    assert acting(GAME, TWO_TURNS) == {
        "turn_barred": "every",
        "karma_turned_in": "every",
        "row_turned": "every",
        "side_spun": "every",
    }


def test_a_level_without_a_turn_has_none_of_them() -> None:
    text = "M..##.##*" + "#" * 44 + "*"
    assert acting(GAME, MonkBoard(text, 1)) == {"karma_left": "every"}
