"""The screen that lists a level's recordings, from which the user chooses one to replay."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from textual import on
from textual.app import ComposeResult

from engine.game import registry
from engine.game.playthrough import Playthrough
from engine.values.level import Level, compute_digest
from engine.values.playtest_record import EventKind, PlayRecord
from workbench.commands import Action, Command
from workbench.features.play.play_text import format_title
from workbench.features.play.replay_screen import ReplayScreen
from workbench.session.playtest.hints import SOLUTION_SHOWN, format_duration
from workbench.session.playtest.level_analysis import LevelAnalysis
from workbench.session.playtest.record_replay import RecordReplay
from workbench.session.playtest.record_storage import RecordStorage
from workbench.session.playtest.visibility import format_view
from workbench.session.playtest.win_kind_text import format_best_medals, list_results, replay_win
from workbench.terminal.column_width import pad_text
from workbench.text.quantity_text import format_count
from workbench.text.solution_length import PlayCounter
from workbench.ui.cursor_pane import CursorPane
from workbench.ui.screen import CommandScreen
from workbench.ui.styled_lines import Line, Span, cut_line

EDITED_NOTE = "the board was edited after this recording"
HELP_KINDS: tuple[EventKind, ...] = ("hint", "undo", "restart")
"""The kinds of events that the list counts for each recording."""


class Recording(NamedTuple):
    """A recording, its playthrough if the player won, and its length in the game's first unit."""

    record: PlayRecord
    won_playthrough: Playthrough | None
    length: int


class RecordingList(CursorPane):
    """A list with one line per recording, newest first, and a cursor."""

    DEFAULT_CSS = "RecordingList { height: 1fr; padding: 0 1; }"
    HEADING = 1

    _heading = ""
    _rows: Sequence[Span] | None = None

    def show_rows(self, heading: str, rows: Sequence[Span] | None) -> None:
        """Show the recordings.

        Args:
            heading: The headings of the columns.
            rows: One line per recording, or None while the recordings are still being read.
        """
        self._heading, self._rows = heading, rows
        self.go_to(self.cursor)

    @property
    def count(self) -> int:
        """The number of recordings."""
        return len(self._rows or ())

    def draw_lines(self, width: int, height: int) -> Iterable[Line]:
        """Yield the heading and the recordings that fit in the pane."""
        yield [(f"  {self._heading}", "muted")]
        if not self._rows:
            waiting = "Reading ..." if self._rows is None else "No recordings yet."
            yield [(f"  {waiting}", "muted")]
            return
        for number in self.find_visible_rows(height - 1):
            text, role = self._rows[number]
            here = number == self.cursor
            row = f"{'>' if here else ' '} {text}"
            yield cut_line([(pad_text(row, width), "selected" if here else role)], width)


