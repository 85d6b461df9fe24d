"""Snapshots of a batch's progress and its charts, taken in a background thread.

Reading the progress is cheap, but drawing charts of a million levels is not. So the charts are
redrawn only when the file, the chosen facts or the size of the plot has changed. If only the file
has changed, the old charts are kept for 20 times as long as it took to draw them: charts that took
1 s are not redrawn for 20 s.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.batch import progress_reader
from engine.batch.batch_spec import BatchError
from engine.catalogue import connections, statistics
from engine.catalogue.query import Query, Selection
from engine.catalogue.query_keys import list_key_kinds
from engine.catalogue.run_record import CatalogueRun, find_batch_run
from engine.catalogue.statistics import Density
from engine.catalogue.store import Catalogue
from workbench.ui.wall import fact_histograms
from workbench.ui.wall.histogram_bins import Bar

MIN_CHART_INTERVAL = 2.0
"""The shortest time between two readings of the levels, in seconds."""
CHART_SHARE = 20
"""The seconds to wait before the next reading for each second that the last reading took."""


@dataclass(frozen=True, slots=True)
class ChartFacts:
    """The facts that the charts show.

    Attributes:
        bars: The fact shown by the histogram; empty for the most informative one.
        across: The fact on the plot's horizontal axis; empty for the first numeric fact.
        up: The fact on the plot's vertical axis; empty for the second numeric fact.
    """

    bars: str = ""
    across: str = ""
    up: str = ""

    def select_known(self, keys: Collection[str]) -> ChartFacts:
        """Return a copy in which any fact that is not in ``keys`` is replaced with the default."""
        chosen = (self.bars, self.across, self.up)
        return ChartFacts(*(key if key in keys else "" for key in chosen))


@dataclass(frozen=True, slots=True)
class BatchCharts:
    """The charts of a batch's levels.

    Attributes:
        facts: The facts that the charts show.
        keys: The facts that can be charted.
        numbers: The facts in ``keys`` that are numeric.
        bars: The bars of the histogram.
        density: The density plot; None unless there are two numeric facts.
    """

    facts: ChartFacts
    keys: Sequence[str]
    numbers: Sequence[str]
    bars: Sequence[Bar]
    density: Density | None


@dataclass(frozen=True, slots=True)
class BatchSnapshot:
    """The state of a batch at one moment.

    Attributes:
        record: The progress record that the batch writes.
        run: The batch's entry in the catalogue's ledger.
        charts: The charts; None until there is a level.
    """

    record: Mapping[str, Any]
    run: CatalogueRun
    charts: BatchCharts | None = None

    @property
    def is_running(self) -> bool:
        """True if a process is working on the batch."""
        return self.record["process"] is not None

    @property
    def is_filling(self) -> bool:
        """True if a process is filling archive cells of the catalogue, so no batch can run."""
        return self.record["busy"] is not None

    @property
    def failure(self) -> str | None:
        """The reason why the process ended unexpectedly, or None if it did not."""
        failed: str | None = self.record["failed"]
        return failed

    @property
    def is_paused(self) -> bool:
        """True if the process has been asked to pause."""
        return self.is_running and bool(self.record["paused"])

    @property
    def is_complete(self) -> bool:
        """True if the batch has made all its levels."""
        return bool(self.record["complete"])


_ChartKey = tuple[object, ChartFacts, tuple[int, int]]
"""The inputs of the charts: the state of the file, the facts, and the size of the plot."""


@dataclass(slots=True)
class BatchWatch:
    """A reader that takes successive snapshots of the batch in a catalogue.

    Attributes:
        catalogue: The path of the catalogue.
        size: The width of the plot in columns, and its height in lines.
    """

    catalogue: Path
    size: tuple[int, int] = (30, 8)
    _snapshot: BatchSnapshot | None = None
    _seen_state: object = None
    _chart_key: _ChartKey | None = None
    _next_charts: float = 0.0

    def take_snapshot(self, facts: ChartFacts) -> BatchSnapshot:
        """Return a snapshot, reading only what has changed since the last one.

        Raises:
            CatalogueError: The file is missing or is not a catalogue.
            BatchError: There is no batch in the catalogue.
        """
        watched, state = (
            progress_reader.read_status(self.catalogue),
            connections.read_file_state(self.catalogue),
        )
        seen, drawn, now = (watched, state), (state, facts, self.size), time.monotonic()
        last = self._snapshot
        if last is not None and seen == self._seen_state and drawn == self._chart_key:
            return last
        record = progress_reader.read_batch_status(self.catalogue)
        # Charts are redrawn immediately if the user chose other facts or resized the window.
        asked = self._chart_key is None or drawn[1:] != self._chart_key[1:]
        if last is None or asked or (drawn != self._chart_key and now >= self._next_charts):
            last = BatchSnapshot(record, *self._read_charts(facts))
            self._chart_key = drawn
            # Start the wait only once there are charts, so that the first level is charted
            # immediately.
            if last.charts is not None:
                self._next_charts = time.monotonic() + max(
                    MIN_CHART_INTERVAL, (time.monotonic() - now) * CHART_SHARE
                )
        self._snapshot, self._seen_state = replace(last, record=record), seen
        return self._snapshot

    def _read_charts(self, facts: ChartFacts) -> tuple[CatalogueRun, BatchCharts | None]:
        """Return the batch's ledger entry and its charts, which are None if it has no levels."""
        with Catalogue.open(self.catalogue) as catalogue:
            run = find_batch_run(catalogue.list_runs())
            if run is None:
                raise BatchError(f"{self.catalogue}: there is no batch in this file")
            selection, kinds = Selection(catalogue, Query()), list_key_kinds(catalogue)
            keys = [key for key in fact_histograms.find_informative_keys(selection) if key in kinds]
            if not selection.count_levels():
                return run, None
            # The levels may lack a fact that the user chose earlier.
            facts, numbers = facts.select_known(keys), fact_histograms.filter_numeric(keys, kinds)
            bars = facts.bars or next(iter(keys), "seed")
            two = fact_histograms.choose_axes(numbers, facts.across) or ("", "")
            across, up = two[0], facts.up or two[1]
            width, height = self.size
            density = (
                statistics.build_density(selection, across, up, (width, height)) if up else None
            )
            drawn = ChartFacts(bars, across, up)
            return run, BatchCharts(
                drawn, keys, numbers, fact_histograms.count_bars(selection, bars, kinds), density
            )
