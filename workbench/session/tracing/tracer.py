"""The trace of one document: strategies, rows, and ways between board and row."""

from __future__ import annotations

from collections.abc import Callable

from engine.errors import quoted
from engine.game.reasoning import ReasonedTrace
from engine.values.expression import ExpressionError
from engine.values.guide import Guide, Ponders
from workbench.commands.keymap import key
from workbench.service.lanes import Outcome
from workbench.session.playback import Playback, SessionPart
from workbench.session.players import MovesPlayer, TracePlayer
from workbench.session.playing.way import Lookahead
from workbench.session.tracing import tracesteps
from workbench.session.tracing.tracequery import TraceQuery, parse
from workbench.session.tracing.tracesearch import LANES, FoundRows, all_rows
from workbench.session.tracing.tracesteps import RowDetails
from workbench.session.verdicts import through

LANE = "outlook"


class Tracer(SessionPart):
    """Walks through the trace of any strategy, and looks for rows in it."""

    def __init__(self, playback: Playback) -> None:
        super().__init__(playback)
        self._verdicts = self._history.verdicts
        self._lookahead: Lookahead | None = None
        self._trail: tuple[int, ...] = ()
        self._trail_from = -1
        self._wanted: dict[str, TraceQuery | None] = {}
        self._details: tuple[TracePlayer, int, RowDetails] | None = None
        self._followed: tuple[TracePlayer, tuple[str, ...]] | None = None
        self._along: tuple[TracePlayer, tuple[str, ...], FoundRows] | None = None

    def turn_strategy(self) -> None:
        """Show the trace of the next strategy."""
        names = self._game.solver.strategies
        self._playback.show_strategy(names[(names.index(self._playback.strategy) + 1) % len(names)])
        self._history.changed()

    @property
    def no_siblings(self) -> str | None:
        """Why no row of the trace can have siblings; None if some can."""
        player = self._playback.trace()
        reasoned = player is not None and isinstance(player.trace, ReasonedTrace)
        return "one layer follows from the other: none has siblings" if reasoned else None

    @property
    def no_limit(self) -> str | None:
        """Why the shown strategy cannot be given a limit of moves; None if it can."""
        strategy = self._playback.strategy
        limited = self.depth_limit is not None
        return None if limited else f"the strategy {strategy} has no depth limit"

    @property
    def depth_limit(self) -> int | None:
        """How many moves the shown strategy looks ahead; None if it has no limit of them."""
        return self._verdicts.depth(self._playback.strategy)

    def limit_depth(self, depth: int) -> None:
        """Show the trace of the same strategy with another limit of moves."""
        self._verdicts.limit(self._playback.strategy, depth)
        self._playback.show_strategy(self._playback.strategy)
        self._history.changed()

    def seek(self, row: int) -> None:
        """Put the trace's cursor on a row and show its situation."""
        player = self._playback.trace()
        if player is None:
            return
        player.seek(row)
        self._playback.show_view("trace")

    def follow_board(self) -> None:
        """Bring the trace's cursor to where the moves of the solution, or by hand, have led."""
        player, shown = self._playback.trace(), self._playback.player
        if (
            player is None
            or not isinstance(shown, MovesPlayer)
            or self._playback.view_kind == "witness"
        ):
            self._followed = None
            return
        now = player, shown.moves
        if now != self._followed:
            self._followed = now
            player.seek(tracesteps.nearest(player.trace, shown.moves))

    def listed(self) -> FoundRows | None:
        """The rows to list: those of the filter, else of the solution that is stepped through.

        None for all, of a solver that reasons too: its rows are few, and all on the way.
        """
        player, shown = self._playback.trace(), self._playback.player
        if player is None or player.filter is not None or not isinstance(shown, MovesPlayer):
            return player.filter if player is not None else None
        if self._playback.view_kind != "solution" or isinstance(player.trace, ReasonedTrace):
            return None
        now = player, shown.line
        if self._along is None or self._along[:2] != now:
            self._along = *now, tracesteps.along(player.trace, shown.line)
        return self._along[2]

    def locate(self) -> None:
        """Find the state on the board in the trace: the first row that leads to it."""
        self._seek_moves(self._playback.moves_shown)

    def seek_moves(self, moves: tuple[str, ...]) -> None:
        """Put the cursor of the verdict's trace on the first row that moves lead to."""
        if self._playback.strategy != self._verdicts.default:
            self._playback.show_strategy(self._verdicts.default)
        self._seek_moves(moves)

    def _seek_moves(self, moves: tuple[str, ...]) -> None:
        trace = self._playback.trace()
        row = trace.trace.find(moves) if trace is not None else None
        if row is None:
            self._history.say(f"the {self._playback.strategy} trace does not have this state")
        else:
            self.seek(row)

    def search_again(self) -> None:
        """Solve once more, after a search was stopped."""
        for strategy in {self._verdicts.default, self._playback.strategy}:
            answer = self._verdicts.answer(strategy)
            if answer is None or answer.cancelled or answer.error is not None:
                self._verdicts.ask(strategy, again=True)
        self._history.changed()

    def play_from_row(self) -> None:
        """Go on by hand from the situation of the trace's row."""
        if self._playback.trace() is not None:
            self._playback.go_on_by_hand(self._playback.moves_shown)

    # Around a row.

    def details(self) -> RowDetails | None:
        """What is known of the trace's row; None without one."""
        player = self._playback.trace()
        if player is None or player.row is None:
            return None
        known = self._details
        if known is None or known[:2] != (player, player.moment):
            found = tracesteps.details(
                self._game, self._history.board, player.trace, player.moment, self._guide()
            )
            self._details = known = player, player.moment, found
        return known[2]

    def _guide(self) -> Guide | None:
        """The verdict's guide to positions, which never holds a key up."""
        guide = self._history.guide
        if not isinstance(guide, Ponders):
            return guide
        if self._lookahead is None or self._lookahead.guide is not guide:
            service = self._solver, self._history.hop
            self._lookahead = Lookahead(guide, LANE, lambda: service, self._looked_ahead)
        self._lookahead.drop()
        return self._lookahead

    def _looked_ahead(self) -> None:
        self._details = None
        self._history.changed()

    def to_parent(self) -> None:
        """To the row that this one was tried from."""
        player = self._playback.trace()
        row = tracesteps.parent(player.trace, player.moment) if player is not None else None
        if player is None or row is None:
            self._history.say("this is the start")
            return
        trail = self._trail if self._trail_from == player.moment else ()
        self._trail, self._trail_from = (player.moment, *trail), row
        self.seek(row)

    def to_child(self) -> None:
        """Back down to where one came from; else along the solution; else to the first move."""
        player = self._playback.trace()
        if player is None:
            return
        if self._trail and self._trail_from == player.moment:
            row, self._trail = self._trail[0], self._trail[1:]
            self._trail_from = row
            self.seek(row)
            return
        onward = tracesteps.onward(self._game, self._history.board, player.trace, player.moment)
        if onward is None:
            self._history.say("nothing was tried from here")
        else:
            self.seek(onward)

    def to_sibling(self, count: int) -> None:
        """To the next or previous move tried from the same situation."""
        player, found = self._playback.trace(), self.details()
        if player is None or found is None:
            return
        rows = [branch.row for branch in found.siblings if branch.row is not None]
        at = rows.index(player.moment) + count if player.moment in rows else -1
        if 0 <= at < len(rows):
            self.seek(rows[at])
        else:
            self._history.say("no other move was tried from there")

    # Search.

    def find(self, text: str) -> None:
        """Go to the next row that is wanted; all of them can be stepped through then."""
        self._look("search", text, self._found)

    def next_match(self, count: int) -> None:
        """To the next or previous row that was found, round and round."""
        player = self._playback.trace()
        if player is None or player.matches is None:
            self._history.say(f"nothing was searched for: {key('design.search')} searches")
            return
        found = player.matches
        row = found.step(player.moment, count)
        if row is None and len(found.rows) and found.complete:
            row = int(found.rows[0 if count > 0 else -1])
        if row is None:
            self._history.say("still searching" if self._runs("search") else "no other match")
        else:
            self.seek(row)

    def _found(self, player: TracePlayer, text: str, found: FoundRows, *, ended: bool) -> None:
        first = player.matches is None or player.search_text != text
        player.matches, player.search_text = found, text
        if not len(found.rows):
            player.matches = None
            if found.complete:
                self._history.notice = (
                    f"nothing like {quoted(text)} in the {self._playback.strategy} trace"
                )
        elif first:
            row = found.step(player.moment, 1)
            self.seek(int(found.rows[0]) if row is None else row)

    # Filter.

    def set_filter(self, text: str) -> None:
        """Show only the rows that are wanted; all of them for an empty text."""
        player = self._playback.trace()
        if text.strip():
            self._look("filter", text, self._filtered)
        elif player is not None:
            self._solver.stop("filter")
            self._wanted["filter"] = None
            self._history.notice = "all rows" if player.filter is not None else ""
            player.filter, player.filter_text = None, ""
            self._search_within(player)
            self._history.changed()

    def _filtered(self, player: TracePlayer, text: str, found: FoundRows, *, ended: bool) -> None:
        if not len(found.rows):
            if found.complete:
                self._history.notice = f"no row is {quoted(text)}: the filter stays as it was"
            return
        first = player.filter is None or player.filter_text != text
        player.filter, player.filter_text = found, text
        if first and not found.has(player.moment):
            row = found.step(player.moment, 1)
            self.seek(int(found.rows[0]) if row is None else row)
        if ended:
            self._search_within(player)

    def _search_within(self, player: TracePlayer) -> None:
        """Search once more, now that other rows are shown."""
        if player.matches is not None:
            self.find(player.search_text)

    # In the background.

    @property
    def looking(self) -> str:
        """What is being done with the rows of the trace, and how far; empty for nothing."""
        player = self._playback.trace()
        for lane, words in LANES.items():
            control = self._solver.running(lane)
            if control is not None and player is not None:
                return f"{words} {100 * control.progress // (player.length + 1)}%"
        return ""

    def _runs(self, lane: str) -> bool:
        return self._solver.running(lane) is not None

    def _look(self, lane: str, text: str, take: Callable[..., None]) -> None:
        """Look for rows; ``take`` gets what was found so far, and in the end all."""
        player = self._playback.trace()
        if player is None:
            return
        try:
            query = parse(text, self._game)
        except ExpressionError as problem:
            self._history.say(str(problem))
            return
        within = player.filter.rows if lane == "search" and player.filter is not None else None
        after = player.moment if lane == "search" else -1

        self._wanted[lane] = query

        def arrived(found: FoundRows, *, ended: bool) -> None:
            """Take rows that were found, unless they answer an earlier question."""
            # What was found for an earlier question may still be on its way.
            if self._playback.shows_trace(player) and self._wanted.get(lane) is query:
                take(player, query.text, found, ended=ended)
                self._history.changed()

        def done(outcome: Outcome[FoundRows]) -> None:
            """Take all rows, or say why there are none."""
            if outcome.error is not None:
                self._history.say(outcome.error)
            elif outcome.value is not None:
                arrived(outcome.value, ended=True)

        def report(found: FoundRows) -> None:
            """Take the rows found so far; called on the solver's thread."""
            self._history.hop(lambda: arrived(found, ended=False))

        self._solver.background(
            lambda control: all_rows(player.trace, query.rows, after, control, report, within),
            through(self._history.hop, done),
            lane,
        )
        self._history.changed()
