"""The trace of one document: strategies, rows, and ways between board and row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property

from workbench.designing import tracesteps
from workbench.designing.breakpoints import Breakpoints, Watch
from workbench.designing.modes import Modes
from workbench.designing.outlook import Outlook
from workbench.designing.playback import Cell, Player, TracePlayer, View
from workbench.designing.tracequery import Query, QueryError, parse
from workbench.designing.tracesearch import Found, all_rows, first_row
from workbench.designing.tracesteps import Details
from workbench.keymap import key
from workbench.service.lanes import Outcome

JOBS = {"filter": "filtering", "search": "searching", "run": "running on"}
"""The lanes that look through traces, and what they do."""


class Tracing(Modes):
    """Walking through the trace of any strategy.

    Attributes:
        breaks: what stops the playback.
    """

    breaks = Breakpoints()
    _trail: tuple[int, ...] = ()
    _trail_from = -1
    _stopped: tuple[Player, int, str] | None = None
    _wanted: Mapping[str, Query | None] = {}
    _details: tuple[TracePlayer, int, Details] | None = None

    def turn_strategy(self) -> None:
        """Show the trace of the next strategy."""
        names = self.game.strategies
        self._show_strategy(names[(names.index(self.strategy) + 1) % len(names)])
        self._changed()

    def _show_strategy(self, name: str) -> None:
        self.strategy = name
        self._stop_looking()
        self._trace = None
        self.verdicts.ask(name)

    def seek_trace(self, row: int) -> None:
        """Put the trace's cursor on a row and show its situation."""
        player = self.trace()
        if player is None:
            return
        player.seek(row)
        self.set_mode("trace")

    def locate(self) -> None:
        """Find the state on the board in the trace: the first row that leads to it."""
        self._seek_moves(self._moves_shown())

    def seek_moves(self, moves: tuple[str, ...]) -> None:
        """Put the cursor of the verdict's trace on the first row that moves lead to."""
        if self.strategy != self.verdicts.default:
            self._show_strategy(self.verdicts.default)
        self._seek_moves(moves)

    def _seek_moves(self, moves: tuple[str, ...]) -> None:
        trace = self.trace()
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

    # Around a row.

    def details(self) -> Details | None:
        """What is known of the trace's row; None without one."""
        player = self.trace()
        if player is None or player.row is None:
            return None
        known = self._details
        if known is None or known[:2] != (player, player.place):
            answer = self.verdicts.verdict
            guide = answer.solved.guide if answer is not None and answer.solved else None
            now = self._outlook.over(self.game, guide)
            found = tracesteps.details(self.game, self.board, player.trace, player.place, now)
            self._details = known = player, player.place, found
            if now is self._outlook:
                self._outlook.ask(player.moves())
        return known[2]

    @cached_property
    def _outlook(self) -> Outlook:
        return Outlook(self.solver, self._hop, self._looked_ahead)

    def _looked_ahead(self) -> None:
        self._details = None
        self._changed()

    def to_parent(self) -> None:
        """To the row that this one was tried from."""
        player = self.trace()
        row = tracesteps.parent(player.trace, player.place) if player is not None else None
        if player is None or row is None:
            self._say("this is the start")
            return
        trail = self._trail if self._trail_from == player.place else ()
        self._trail, self._trail_from = (player.place, *trail), row
        self.seek_trace(row)

    def to_child(self) -> None:
        """Back down to where one came from; else along the solution; else to the first move."""
        player = self.trace()
        if player is None:
            return
        if self._trail and self._trail_from == player.place:
            row, self._trail = self._trail[0], self._trail[1:]
            self._trail_from = row
            self.seek_trace(row)
            return
        onward = tracesteps.onward(self.game, self.board, player.trace, player.place)
        if onward is None:
            self._say("nothing was tried from here")
        else:
            self.seek_trace(onward)

    def to_sibling(self, count: int) -> None:
        """To the next or previous move tried from the same situation."""
        player, found = self.trace(), self.details()
        if player is None or found is None:
            return
        rows = [branch.row for branch in found.siblings if branch.row is not None]
        place = rows.index(player.place) + count if player.place in rows else -1
        if 0 <= place < len(rows):
            self.seek_trace(rows[place])
        else:
            self._say("no other move was tried from there")

    # Search.

    def find(self, text: str) -> None:
        """Go to the next row that is wanted; all of them can be stepped through then."""
        self._look("search", text, self._found)

    def next_match(self, count: int) -> None:
        """To the next or previous row that was found, round and round."""
        player = self.trace()
        if player is None or player.matches is None:
            self._say(f"nothing was searched for: {key('design.search')} searches")
            return
        found = player.matches
        row = found.step(player.place, count)
        if row is None and len(found.rows) and found.complete:
            row = int(found.rows[0 if count > 0 else -1])
        if row is None:
            self._say("still searching" if self._runs("search") else "no other match")
        else:
            self.seek_trace(row)

    def _found(self, player: TracePlayer, text: str, found: Found, *, ended: bool) -> None:
        first = player.matches is None or player.search_text != text
        player.matches, player.search_text = found, text
        if not len(found.rows):
            player.matches = None
            if found.complete:
                self.notice = f"nothing like {text!r} in the {self.strategy} trace"
        elif first:
            row = found.step(player.place, 1)
            self.seek_trace(int(found.rows[0]) if row is None else row)

    # Filter.

    def set_filter(self, text: str) -> None:
        """Show only the rows that are wanted; all of them for an empty text."""
        player = self.trace()
        if text.strip():
            self._look("filter", text, self._filtered)
        elif player is not None:
            self.solver.stop("filter")
            self._wanted = {**self._wanted, "filter": None}
            self.notice = "all rows" if player.filter is not None else ""
            player.filter, player.filter_text = None, ""
            self._search_within(player)
            self._changed()

    def _filtered(self, player: TracePlayer, text: str, found: Found, *, ended: bool) -> None:
        if not len(found.rows):
            if found.complete:
                self.notice = f"no row is {text!r}: the filter stays as it was"
            return
        first = player.filter is None or player.filter_text != text
        player.filter, player.filter_text = found, text
        if first and not found.has(player.place):
            row = found.step(player.place, 1)
            self.seek_trace(int(found.rows[0]) if row is None else row)
        if ended:
            self._search_within(player)

    def _search_within(self, player: TracePlayer) -> None:
        """Search once more, now that other rows are shown."""
        if player.matches is not None:
            self.find(player.search_text)

    # Breakpoints.

    def break_at_cell(self, cell: Cell) -> None:
        """Stop when that cell changes, or no longer."""
        self.breaks = self.breaks.with_cell(cell)
        state = "set" if cell in self.breaks.cells else "removed"
        self._say(f"breakpoint {state}: {cell[0]},{cell[1]} changes")

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

    # In the background.

    @property
    def looking(self) -> str:
        """What is being done with the rows of the trace, and how far; empty for nothing."""
        player = self._trace
        for lane, words in JOBS.items():
            control = self.solver.running(lane)
            if control is not None and player is not None:
                return f"{words} {100 * control.progress // (player.length + 1)} %"
        return ""

    def _runs(self, lane: str) -> bool:
        return self.solver.running(lane) is not None

    def _forget_players(self) -> None:
        self._stop_looking()
        super()._forget_players()

    def _stop_looking(self) -> None:
        for lane in JOBS:
            self.solver.stop(lane)

    def _look(self, lane: str, text: str, take: Callable[..., None]) -> None:
        """Look for rows; ``take`` gets what was found so far, and in the end all."""
        player = self.trace()
        if player is None:
            return
        try:
            query = parse(text, self.game)
        except QueryError as problem:
            self._say(str(problem))
            return
        within = player.filter.rows if lane == "search" and player.filter is not None else None
        after = player.place if lane == "search" else -1

        self._wanted = {**self._wanted, lane: query}

        def arrived(found: Found, *, ended: bool) -> None:
            # What was found for an earlier question may still be on its way.
            if self._trace is player and self._wanted.get(lane) is query:
                take(player, query.text, found, ended=ended)
                self._changed()

        def done(outcome: Outcome[Found]) -> None:
            if outcome.error is not None:
                self._say(outcome.error)
            elif outcome.value is not None:
                arrived(outcome.value, ended=True)

        def report(found: Found) -> None:
            self._hop(lambda: arrived(found, ended=False))

        self.solver.background(
            lambda control: all_rows(player.trace, query, after, control, report, within),
            lambda outcome: self._hop(lambda: done(outcome)),
            lane,
        )
        self._changed()

    def _say(self, words: str) -> None:
        self.notice = words
        self._changed()
