"""Everything that a conclusion follows from, so that a person can check every step by hand.

A reason names the rule and the few cells that it hangs on. That no other number reaches a dot, or
that no other line is left for a number, is a claim about many lines, each of which is out for a
cause of its own: it would run into another line, miss a cell that is known to be its number's, or
was ruled out by an earlier layer. Here every one of these lines is accounted for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engine.game.reasoning import Conclusion, Evidence
from engine.games.linjat.board.lines import Cells
from engine.games.linjat.deduce.deduction import DeductionLayer
from engine.games.linjat.deduce.moments import Lines, common
from engine.games.linjat.deduce.rederivation import Reason, ends, listed, place
from engine.games.linjat.explain.grounds import board_lines
from engine.values.grid import Cell


def conclusions(layers: Sequence[DeductionLayer], index: int) -> tuple[Conclusion, ...]:
    """The conclusions of a layer, each with all of its evidence."""
    witness = _Witness(layers, index)
    return tuple(
        Conclusion(
            layers[index].before.home(reason.number),
            reason.claims,
            reason.because,
            f"{reason.rule}: {reason.text}",
            tuple(dict.fromkeys(witness.evidence(reason))),
        )
        for reason in layers[index].reasons
    )


def span_of(line: Cells) -> str:
    """A line by its ends."""
    return place(line[0]) if len(line) == 1 else ends(line)


class _Witness:
    """What can be said of lines and dots when a layer begins."""

    def __init__(self, layers: Sequence[DeductionLayer], index: int) -> None:
        self._layers = layers[: index + 1]
        self._moment = layers[index].before
        self._rules: tuple[Callable[[Reason], Iterator[Evidence]], ...] = (
            *(self._uncontested, self._cover, self._single_solution, self._fit),
            *(self._square, self._dependency, self._one_of),
        )

    def evidence(self, reason: Reason) -> Iterator[Evidence]:
        """All that a reason rests on."""
        return self._rules[reason.kind - 1](reason)

    # The rules.

    def _uncontested(self, reason: Reason) -> Iterator[Evidence]:
        moment, number = self._moment, reason.number
        found = [each for dot in moment.open_dots for each in self._out_over(number, dot)]
        yield from found or [Evidence("no open dot is in line and near enough", reason.because[:1])]
        for cell in reason.claims:
            yield from self._no_other_number(cell, {number})

    def _cover(self, reason: Reason) -> Iterator[Evidence]:
        for dot in reason.claims:
            yield from self._no_other_number(dot, {reason.number})

    def _single_solution(self, reason: Reason) -> Iterator[Evidence]:
        spots = [line for line in self._moment.alive[reason.number] if line not in reason.options]
        for line in spots:
            yield Evidence(f"{span_of(line)} covers no open dot", line)
        for cell in dict.fromkeys(cell for line in spots for cell in line):
            if cell not in self._moment.owner:
                yield from self._no_other_number(cell, {reason.number})
        for line in reason.options:
            yield Evidence(f"{span_of(line)} covers a dot", line)

    def _fit(self, reason: Reason) -> Iterator[Evidence]:
        for line in reason.options:
            yield Evidence(f"left: {span_of(line)}", line)
        lines = board_lines(self._moment, reason.number)
        for line in lines:
            if line not in reason.options:
                yield self._out(reason.number, line)
        row, col, value = self._moment.numbers[reason.number]
        if len(lines) < (2 * value if value > 1 else 1):
            yield Evidence("all other lines would leave the board", ((row, col),))

    def _square(self, reason: Reason) -> Iterator[Evidence]:
        one, other = reason.hinges
        pair = {reason.number, *reason.others}
        for dot in reason.hinges:
            yield from self._no_other_number(dot, pair)
        far = "in no one row or column" if one[0] != other[0] and one[1] != other[1] else "too far"
        yield Evidence(f"{place(one)} and {place(other)} are {far} for one line", reason.hinges)
        yield from self._ruled_out(reason.kills, "covers neither")

    def _dependency(self, reason: Reason) -> Iterator[Evidence]:
        dot, other = reason.hinges
        yield from self._no_other_number(dot, set(reason.others))
        for number in reason.others:
            for line in self._moment.alive[number]:
                if dot in line:
                    both = f"over {place(dot)}, and over {place(other)}"
                    yield Evidence(f"{self._short(number)}: {span_of(line)} is {both}", line)

    def _one_of(self, reason: Reason) -> Iterator[Evidence]:
        (cell,) = reason.hinges
        for number in reason.others:
            away = [line for line in self._moment.alive[number] if cell not in line]
            always = (common(away) or frozenset()) - {self._moment.home(number)}
            head = f"{self._short(number)} without {place(cell)}"
            if not away:
                yield Evidence(f"{head}: no line left", (cell,))
            for line in away:
                yield Evidence(f"{head}: {span_of(line)}", line)
            if always:
                cells = tuple(sorted(always))
                yield Evidence(f"{head}: always {listed(cells)}", cells)
        yield from self._ruled_out(reason.kills, "is in the way of both")

    def _ruled_out(self, lines: Lines, why: str) -> Iterator[Evidence]:
        for line in lines:
            yield Evidence(f"{span_of(line)} {why}: out", line)

    # Lines and cells.

    def _no_other_number(self, cell: Cell, pair: set[int]) -> Iterator[Evidence]:
        """That only some numbers reach a cell: why the lines of all others over it are out."""
        found = [
            each
            for number in range(len(self._moment.numbers))
            if number not in pair
            for each in self._out_over(number, cell)
        ]
        alone = f"{place(cell)}: nobody else is in line and near enough"
        yield from found or [Evidence(alone, (cell,))]

    def _out_over(self, number: int, cell: Cell) -> Iterator[Evidence]:
        """Why a number's lines over a cell are out."""
        for line in board_lines(self._moment, number):
            if cell in line:
                yield self._out(number, line)

    def _out(self, number: int, line: Cells) -> Evidence:
        """Why a number cannot have a line."""
        moment = self._moment
        head = f"{self._short(number)}: {span_of(line)} out"
        for cell in line:
            owner = moment.owner.get(cell, number)
            if owner != number:
                text = f"{place(cell)} is {self._whose(owner, cell)}"
                return Evidence(f"{head}, {text}", (*line, moment.home(owner)))
        missing = next((cell for cell in moment.own[number] if cell not in line), None)
        if missing is not None:
            since = self._owned_since(number, missing)
            return Evidence(f"{head}, lacks {place(missing)}, its own since L{since}", line)
        return Evidence(f"{head}, {self._when_ruled_out(number, line)}", line)

    def _whose(self, owner: int, cell: Cell) -> str:
        if self._moment.home(owner) == cell:
            return f"the {self._moment.numbers[owner][2]}"
        return f"{self._moment.called(owner)}'s since L{self._owned_since(owner, cell)}"

    def _owned_since(self, number: int, cell: Cell) -> int:
        """The number of the layer that made a cell a number's own."""
        for count, layer in enumerate(self._layers, 1):
            if cell in layer.after.own[number]:
                return count
        raise AssertionError("nobody made it so")

    def _when_ruled_out(self, number: int, line: Cells) -> str:
        """The layer that ruled out a line that meets no other and has all its number's cells."""
        for count, layer in enumerate(self._layers[:-1], 1):
            for reason in layer.reasons:
                # The rule need not be the layer's: it may have led to nothing by itself.
                if reason.number == number and line in reason.kills:
                    return f"ruled out in L{count}, {reason.rule}"
        return "ruled out by what is told above"

    def _short(self, number: int) -> str:
        return self._moment.called(number).removeprefix("the ")
