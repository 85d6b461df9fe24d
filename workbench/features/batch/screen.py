"""The screen of a batch: how far it is, what becomes of candidates, what its levels are like."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from engine.batch import watching
from engine.values.budget import Control
from workbench.commands import Action, Unless, keymap
from workbench.drawing.density import shade
from workbench.features import navigation
from workbench.features.batch import process, words
from workbench.features.batch.watch import Facts, Observed, Watch
from workbench.service.lanes import Outcome
from workbench.text.status import count
from workbench.ui.dialogs import Ask, Choose
from workbench.ui.linepane import WordsPane, retitle
from workbench.ui.lines import Line, Sign, paragraph
from workbench.ui.lists import PickableRow, PickRow
from workbench.ui.screen import CommandScreen, finish_work

LANE = "batch"
"""The lane that looks at it."""
EVERY = 1.0
"""Seconds between two looks."""
_MARGIN = (14, 3)
"""Columns and lines of the plot's pane that its numbers take."""
_NAMED = ("play-pause", "more")


class PlotPane(WordsPane):
    """The plot of two facts."""

    @property
    def name_of_signs(self) -> str:
        """What the legend calls it."""
        return "Plot"

    def signs(self) -> Sequence[Sign]:
        """How dark bins are."""
        dark = partial(shade, ascii_only=self._theme.ascii)
        return ((dark(1.0), ""), "as many levels as in any"), ((dark(0.1), ""), "few levels")


