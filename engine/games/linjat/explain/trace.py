"""The trace of deduction: a row for the start, and one for every layer."""

from __future__ import annotations

from functools import cached_property

from engine.game.position import Position
from engine.game.reasoning import Conclusion, Tip
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.lines import (
    Cells,
    Line,
    cells_of_line,
    is_straight,
    read_word,
    span,
    word_of,
)
from engine.games.linjat.deduce import layers
from engine.games.linjat.deduce.deduction import Deduction, DeductionLayer
from engine.games.linjat.deduce.human import SerialDeduction
from engine.games.linjat.deduce.rederivation import Reason, ends
from engine.games.linjat.deduce.rulesets import MEANINGS, RULES, TITLES
from engine.games.linjat.exact.counting import Count
from engine.games.linjat.explain.evidence import conclusions
from engine.values.grid import Cell
from engine.values.trace import TraceRow

_WRONG = "take back: a line that cannot be right"
_LEFT = "what is left: lines with a single place by now"


def tip(deduction: Deduction, count: Count, position: Position) -> Tip | None:
    """What to think of next: first a line that is wrong, then the first layer not drawn yet."""
    drawn = tuple(cells_of_line(line) for line in position.pieces)
    wrong = _wrong(deduction, count, drawn)
    if wrong is not None:
        return wrong
    for layer in deduction.layers:
        found = _of_layer(layer, drawn)
        if found is not None:
            return found
    return _rest(deduction, drawn) if deduction.solved else None


def _wrong(deduction: Deduction, count: Count, drawn: tuple[Cells, ...]) -> Tip | None:
    """A line that no solution has, as far as that is proven."""
    moment = deduction.moments[-1]
    solved = count.found[0] if count.unique else None
    for number, cells in enumerate(drawn):
        possible = moment.alive[number] if solved is None else (solved[number],)
        if len(cells) > 1 and not any(set(cells) <= set(line) for line in possible):
            text = f"the line of {moment.called(number)} cannot be as it is drawn"
            return Tip(_WRONG, cells, (), text)
    return None


def _of_layer(layer: DeductionLayer, drawn: tuple[Cells, ...]) -> Tip | None:
    """The first conclusion of a layer that is not drawn yet, with all that leads to it."""
    for reason in layer.reasons:
        missing = set(reason.claims) - set(drawn[reason.number])
        if missing:
            found = [each for each in layer.reasons if each.number == reason.number]
            because = {cell for each in found for cell in each.because}
            texts = dict.fromkeys(each.text for each in found)
            return Tip(
                MEANINGS[layer.rule], tuple(sorted(because)), reason.claims, "; ".join(texts)
            )
    return None


def _rest(deduction: Deduction, drawn: tuple[Cells, ...]) -> Tip | None:
    """A line that the end of the deduction leaves without another place."""
    moment = deduction.moments[-1]
    for number, lines in enumerate(moment.alive):
        if set(lines[0]) != set(drawn[number]):
            (r1, c1), (r2, c2) = span(lines[0])
            text = f"{moment.called(number)} can only have its line from {r1},{c1} to {r2},{c2}"
            return Tip(_LEFT, (moment.home(number),), lines[0], text)
    return None


