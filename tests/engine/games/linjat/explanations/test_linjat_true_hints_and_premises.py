"""Every statement of a hint, or of a row of the trace, is true of the lines that the player sees.

A second reading: hints are taken apart into their sentences, and each is checked by going through
all lines that can still be drawn. A sentence may leave out lines only if an earlier sentence of the
same hint has ruled them out, by a reason that is true in the same way.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

import pytest
from linjat_boards import EXAMPLES, GAME, example, mixed_boards, needs_sample, sample, to_engine
from linjat_reference import Cell, RefBoard, from_published

from engine.game.playthrough import replay_moves
from engine.game.reasoned_trace import Tip
from engine.games.linjat.board.line_notation import find_span, format_move
from engine.games.linjat.deduction.rulesets import MEANINGS
from engine.search.solver_result import SolverResult

Line = frozenset[Cell]
SEED_900001 = " .5..2/ 3.   /   6  / .   3/    7 / 3 .  /     3/ .5. ./   6  "


class Seen:
    """The lines that can be drawn beside those that a player has drawn.

    Attributes:
        lines: of every number, by its cell; those that a sentence rules out are taken away.
        at_first: the same before any was taken away.
        drawable: the numbers that had a line over a dot then.
    """

    def __init__(self, board: RefBoard, drawn: dict[Cell, Line]) -> None:
        self.dots = board.dots
        self.drawn = drawn
        self.lines = {home: [*self._all(board, home, value)] for home, value in board.numbers}
        self.at_first = dict(self.lines)
        self.drawable = {dot: self.reaching(dot) for dot in board.dots}

    def _all(self, board: RefBoard, home: Cell, value: int) -> Iterator[Line]:
        others = {cell for other, line in self.drawn.items() if other != home for cell in line}
        cells = {*board.cells}
        for back in range(value):
            for down, right in ((0, 1), (1, 0)):
                row, col = home[0] - back * down, home[1] - back * right
                line = frozenset((row + i * down, col + i * right) for i in range(value))
                if line <= cells and self.drawn[home] <= line and not line & others:
                    yield line

    def reaching(self, cell: Cell) -> set[Cell]:
        """The numbers with a line over a cell."""
        return {home for home, lines in self.lines.items() if any(cell in x for x in lines)}

    @property
    def open_dots(self) -> set[Cell]:
        """The dots that no drawn line covers."""
        return {*self.dots}.difference(*self.drawn.values())


def cells_in(text: str) -> list[Cell]:
    """The cells that a text names."""
    return [(int(row), int(col)) for row, col in re.findall(r"(\d+),(\d+)", text)]


def check_cover(seen: Seen, said: str) -> None:
    number, *dots = cells_in(said)
    assert all(seen.reaching(dot) == {number} for dot in dots)


def check_fit(seen: Seen, said: str) -> None:
    number, *claims = cells_in(said)
    counts = {"the only": 1, "both": 2}
    words = re.match(r"the only|both|all (\d+)", said)
    assert words is not None
    count = counts.get(words[0]) or int(words[1])
    assert len(seen.lines[number]) == count
    assert all(line >= {*claims} for line in seen.lines[number])


def check_uncontested(seen: Seen, said: str) -> None:
    number, *claims = cells_in(said)
    assert not any(line & seen.open_dots for line in seen.lines[number])
    assert all(seen.reaching(cell) == {number} for cell in claims)


def check_single_solution(seen: Seen, said: str) -> None:
    spots, _, rest = said.partition(" apart for ")
    number, *claims = cells_in(rest)
    ends = cells_in(spots)
    plain = [x for x in seen.lines[number] if not x & seen.open_dots]
    for first, last in zip(ends[::2], ends[1::2], strict=True):
        (line,) = [x for x in plain if {first, last} <= x]
        assert all(seen.reaching(cell) <= {number} for cell in line)
    assert all({*claims} <= x for x in seen.lines[number] if x & seen.open_dots)


def check_square(seen: Seen, said: str, out: list[Line]) -> None:
    one, other, first, second = cells_in(said)
    for dot in (first, second):
        # Both can be drawn over the dot, and all that is not ruled out yet is one of theirs.
        assert seen.reaching(dot) <= {one, other} <= seen.drawable[dot]
    assert not any({first, second} <= x for home in (one, other) for x in seen.lines[home])
    assert not any(x & {first, second} for x in out)
    remove(seen, one, out)


def check_dependency(seen: Seen, said: str, out: list[Line]) -> None:
    first, second, number, away = cells_in(said)
    over = [x for lines in seen.lines.values() for x in lines if first in x]
    if away == first:
        assert number not in seen.reaching(second)
        over = [x for x in over if x not in seen.lines[number]]
    else:
        assert not any({first, second} <= x for x in seen.lines[number])
    assert all(second in x for x in over) and all(away in x for x in out)
    remove(seen, number, out)


def check_one_of(seen: Seen, said: str, out: list[Line]) -> None:
    cell, one, other, third = cells_in(said)
    for home in (one, other):
        assert all(x & line for x in seen.lines[home] if cell not in x for line in out)
    remove(seen, third, out)


def remove(seen: Seen, number: Cell, out: list[Line]) -> None:
    """Take lines away that a sentence has ruled out; the board alone allows each."""
    assert out and all(line in seen.at_first[number] for line in out)
    seen.lines[number] = [line for line in seen.lines[number] if line not in out]


CONCLUSIONS: dict[str, Callable[[Seen, str], None]] = {
    r"only the .* can still reach the dots? at ": check_cover,
    r"(the only line|both lines|all \d+ lines) left for ": check_fit,
    r".* reaches no open dot and nobody else reaches ": check_uncontested,
    r"nothing tells .* apart for ": check_single_solution,
}
GROUNDS: dict[str, Callable[[Seen, str, list[Line]], None]] = {
    r".* share the dots at .*, and neither can cover both: each takes one$": check_square,
    r"whoever covers the dot at .* also covers that at .*, so .* does not cover ": check_dependency,
    r"only one line can cover .*, so .* or .* goes another way, and ": check_one_of,
}


def check_hint(board: RefBoard, drawn: dict[Cell, Line], tip: Tip) -> set[str]:
    """Check every sentence of a hint; return the names of the checks."""
    seen, parts, met = Seen(board, drawn), tip.text.split("; "), set()
    while len(parts) > 1 and parts[1].startswith("that rules out "):
        met.add(check_ground(seen, *parts[:2]))
        parts = parts[2:]
    return met | {check_conclusion(seen, "; ".join(parts))}


def check_ground(seen: Seen, said: str, out: str) -> str:
    """Check why lines are out, and take them away; return the name of the check."""
    (check,) = (check for form, check in GROUNDS.items() if re.match(form, said))
    check(seen, said, lines_in(out))
    return check.__name__


def check_conclusion(seen: Seen, said: str) -> str:
    """Check a conclusion from the lines that are left; return the name of the check."""
    said = re.sub(r"^without (that line|these lines), ", "", said)
    (check,) = (check for form, check in CONCLUSIONS.items() if re.match(form, said))
    check(seen, said)
    return check.__name__


def check_rows(board: RefBoard, solved: Any, solution: dict[Cell, Line]) -> None:
    """Check every sentence of a trace on the cells that are owned before its row."""
    for row in range(1, len(solved.trace)):
        own = solved.trace.get_layer(row).before.own
        drawn = {
            home: frozenset(cells) for (home, _), cells in zip(board.numbers, own, strict=True)
        }
        seen = Seen(board, drawn)
        for text in solved.trace.list_reasons(row):
            earlier = re.match(r"L\d+, .*, rules out (.*) for the \d+ at (.*)", text)
            if earlier:
                (number,) = cells_in(earlier[2])
                assert solution[number] not in lines_in(earlier[1])
                remove(seen, number, lines_in(earlier[1]))
            elif "; that rules out " in text:
                check_ground(seen, *text.split("; "))
            elif not text.startswith("on the way, "):
                check_conclusion(seen, text)


def lines_in(text: str) -> list[Line]:
    """The lines that a text names by their ends."""
    ends = cells_in(text)
    return [stretch(*pair) for pair in zip(ends[::2], ends[1::2], strict=True)]


def stretch(first: Cell, last: Cell) -> Line:
    """The cells from one to another."""
    rows, cols = range(first[0], last[0] + 1), range(first[1], last[1] + 1)
    return frozenset((row, col) for row in rows for col in cols)


def play_by_hints(board: RefBoard, draw: random.Random, share: float) -> set[str]:
    """Draw some of a puzzle's solution at random and the rest by hints; check every hint.

    Returns:
        The names of the checks; "stuck" where a puzzle that the rules solve has no hint.
    """
    engine = to_engine(board)
    solved = GAME.solver.solve(engine)
    if not solved.facts["solvable"]:
        return set()
    if not solved.facts["unique"]:
        # Trust in a single solution may lead anywhere, but the first hint is true.
        start = {home: frozenset({home}) for home, _ in board.numbers}
        tip = tip_for(solved, engine, start)
        return set() if tip is None else check_hint(board, start, tip)
    solution = {
        (line["row"], line["col"]): frozenset(map(tuple, line["cells"]))
        for line in solved.facts["solution"]
    }
    check_rows(board, solved, solution)
    drawn = {home: part_of(home, line, draw, share) for home, line in solution.items()}
    met: set[str] = set()
    while drawn != solution:
        tip = tip_for(solved, engine, drawn)
        if tip is None:
            return met | ({"stuck"} if solved.facts["human_solvable"] else set())
        met |= check_hint(board, drawn, tip)
        assert tip.concluded_cells
        (number,) = (home for home, line in solution.items() if {*tip.concluded_cells} <= line)
        assert not {*tip.concluded_cells} <= drawn[number]
        drawn[number] = stretch(*find_span(drawn[number] | {*tip.concluded_cells}))
    return met


def tip_for(solved: SolverResult, board: object, drawn: dict[Cell, Line]) -> Tip | None:
    """The hint once some lines are drawn."""
    words = [format_move(home, find_span(line)) for home, line in drawn.items() if len(line) > 1]
    run, legal = replay_moves(GAME.play, board, words)
    assert legal
    tip: Tip | None = solved.trace.find_tip(run.position)
    return tip


def part_of(home: Cell, line: Line, draw: random.Random, share: float) -> Line:
    """A part of a line with its number's cell."""
    if draw.random() >= share:
        return frozenset({home})
    cells = sorted(line)
    at = cells.index(home)
    return frozenset(cells[draw.randint(0, at) : draw.randint(at, len(cells) - 1) + 1])


