"""The trace of deduction: a row for the start, and one for every layer."""

from __future__ import annotations

from functools import cached_property

from engine.game.position import Position
from engine.game.reasoning import Conclusion, Tip
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.lines import (
    Cells,
    Line,
    is_straight,
    read_word,
    span,
    word_of,
)
from engine.games.linjat.deduce import layers
from engine.games.linjat.deduce.deduction import Deduction, DeductionLayer
from engine.games.linjat.deduce.human import SerialDeduction
from engine.games.linjat.deduce.rederivation import Reason
from engine.games.linjat.deduce.rulesets import RULES, TITLES
from engine.games.linjat.exact.counting import Count
from engine.games.linjat.explain.evidence import conclusions
from engine.games.linjat.explain.grounds import Ground, grounds, list_lines, merge, tell
from engine.games.linjat.explain.tips import next_tip
from engine.values.grid import Cell
from engine.values.trace import TraceRow


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
        self._rests_on: dict[int, tuple[Ground, ...]] = {}

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
        return f"{TITLES[rule]}: {width} {what}{'s' * (width != 1)}{self._after(index)}"

    def _after(self, index: int) -> str:
        """Return the other rules that a row rests on, in words; empty if there are none."""
        rules = dict.fromkeys(ground.reason.rule for ground in self._grounds(index))
        others = [rule for rule in rules if rule != TITLES[self._rule(index)]]
        return f", after {' and '.join(others)}" if others else ""

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
        for index in range(1, len(self)):
            self._grounds(index)

    def claims(self, index: int) -> frozenset[Cell]:
        """See :meth:`engine.game.reasoning.ReasonedTrace.claims`."""
        layer = self.layer(index)
        reasons = layer.reasons if layer is not None else ()
        return frozenset(cell for reason in reasons for cell in reason.claims)

    def because(self, index: int) -> frozenset[Cell]:
        """See :meth:`engine.game.reasoning.ReasonedTrace.because`; of what leads to claims only."""
        layer = self.layer(index)
        if layer is None:
            return frozenset()
        concluded = [reason for reason in layer.reasons if reason.claims]
        told = [ground.reason for ground in self._grounds(index)]
        return frozenset(cell for reason in (*told, *concluded) for cell in reason.because)

    def _grounds(self, index: int) -> tuple[Ground, ...]:
        """Return the reasons that the conclusions of a row rest on and that the board hides."""
        assert self.deduction is not None
        found = self._rests_on.get(index)
        if found is None:
            layer = self.deduction.layers[index - 1]
            earlier = [
                reason
                for each in self.deduction.layers[:index]
                for reason in each.reasons
                if each is not layer or not reason.claims
            ]
            concluded = [reason for reason in layer.reasons if reason.claims]
            found = merge(
                ground for each in concluded for ground in grounds(layer.before, each, earlier)
            )
            self._rests_on[index] = found
        return found

    def conclusions(self, index: int) -> tuple[Conclusion, ...]:
        """See :meth:`engine.game.reasoning.ReasonedTrace.conclusions`."""
        if self.deduction is None or index == 0:
            return ()
        return conclusions(self.deduction.layers, index - 1)

    def tip(self, position: Position) -> Tip | None:
        """See :meth:`engine.game.reasoning.ReasonedTrace.tip`."""
        if self.deduction is None:
            return None
        return next_tip(self.deduction, self.count, position)

    def reasons(self, index: int) -> tuple[str, ...]:
        """See :meth:`engine.game.reasoning.ReasonedTrace.reasons`.

        Lines that are ruled out without leading to anything yet are listed together, at the end.
        """
        layer = self.layer(index)
        if layer is None:
            return ()
        found = self._grounds(index)
        told = {id(ground.reason) for ground in found}
        texts = [self._ground_text(index, ground) for ground in found]
        texts += [tell(reason, found) for reason in layer.reasons if reason.claims]
        aside = {
            reason.number: layer.before.called(reason.number)
            for reason in layer.reasons
            if not reason.claims and id(reason) not in told
        }
        if aside:
            texts.append(f"on the way, lines are ruled out for {', '.join(aside.values())}")
        return tuple(texts)

    def _ground_text(self, index: int, ground: Ground) -> str:
        """Return a reason that a row rests on in words; one of an earlier row is told briefly."""
        assert self.deduction is not None
        for number, layer in enumerate(self.deduction.layers[: index - 1], 1):
            if any(reason is ground.reason for reason in layer.reasons):
                called = layer.before.called(ground.reason.number)
                lines = list_lines(ground.lines)
                return f"L{number}, {ground.reason.rule}, rules out {lines} for {called}"
        return ground.text

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
        return f"{TITLES[self._rule(index)]}: 1 of {available}{self._after(index)}"

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
        found = self._grounds(index)
        texts = [self._ground_text(index, ground) for ground in found]
        told = {id(ground.reason) for ground in found}
        texts += [
            tell(reason, found) if reason.claims else _reason_text(reason)
            for reason in layer.reasons
            if id(reason) not in told
        ]
        return (*texts, pace)


def _reason_text(reason: Reason) -> str:
    """A reason, with the lines that it rules out if that is all it does."""
    if reason.claims or not reason.kills:
        return reason.text
    return Ground(reason, reason.kills).text
