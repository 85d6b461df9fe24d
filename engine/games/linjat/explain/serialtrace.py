"""The trace of a person's deduction: a row for the start, and one for every step."""

from __future__ import annotations

from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.deduce.again import Reason, place
from engine.games.linjat.deduce.human import SerialDeduction
from engine.games.linjat.deduce.rulesets import TITLES
from engine.games.linjat.exact.counting import Count
from engine.games.linjat.explain.trace import LayersTrace


class SerialTrace(LayersTrace):
    """The steps of a run of the human model; see :mod:`engine.games.linjat.deduce.human`."""

    def __init__(self, board: LinjatBoard, deduction: SerialDeduction, count: Count) -> None:
        super().__init__("serial", board, deduction, count)
        self._serial = deduction

    def _result(self, index: int) -> str:
        _, available = self._kinds[index - 1]
        return f"{TITLES[self._rule(index)]}: 1 of {available}"

    def reasons(self, index: int) -> tuple[str, ...]:
        """See :meth:`engine.game.reasoning.ReasonedTrace.reasons`.

        At the end, how long it takes to see that by the model. What only rules out lines, to be
        kept in mind, is told in full.
        """
        layer = self.layer(index)
        if layer is None:
            return ()
        _, available = self._kinds[index - 1]
        which = (
            "the only such conclusion" if available == 1 else f"one of {available} such conclusions"
        )
        pace = f"{which} just then: {self._serial.seconds(index - 1):.1f} s by the model"
        return (*map(_told, layer.reasons), pace)


def _told(reason: Reason) -> str:
    """A reason, with the lines that it rules out if that is all it does."""
    if reason.claims or not reason.kills:
        return reason.text
    lines = " and ".join(f"{place(line[0])}-{place(line[-1])}" for line in reason.kills)
    return f"{reason.text}; that rules out {lines}"
