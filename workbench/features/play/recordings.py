"""The recordings of a level, to choose one of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from textual import on
from textual.app import ComposeResult

from engine.game import registry
from engine.game.playthrough import Playthrough
from engine.values.level import Level, board_digest
from engine.values.records import Kind, PlayRecord
from workbench.commands import Action, Command
from workbench.features.play.playtext import title_of
from workbench.features.play.replay import ReplayScreen
from workbench.session.playing.advice import Advice
from workbench.session.playing.hints import SHOWN, clock
from workbench.session.playing.keeping import RecordKeeper
from workbench.session.playing.kinds import best_medal, finish, finished
from workbench.session.playing.replaying import Replay
from workbench.session.playing.visibility import seen_from
from workbench.terminal.widths import pad
from workbench.text.measures import PlayCounter
from workbench.text.status import count
from workbench.ui.cursorpane import CursorPane
from workbench.ui.lines import Line, Span, cut
from workbench.ui.screen import CommandScreen

EDITED = "the board was edited since"
HELP: tuple[Kind, ...] = ("hint", "undo", "restart")
"""Events that are counted in the list."""


class Recording(NamedTuple):
    """What is known of one recording by itself: its playthrough if that was won, and its length."""

    record: PlayRecord
    won: Playthrough | None
    length: int


class RecordingList(CursorPane):
    """One line a recording, newest first, with a cursor."""

    DEFAULT_CSS = "RecordingList { height: 1fr; padding: 0 1; }"
    HEADING = 1

    _heading = ""
    _rows: Sequence[Span] | None = None

    def show(self, heading: str, rows: Sequence[Span] | None) -> None:
        """Shows recordings, a line each; None while they are being read."""
        self._heading, self._rows = heading, rows
        self.go(self.cursor)

    @property
    def count(self) -> int:
        """How many recordings there are."""
        return len(self._rows or ())

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """A heading and the recordings that fit."""
        yield [(f"  {self._heading}", "muted")]
        if not self._rows:
            waiting = "reading ..." if self._rows is None else "nothing was played here yet"
            yield [(f"  {waiting}", "muted")]
            return
        for number in self.shown(height - 1):
            text, role = self._rows[number]
            here = number == self.cursor
            row = f"{'>' if here else ' '} {text}"
            yield cut([(pad(row, width), "selected" if here else role)], width)


class RecordingsScreen(CommandScreen):
    """Chooses a recording of one level and plays it again.

    Args:
        shown: called when a recording is played again beside the solution.
    """

    CONTEXTS = ("recordings",)

    def __init__(
        self, level: Level, keeper: RecordKeeper, advice: Advice, shown: Callable[[], None]
    ) -> None:
        super().__init__()
        self._shown = shown
        self._level = level
        self._game = registry.get(level.game)
        self._digest = board_digest(level.board)
        self._keeper = keeper
        self._advice = advice
        self._recordings: list[Recording] | None = None

    def contents(self) -> ComposeResult:
        """The list in its frame."""
        yield RecordingList(classes="pane")

    def on_mount(self) -> None:
        """Reads the recordings."""
        self.renew()
        self.run_worker(self._read(), group="recordings")

    async def _read(self) -> None:
        # What is known of the level may change while the recordings are read.
        plain = self._advice.measure.plain
        self._recordings, wrong = await asyncio.to_thread(self._find, plain)
        self.renew()
        for message in wrong:
            self.say(message, "bad")

    def _find(self, plain: bool) -> tuple[list[Recording], list[str]]:
        """The recordings, and what is wrong with others; for a thread.

        ``plain`` says that the game counts moves.
        """
        records, wrong = self._keeper.read()
        return [
            Recording(record, finish(self._game, self._level, record), self._length(record, plain))
            for record in records
        ], wrong

    def _length(self, record: PlayRecord, plain: bool) -> int:
        """How long a recording is, in what the game counts first; in moves if of another board."""
        if plain or record.board != self._digest:
            return record.moves
        playthrough = Playthrough(self._game.play, self._level.board)
        for event in record.events:
            playthrough.perform(event)
        return PlayCounter(self._game, self._level.board).length(playthrough.moves)

    def renew(self) -> None:
        """Shows what was read, and what is known of it."""
        game, found = self._game, self._recordings
        last = "medal, help" if game.play.medals and found else "help"
        unit = game.measure.plural
        heading = f"{'when':<17}{'result':<7}{unit:>5}{'off':>5}{'time':>8}  {last}"
        self._list.show(heading, None if found is None else [*map(self._row, found)])
        title = f"Recordings of {title_of(self._level, game.title)}"
        # What was won by the solution is in the list, and is no player's best.
        own = [each.won for each in found or () if not each.record.solution_shown]
        best = best_medal(game, own, self._advice.facts) or self._shortest()
        self._list.retitle(f"{title} · best: {best}" if best else title)
        self.key_line.renew()

    def _shortest(self) -> str:
        """The shortest wins, apart by how much was seen; empty in a game without views."""
        steering = self._game.play.steering
        least: dict[str, int] = {}
        for record, _, length in self._recordings or ():
            counts = record.result == "won" and not record.solution_shown
            if counts and record.board == self._digest:
                least[record.view] = min(length, least.get(record.view, length))
        if steering is None or not steering.views:
            return ""
        words = self._game.measure.words
        return ", ".join(
            f"{count(least[view], *words)}{f' {seen_from(view)}' if view else ''}"
            for view in sorted(least)
        )

    def _row(self, recording: Recording) -> Span:
        record, won, length = recording
        edited = record.board != self._digest
        when = record.started.astimezone().strftime("%Y-%m-%d %H:%M")
        best = record.optimum
        if best is None and not edited:
            best = self._advice.best
        off = f"+{length - best}" if record.result == "won" and best is not None else ""
        numbers = f"{length:>5}{off:>5}{clock(record.active_seconds):>8}"
        steering = self._game.play.steering
        notes = finished(self._game, record, won, self._advice.facts)
        if steering is not None and record.deaths:
            notes.append(count(record.deaths, steering.loss))
        if record.solution_shown:
            notes.append(SHOWN)
        if record.view:
            notes.append(seen_from(record.view))
        if record.explored:
            notes.append(f"explored {count(len(record.explored), 'time')}")
        if edited:
            notes.append("edited")
        for kind in HELP:
            if record.count(kind):
                notes.append(count(record.count(kind), kind))
        text = f"{when:<17}{record.result:<7}{numbers}  {', '.join(notes)}"
        return text, "muted" if edited else ""

    @property
    def _list(self) -> RecordingList:
        return self.query_one(RecordingList)

    @property
    def _record(self) -> PlayRecord | None:
        """The recording under the cursor."""
        return self._recordings[self._list.cursor].record if self._recordings else None

    def commands(self) -> Mapping[str, Action]:
        """What moves the cursor, and the way back."""
        return {**self._list.motions("recordings"), "recordings.back": self.dismiss}

    def unavailable(self, command: Command) -> str | None:
        """Only recordings of this very board can be played again."""
        if command.id != "recordings.open":
            return None
        record = self._record
        if record is None:
            return "nothing was played here yet"
        return EDITED if record.board != self._digest else None

    @on(RecordingList.Moved)
    def _moved(self) -> None:
        self.key_line.renew()

    @on(RecordingList.Opened)
    def _opened(self) -> None:
        self.call_later(self.action_command, "recordings.open")

    def action_open(self) -> None:
        """Plays the recording again."""
        record = self._record
        if record is not None:
            replay = Replay(self._game, self._level.board, record, self._advice)
            self._shown()
            self.app.push_screen(ReplayScreen(self._level, replay))
