"""What is looked at of a batch, in a thread: how far it is, and what its levels are like."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.batch import watching
from engine.batch.order import BatchError
from engine.catalogue import opening, statistics
from engine.catalogue.keys import kinds_of
from engine.catalogue.query import Query, Selection
from engine.catalogue.runs import RunState, batch_of
from engine.catalogue.statistics import Density
from engine.catalogue.store import Catalogue
from workbench.ui.wall import charts
from workbench.ui.wall.bars import Bar

PACE = 2.0
"""Seconds between two looks at the levels, at least."""
SHARE = 20
"""Of the time, what such looks take at most: one part of so many."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Which facts are drawn.

    Attributes:
        bars: of the histogram; empty for the first informative one.
        across, up: of the plot; empty for the first two numbers.
    """

    bars: str = ""
    across: str = ""
    up: str = ""

    def among(self, keys: Collection[str]) -> Facts:
        """Those of them that levels have, the usual ones in place of the others."""
        chosen = (self.bars, self.across, self.up)
        return Facts(*(key if key in keys else "" for key in chosen))


@dataclass(frozen=True, slots=True)
class Charts:
    """What the levels of a batch are like.

    Attributes:
        facts: that were drawn.
        keys: facts that can be drawn.
        numbers: those of them that are numbers.
        bars: of the histogram.
        density: of the plot; None where there are no two numbers.
    """

    facts: Facts
    keys: Sequence[str]
    numbers: Sequence[str]
    bars: Sequence[Bar]
    density: Density | None


@dataclass(frozen=True, slots=True)
class Observed:
    """A batch as it was seen.

    Attributes:
        record: as :func:`engine.batch.watching.state` has it.
        run: what the levels are made from.
        charts: None before any level was seen.
    """

    record: Mapping[str, Any]
    run: RunState
    charts: Charts | None = None

    @property
    def going_on(self) -> bool:
        """Whether a process works on it."""
        return self.record["process"] is not None

    @property
    def busy(self) -> bool:
        """Whether a process does something else to the catalogue: fills cells of its archive."""
        return self.record["busy"] is not None

    @property
    def failed(self) -> str | None:
        """Why its process has ended, if it did otherwise than it was asked to."""
        failed: str | None = self.record["failed"]
        return failed

    @property
    def paused(self) -> bool:
        """Whether that process has been asked to pause."""
        return self.going_on and bool(self.record["paused"])

    @property
    def complete(self) -> bool:
        """Whether all levels are there."""
        return bool(self.record["complete"])


_Drawn = tuple[object, Facts, tuple[int, int]]
"""Of what the charts were drawn: the state of the file, the facts, the room."""


@dataclass(slots=True)
class Watch:
    """Looks at the batch of a catalogue, one look after the other.

    Attributes:
        size: columns and lines that there are for the plot.
    """

    catalogue: Path
    size: tuple[int, int] = (30, 8)
    _last: Observed | None = None
    _seen: object = None
    _drawn: _Drawn | None = None
    _next: float = 0.0

    def look(self, facts: Facts) -> Observed:
        """The batch as it is now; what has not changed is not read again.

        Raises:
            CatalogueError: the file is gone, or no catalogue.
            BatchError: it holds no batch.
        """
        watched, state = watching.watch(self.catalogue), opening.state(self.catalogue)
        seen, drawn, now = (watched, state), (state, facts, self.size), time.monotonic()
        last = self._last
        if last is not None and seen == self._seen and drawn == self._drawn:
            return last
        record = watching.state(self.catalogue)
        asked = self._drawn is None or drawn[1:] != self._drawn[1:]
        if last is None or asked or (drawn != self._drawn and now >= self._next):
            last = Observed(record, *self._read(facts))
            self._drawn = drawn
            if last.charts is not None:  # the first levels are looked for at every look
                self._next = time.monotonic() + max(PACE, (time.monotonic() - now) * SHARE)
        self._last, self._seen = replace(last, record=record), seen
        return self._last

    def _read(self, facts: Facts) -> tuple[RunState, Charts | None]:
        """The ledger and the charts."""
        with Catalogue.open(self.catalogue) as catalogue:
            run = batch_of(catalogue.runs())
            if run is None:
                raise BatchError(f"{self.catalogue}: no batch in it")
            selection, kinds = Selection(catalogue, Query()), kinds_of(catalogue)
            keys = [key for key in charts.informative_keys(selection) if key in kinds]
            if not selection.count():
                return run, None
            facts, numbers = facts.among(keys), charts.numeric(keys, kinds)
            bars = facts.bars or next(iter(keys), "seed")
            two = charts.two_of(numbers, facts.across) or ("", "")
            across, up = two[0], facts.up or two[1]
            width, height = self.size
            density = statistics.density(selection, across, up, (width, height)) if up else None
            drawn = Facts(bars, across, up)
            return run, Charts(drawn, keys, numbers, charts.bars(selection, bars, kinds), density)
