"""The screen that shows a batch's progress, its yield and its charts.

The batch runs in its own process. Every second, the screen takes a snapshot of its catalogue in a
background job. It can also ask the batch to pause, continue or stop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from engine.batch import progress_reader
from engine.values.budget import Control
from workbench.commands import Action, GuardedAction, keymap
from workbench.drawing.density_plot import get_shade
from workbench.features import navigation
from workbench.features.batch import batch_lines, batch_process
from workbench.features.batch.batch_watch import BatchSnapshot, BatchWatch, ChartFacts
from workbench.service.job_slots import Outcome
from workbench.text.quantity_text import format_count
from workbench.ui.dialogs import ChoicePrompt, LinePrompt
from workbench.ui.line_pane import TextPane, set_titles
from workbench.ui.pick_list import PickableRow, PickRow
from workbench.ui.screen import CommandScreen, finish_work
from workbench.ui.styled_lines import Line, Sign, wrap_paragraph

JOB_NAME = "batch"
"""The name of the background job that takes snapshots."""
SNAPSHOT_INTERVAL = 1.0
"""The time between two snapshots, in seconds."""
_PLOT_MARGIN = (14, 3)
"""The columns and lines that the axes occupy in the plot's pane."""
_HINTED = ("play-pause", "more")


class PlotPane(TextPane):
    """A pane that shows a plot of two facts."""

    @property
    def legend_title(self) -> str:
        """The legend's heading for the characters used in the plot."""
        return "Plot"

    def list_signs(self) -> Sequence[Sign]:
        """Return the legend's entries for the darkest and the lightest shade in the plot."""
        dark = partial(get_shade, ascii_only=self._theme.is_ascii)
        return ((dark(1.0), ""), "most levels"), ((dark(0.1), ""), "fewest levels")


