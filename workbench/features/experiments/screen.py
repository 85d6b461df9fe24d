"""The experiments of all games: a list, and what the chosen one asks and has found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal

from engine.errors import EngineError
from engine.files.endings import ENDINGS, ending_of
from engine.files.storage import replace_file
from engine.game.experiment import Experiment, Table
from engine.game.game import Game
from engine.generation.experimenting import table_of
from engine.values.budget import Control
from workbench.commands import Action, Unless, lacking
from workbench.drawing import plots
from workbench.features.experiments import words
from workbench.service.lanes import Outcome
from workbench.text.status import capitalized
from workbench.ui.cursorpane import CursorPane
from workbench.ui.dialogs import Ask
from workbench.ui.linepane import WordsPane
from workbench.ui.lines import Line
from workbench.ui.screen import CommandScreen

LANE = "other"
"""The lane that measures."""
_LEAST, _MOST = 1, 1_000_000
"""Sizes of a sample."""
_SHIFT = 12
"""Columns by which a table is shifted."""


Listed = tuple[Game, Experiment]
"""An experiment, with its game before it."""


class ExperimentList(CursorPane, can_focus=True):
    """One line for every experiment, with a cursor."""

    def __init__(self, entries: tuple[Listed, ...]) -> None:
        super().__init__()
        self._entries = entries

    @property
    def count(self) -> int:
        """How many experiments there are."""
        return len(self._entries)

    @property
    def entry(self) -> Listed:
        """The one under the cursor."""
        return self._entries[self.cursor]

    def row_line(self, number: int, width: int) -> Line:
        """Its name."""
        return [(f"  {self._entries[number][1].name}", "")]


class FoundPane(WordsPane):
    """Lines that may be more than fit, turned by pages."""

    top = left = 0

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """The lines from the top one on."""
        every = [*super().lines(width, height)]
        self.top = max(0, min(self.top, len(every) - height))
        return every[self.top :]

    def turn(self, pages: int) -> None:
        """Turns pages."""
        self.top += pages * max(self.size.height - 1, 1)
        self.renew()

    def shift(self, columns: int) -> None:
        """Shows what is further to the right in tables, or to the left."""
        self.left = max(0, self.left + columns)
        self.renew()

    def to_start(self) -> None:
        """Back to where everything begins."""
        self.top = self.left = 0


class ExperimentsScreen(CommandScreen):
    """Runs experiments, one at a time; what was found stays while the screen is there.

    Args:
        entries: the experiments, one at least.
    """

    CONTEXTS = ("experiments",)
    DEFAULT_CSS = """
    ExperimentsScreen #experiments { width: 26; }
    ExperimentsScreen #experiment { width: 1fr; }
    """

    def __init__(self, entries: tuple[Listed, ...]) -> None:
        super().__init__()
        self._entries = entries
        self._counts: dict[str, int] = {}
        self._found: dict[str, Table] = {}
        self._measuring: str | None = None
        self._done = (0, 0)
        self._plot = False

    def contents(self) -> ComposeResult:
        """The list, and the words."""
        with Horizontal():
            with Horizontal(id="experiments", classes="pane") as pane:
                pane.border_title = "Experiments"
                yield ExperimentList(self._entries)
            yield FoundPane(id="experiment", classes="pane")

    def on_mount(self) -> None:
        """The keys are for the list."""
        self.query_one(ExperimentList).focus()
        self.renew()

    def on_unmount(self) -> None:
        """Stops what is being measured."""
        self.workbench.solver.stop(LANE)

    @property
    def entry(self) -> Listed:
        """The experiment under the cursor."""
        return self.query_one(ExperimentList).entry

    def _count(self, experiment: Experiment) -> int:
        return self._counts.get(experiment.name, experiment.count)

    # Showing.

    @on(ExperimentList.Moved)
    def _moved(self) -> None:
        self.query_one(FoundPane).to_start()
        self.renew()

    def renew(self) -> None:
        """Shows what the experiment under the cursor asks and has found."""
        _, experiment = self.entry
        pane = self.query_one(FoundPane)
        pane.retitle(experiment.name, self._progress)
        pane.show(self._lines)
        self.key_line.renew()

    @property
    def _progress(self) -> str:
        if self._measuring is None:
            return ""
        done, jobs = self._done
        return f"{self._measuring}: {done:,} of {jobs:,} parts measured" if jobs else "preparing"

    def _lines(self, width: int, height: int) -> Iterable[Line]:
        _, experiment = self.entry
        table = self._found.get(experiment.name)
        if table is not None:
            ascii_only = self.workbench.theme_glyphs.ascii
            if self._plot:
                yield from words.plot(experiment, table, width, ascii_only=ascii_only)
            else:
                yield from words.table(table, self.query_one(FoundPane).left)
            yield [("", "")]
        yield from words.about(experiment, self._count(experiment), width)

    # Commands.

    def commands(self) -> Mapping[str, Action]:
        """What moves, runs and writes."""
        table = lacking(lambda: self._found.get(self.entry[1].name), "nothing found yet")
        pane = self.query_one(FoundPane)
        motions = self.query_one(ExperimentList).motions("experiments")
        return {
            **motions,
            "experiments.page-up": partial(pane.turn, -1),
            "experiments.page-down": partial(pane.turn, 1),
            "experiments.left": partial(pane.shift, -_SHIFT),
            "experiments.right": partial(pane.shift, _SHIFT),
            "experiments.run": self._run,
            "experiments.larger": partial(self._resize, 2.0),
            "experiments.smaller": partial(self._resize, 0.5),
            "experiments.plot": Unless(table, self._turn),
            "experiments.export": Unless(table, lambda: self.ask(self._export())),
            "experiments.stop": self._stop,
        }

    def _resize(self, times: float) -> None:
        _, experiment = self.entry
        count = int(self._count(experiment) * times)
        self._counts[experiment.name] = max(_LEAST, min(count, _MOST))
        self.renew()

    def _turn(self) -> None:
        self._plot = not self._plot
        self.query_one(FoundPane).to_start()
        self.renew()

    def _stop(self) -> None:
        if self._measuring is None:
            self.dismiss(None)
            return
        self.workbench.solver.stop(LANE)
        self._measuring = None
        self.say("stopped")
        self.renew()

    def _run(self) -> None:
        """Measures; what was being measured before is given up."""
        (_, experiment), solver = self.entry, self.workbench.solver
        name, count = experiment.name, self._count(experiment)
        self._measuring, self._done = name, (0, 0)

        def job(control: Control) -> Table:
            """The table."""
            return table_of(experiment, count, 0, control, partial(self._noted, name))

        solver.background(job, partial(self._ended, name), LANE)
        self.renew()

    def _noted(self, name: str, done: int, jobs: int) -> None:
        """In a thread: how far it has come."""
        self.hop(partial(self._arrive, name, (done, jobs)))

    def _arrive(self, name: str, done: tuple[int, int]) -> None:
        if self._measuring == name:
            self._done = done
            self.renew()

    def _ended(self, name: str, outcome: Outcome[Table]) -> None:
        """In a thread: hands the table over."""
        self.hop(partial(self._finish, name, outcome))

    def _finish(self, name: str, outcome: Outcome[Table]) -> None:
        if self._measuring != name:
            return
        self._measuring = None
        if outcome.value is not None:
            self._found[name] = outcome.value
        elif outcome.error:
            self.say(outcome.error, "bad")
        self.renew()

    async def _export(self) -> None:
        """Writes the table or its plot where the user says."""
        _, experiment = self.entry
        table = self._found[experiment.name]
        answer = Ask("Write to (.csv for the table, .svg for the plot)", f"{experiment.name}.csv",
                     _wrong_name, path=True)  # fmt: skip
        name = await self.app.push_screen_wait(answer)
        if name is None:
            return
        path = Path(name).expanduser()
        title = capitalized(experiment.title)
        svg = ending_of(path) == ENDINGS["svg"]
        text = plots.svg(title, table, experiment.plot) if svg else plots.as_csv(table)
        try:
            replace_file(path, text.encode())
        except OSError as error:
            raise EngineError(f"{path}: cannot be written: {error.strerror}") from error
        self.say(f"written: {path}")


def _wrong_name(name: str) -> str | None:
    if Path(name).suffix.lower() in (".csv", ".svg"):
        return None
    return "expected a name that ends in .csv or .svg"
