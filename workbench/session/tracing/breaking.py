"""Stopping where something of interest happens, in whatever is stepped through."""

from __future__ import annotations

from dataclasses import replace

from engine.values.grid import Cell
from workbench.commands.keymap import key
from workbench.service.lanes import Outcome
from workbench.session.playback import Player, TracePlayer, View
from workbench.session.tracing.breakpoints import Breakpoints, Watch
from workbench.session.tracing.tracesearch import first_row
from workbench.session.tracing.tracing import Tracing


class Breaking(Tracing):
    """Breakpoints: setting them, stopping at them, and running on to the next.

    Attributes:
        breaks: what stops the playback.
    """

    breaks = Breakpoints()
    _stopped: tuple[Player, int, str] | None = None

    def break_at_cell(self, cell: Cell) -> None:
        """Stop when that cell changes, or no longer."""
        self.breaks = self.breaks.with_cell(cell)
        state = "set" if cell in self.breaks.cells else "removed"
        self._say(f"breakpoint {state}: {self.where(*cell)} changes")

    def break_at_verdict(self, word: str) -> None:
        """Stop when that verdict appears, or no longer."""
        self.breaks = self.breaks.with_verdict(word)
        self._changed()

    def clear_breaks(self) -> None:
        """Remove every breakpoint."""
        self.breaks = Breakpoints()
        self._changed()

    def stops_here(self) -> bool:
        """Whether the playback is to stop where it stands; the caption says why."""
        player = self.player
        why = self._watch.why(player) if player is not None and self.breaks else None
        if player is None or why is None:
            return False
        self._stopped = player, player.place, why
        return True

    def run_on(self) -> None:
        """Run on to the next breakpoint without showing what lies between."""
        if self.player is None and self.trace() is not None:
            self.mode = "trace"
        player = self.player
        if not self.breaks:
            self._say(f"no breakpoints: {key('design.breakpoints')} sets some")
        elif isinstance(player, TracePlayer):
            self._run_trace(player)
        elif player is not None:
            place = player.place
            if self._watch.run(player):
                self.stops_here()
                self._changed()
            else:
                player.seek(place)
                self._say("no breakpoint further on")
        else:
            self._say("nothing to run through")

    def _run_trace(self, player: TracePlayer) -> None:
        tests, place = self._watch.tests(), player.place
        within = player.filter.rows if player.filter is not None else None

        def arrived(outcome: Outcome[int | None]) -> None:
            """Go to the row that was found, unless the trace was left or moved meanwhile."""
            if self._trace is not player or player.place != place:
                return
            if outcome.value is not None:
                player.seek(outcome.value)
                self.stops_here()
            else:
                self.notice = outcome.error or (
                    "stopped" if outcome.cancelled else "no breakpoint further on"
                )
            self._changed()

        self.solver.background(
            lambda control: first_row(player.trace, tests, place, control, within),
            lambda outcome: self._hop(lambda: arrived(outcome)),
            "run",
        )
        self._changed()

    @property
    def _watch(self) -> Watch:
        answer = self.verdicts.verdict
        guide = answer.solved.guide if answer is not None and answer.solved else None
        return Watch(self.breaks, self.game, self.board, guide)

    def view(self) -> View:
        """What the board shows now, with the breakpoints on it and why the playback stopped."""
        view = super().view()
        if self.breaks.cells:
            marks = dict.fromkeys(self.breaks.cells, "breakpoint")
            view = replace(view, marks={**marks, **view.marks})
        if self._stopped is not None:
            player, place, why = self._stopped
            if player is self.player and place == player.place:
                view = replace(view, caption=f"stopped, {why} · {view.caption}")
        return view