class BatchScreen(CommandScreen):
    """Shows the batch of a catalogue, which goes on whatever becomes of the screen."""

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
        self._watch = Watch(catalogue)
        self._facts = Facts()
        self._found: Observed | None = None
        self._problem = ""
        self._busy = False
        """Whether something was asked of the batch that is not done yet."""

    def contents(self) -> ComposeResult:
        """What is known of it, beside its charts."""
        with Horizontal():
            yield WordsPane(id="batch", classes="pane")
            with Vertical(id="charts"):
                yield WordsPane(id="bars", classes="pane")
                yield PlotPane(id="plot", classes="pane")

    def on_mount(self) -> None:
        """Looks at it, once a second from now on."""
        shown = {"#batch": self._lines, "#bars": self._bars, "#plot": self._plot}
        for name, made in shown.items():
            self.query_one(name, WordsPane).show(made)
        self.set_interval(EVERY, self._see)
        self.call_after_refresh(self._see)
        self.renew()

    def on_unmount(self) -> None:
        """Looks no more; the batch goes on."""
        self.workbench.solver.stop(LANE)

    # Looking.

    def _see(self) -> None:
        """Looks at it in a thread, unless that is being done, or it is not visible."""
        solver = self.workbench.solver
        if not self.is_active or solver.running(LANE) is not None:
            return
        width, height = self.query_one("#plot").size
        self._watch.size = max(width - _MARGIN[0], 8), max(height - _MARGIN[1], 3)
        facts = self._facts

        def job(_: Control) -> Observed:
            """The batch as it is now."""
            return self._watch.look(facts)

        solver.background(job, lambda outcome: self.hop(partial(self._seen, outcome)), LANE)

    def _seen(self, outcome: Outcome[Observed]) -> None:
        if outcome.cancelled or not self.stands:
            return
        self._problem = outcome.error or ""
        if outcome.value is not None:
            self._found = outcome.value
        self.renew()

    def renew(self) -> None:
        """Shows what is known now."""
        look = self._found
        stands = "" if look is None else words.standing(look)
        pane = self.query_one("#batch", WordsPane)
        pane.retitle(words.title(self._catalogue), stands)
        facts = look.charts.facts if look is not None and look.charts is not None else self._facts
        retitle(self.query_one("#bars"), words.named(facts.bars))
        plotted = f"{words.named(facts.up)} over {words.named(facts.across)}" if facts.up else ""
        retitle(self.query_one("#plot"), plotted)
        for each in self.query(WordsPane):
            each.renew()
        works = look is not None and look.going_on and not look.paused
        labels = {} if works else {"batch.play-pause": "go on"}
        self.key_line.show_contexts(*self.CONTEXTS, labels=labels)
        self.key_line.renew()

    def _lines(self, width: int, height: int) -> Iterable[Line]:
        if self._problem:
            return paragraph(self._problem.removeprefix(f"{self._catalogue}: "), "bad", width)
        if self._found is None:
            return [[("looking at the batch ...", "muted")]]
        keys = {name: keymap.key(f"batch.{name}") for name in _NAMED}
        return words.lines(self._found, keys, width, plain=self._plain)

    def _bars(self, width: int, height: int) -> Iterable[Line]:
        charts = None if self._found is None else self._found.charts
        return words.histogram(charts, width, plain=self._plain)

    def _plot(self, width: int, height: int) -> Iterable[Line]:
        charts = None if self._found is None else self._found.charts
        return words.plot(charts, (width, height), plain=self._plain)

    @property
    def _plain(self) -> bool:
        return self.workbench.theme_glyphs.ascii

    # Commands.

    def commands(self) -> Mapping[str, Action]:
        """What steers it, and what shows it."""
        return {
            "batch.play-pause": Unless(self._no_turn, self._turn),
            "batch.finish": Unless(self._no_stop, lambda: self.ask(self._stop())),
            "batch.more": Unless(self._no_more, lambda: self.ask(self._more())),
            "batch.order": Unless(self._no_charts, lambda: self.ask(self._order())),
            "batch.facts": Unless(self._no_plot, lambda: self.ask(self._choose_plot())),
            "batch.open": Unless(self._unseen, self._open),
            "batch.back": lambda: self.dismiss(None),
        }

    def _unseen(self) -> str | None:
        if self._problem:
            return "the catalogue cannot be read"
        return "not looked at yet" if self._found is None else None

    def _no_turn(self) -> str | None:
        done = self._found is not None and self._found.complete and not self._found.going_on
        return self._unseen() or ("all levels are there" if done else self._waiting)

    @property
    def _waiting(self) -> str | None:
        if self._found is not None and self._found.busy:
            return "cells of the catalogue are being filled"
        return "it is being started or stopped" if self._busy else None

    def _no_stop(self) -> str | None:
        going_on = self._found is not None and self._found.going_on
        return self._unseen() or self._waiting or (None if going_on else "no process works on it")

    def _no_more(self) -> str | None:
        going_on = self._found is not None and self._found.going_on
        return self._unseen() or ("it goes on: stop it first" if going_on else self._waiting)

    def _no_charts(self) -> str | None:
        look = self._found
        return self._unseen() or (None if look and look.charts else "no level yet")

    def _no_plot(self) -> str | None:
        look = self._found
        several = look and look.charts and len(look.charts.numbers) > 1
        return self._no_charts() or (None if several else "no two facts that are numbers")

    def _turn(self) -> None:
        """Has it pause, or go on."""
        look, catalogue = self._found, self._catalogue
        assert look is not None
        if look.paused:
            self.ask(self._do(partial(watching.go_on, catalogue), "it goes on"))
        elif look.going_on:
            self.ask(self._do(partial(watching.pause, catalogue), "it pauses"))
        else:
            job = partial(process.go_on, look.run, look.run.count, catalogue)
            self.ask(self._do(job, "it goes on"))

    async def _do(self, job: Callable[[], object], done: str) -> None:
        """Asks something of the batch, in a thread, and says when that is done."""
        await finish_work(self, self._done(job, done))

    async def _done(self, job: Callable[[], object], done: str) -> None:
        self._busy = True
        self.key_line.renew()
        try:
            await asyncio.to_thread(job)
        finally:
            self._busy = False
            self._see()
        self.say(done, "good")

    async def _stop(self) -> None:
        question = "Stop the batch? What is there stays, and it can go on later."
        if await self.app.push_screen_wait(Choose(question, [("s", "Stop it")])) is not None:
            await self._do(partial(watching.stop, self._catalogue), "it has stopped")

    async def _more(self) -> None:
        """Asks for the number of levels that are to be there, and goes on."""
        look = self._found
        assert look is not None
        least = look.record["count"]

        def wrong(text: str) -> str | None:
            """What is wrong with a number; None if nothing is."""
            good = text.isdecimal() and least <= int(text) <= process.MOST
            return None if good else f"a whole number from {least:,} to {process.MOST:,}, please"

        question = f"How many levels are to be there? {count(least, 'level')} so far"
        number = await self.app.push_screen_wait(Ask(question, str(2 * least), wrong))
        if number is not None:
            job = partial(process.go_on, look.run, int(number), self._catalogue)
            await self._do(job, "it goes on")

    async def _order(self) -> None:
        charts = self._found.charts if self._found is not None else None
        assert charts is not None
        key = await self._pick("The histogram of which fact?", charts.keys, charts.facts.bars)
        if key is not None:
            self._show(replace(charts.facts, bars=key))

    async def _choose_plot(self) -> None:
        charts = self._found.charts if self._found is not None else None
        assert charts is not None
        facts, numbers = charts.facts, charts.numbers
        across = await self._pick("Which fact goes to the right?", numbers, facts.across)
        if across is None:
            return
        others = [key for key in numbers if key != across]
        up = await self._pick(f"Which goes up, over {words.named(across)}?", others, facts.up)
        if up is not None:
            self._show(replace(facts, across=across, up=up))

    async def _pick(self, question: str, keys: Sequence[str], now: str) -> str | None:
        rows = [PickableRow(words.named(key)) for key in keys]
        cursor = keys.index(now) if now in keys else 0
        at = await self.app.push_screen_wait(PickRow(question, rows, cursor))
        return None if at is None else keys[at]

    def _show(self, facts: Facts) -> None:
        self._facts = facts
        self._see()

    def _open(self) -> None:
        """Shows the levels that are there so far."""
        navigation.open_catalogue(self.workbench, self._catalogue)

    def failed(self, error: str) -> None:
        """Says what went wrong, as far as the file's name does not stand above it."""
        super().failed(error.removeprefix(f"{self._catalogue}: "))
