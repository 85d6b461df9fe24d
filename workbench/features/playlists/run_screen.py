"""Between two levels of a campaign or of infinite play."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from textual.app import ComposeResult
from textual.timer import Timer

from engine.errors import EngineError
from engine.playlists.pack import PlaylistEntry
from engine.values.records import PlayRecord
from workbench.commands import Action, Command, keymap
from workbench.document.document import Document
from workbench.features import navigation
from workbench.features.playlists import journey as journeys
from workbench.features.playlists import run_words
from workbench.features.playlists.journey import Journey
from workbench.features.playlists.run_pane import draw_run
from workbench.service.lanes import await_jobs
from workbench.session.playing.playtest import Assignment, Lapse
from workbench.text.status import count
from workbench.ui.dialogs import Choose
from workbench.ui.linepane import WordsPane
from workbench.ui.lines import Line
from workbench.ui.screen import CommandScreen, finish_work

SAMPLES = 4
"""Looks a second at a list that is being put in order."""


class RunScreen(CommandScreen):
    """Shows how far a run has come, and makes its next level meanwhile.

    Args:
        note: what there is to say of it at first.

    Attributes:
        journey: the run.
    """

    CONTEXTS = ("run",)
    DEFAULT_CSS = "RunScreen WordsPane { padding: 0 2; height: 1fr; }"

    def __init__(self, journey: Journey, note: str = "") -> None:
        super().__init__()
        self.journey = journey
        self._note = note
        self._sampling: Timer | None = None
        # One after the other, so that what was kept last is what stands.
        self._writer = ThreadPoolExecutor(1, "keeping-runs")

    def contents(self) -> ComposeResult:
        """The run."""
        self.journey.attend(self.workbench.solver, self.hop, self.renew)
        yield WordsPane()

    def on_mount(self) -> None:
        """Begins to make the next level."""
        self._sampling = self.set_interval(1 / SAMPLES, self.renew, pause=True)
        self.journey.prepare()
        if self._note:
            self.say(self._note)

    def finish_writing(self) -> None:
        """Waits until what was played is kept."""
        await_jobs(self._writer)

    async def on_unmount(self) -> None:
        """Waits until all is kept."""
        self.journey.cancel()
        await asyncio.to_thread(self._writer.shutdown)

    # Showing.

    def renew(self) -> None:
        """Shows how far the run and its next level have come."""
        if self._sampling is not None:
            (self._sampling.resume if self.journey.making else self._sampling.pause)()
        self.query_one(WordsPane).show(self._lines)
        self.key_line.renew()

    def _lines(self, width: int, height: int) -> Iterable[Line]:
        ascii_only = self.workbench.theme_glyphs.ascii
        return draw_run(self.journey, self._news, width, height, ascii_only=ascii_only)

    @property
    def _news(self) -> tuple[str, str]:
        journey = self.journey
        if journey.trouble:
            return journey.trouble, "bad"
        if journey.over:
            return "", ""
        if journey.ready is not None:
            called = run_words.challenge(journey.run, journey.levels, journey.ready)
            return f"{keymap.key('run.next')} plays {called}", "muted"
        done, total = journey.rated
        if total:
            return f"putting the list in order: {done:,} of {total:,} levels", "muted"
        return "making the level", "muted"

    def offers(self, command: Command) -> bool:
        """Nothing is played when all levels are won."""
        return command.id != "run.next" or not self.journey.over

    def unavailable(self, command: Command) -> str | None:
        """There is no level to play while it is being made, and so on."""
        journey = self.journey
        if command.id == "run.next":
            if journey.over:
                return "all levels are won"
            if journey.ready is None:
                return journey.trouble or "it is still being made"
        if command.id == "run.retry":
            if journey.last() is None:
                return "no level was won yet"
            if journey.ready is None and not (journey.over or journey.trouble):
                return "the next level is still being made"
        return None

    # Playing.

    def action_next(self) -> None:
        """Plays the next level."""
        if self.journey.ready is not None:
            self._play(self.journey.ready)

    def action_retry(self) -> None:
        """Plays the level won last once more; the next one waits."""
        last = self.journey.last()
        if last is not None:
            self.journey.make(last, partial(self._play, again=True))

    def _play(self, ready: PlaylistEntry, *, again: bool = False) -> None:
        level = ready.level
        if level is None or not self.is_active:
            return  # it was left while the level was being made
        journey = self.journey
        begun = journey.run.played or any(run_words.under_way(journey.run))
        facts = (("before", run_words.in_all(journey.run, journey.rules)),) if begun else ()

        def won(moves: tuple[str, ...], record: PlayRecord) -> None:
            """Keeps the win; of a level that is played again only one that was found."""
            if not again:
                self.journey.ready = None
                first_win = partial(journey.won, ready, moves, record)
                self._keep(first_win, self.journey.prepare)
            elif not record.solution_shown:
                self._keep(lambda: journey.won_again(level, moves, record.view))

        def noted(lapse: Lapse) -> None:
            """Keeps what happened before a win at once, whatever ends the level or the app."""
            if not again:
                self._keep(lambda: journey.noted(lapse))

        known = journey.run.solution_shown and not again
        assignment = Assignment(won, noted, "go on", facts, known)
        navigation.open_play(self.workbench, Document(level), assignment=assignment)

    def _keep(self, keep: Callable[[], None], then: Callable[[], None] | None = None) -> None:
        """Has something kept, in a thread."""

        def work() -> None:
            """Keeps it, and reports to the app how that went."""
            error = ""
            try:
                keep()
            except EngineError as problem:
                error = str(problem)
                if not self.is_running:
                    self.workbench.last_words.append(f"workbench: {error}")
            self.hop(lambda: kept(error))

        def kept(error: str) -> None:
            """Goes on, or shows why it could not be kept."""
            if error:
                self.journey.trouble = error
                if not self.is_active:
                    self.workbench.say(error, "bad")
            elif then is not None:
                then()
            self.renew()

        try:
            self._writer.submit(work)
        except RuntimeError:  # the app ends, and the screen of the level outlives this one
            work()

    # The run itself.

    def commands(self) -> Mapping[str, Action]:
        """What is done with the run itself."""
        return {
            "run.repeat": lambda: self.ask(self._repeat()),
            "run.remove": lambda: self.ask(self._remove()),
            "run.back": self.dismiss,
        }

    async def _repeat(self) -> None:
        """Begins a run with the same seed in place of this one, which is kept."""
        state = self.workbench.keeper.state
        journey = await asyncio.to_thread(journeys.repeated, self.journey, state)
        self.app.switch_screen(RunScreen(journey, "a new run with the same seed"))

    async def _remove(self) -> None:
        """Forgets the run after asking."""
        levels = count(len(self.journey.run.played), "level")
        question = f"Forget this run, with {levels} won?"
        asked = Choose(question, [("f", "Forget it")], stay="Cancel")
        if await self.app.push_screen_wait(asked) is None:
            return
        await finish_work(self, self._forget())

    async def _forget(self) -> None:
        """Removes the run, after all that is still being kept of it."""
        await asyncio.wrap_future(self._writer.submit(self.journey.remove))
        self.dismiss()
