"""The recordings of a level, to choose one of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence

from textual import on
from textual.app import ComposeResult

from engine.game import registry
from engine.game.playthrough import Playthrough
from engine.values.level import Level, board_digest
from engine.values.records import PlayRecord
from workbench.commands import Action, Command
from workbench.document.measures import PlayCounter
from workbench.document.status import count
from workbench.features.play.replay import ReplayScreen
from workbench.features.play.telling import title_of
from workbench.session.playing.advice import Advice
from workbench.session.playing.hints import SHOWN, clock
from workbench.session.playing.keeping import RecordKeeper
from workbench.session.playing.medals import Finish, best_medal, finish, finished
from workbench.session.playing.replaying import Replay
from workbench.ui.keyline import KeyLine
from workbench.ui.lines import Line, cut
from workbench.ui.lists import CursorPane
from workbench.ui.screen import CommandScreen

EDITED = "the board was edited since"


class RecordingList(CursorPane):
    """One line a recording, newest first, with a cursor."""

    DEFAULT_CSS = "RecordingList { height: 1fr; padding: 0 1; }"
    HEADING = 1

    _records: list[PlayRecord] | None = None
    _digest = ""
    _best: int | None = None
    _medals: Sequence[str] = ()
    _lengths: Sequence[int] = ()
    _unit, _loss = "moves", ""

    def show(
        self,
        records: list[PlayRecord] | None,
        digest: str,
        best: int | None,
        medals: Sequence[str],
        lengths: Sequence[int],
    ) -> None:
        """Shows recordings.

        Args:
            records: newest first; None while they are being read.
            digest: of the board as it is now.
            best: length of a shortest solution of it, None if not known.
            medals: what each has earned; empty in a game without medals.
            lengths: of each, in what the game counts first.
        """
        self._records, self._digest, self._best, self._medals = records, digest, best, medals
        self._lengths = lengths
        self.go(self.cursor)

    def name_units(self, unit: str, loss: str) -> None:
        """Names what lengths are counted in, in plural, and lost positions, empty if untold."""
        self._unit, self._loss = unit, loss

    @property
    def record(self) -> PlayRecord | None:
        """The recording under the cursor."""
        return self._records[self.cursor] if self._records else None

    @property
    def count(self) -> int:
        """How many recordings there are."""
        return len(self._records or ())

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """A heading and the recordings that fit."""
        last = "medal, help" if self._medals else "help"
        yield [
            (f"  {'when':<17}{'result':<7}{self._unit:>5}{'off':>5}{'time':>8}  {last}", "muted")
        ]
        if not self._records:
            waiting = "reading ..." if self._records is None else "nothing was played here yet"
            yield [(f"  {waiting}", "muted")]
            return
        for place in self.shown(height - 1):
            record, here = self._records[place], place == self.cursor
            role = "selected" if here else "" if record.board == self._digest else "muted"
            medal = self._medals[place] if self._medals else ""
            row = f"{'>' if here else ' '} {self._row(record, medal, self._lengths[place])}"
            yield cut([(row.ljust(width), role)], width)

    def _row(self, record: PlayRecord, medal: str, length: int) -> str:
        when = record.started.astimezone().strftime("%Y-%m-%d %H:%M")
        best = record.optimum
        if best is None and record.board == self._digest:
            best = self._best
        off = f"+{length - best}" if record.result == "won" and best is not None else ""
        numbers = f"{length:>5}{off:>5}{clock(record.active_seconds):>8}"
        help_used = [
            count(number, one)
            for number, one in ((record.count("hint"), "hint"), (record.count("undo"), "undo"),
                                (record.count("restart"), "restart"))
            if number
        ]  # fmt: skip
        other = [medal] if medal else []
        if self._loss and record.deaths:
            other.append(count(record.deaths, self._loss))
        if record.solution_shown:
            other.append(SHOWN)
        if record.board != self._digest:
            other.append("edited")
        return f"{when:<17}{record.result:<7}{numbers}  {', '.join(other + help_used)}"


class RecordingsScreen(CommandScreen):
    """Chooses a recording of one level and plays it again.

    Args:
        level: the level.
        keeper: where its recordings are.
        advice: what is known of it.
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
        self._records: list[PlayRecord] | None = None
        self._finishes: list[Finish | None] = []
        self._lengths: list[int] = []

    def compose(self) -> ComposeResult:
        """The list in its frame, and the keys."""
        theme = self.workbench.theme_glyphs
        recordings = RecordingList(theme)
        steering = self._game.play.steering
        loss = "" if steering is None else steering.loss
        recordings.name_units(self._game.measure.plural, loss)
        recordings.add_class("pane")
        yield recordings
        yield KeyLine(*self.CONTEXTS)

    def on_mount(self) -> None:
        """Reads the recordings."""
        self.renew()
        self.run_worker(self._read(), group="recordings")

    async def _read(self) -> None:
        self._records, self._finishes, self._lengths, wrong = await asyncio.to_thread(self._find)
        self.renew()
        for message in wrong:
            self.say(message, "bad")

    def _find(self) -> tuple[list[PlayRecord], list[Finish | None], list[int], list[str]]:
        """The recordings, how they ended, how long they are, and what is wrong; for a thread."""
        records, wrong = self._keeper.read()
        finishes = [finish(self._game, self._level, record) for record in records]
        return records, finishes, [self._length(record) for record in records], wrong

    def _length(self, record: PlayRecord) -> int:
        """How long a run was, in what the game counts first; in moves if it was another board's."""
        measure = self._advice.measure
        if measure.plain or record.board != self._digest:
            return record.moves
        run = Playthrough(self._game.play, self._level.board)
        for event in record.events:
            run.perform(event)
        return PlayCounter(self._game, self._level.board).length(run.moves)

    def renew(self) -> None:
        """Shows what was read, and what is known of it."""
        game, facts = self._game, self._advice.facts
        medals = (
            [finished(game, each, facts) for each in self._finishes] if game.play.medals else ()
        )
        self._list.show(self._records, self._digest, self._advice.best, medals, self._lengths)
        title = f"Recordings of {title_of(self._level, game.title)}"
        # What was won by the solution is in the list, and is nobody's best.
        pairs = zip(self._finishes, self._records or (), strict=False)
        best = best_medal(game, [f for f, record in pairs if not record.solution_shown], facts)
        self._list.retitle(f"{title} · best: {best}" if best else title)
        self.refresh_keys()

    @property
    def _list(self) -> RecordingList:
        return self.query_one(RecordingList)

    def commands(self) -> Mapping[str, Action]:
        """What moves the cursor, and the way back."""
        return {**self._list.motions("recordings"), "recordings.back": self.dismiss}

    def unavailable(self, command: Command) -> str | None:
        """Only recordings of this very board can be played again."""
        if command.id != "recordings.open":
            return None
        record = self._list.record
        if record is None:
            return "nothing was played here yet"
        return EDITED if record.board != self._digest else None

    @on(RecordingList.Moved)
    def _moved(self) -> None:
        self.refresh_keys()

    @on(RecordingList.Opened)
    def _opened(self) -> None:
        self.call_later(self.action_command, "recordings.open")

    def action_open(self) -> None:
        """Plays the recording again."""
        record = self._list.record
        if record is not None:
            replay = Replay(self._game, self._level.board, record, self._advice)
            self._shown()
            self.app.push_screen(ReplayScreen(self._level, replay, self._advice))
