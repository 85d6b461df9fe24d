"""The experiments screen: a list of all games' experiments, and the results of one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal

from engine.errors import EngineError
from engine.files.storage import replace_file
from engine.files.suffixes import SUFFIXES, get_suffix
from engine.game.experiment import Experiment, ResultTable
from engine.game.game import Game
from engine.generation.experiment_runner import run_experiment
from engine.values.budget import Control
from workbench.commands import Action, GuardedAction, require_value
from workbench.drawing import table_plots
from workbench.features.experiments import experiment_text
from workbench.service.job_slots import Outcome
from workbench.text.quantity_text import capitalize_first
from workbench.ui.cursor_pane import CursorPane
from workbench.ui.dialogs import LinePrompt
from workbench.ui.line_pane import TextPane
from workbench.ui.screen import CommandScreen
from workbench.ui.styled_lines import Line

JOB_NAME = "other"
"""The name of the background job that runs an experiment."""
_MIN_COUNT, _MAX_COUNT = 1, 1_000_000
"""The smallest and largest sample size."""
_SHIFT_COLUMNS = 12
"""The number of columns that one key press scrolls a table by."""


ExperimentEntry = tuple[Game, Experiment]
"""A game and one of its experiments."""


class ExperimentList(CursorPane, can_focus=True):
    """A list with a cursor, in which each line names one experiment."""

    def __init__(self, entries: tuple[ExperimentEntry, ...]) -> None:
        super().__init__()
        self._entries = entries

    @property
    def count(self) -> int:
        """The number of experiments."""
        return len(self._entries)

    @property
    def entry(self) -> ExperimentEntry:
        """The experiment under the cursor, and its game."""
        return self._entries[self.cursor]

    def draw_row(self, number: int, width: int) -> Line:
        """Return a line with the name of an experiment."""
        return [(f"  {self._entries[number][1].name}", "")]


class ResultPane(TextPane):
    """A pane that scrolls, because its contents may be taller and wider than the pane."""

    top = left = 0

    def draw_lines(self, width: int, height: int) -> Iterable[Line]:
        """Return the lines from the scroll position onwards."""
        every = [*super().draw_lines(width, height)]
        # After a change of contents, the scroll position may be beyond the end.
        self.top = max(0, min(self.top, len(every) - height))
        return every[self.top :]

    def turn_pages(self, pages: int) -> None:
        """Scroll down by ``pages``, or up if the number is negative."""
        self.top += pages * max(self.size.height - 1, 1)
        self.update_content()

    def shift_columns(self, columns: int) -> None:
        """Scroll tables to the right by ``columns``, or to the left if the number is negative."""
        self.left = max(0, self.left + columns)
        self.update_content()

    def go_to_start(self) -> None:
        """Scroll to the first line and column."""
        self.top = self.left = 0


class ExperimentsScreen(CommandScreen):
    """The screen that runs one experiment at a time, and keeps all results until it closes.

    Args:
        entries: The experiments; there must be at least one.
    """

    CONTEXTS = ("experiments",)
    DEFAULT_CSS = """
    ExperimentsScreen #experiments { width: 26; }
    ExperimentsScreen #experiment { width: 1fr; }
    """

    def __init__(self, entries: tuple[ExperimentEntry, ...]) -> None:
        super().__init__()
        self._entries = entries
        self._counts: dict[str, int] = {}
        self._found: dict[str, ResultTable] = {}
        self._running_name: str | None = None
        self._progress_counts = (0, 0)
        self._shows_plot = False

    def compose_contents(self) -> ComposeResult:
        """Compose the list of experiments and the result pane."""
        with Horizontal():
            with Horizontal(id="experiments", classes="pane") as pane:
                pane.border_title = "Experiments"
                yield ExperimentList(self._entries)
            yield ResultPane(id="experiment", classes="pane")

    def on_mount(self) -> None:
        """Focus the list, and show the first experiment."""
        self.query_one(ExperimentList).focus()
        self.update_content()

    def on_unmount(self) -> None:
        """Stop the running experiment."""
        self.workbench.solver.cancel_job(JOB_NAME)

    @property
    def entry(self) -> ExperimentEntry:
        """The experiment under the cursor, and its game."""
        return self.query_one(ExperimentList).entry

    def _get_count(self, experiment: Experiment) -> int:
        return self._counts.get(experiment.name, experiment.count)

    @on(ExperimentList.RowHighlighted)
    def _handle_cursor(self) -> None:
        self.query_one(ResultPane).go_to_start()
        self.update_content()

    def update_content(self) -> None:
        """Redraw the description and results of the experiment under the cursor."""
        _, experiment = self.entry
        pane = self.query_one(ResultPane)
        pane.set_titles(experiment.name, self._progress_text)
        pane.show_text(self._draw_lines)
        self.key_line.update_keys()

    @property
    def _progress_text(self) -> str:
        if self._running_name is None:
            return ""
        done, jobs = self._progress_counts
        return f"{self._running_name}: {done:,} of {jobs:,} parts done" if jobs else "preparing"

    def _draw_lines(self, width: int, height: int) -> Iterable[Line]:
        _, experiment = self.entry
        table = self._found.get(experiment.name)
        if table is not None:
            ascii_only = self.workbench.theme_glyphs.is_ascii
            if self._shows_plot:
                yield from experiment_text.draw_plot(
                    experiment, table, width, ascii_only=ascii_only
                )
            else:
                yield from experiment_text.draw_table(table, self.query_one(ResultPane).left)
            yield [("", "")]
        yield from experiment_text.draw_description(experiment, self._get_count(experiment), width)

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions for all of the screen's commands."""
        table = require_value(
            lambda: self._found.get(self.entry[1].name), ("there are no results yet")
        )
        pane = self.query_one(ResultPane)
        motions = self.query_one(ExperimentList).bind_motions("experiments")
        return {
            **motions,
            "experiments.page-up": partial(pane.turn_pages, -1),
            "experiments.page-down": partial(pane.turn_pages, 1),
            "experiments.left": partial(pane.shift_columns, -_SHIFT_COLUMNS),
            "experiments.right": partial(pane.shift_columns, _SHIFT_COLUMNS),
            "experiments.run": self._run_experiment,
            "experiments.larger": partial(self._resize_sample, 2.0),
            "experiments.smaller": partial(self._resize_sample, 0.5),
            "experiments.plot": GuardedAction(table, self._toggle_plot),
            "experiments.export": GuardedAction(
                table, lambda: self.ask_question(self._ask_to_export())
            ),
            "experiments.stop": self._stop_or_close,
        }

    def _resize_sample(self, factor: float) -> None:
        _, experiment = self.entry
        count = int(self._get_count(experiment) * factor)
        self._counts[experiment.name] = max(_MIN_COUNT, min(count, _MAX_COUNT))
        self.update_content()

    def _toggle_plot(self) -> None:
        self._shows_plot = not self._shows_plot
        self.query_one(ResultPane).go_to_start()
        self.update_content()

    def _stop_or_close(self) -> None:
        if self._running_name is None:
            self.dismiss(None)
            return
        self.workbench.solver.cancel_job(JOB_NAME)
        self._running_name = None
        self.show_message("Stopped.")
        self.update_content()

    def _run_experiment(self) -> None:
        """Start the experiment under the cursor, replacing any that is already running."""
        (_, experiment), solver = self.entry, self.workbench.solver
        name, count = experiment.name, self._get_count(experiment)
        self._running_name, self._progress_counts = name, (0, 0)

        def measure(control: Control) -> ResultTable:
            return run_experiment(
                experiment, count, 0, control, partial(self._report_progress, name)
            )

        solver.run_in_background(measure, partial(self._hand_over, name), JOB_NAME)
        self.update_content()

    def _report_progress(self, name: str, done: int, jobs: int) -> None:
        """Pass progress from the job's thread to the UI thread."""
        self.run_in_ui_thread(partial(self._show_progress, name, (done, jobs)))

    def _show_progress(self, name: str, done: tuple[int, int]) -> None:
        # This report may come from an experiment that has since been replaced.
        if self._running_name == name:
            self._progress_counts = done
            self.update_content()

    def _hand_over(self, name: str, outcome: Outcome[ResultTable]) -> None:
        """Pass a result from the job's thread to the UI thread."""
        self.run_in_ui_thread(partial(self._show_result, name, outcome))

    def _show_result(self, name: str, outcome: Outcome[ResultTable]) -> None:
        if self._running_name != name:
            return
        self._running_name = None
        if outcome.value is not None:
            self._found[name] = outcome.value
        elif outcome.error:
            self.show_message(outcome.error, "bad")
        self.update_content()

    async def _ask_to_export(self) -> None:
        """Ask for a path, and write the table or the plot to that file."""
        _, experiment = self.entry
        table = self._found[experiment.name]
        answer = LinePrompt("Save as (.csv for the table, .svg for the plot)",
                            f"{experiment.name}.csv", _find_name_fault, is_path=True)  # fmt: skip
        name = await self.app.push_screen_wait(answer)
        if name is None:
            return
        path = Path(name).expanduser()
        title = capitalize_first(experiment.title)
        svg = get_suffix(path) == SUFFIXES["svg"]
        text = (
            table_plots.draw_svg(title, table, experiment.plot)
            if svg
            else table_plots.format_csv(table)
        )
        try:
            replace_file(path, text.encode())
        except OSError as error:
            raise EngineError(f"{path}: cannot be written: {error.strerror}") from error
        self.show_message(f"Saved {path}.")


def _find_name_fault(name: str) -> str | None:
    if Path(name).suffix.lower() in (".csv", ".svg"):
        return None
    return "Expected a name that ends in .csv or .svg."