class BatchScreen(CommandScreen):
    """The screen that shows the batch in a catalogue. Closing it does not stop the batch."""

    CONTEXTS = ("batch",)
    DEFAULT_CSS = """
    BatchScreen #batch { width: 6fr; }
    BatchScreen #charts { width: 5fr; }
    BatchScreen #bars { height: 1fr; }
    BatchScreen #plot { height: 1fr; }
    """

    def __init__(self, catalogue: Path) -> None:
        super().__init__()
        self._catalogue = catalogue
        self._watch = BatchWatch(catalogue)
        self._chart_facts = ChartFacts()
        self._snapshot: BatchSnapshot | None = None
        self._problem = ""
        self._is_busy = False
        """True while the batch has not yet answered a request."""

    def compose_contents(self) -> ComposeResult:
        """Compose the progress pane, the histogram and the plot."""
        with Horizontal():
            yield TextPane(id="batch", classes="pane")
            with Vertical(id="charts"):
                yield TextPane(id="bars", classes="pane")
                yield PlotPane(id="plot", classes="pane")

    def on_mount(self) -> None:
        """Show the panes' contents, and start taking a snapshot every second."""
        shown = {
            "#batch": self._draw_progress,
            "#bars": self._draw_histogram,
            "#plot": self._draw_plot,
        }
        for name, made in shown.items():
            self.query_one(name, TextPane).show_text(made)
        self.set_interval(SNAPSHOT_INTERVAL, self._request_snapshot)
        self.call_after_refresh(self._request_snapshot)
        self.update_content()

    def on_unmount(self) -> None:
        """Cancel the snapshot being taken; the batch continues."""
        self.workbench.solver.cancel_job(JOB_NAME)

    def _request_snapshot(self) -> None:
        """Start taking a snapshot, unless one is being taken already or the screen is covered."""
        solver = self.workbench.solver
        if not self.is_active or solver.get_control(JOB_NAME) is not None:
            return
        width, height = self.query_one("#plot").size
        self._watch.size = max(width - _PLOT_MARGIN[0], 8), max(height - _PLOT_MARGIN[1], 3)
        facts = self._chart_facts

        def take_snapshot(_: Control) -> BatchSnapshot:
            return self._watch.take_snapshot(facts)

        solver.run_in_background(
            take_snapshot,
            lambda outcome: self.run_in_ui_thread(partial(self._handle_snapshot, outcome)),
            JOB_NAME,
        )

    def _handle_snapshot(self, outcome: Outcome[BatchSnapshot]) -> None:
        if outcome.cancelled or not self.has_widgets:
            return
        self._problem = outcome.error or ""
        if outcome.value is not None:
            self._snapshot = outcome.value
        self.update_content()

    def update_content(self) -> None:
        """Redraw the progress, the charts and the key line from the latest snapshot."""
        look = self._snapshot
        state = "" if look is None else batch_lines.format_state(look)
        pane = self.query_one("#batch", TextPane)
        pane.set_titles(batch_lines.format_title(self._catalogue), state)
        facts = (
            look.charts.facts if look is not None and look.charts is not None else self._chart_facts
        )
        set_titles(self.query_one("#bars"), batch_lines.format_fact_name(facts.bars))
        plotted = (
            f"{batch_lines.format_fact_name(facts.up)} over "
            f"{batch_lines.format_fact_name(facts.across)}"
            if facts.up
            else ""
        )
        set_titles(self.query_one("#plot"), plotted)
        for each in self.query(TextPane):
            each.update_content()
        # Unless the batch is running, the pause key resumes or restarts it.
        works = look is not None and look.is_running and not look.is_paused
        labels = {} if works else {"batch.play-pause": "resume"}
        self.key_line.show_contexts(*self.CONTEXTS, labels=labels)
        self.key_line.update_keys()

    def _draw_progress(self, width: int, height: int) -> Iterable[Line]:
        if self._problem:
            return wrap_paragraph(self._problem.removeprefix(f"{self._catalogue}: "), "bad", width)
        if self._snapshot is None:
            return [[("Reading the batch ...", "muted")]]
        keys = {name: keymap.get_key_hint(f"batch.{name}") for name in _HINTED}
        return batch_lines.draw_batch(self._snapshot, keys, width, plain=self._uses_ascii)

    def _draw_histogram(self, width: int, height: int) -> Iterable[Line]:
        charts = None if self._snapshot is None else self._snapshot.charts
        return batch_lines.draw_histogram(charts, width, plain=self._uses_ascii)

    def _draw_plot(self, width: int, height: int) -> Iterable[Line]:
        charts = None if self._snapshot is None else self._snapshot.charts
        return batch_lines.draw_plot(charts, (width, height), plain=self._uses_ascii)

    @property
    def _uses_ascii(self) -> bool:
        return self.workbench.theme_glyphs.is_ascii

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions that control the batch and its charts."""
        return {
            "batch.play-pause": GuardedAction(self._explain_no_pause, self._toggle_pause),
            "batch.finish": GuardedAction(
                self._explain_no_stop, lambda: self.ask_question(self._ask_to_stop())
            ),
            "batch.more": GuardedAction(
                self._explain_no_more, lambda: self.ask_question(self._ask_for_more())
            ),
            "batch.order": GuardedAction(
                self._explain_no_charts, lambda: self.ask_question(self._ask_for_histogram())
            ),
            "batch.facts": GuardedAction(
                self._explain_no_plot, lambda: self.ask_question(self._ask_for_plot())
            ),
            "batch.open": GuardedAction(self._explain_unseen, self._open_catalogue),
            "batch.back": lambda: self.dismiss(None),
        }

    def _explain_unseen(self) -> str | None:
        if self._problem:
            return "the catalogue cannot be read"
        return "the batch is still being read" if self._snapshot is None else None

    def _explain_no_pause(self) -> str | None:
        done = (
            self._snapshot is not None
            and self._snapshot.is_complete
            and not self._snapshot.is_running
        )
        return self._explain_unseen() or ("the batch is complete" if done else self._busy_reason)

    @property
    def _busy_reason(self) -> str | None:
        if self._snapshot is not None and self._snapshot.is_filling:
            return "cells of this catalogue are being filled"
        return "the batch is being started or stopped" if self._is_busy else None

    def _explain_no_stop(self) -> str | None:
        going_on = self._snapshot is not None and self._snapshot.is_running
        return (
            self._explain_unseen()
            or self._busy_reason
            or (None if going_on else "the batch is not running")
        )

    def _explain_no_more(self) -> str | None:
        going_on = self._snapshot is not None and self._snapshot.is_running
        return self._explain_unseen() or (
            "the batch is running; stop it first" if going_on else self._busy_reason
        )

    def _explain_no_charts(self) -> str | None:
        look = self._snapshot
        return self._explain_unseen() or (
            None if look and look.charts else "there are no levels yet"
        )

    def _explain_no_plot(self) -> str | None:
        look = self._snapshot
        several = look and look.charts and len(look.charts.numbers) > 1
        return self._explain_no_charts() or (None if several else "a plot needs two numeric facts")

    def _toggle_pause(self) -> None:
        """Pause the batch if it is running, otherwise resume or restart it."""
        look, catalogue = self._snapshot, self._catalogue
        assert look is not None
        if look.is_paused:
            self.ask_question(
                self._run_job(partial(progress_reader.resume_work, catalogue), "Batch resumed.")
            )
        elif look.is_running:
            self.ask_question(
                self._run_job(partial(progress_reader.pause_work, catalogue), "Batch paused.")
            )
        else:
            job = partial(batch_process.continue_batch, look.run, look.run.count, catalogue)
            self.ask_question(self._run_job(job, "Batch resumed."))

    async def _run_job(self, job: Callable[[], object], message: str) -> None:
        """Run a job in a thread, and show ``message`` if it succeeds."""
        await finish_work(self, self._await_job(job, message))

    async def _await_job(self, job: Callable[[], object], message: str) -> None:
        self._is_busy = True
        self.key_line.update_keys()
        try:
            await asyncio.to_thread(job)
        finally:
            self._is_busy = False
            self._request_snapshot()
        self.show_message(message, "good")

    async def _ask_to_stop(self) -> None:
        question = "Stop the batch? Its levels are kept, and you can resume it later."
        if (
            await self.app.push_screen_wait(ChoicePrompt(question, [("s", "Stop the batch")]))
            is not None
        ):
            await self._run_job(
                partial(progress_reader.stop_work, self._catalogue), "Batch stopped."
            )

    async def _ask_for_more(self) -> None:
        """Ask for a new total number of levels, and continue the batch."""
        look = self._snapshot
        assert look is not None
        least = look.record["count"]

        def find_fault(text: str) -> str | None:
            good = text.isdecimal() and least <= int(text) <= batch_process.MAX_COUNT
            return (
                None
                if good
                else f"Enter a whole number from {least:,} to {batch_process.MAX_COUNT:,}."
            )

        question = f"How many levels in total? The batch has {format_count(least, 'level')} so far."
        number = await self.app.push_screen_wait(LinePrompt(question, str(2 * least), find_fault))
        if number is not None:
            job = partial(batch_process.continue_batch, look.run, int(number), self._catalogue)
            await self._run_job(job, "Batch resumed.")

    async def _ask_for_histogram(self) -> None:
        charts = self._snapshot.charts if self._snapshot is not None else None
        assert charts is not None
        key = await self._ask_for_fact(
            "Show the histogram of which fact?", charts.keys, charts.facts.bars
        )
        if key is not None:
            self._show_facts(replace(charts.facts, bars=key))

    async def _ask_for_plot(self) -> None:
        charts = self._snapshot.charts if self._snapshot is not None else None
        assert charts is not None
        facts, numbers = charts.facts, charts.numbers
        across = await self._ask_for_fact(
            "Which fact on the horizontal axis?", numbers, facts.across
        )
        if across is None:
            return
        others = [key for key in numbers if key != across]
        up = await self._ask_for_fact("Which fact on the vertical axis?", others, facts.up)
        if up is not None:
            self._show_facts(replace(facts, across=across, up=up))

    async def _ask_for_fact(self, question: str, keys: Sequence[str], current: str) -> str | None:
        rows = [PickableRow(batch_lines.format_fact_name(key)) for key in keys]
        cursor = keys.index(current) if current in keys else 0
        at = await self.app.push_screen_wait(PickRow(question, rows, cursor))
        return None if at is None else keys[at]

    def _show_facts(self, facts: ChartFacts) -> None:
        self._chart_facts = facts
        self._request_snapshot()

    def _open_catalogue(self) -> None:
        """Open the catalogue, which contains the levels made so far."""
        navigation.open_catalogue(self.workbench, self._catalogue)

    def show_error(self, error: str) -> None:
        """Report an error without the catalogue's name, which is already in the title."""
        super().show_error(error.removeprefix(f"{self._catalogue}: "))
