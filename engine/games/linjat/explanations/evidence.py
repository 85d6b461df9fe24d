"""The evidence for a conclusion: everything that it follows from, so that a reader can check it.

A reason names its rule and the few cells that it depends on. If it says that no other number
reaches a dot, or that a number has no other line left, it makes a claim about many lines. Each of
these is impossible in one of three ways: it would run into another line, it misses a cell that its
number owns, or an earlier layer ruled it out. The evidence accounts for every one of these lines.
For ``only the 4 at 2,3 can still reach the dot at 2,6``, it lists each line over that dot for the
other numbers, such as ``3 at 0,6: 0,6-2,6 out, 1,6 is the 2 at 1,5's since L4``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engine.game.reasoned_trace import Conclusion, Evidence
from engine.games.linjat.board.line_notation import Cells
from engine.games.linjat.deduction.deduction import DeductionLayer
from engine.games.linjat.deduction.deduction_snapshots import Lines, intersect_lines
from engine.games.linjat.deduction.pair_rule_reasons import (
    Reason,
    format_cell,
    format_cells,
    format_ends,
)
from engine.games.linjat.explanations.premises import list_board_lines
from engine.values.grid import Cell


def list_conclusions(layers: Sequence[DeductionLayer], index: int) -> tuple[Conclusion, ...]:
    """Return the conclusions from the layer at ``index``, each with all of its evidence."""
    witness = _EvidenceFinder(layers, index)
    return tuple(
        Conclusion(
            layers[index].before.get_home(reason.number),
            reason.claims,
            reason.because,
            f"{reason.rule}: {reason.text}",
            tuple(dict.fromkeys(witness.find_evidence(reason))),
        )
        for reason in layers[index].reasons
    )


def format_line(line: Cells) -> str:
    """Format a line as its two end cells, or as a single cell if it has only one."""
    return format_cell(line[0]) if len(line) == 1 else format_ends(line)


class _EvidenceFinder:
    """A finder of the evidence for one layer's conclusions, derived from the moment before it."""

    def __init__(self, layers: Sequence[DeductionLayer], index: int) -> None:
        self._layers = layers[: index + 1]
        self._moment = layers[index].before
        # A function's index is the kind of its rule minus 1.
        self._rules: tuple[Callable[[Reason], Iterator[Evidence]], ...] = (
            *(
                self._explain_uncontested,
                self._explain_cover,
                self._explain_single_solution,
                self._explain_fit,
            ),
            *(self._explain_square, self._explain_dependency, self._explain_one_of),
        )

    def find_evidence(self, reason: Reason) -> Iterator[Evidence]:
        """Yield all the evidence for a reason."""
        return self._rules[reason.kind - 1](reason)

    def _explain_uncontested(self, reason: Reason) -> Iterator[Evidence]:
        moment, number = self._moment, reason.number
        found = [each for dot in moment.open_dots for each in self._exclude_lines_over(number, dot)]
        yield from found or [Evidence("no open dot is in line and near enough", reason.because[:1])]
        for cell in reason.claims:
            yield from self._exclude_other_numbers(cell, {number})

    def _explain_cover(self, reason: Reason) -> Iterator[Evidence]:
        for dot in reason.claims:
            yield from self._exclude_other_numbers(dot, {reason.number})

    def _explain_single_solution(self, reason: Reason) -> Iterator[Evidence]:
        spots = [line for line in self._moment.alive[reason.number] if line not in reason.options]
        for line in spots:
            yield Evidence(f"{format_line(line)} covers no open dot", line)
        for cell in dict.fromkeys(cell for line in spots for cell in line):
            if cell not in self._moment.owner:
                yield from self._exclude_other_numbers(cell, {reason.number})
        for line in reason.options:
            yield Evidence(f"{format_line(line)} covers a dot", line)

    def _explain_fit(self, reason: Reason) -> Iterator[Evidence]:
        for line in reason.options:
            yield Evidence(f"left: {format_line(line)}", line)
        lines = list_board_lines(self._moment, reason.number)
        for line in lines:
            if line not in reason.options:
                yield self._exclude_line(reason.number, line)
        row, col, value = self._moment.numbers[reason.number]
        # On an unbounded board, a number n has 2n lines, except that a 1 has only one.
        if len(lines) < (2 * value if value > 1 else 1):
            yield Evidence("all other lines would leave the board", ((row, col),))

    def _explain_square(self, reason: Reason) -> Iterator[Evidence]:
        one, other = reason.hinges
        pair = {reason.number, *reason.others}
        for dot in reason.hinges:
            yield from self._exclude_other_numbers(dot, pair)
        far = "in no one row or column" if one[0] != other[0] and one[1] != other[1] else "too far"
        yield Evidence(
            f"{format_cell(one)} and {format_cell(other)} are {far} for one line", reason.hinges
        )
        yield from self._list_ruled_out(reason.kills, "covers neither")

    def _explain_dependency(self, reason: Reason) -> Iterator[Evidence]:
        dot, other = reason.hinges
        yield from self._exclude_other_numbers(dot, set(reason.others))
        for number in reason.others:
            for line in self._moment.alive[number]:
                if dot in line:
                    both = f"over {format_cell(dot)}, and over {format_cell(other)}"
                    yield Evidence(
                        f"{self._format_number(number)}: {format_line(line)} is {both}", line
                    )

    def _explain_one_of(self, reason: Reason) -> Iterator[Evidence]:
        (cell,) = reason.hinges
        for number in reason.others:
            away = [line for line in self._moment.alive[number] if cell not in line]
            always = (intersect_lines(away) or frozenset()) - {self._moment.get_home(number)}
            head = f"{self._format_number(number)} without {format_cell(cell)}"
            if not away:
                yield Evidence(f"{head}: no line left", (cell,))
            for line in away:
                yield Evidence(f"{head}: {format_line(line)}", line)
            if always:
                cells = tuple(sorted(always))
                yield Evidence(f"{head}: always {format_cells(cells)}", cells)
        yield from self._list_ruled_out(reason.kills, "is in the way of both")

    def _list_ruled_out(self, lines: Lines, why: str) -> Iterator[Evidence]:
        for line in lines:
            yield Evidence(f"{format_line(line)} {why}: out", line)

    def _exclude_other_numbers(self, cell: Cell, pair: set[int]) -> Iterator[Evidence]:
        """Yield the evidence that no number outside ``pair`` reaches ``cell``."""
        found = [
            each
            for number in range(len(self._moment.numbers))
            if number not in pair
            for each in self._exclude_lines_over(number, cell)
        ]
        alone = f"{format_cell(cell)}: nobody else is in line and near enough"
        yield from found or [Evidence(alone, (cell,))]

    def _exclude_lines_over(self, number: int, cell: Cell) -> Iterator[Evidence]:
        """Yield the evidence against each line over ``cell`` that a number could have."""
        for line in list_board_lines(self._moment, number):
            if cell in line:
                yield self._exclude_line(number, line)

    def _exclude_line(self, number: int, line: Cells) -> Evidence:
        """Return the evidence that ``line`` is impossible for a number."""
        moment = self._moment
        head = f"{self._format_number(number)}: {format_line(line)} out"
        for cell in line:
            owner = moment.owner.get(cell, number)
            if owner != number:
                text = f"{format_cell(cell)} is {self._format_owner(owner, cell)}"
                return Evidence(f"{head}, {text}", (*line, moment.get_home(owner)))
        missing = next((cell for cell in moment.own[number] if cell not in line), None)
        if missing is not None:
            since = self._find_owning_layer(number, missing)
            return Evidence(f"{head}, lacks {format_cell(missing)}, its own since L{since}", line)
        return Evidence(f"{head}, {self._format_exclusion(number, line)}", line)

    def _format_owner(self, owner: int, cell: Cell) -> str:
        if self._moment.get_home(owner) == cell:
            return f"the {self._moment.numbers[owner][2]}"
        return (
            f"{self._moment.format_number(owner)}'s since L{self._find_owning_layer(owner, cell)}"
        )

    def _find_owning_layer(self, number: int, cell: Cell) -> int:
        """Return which layer gave a cell to a number, counting layers from 1."""
        for count, layer in enumerate(self._layers, 1):
            if cell in layer.after.own[number]:
                return count
        raise AssertionError("nobody made it so")

    def _format_exclusion(self, number: int, line: Cells) -> str:
        """Describe which layer ruled out a line that still looks possible on the board."""
        for count, layer in enumerate(self._layers[:-1], 1):
            for reason in layer.reasons:
                # This need not be the rule of the layer, because an earlier rule in the layer may
                # have ruled out the line without claiming cells.
                if reason.number == number and line in reason.kills:
                    return f"ruled out in L{count}, {reason.rule}"
        return "ruled out by the steps above"

    def _format_number(self, number: int) -> str:
        return self._moment.format_number(number).removeprefix("the ")
