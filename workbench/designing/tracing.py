"""The trace of one document: strategies, rows, and ways between board and row."""

from __future__ import annotations

from workbench.designing.modes import Modes
from workbench.designing.playback import RunPlayer
from workbench.designing.tracesearch import search
from workbench.service.lanes import Outcome


class Tracing(Modes):
    """Walking through the trace of any strategy."""

    def turn_strategy(self) -> None:
        """Show the trace of the next strategy."""
        names = self.game.strategies
        self.strategy = names[(names.index(self.strategy) + 1) % len(names)]
        self._trace = None
        self.verdicts.ask(self.strategy)
        self._changed()

    def seek_trace(self, row: int) -> None:
        """Put the trace's cursor on a row and show its situation."""
        player = self.trace()
        if player is None:
            return
        player.seek(row)
        self.set_mode("trace")

    def locate(self) -> None:
        """Find the state on the board in the trace."""
        trace, player = self.trace(), self.player
        moves = player.moves if isinstance(player, RunPlayer) else ()
        row = trace.trace.find(moves) if trace is not None else None
        if row is None:
            self.notice = f"the {self.strategy} trace does not have this state"
            self._changed()
        else:
            self.seek_trace(row)

    def search_again(self) -> None:
        """Solve once more, after a search was stopped."""
        for strategy in {self.verdicts.default, self.strategy}:
            answer = self.verdicts.answer(strategy)
            if answer is None or answer.cancelled or answer.error is not None:
                self.verdicts.ask(strategy, again=True)
        self._changed()

    def play_from_row(self) -> None:
        """Go on by hand from the situation of the trace's row."""
        if self.trace() is not None:
            self._hand = self._run_to_here()
            self.set_mode("play")

    def find(self, text: str) -> None:
        """Go to the next row of the trace with that name or result, round and round."""
        player = self.trace()
        if player is None:
            return
        trace, place = player.trace, player.place
        self.solver.background(
            lambda control: search(trace, text, place, control),
            lambda outcome: self._hop(lambda: self._found(outcome, text)),
        )

    def _found(self, outcome: Outcome[int | None], text: str) -> None:
        if outcome.value is not None:
            self.seek_trace(outcome.value)
        elif not outcome.cancelled:
            self.notice = f"nothing called {text!r} in the {self.strategy} trace"
            self._changed()
