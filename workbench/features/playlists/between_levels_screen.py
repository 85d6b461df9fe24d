"""The screen that is shown between two levels of a campaign or endless play."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from textual.app import ComposeResult
from textual.timer import Timer

from engine.errors import EngineError
from engine.playlists.pack import PlaylistEntry
from engine.values.playtest_record import PlayRecord
from workbench.commands import Action, Command, keymap
from workbench.document.document import Document
from workbench.features import navigation
from workbench.features.playlists import run_text
from workbench.features.playlists import seed_list_run as journeys
from workbench.features.playlists.run_pane import draw_run
from workbench.features.playlists.seed_list_run import RunSession
from workbench.service.job_slots import wait_for_jobs
from workbench.session.playtest.playtest import PlayAssignment, ReportedEvent
from workbench.text.quantity_text import format_count
from workbench.ui.dialogs import ChoicePrompt
from workbench.ui.line_pane import TextPane
from workbench.ui.screen import CommandScreen, finish_work
from workbench.ui.styled_lines import Line

SAMPLES_PER_SECOND = 4
"""The number of screen updates per second while a list is being sorted."""


class RunScreen(CommandScreen):
    """The screen that shows a run's progress between two of its levels.

    Args:
        run_session: The run to show.
        message: A message to show when the screen opens, or "" for none.

    Attributes:
        run_session: The run that is shown.
    """

    CONTEXTS = ("run",)
    DEFAULT_CSS = "RunScreen TextPane { padding: 0 2; height: 1fr; }"

    def __init__(self, run_session: RunSession, message: str = "") -> None:
        super().__init__()
        self.run_session = run_session
        self._first_message = message
        self._sampling: Timer | None = None
        # A single thread saves the events in order, so that the latest state is written last.
        self._writer = ThreadPoolExecutor(1, "keeping-runs")

    def compose_contents(self) -> ComposeResult:
        """Connect the run to the app's services, and yield the pane that shows it."""
        self.run_session.attach_services(
            self.workbench.solver, self.run_in_ui_thread, self.update_content
        )
        yield TextPane()

    def on_mount(self) -> None:
        """Start generating the next level."""
        self._sampling = self.set_interval(1 / SAMPLES_PER_SECOND, self.update_content, pause=True)
        self.run_session.prepare_next()
        if self._first_message:
            self.show_message(self._first_message)

    def finish_writing(self) -> None:
        """Wait at most a few seconds for all events to be saved."""
        wait_for_jobs(self._writer)

    async def on_unmount(self) -> None:
        """Cancel the generation of the next level, and wait until all events are saved."""
        self.run_session.cancel_request()
        await asyncio.to_thread(self._writer.shutdown)

    def update_content(self) -> None:
        """Redraw the run's progress and the state of its next level."""
        if self._sampling is not None:
            (self._sampling.resume if self.run_session.is_generating else self._sampling.pause)()
        self.query_one(TextPane).show_text(self._draw_lines)
        self.key_line.update_keys()

    def _draw_lines(self, width: int, height: int) -> Iterable[Line]:
        ascii_only = self.workbench.theme_glyphs.is_ascii
        return draw_run(self.run_session, self._status, width, height, ascii_only=ascii_only)

    @property
    def _status(self) -> tuple[str, str]:
        run = self.run_session
        if run.problem:
            return run.problem, "bad"
        if run.is_over:
            return "", ""
        if run.next_level is not None:
            called = run_text.describe_level(run.run, run.levels, run.next_level)
            return f"{keymap.get_key_hint('run.next')} plays {called}", "muted"
        done, total = run.sort_progress
        if total:
            return f"Sorting the list: {done:,} of {total:,} levels", "muted"
        return "Generating the level ...", "muted"

    def has_command(self, command: Command) -> bool:
        """Return False for the command "run.next" if all levels are won, otherwise True."""
        return command.id != "run.next" or not self.run_session.is_over

    def explain_unavailable(self, command: Command) -> str | None:
        """Return the reason why the command cannot be run now, or None if it can."""
        run = self.run_session
        if command.id == "run.next":
            if run.is_over:
                return "all levels are won"
            if run.next_level is None:
                return run.problem or "the level is still being generated"
        if command.id == "run.retry":
            if run.find_last() is None:
                return "no level is won yet"
            if run.next_level is None and not (run.is_over or run.problem):
                return "the next level is still being generated"
        return None

    def action_next(self) -> None:
        """Play the next level."""
        if self.run_session.next_level is not None:
            self._play_level(self.run_session.next_level)

    def action_retry(self) -> None:
        """Play again the level that was won last."""
        last = self.run_session.find_last()
        if last is not None:
            self.run_session.generate_level(last, partial(self._play_level, again=True))

    def _play_level(self, entry: PlaylistEntry, *, again: bool = False) -> None:
        level = entry.level
        if level is None or not self.is_active:
            # The user left the screen while the level was being generated.
            return
        run = self.run_session
        begun = run.run.played or any(run_text.list_lapses(run.run))
        facts = (("before", run_text.format_totals(run.run, run.rules)),) if begun else ()

        def save_win(moves: tuple[str, ...], record: PlayRecord) -> None:
            # A repeated win counts only if the solution was not shown.
            if not again:
                self.run_session.next_level = None
                first_win = partial(run.record_win, entry, moves, record)
                self._save_async(first_win, self.run_session.prepare_next)
            elif not record.solution_shown:
                self._save_async(lambda: run.record_repeat(level, moves, record.view))

        def save_lapse(lapse: ReportedEvent) -> None:
            if not again:
                self._save_async(lambda: run.record_lapse(lapse))

        known = run.run.solution_shown and not again
        assignment = PlayAssignment(
            save_win, save_lapse, "continues with the next level", facts, known
        )
        navigation.open_play(self.workbench, Document(level), assignment=assignment)

    def _save_async(self, save: Callable[[], None], then: Callable[[], None] | None = None) -> None:
        """Call ``save`` in the writer's thread and, if it succeeds, ``then`` in the UI thread."""

        def save_and_report() -> None:
            error = ""
            try:
                save()
            except EngineError as problem:
                error = str(problem)
                # An app that is closing prints the error after it has restored the terminal.
                if not self.is_running:
                    self.workbench.exit_messages.append(f"workbench: {error}")
            self.run_in_ui_thread(lambda: handle_result(error))

        def handle_result(error: str) -> None:
            if error:
                self.run_session.problem = error
                if not self.is_active:
                    self.workbench.show_message(error, "bad")
            elif then is not None:
                then()
            self.update_content()

        try:
            self._writer.submit(save_and_report)
        except RuntimeError:
            # The app is closing and has shut the writer down, but the play screen is still open.
            save_and_report()

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions that repeat, delete or leave the run."""
        return {
            "run.repeat": lambda: self.ask_question(self._repeat_run()),
            "run.remove": lambda: self.ask_question(self._ask_to_delete()),
            "run.back": self.dismiss,
        }

    async def _repeat_run(self) -> None:
        """Start another run with the same seed, and keep this one."""
        state = self.workbench.autosave.state
        run = await asyncio.to_thread(journeys.repeat_run, self.run_session, state)
        self.app.switch_screen(RunScreen(run, "This is a new run with the same seed."))

    async def _ask_to_delete(self) -> None:
        """Delete the run if the user confirms it."""
        levels = format_count(len(self.run_session.run.played), "level")
        question = f"Forget this run with {levels} won?"
        asked = ChoicePrompt(question, [("f", "Forget run")], stay="Cancel")
        if await self.app.push_screen_wait(asked) is None:
            return
        await finish_work(self, self._delete_run())

    async def _delete_run(self) -> None:
        """Delete the run's file once all earlier events have been saved, and close the screen."""
        await asyncio.wrap_future(self._writer.submit(self.run_session.delete_run))
        self.dismiss()