class RecordingsScreen(CommandScreen):
    """A screen on which the user chooses one of a level's recordings to replay.

    Args:
        level: The level whose recordings are listed.
        keeper: The storage for the level's recordings.
        advice: The solver's answer for the level.
        handle_solution_shown: A function that is called when a replay shows the solution.
    """

    CONTEXTS = ("recordings",)

    def __init__(
        self,
        level: Level,
        keeper: RecordStorage,
        advice: LevelAnalysis,
        handle_solution_shown: Callable[[], None],
    ) -> None:
        super().__init__()
        self._handle_solution_shown = handle_solution_shown
        self._level = level
        self._game = registry.get_game(level.game)
        self._digest = compute_digest(level.board)
        self._keeper = keeper
        self._advice = advice
        self._recordings: list[Recording] | None = None

    def compose_contents(self) -> ComposeResult:
        """Yield the list of recordings."""
        yield RecordingList(classes="pane")

    def on_mount(self) -> None:
        """Start reading the recordings."""
        self.update_content()
        self.run_worker(self._load_recordings(), group="recordings")

    async def _load_recordings(self) -> None:
        # Look up the units in the UI thread, because the solver's answer may change them.
        plain = self._advice.measure.has_one_unit
        self._recordings, wrong = await asyncio.to_thread(self._read_recordings, plain)
        self.update_content()
        for message in wrong:
            self.show_message(message, "bad")

    def _read_recordings(self, plain: bool) -> tuple[list[Recording], list[str]]:
        """Read the level's recordings; this runs in a thread.

        Args:
            plain: True if the game counts only moves.

        Returns:
            The recordings, and the error messages about files that cannot be read.
        """
        records, wrong = self._keeper.read()
        return [
            Recording(
                record,
                replay_win(self._game, self._level, record),
                self._measure_record(record, plain),
            )
            for record in records
        ], wrong

    def _measure_record(self, record: PlayRecord, plain: bool) -> int:
        """Return a recording's length in the game's first unit.

        A recording on a different board cannot be replayed, so its length is returned in moves.
        """
        if plain or record.board != self._digest:
            return record.moves
        playthrough = Playthrough(self._game.play, self._level.board)
        # The record also contains undone moves, so replay all events to find the moves that count.
        for event in record.events:
            playthrough.perform_event(event)
        return PlayCounter(self._game, self._level.board).measure_length(playthrough.moves)

    def update_content(self) -> None:
        """List the recordings that have been read, and show the best results in the title."""
        game, found = self._game, self._recordings
        last = "medal, help" if game.play.medals and found else "help"
        unit = game.measure.plural
        heading = f"{'when':<17}{'result':<7}{unit:>5}{'over':>5}{'time':>8}  {last}"
        self._recording_list.show_rows(
            heading, None if found is None else [*map(self._format_row, found)]
        )
        title = f"Recordings of {format_title(self._level, game.title)}"
        # Wins after the solution was shown are listed, but do not count as best results.
        own = [each.won_playthrough for each in found or () if not each.record.solution_shown]
        best = format_best_medals(game, own, self._advice.facts) or self._format_shortest()
        self._recording_list.set_titles(f"{title} · best: {best}" if best else title)
        self.key_line.update_keys()

    def _format_shortest(self) -> str:
        """Format the shortest win for each view; return "" if the game has no views."""
        steering = self._game.play.step_input
        least: dict[str, int] = {}
        for record, _, length in self._recordings or ():
            counts = record.result == "won" and not record.solution_shown
            if counts and record.board == self._digest:
                least[record.view] = min(length, least.get(record.view, length))
        if steering is None or not steering.views:
            return ""
        words = self._game.measure.unit_names
        return ", ".join(
            f"{format_count(least[view], *words)}{f' {format_view(view)}' if view else ''}"
            for view in sorted(least)
        )

    def _format_row(self, recording: Recording) -> Span:
        record, won, length = recording
        edited = record.board != self._digest
        when = record.started.astimezone().strftime("%Y-%m-%d %H:%M")
        # Prefer the optimum known at the time of recording. The current one is for this board only.
        best = record.optimum
        if best is None and not edited:
            best = self._advice.optimum
        off = f"+{length - best}" if record.result == "won" and best is not None else ""
        numbers = f"{length:>5}{off:>5}{format_duration(record.active_seconds):>8}"
        steering = self._game.play.step_input
        notes = list_results(self._game, record, won, self._advice.facts)
        if steering is not None and record.deaths:
            notes.append(format_count(record.deaths, steering.loss_title))
        if record.solution_shown:
            notes.append(SOLUTION_SHOWN)
        if record.view:
            notes.append(format_view(record.view))
        if record.explored:
            notes.append(f"explored {format_count(len(record.explored), 'time')}")
        if edited:
            notes.append("edited")
        for kind in HELP_KINDS:
            if record.count_events(kind):
                notes.append(format_count(record.count_events(kind), kind))
        text = f"{when:<17}{record.result:<7}{numbers}  {', '.join(notes)}"
        return text, "muted" if edited else ""

    @property
    def _recording_list(self) -> RecordingList:
        return self.query_one(RecordingList)

    @property
    def _selected_record(self) -> PlayRecord | None:
        """The recording under the cursor, or None if the list is empty."""
        return self._recordings[self._recording_list.cursor].record if self._recordings else None

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions that move the cursor and close the screen."""
        return {**self._recording_list.bind_motions("recordings"), "recordings.back": self.dismiss}

    def explain_unavailable(self, command: Command) -> str | None:
        """Return the reason why the selected recording cannot be replayed, or None if it can."""
        if command.id != "recordings.open":
            return None
        record = self._selected_record
        if record is None:
            return "there are no recordings yet"
        return EDITED_NOTE if record.board != self._digest else None

    @on(RecordingList.RowHighlighted)
    def _handle_row_highlighted(self) -> None:
        self.key_line.update_keys()

    @on(RecordingList.RowOpened)
    def _handle_row_opened(self) -> None:
        self.call_later(self.action_command, "recordings.open")

    def action_open(self) -> None:
        """Replay the recording under the cursor."""
        record = self._selected_record
        if record is not None:
            replay = RecordReplay(self._game, self._level.board, record, self._advice)
            self._handle_solution_shown()
            self.app.push_screen(ReplayScreen(self._level, replay))