class LayersTrace:
    """The layers of one deduction, or just the start where no layers were asked for.

    The moves to a row draw what is known of every line then: from the first of its cells to the
    last.
    """

    def __init__(
        self, strategy: str, board: LinjatBoard, deduction: Deduction | None, count: Count
    ) -> None:
        self.strategy = strategy
        self._homes = [(row, col) for row, col, _ in board.numbers()]
        self.deduction = deduction
        self.count = count

    def __len__(self) -> int:
        return 1 + len(self._kinds)

    @property
    def _kinds(self) -> tuple[tuple[int, int], ...]:
        return self.deduction.kinds if self.deduction is not None else ()

    def __getitem__(self, index: int) -> TraceRow:
        """See :meth:`engine.values.trace.Trace.__getitem__`."""
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        index %= len(self)
        result = "start" if index == 0 else self._result(index)
        end = index == len(self) - 1
        stands = self.deduction.end if self.deduction is not None and end else layers.GOING_ON
        if stands != layers.GOING_ON:
            words = {layers.SOLVED: "won", layers.STUCK: "stuck", layers.IMPOSSIBLE: "lost"}
            word = "overlapping" if stands == layers.SOLVED and self._overlaps else words[stands]
            result = f"{word}: {result.replace(': ', ', ')}"
        return TraceRow(
            f"L{index}",
            f"L{index - 1}" if index else "",
            "",
            index,
            result,
            on_path=self.deduction is not None and self.deduction.solved,
            dead=stands == layers.IMPOSSIBLE,
        )

    def _rule(self, index: int) -> str:
        return RULES[self._kinds[index - 1][0] - 1]

    def _result(self, index: int) -> str:
        _, width = self._kinds[index - 1]
        rule = self._rule(index)
        what = "cell" if rule == "single_solution" else "line"
        return f"{TITLES[rule]}: {width} {what}{'s' * (width != 1)}"

    @property
    def _overlaps(self) -> bool:
        """Whether lines of a deduction that calls itself solved share cells."""
        assert self.deduction is not None
        found = self.deduction.layers[-1:]
        cells = [cell for layer in found for lines in layer.after.alive for cell in lines[0]]
        return len(set(cells)) < len(cells)

    def layer(self, index: int) -> DeductionLayer | None:
        """The layer of a row, with the reasons of its conclusions; None for the start."""
        if self.deduction is None or index == 0:
            return None
        return self.deduction.layers[index - 1]

    def prepare(self) -> None:
        """See :meth:`engine.game.reasoning.ReasonedTrace.prepare`."""
        self.moves_to(len(self) - 1)

    def claims(self, index: int) -> frozenset[Cell]:
        """See :meth:`engine.game.reasoning.ReasonedTrace.claims`."""
        layer = self.layer(index)
        reasons = layer.reasons if layer is not None else ()
        return frozenset(cell for reason in reasons for cell in reason.claims)

    def because(self, index: int) -> frozenset[Cell]:
        """See :meth:`engine.game.reasoning.ReasonedTrace.because`; of what leads to claims only."""
        layer = self.layer(index)
        reasons = layer.reasons if layer is not None else ()
        concluded = {reason.number for reason in reasons if reason.claims}
        return frozenset(
            cell for reason in reasons if reason.number in concluded for cell in reason.because
        )

    def conclusions(self, index: int) -> tuple[Conclusion, ...]:
        """See :meth:`engine.game.reasoning.ReasonedTrace.conclusions`."""
        if self.deduction is None or index == 0:
            return ()
        return conclusions(self.deduction.layers, index - 1)

    def tip(self, position: Position) -> Tip | None:
        """See :meth:`engine.game.reasoning.ReasonedTrace.tip`."""
        if self.deduction is None:
            return None
        return tip(self.deduction, self.count, position)

    def reasons(self, index: int) -> tuple[str, ...]:
        """See :meth:`engine.game.reasoning.ReasonedTrace.reasons`.

        Lines that are ruled out without leading to anything yet are listed together, at the end.
        """
        layer = self.layer(index)
        if layer is None:
            return ()
        concluded = {reason.number for reason in layer.reasons if reason.claims}
        texts = [reason.text for reason in layer.reasons if reason.number in concluded]
        aside = {
            reason.number: layer.before.called(reason.number)
            for reason in layer.reasons
            if reason.number not in concluded
        }
        if aside:
            texts.append(f"on the way, lines are ruled out for {', '.join(aside.values())}")
        return tuple(texts)

    def moves_to(self, index: int) -> tuple[str, ...]:
        """The moves that draw, from the start, what is known at a row."""
        return tuple(
            word_of(home, line)
            for home, line in zip(self._homes, self._lines[index], strict=True)
            if line != (home, home)
        )

    @cached_property
    def _lines(self) -> tuple[tuple[Line, ...], ...]:
        """What is known of every line, at every row."""
        if self.deduction is None:
            return (tuple((home, home) for home in self._homes),)
        moments = self.deduction.moments
        known = [tuple(map(_known, self._homes, moment.own)) for moment in moments]
        if self.deduction.solved and not self._overlaps:
            # The last line may be known by what all others leave.
            known[-1] = tuple(span(lines[0]) for lines in moments[-1].alive)
        return tuple(known)

    def find(self, moves: tuple[str, ...]) -> int | None:
        """The first row at which just the lines are known that moves from the start draw."""
        drawn = {home: (home, home) for home in self._homes} | dict(map(read_word, moves))
        wanted = tuple(drawn.pop(home) for home in self._homes)
        return self._lines.index(wanted) if not drawn and wanted in self._lines else None


def _known(home: Cell, own: Cells) -> Line:
    """The line from the first cell that a number owns to the last."""
    line = span(own)
    # On a board without solutions a number may come to own cells of both axes.
    return line if is_straight(line) else (home, home)


class SerialTrace(LayersTrace):
    """The steps of a deduction by the human model; see :mod:`engine.games.linjat.deduce.human`."""

    def __init__(self, board: LinjatBoard, deduction: SerialDeduction, count: Count) -> None:
        super().__init__("serial", board, deduction, count)
        self._serial = deduction

    def _result(self, index: int) -> str:
        _, available = self._kinds[index - 1]
        return f"{TITLES[self._rule(index)]}: 1 of {available}"

    def reasons(self, index: int) -> tuple[str, ...]:
        """See :meth:`engine.game.reasoning.ReasonedTrace.reasons`.

        At the end, how long it takes to see that by the model. What only rules out lines, to be
        kept in mind, is given in full.
        """
        layer = self.layer(index)
        if layer is None:
            return ()
        _, available = self._kinds[index - 1]
        which = (
            "the only such conclusion" if available == 1 else f"one of {available} such conclusions"
        )
        pace = f"{which} just then: {self._serial.seconds(index - 1):.1f} s by the model"
        return (*map(_reason_text, layer.reasons), pace)


def _reason_text(reason: Reason) -> str:
    """A reason, with the lines that it rules out if that is all it does."""
    if reason.claims or not reason.kills:
        return reason.text
    return f"{reason.text}; that rules out {' and '.join(map(ends, reason.kills))}"