def played(boards: Iterator[RefBoard], times: int) -> set[str]:
    """The checks that were met in the play of many boards."""
    met: set[str] = set()
    for number, board in enumerate(boards):
        for time in range(times):
            draw = random.Random(f"{number} {time}")
            met |= play_by_hints(board, draw, share=draw.random())
    return met


CHECKS = {check.__name__ for check in (*CONCLUSIONS.values(), *GROUNDS.values())}


def test_hints_of_random_play_are_true() -> None:
    examples = (example(rule) for rule in EXAMPLES)
    boards = (board for board in mixed_boards(120) if board.numbers)
    met = played(chain(examples, boards), 2)
    assert met >= CHECKS
    assert "stuck" not in met


@pytest.mark.slow
def test_hints_of_much_random_play_are_true() -> None:
    assert "stuck" not in played((board for board in mixed_boards(4_000) if board.numbers), 4)


@needs_sample
@pytest.mark.parametrize("step", [30, pytest.param(5, marks=pytest.mark.slow)])
def test_hints_of_published_puzzles_are_true(step: int) -> None:
    found = played((from_published(puzzle["rows"]) for puzzle in sample()[::step]), 2)
    assert "stuck" not in found


class TestTheExampleOfSeed900001:
    """A puzzle in which the square rule rules a line out, and a simpler rule then fires."""

    board = from_published(SEED_900001.split("/"))
    rows = (
        "4,4:1,4-6,4 2,3:2,3-5,3 8,3:8,0-8,5 6,5:5,5-6,5 3,5:2,5-3,5",
        "8,3:8,0-8,5 4,4:0,4-6,4 2,3:0,3-5,3 3,5:2,5-4,5 0,5:0,5-1,5 6,5:5,5-7,5",
    )

    def tip_after(self, words: str) -> tuple[dict[Cell, Line], Tip]:
        """The lines that words draw, and the hint then."""
        drawn = {home: frozenset({home}) for home, _ in self.board.numbers}
        for word in words.split():
            home, first, last = cells_in(word)
            drawn[home] = stretch(first, last)
        tip = tip_for(GAME.solver.solve(to_engine(self.board)), to_engine(self.board), drawn)
        assert tip is not None
        return drawn, tip

    def test_the_rule_that_rules_a_line_out_is_named(self) -> None:
        drawn, tip = self.tip_after(self.rows[0])
        assert tip.rule == f"{MEANINGS['square']}; then dot cover"
        assert tip.text == (
            "the 3 at 1,1 and the 5 at 0,2 share the dots at 0,1 and 1,2, and neither can cover "
            "both: each takes one; that rules out 1,1-3,1; without that line, only the 3 at 5,1 "
            "can still reach the dot at 3,1"
        )
        assert check_hint(self.board, drawn, tip) == {"check_square", "check_cover"}

    def test_with_more_lines_drawn_the_board_itself_shows_something(self) -> None:
        drawn, tip = self.tip_after(self.rows[1])
        assert tip.text == "only the 3 at 1,1 can still reach the dot at 0,1"
        assert check_hint(self.board, drawn, tip) == {"check_cover"}

    def test_the_trace_names_it_too(self) -> None:
        trace = GAME.solver.solve(to_engine(self.board)).trace
        assert trace[6].result == "dot cover: 1 line, after two-dot square"
        assert trace.list_reasons(6)[0].endswith("; that rules out 1,1-3,1")
        assert trace.list_reasons(6)[1].startswith("without that line, only the 3 at 5,1 can")
