"""Navigation in a document's traces: strategies, rows, searches and filters."""

from __future__ import annotations

from collections.abc import Callable

from engine.errors import quote_input
from engine.game.reasoned_trace import ReasonedTrace
from engine.values.expression import ExpressionError
from engine.values.win_distance_guide import Guide, SlowGuide
from workbench.commands.keymap import get_key_hint
from workbench.service.job_slots import Outcome
from workbench.session.board_content import Playback, SessionPart
from workbench.session.board_verdicts import deliver_in_ui
from workbench.session.playback_players import MovesPlayer, TracePlayer
from workbench.session.playtest.shortest_win_routes import BackgroundGuide
from workbench.session.trace import row_details
from workbench.session.trace.row_details import RowDetails
from workbench.session.trace.row_search import SEARCH_SLOTS, FoundRows, find_rows
from workbench.session.trace.trace_query import TraceQuery, parse_query

SLOT = "outlook"


class TraceNavigator(SessionPart):
    """The part that moves through the trace of any strategy and searches its rows."""

    def __init__(self, playback: Playback) -> None:
        super().__init__(playback)
        self._verdicts = self._history.verdicts
        self._background_guide: BackgroundGuide | None = None
        self._trail: tuple[int, ...] = ()
        self._trail_from = -1
        self._queries: dict[str, TraceQuery | None] = {}
        self._details: tuple[TracePlayer, int, RowDetails] | None = None
        self._last_board_moves: tuple[TracePlayer, tuple[str, ...]] | None = None
        self._solution_rows: tuple[TracePlayer, tuple[str, ...], FoundRows] | None = None

    def select_next_strategy(self) -> None:
        """Show the trace of the next strategy."""
        names = self._game.solver.strategies
        self._playback.show_strategy(names[(names.index(self._playback.strategy) + 1) % len(names)])
        self._history.notify_change()

    @property
    def sibling_refusal(self) -> str | None:
        """The reason why no row in the trace can have siblings, or None if some can."""
        player = self._playback.get_trace_player()
        reasoned = player is not None and isinstance(player.trace, ReasonedTrace)
        return (
            "each layer follows from the one before, so there are no other moves"
            if reasoned
            else None
        )

    @property
    def limit_refusal(self) -> str | None:
        """The reason why the current strategy has no depth limit, or None if it has one."""
        strategy = self._playback.strategy
        limited = self.depth_limit is not None
        return None if limited else f"the {strategy} strategy has no depth limit"

    @property
    def depth_limit(self) -> int | None:
        """The depth limit of the current strategy in moves, or None if it has none."""
        return self._verdicts.get_depth_limit(self._playback.strategy)

    def set_depth_limit(self, depth: int) -> None:
        """Set the depth limit of the current strategy, and show its new trace once it is ready."""
        self._verdicts.set_depth_limit(self._playback.strategy, depth)
        self._playback.show_strategy(self._playback.strategy)
        self._history.notify_change()

    def seek_row(self, row: int) -> None:
        """Move the trace cursor to a row, and show that row's position on the board."""
        player = self._playback.get_trace_player()
        if player is None:
            return
        player.seek(row)
        self._playback.show_view("trace")

    def follow_board(self) -> None:
        """Move the trace cursor to the position that a solution or play by hand has reached."""
        player, shown = self._playback.get_trace_player(), self._playback.player
        if (
            player is None
            or not isinstance(shown, MovesPlayer)
            or self._playback.view_kind == "witness"
        ):
            self._last_board_moves = None
            return
        # React only to changes, so that the user can move the trace cursor in between.
        now = player, shown.moves
        if now != self._last_board_moves:
            self._last_board_moves = now
            player.seek(row_details.find_nearest(player.trace, shown.moves))

    def list_rows(self) -> FoundRows | None:
        """Return the rows to list, or None to list all rows.

        These are the rows that pass the filter. Without a filter, they are the rows along the
        solution being shown, if there is one. For a solver that reasons, all rows belong to the
        solution.
        """
        player, shown = self._playback.get_trace_player(), self._playback.player
        if player is None or player.filter is not None or not isinstance(shown, MovesPlayer):
            return player.filter if player is not None else None
        if self._playback.view_kind != "solution" or isinstance(player.trace, ReasonedTrace):
            return None
        now = player, shown.all_moves
        if self._solution_rows is None or self._solution_rows[:2] != now:
            self._solution_rows = *now, row_details.list_rows_along(player.trace, shown.all_moves)
        return self._solution_rows[2]

    def locate_state(self) -> None:
        """Go to the first row in the trace that leads to the position on the board."""
        self._seek_moves(self._playback.moves_shown)

    def seek_moves(self, moves: tuple[str, ...]) -> None:
        """Go to the first row in the default strategy's trace that ``moves`` lead to."""
        if self._playback.strategy != self._verdicts.default_strategy:
            self._playback.show_strategy(self._verdicts.default_strategy)
        self._seek_moves(moves)

    def _seek_moves(self, moves: tuple[str, ...]) -> None:
        trace = self._playback.get_trace_player()
        row = trace.trace.find_row(moves) if trace is not None else None
        if row is None:
            self._history.show_notice(
                f"The {self._playback.strategy} trace does not contain this state."
            )
        else:
            self.seek_row(row)

    def search_again(self) -> None:
        """Repeat the searches of the default and current strategies if they stopped or failed."""
        for strategy in {self._verdicts.default_strategy, self._playback.strategy}:
            answer = self._verdicts.get_answer(strategy)
            if answer is None or answer.cancelled or answer.error is not None:
                self._verdicts.request_answer(strategy, again=True)
        self._history.notify_change()

    def play_from_row(self) -> None:
        """Start playing by hand from the position of the selected row."""
        if self._playback.get_trace_player() is not None:
            self._playback.continue_by_hand(self._playback.moves_shown)

    def get_details(self) -> RowDetails | None:
        """Return the details of the selected row, or None if there is no trace or it is empty."""
        player = self._playback.get_trace_player()
        if player is None or player.row is None:
            return None
        known = self._details
        if known is None or known[:2] != (player, player.moment):
            verdict = self._verdicts.guided_answer
            solved = verdict.value if verdict is not None else None
            found = row_details.collect_details(
                self._game,
                self._history.board,
                player.trace,
                player.moment,
                self._get_guide(),
                solved.traps if solved is not None else None,
            )
            self._details = known = player, player.moment, found
        return known[2]

    def _get_guide(self) -> Guide | None:
        """Return the verdict's guide, wrapped to run in the background if it is slow."""
        guide = self._history.guide
        if not isinstance(guide, SlowGuide):
            return guide
        if self._background_guide is None or self._background_guide.guide is not guide:
            service = self._solver, self._history.call_in_ui
            self._background_guide = BackgroundGuide(
                guide, SLOT, lambda: service, self._handle_lookahead
            )
        # Only the selected row matters, so drop pending questions about other rows.
        self._background_guide.drop_questions()
        return self._background_guide

    def _handle_lookahead(self) -> None:
        self._details = None
        self._history.notify_change()

    def to_parent(self) -> None:
        """Go to the parent of the selected row."""
        player = self._playback.get_trace_player()
        row = row_details.find_parent(player.trace, player.moment) if player is not None else None
        if player is None or row is None:
            self._history.show_notice("This is the start.")
            return
        # Remember the rows on the way up, so that ``to_child`` can retrace them.
        trail = self._trail if self._trail_from == player.moment else ()
        self._trail, self._trail_from = (player.moment, *trail), row
        self.seek_row(row)

    def to_child(self) -> None:
        """Return to the child that ``to_parent`` came from, or go to the most promising child."""
        player = self._playback.get_trace_player()
        if player is None:
            return
        if self._trail and self._trail_from == player.moment:
            row, self._trail = self._trail[0], self._trail[1:]
            self._trail_from = row
            self.seek_row(row)
            return
        onward = row_details.choose_child(
            self._game, self._history.board, player.trace, player.moment
        )
        if onward is None:
            self._history.show_notice("No move was tried from here.")
        else:
            self.seek_row(onward)

    def to_sibling(self, count: int) -> None:
        """Go to the row of the next or previous move tried from the same position."""
        player, found = self._playback.get_trace_player(), self.get_details()
        if player is None or found is None:
            return
        rows = [branch.row for branch in found.siblings if branch.row is not None]
        at = rows.index(player.moment) + count if player.moment in rows else -1
        if 0 <= at < len(rows):
            self.seek_row(rows[at])
        else:
            self._history.show_notice("No other move was tried from that state.")

    def start_search(self, text: str) -> None:
        """Search for rows that match a query, and go to the next match when it is found."""
        self._search_rows("search", text, self._handle_matches)

    def next_match(self, count: int) -> None:
        """Go to the next or previous match, wrapping around at either end of the trace."""
        player = self._playback.get_trace_player()
        if player is None or player.matches is None:
            self._history.show_notice(
                f"No search yet. Use {get_key_hint('design.search')} to search."
            )
            return
        found = player.matches
        row = found.step_from(player.moment, count)
        # Do not wrap around while the search may still find a match further on.
        if row is None and len(found.rows) and found.is_complete:
            row = int(found.rows[0 if count > 0 else -1])
        if row is None:
            self._history.show_notice(
                "Still searching..." if self._is_running("search") else "No other match."
            )
        else:
            self.seek_row(row)

    def _handle_matches(
        self, player: TracePlayer, text: str, found: FoundRows, *, ended: bool
    ) -> None:
        first = player.matches is None or player.search_text != text
        player.matches, player.search_text = found, text
        if not len(found.rows):
            player.matches = None
            if found.is_complete:
                self._history.notice = (
                    f"No match for {quote_input(text)} in the {self._playback.strategy} trace."
                )
        elif first:
            row = found.step_from(player.moment, 1)
            self.seek_row(int(found.rows[0]) if row is None else row)

    def set_filter(self, text: str) -> None:
        """Show only the rows that match a query, or all rows if ``text`` is empty."""
        player = self._playback.get_trace_player()
        if text.strip():
            self._search_rows("filter", text, self._handle_filtered)
        elif player is not None:
            self._solver.cancel_job("filter")
            self._queries["filter"] = None
            self._history.notice = "All rows are shown." if player.filter is not None else ""
            player.filter, player.filter_text = None, ""
            self._search_within(player)
            self._history.notify_change()

    def _handle_filtered(
        self, player: TracePlayer, text: str, found: FoundRows, *, ended: bool
    ) -> None:
        if not len(found.rows):
            if found.is_complete:
                self._history.notice = (
                    f"No row matches {quote_input(text)}. The filter has not changed."
                )
            return
        first = player.filter is None or player.filter_text != text
        player.filter, player.filter_text = found, text
        # The new filter hides the selected row, so go to the next row that it lets through.
        if first and not found.has_row(player.moment):
            row = found.step_from(player.moment, 1)
            self.seek_row(int(found.rows[0]) if row is None else row)
        if ended:
            self._search_within(player)

    def _search_within(self, player: TracePlayer) -> None:
        """Repeat the last search, if any, because the filter has changed."""
        if player.matches is not None:
            self.start_search(player.search_text)

    @property
    def search_progress(self) -> str:
        """A description of the running search and its progress, or "" if none is running."""
        player = self._playback.get_trace_player()
        for lane, words in SEARCH_SLOTS.items():
            control = self._solver.get_control(lane)
            if control is not None and player is not None:
                return f"{words} {100 * control.progress // (player.length + 1)}%"
        return ""

    def _is_running(self, slot: str) -> bool:
        return self._solver.get_control(slot) is not None

    def _search_rows(self, slot: str, text: str, receive: Callable[..., None]) -> None:
        """Search for rows in the background, and pass partial and final results to ``receive``."""
        if (player := self._playback.get_trace_player()) is None:
            return
        try:
            query = parse_query(text, self._game)
        except ExpressionError as problem:
            self._history.show_notice(str(problem))
            return
        # A search is limited to rows that pass the current filter, but a new filter is not.
        within = player.filter.rows if slot == "search" and player.filter is not None else None
        after = player.moment if slot == "search" else -1

        self._queries[slot] = query

        def receive_rows(found: FoundRows, *, ended: bool) -> None:
            # Results for an earlier query may still arrive and must be ignored.
            if self._playback.shows_trace(player) and self._queries.get(slot) is query:
                receive(player, query.text, found, ended=ended)
                self._history.notify_change()

        def handle_outcome(outcome: Outcome[FoundRows]) -> None:
            if outcome.error is not None:
                self._history.show_notice(outcome.error)
            elif outcome.value is not None:
                receive_rows(outcome.value, ended=True)

        def report(found: FoundRows) -> None:
            self._history.call_in_ui(lambda: receive_rows(found, ended=False))

        search, trace = query.find_rows, player.trace
        self._solver.run_in_background(
            lambda control: find_rows(trace, search, after, control, report, within),
            deliver_in_ui(self._history.call_in_ui, handle_outcome),
            slot,
        )
        self._history.notify_change()
