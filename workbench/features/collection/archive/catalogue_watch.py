"""A monitor that notices levels added to an open catalogue by other processes.

The screen calls it at regular intervals. All reading happens in the catalogue's thread, and the
results are passed to the UI thread. While archive cells are being filled, the archive must be read
repeatedly, so reading is limited to a tenth of the time: after a read that took 0.2 s, the next one
is at least 2 s later.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import Any

from engine.archive.archive_grid import Archive
from engine.archive.archive_spec import ArchiveSpec
from engine.archive.fill_progress import find_reported_fill
from engine.batch import progress_reader
from engine.errors import EngineError
from workbench.commands import keymap
from workbench.features.collection.async_catalogue import CatalogueListing
from workbench.features.collection.catalogue_views import CatalogueViews
from workbench.features.collection.filters import LevelFilter
from workbench.ui.screen import CommandScreen

FillRecord = Mapping[str, Any]
"""The progress of a process that fills cells, as read from its file."""
READ_SHARE = 10
"""The seconds to wait before the next reading for each second that the last reading took."""


class CatalogueWatch:
    """A monitor for an open catalogue, and for the process that fills its archive cells.

    Args:
        screen: The screen that shows the catalogue.
        views: The views of the catalogue.
        show: A function that receives the archive whenever its cells have changed.
        handle_end: A function that receives the spec of a fill that has ended, and returns a
            coroutine to run.

    Attributes:
        record: The progress of a fill that is running or was cut short, as read from its file; None
            if there is no such fill.
        batch: True while a batch is adding to the catalogue, so that no cells can be filled.
        busy: True while the process that fills cells has not yet answered a request.
    """

    def __init__(
        self,
        screen: CommandScreen,
        views: CatalogueViews,
        show: Callable[[Archive], None],
        handle_end: Callable[[ArchiveSpec], Coroutine[Any, Any, None]],
    ) -> None:
        self._screen, self._views, self._show, self._handle_end = screen, views, show, handle_end
        self.record: FillRecord | None = None
        self.batch = self.busy = False
        self._spec: ArchiveSpec | None = None
        """The spec of the current or latest fill, kept until the end of that fill is reported."""
        self._is_reading = self._is_closed = False
        # The number of levels that the fill had added when the cells were last read, and the
        # earliest time at which to read them again.
        self._added, self._next = -1, 0.0
        self._missing: Sequence[str] = ()
        self._news = ""
        self._news_listing: CatalogueListing | None = None
        """The listing that the news refers to. A new listing makes the news obsolete."""

    @property
    def is_running(self) -> bool:
        """True if a process is filling cells."""
        return self.record is not None and self.record["process"] is not None

    @property
    def news(self) -> str:
        """A notice that levels were added, or the error from checking for them; otherwise empty."""
        return self._news if self._news_listing is self._views.pages.listing else ""

    @property
    def _is_visible(self) -> bool:
        """True if the screen is not covered, for example by a dialog."""
        return self._screen.has_widgets and self._screen.is_active

    def expect_filling(self, spec: ArchiveSpec) -> None:
        """Watch a fill that has just been started and may even have ended already."""
        self._spec = spec
        self.check_filling()

    def close(self) -> None:
        """Stop watching, because the catalogue is about to be closed."""
        self._is_closed = True

    def check_for_levels(self) -> None:
        """Check whether levels have been added since the current listing was made."""
        if self._is_visible and not self.is_running:
            catalogue, listing = self._views.catalogue, self._views.pages.listing
            asked, hop = (
                catalogue.submit(partial(catalogue.has_changed, listing)),
                self._screen.run_in_ui_thread,
            )
            # The callback runs in the catalogue's thread, so pass the result on to the UI thread.
            asked.add_done_callback(lambda done: hop(partial(self._handle_check, listing, done)))

    def _handle_check(self, listing: CatalogueListing, check: Future[bool]) -> None:
        before = self.news
        try:
            again = keymap.get_key_hint("catalogue.reload")
            self._news = f"New levels: {again} shows them" if check.result() else ""
        except EngineError as error:
            self._news = str(error)
        self._news_listing = listing
        if self.news != before:
            self._screen.update_content()

    def check_while_visible(self) -> None:
        """Check on the fill, unless the screen is covered."""
        if self._is_visible:
            self.check_filling()

    def check_filling(self) -> None:
        """Start a check of the fill's progress, which runs in the catalogue's thread."""
        if self._is_reading or self._is_closed:
            return
        self._is_reading = True
        # Look up the view now, because it may have changed by the time this job runs.
        views, hop = self._views, self._screen.run_in_ui_thread
        showing = views.pages.listing.level_filter if views.is_on_grid else None
        asked = views.catalogue.submit(partial(self._read_filling, views.facts, showing))
        asked.add_done_callback(lambda done: hop(partial(self._handle_reading, done)))

    def _read_filling(
        self, facts: str, level_filter: LevelFilter | None
    ) -> tuple[FillRecord | None, bool, Archive | None]:
        """Read the state of the process that fills cells and, if the grid is shown, the archive.

        Returns:
            Three values: the record of the fill, or None if there is none; whether a batch is
            adding to the catalogue; the archive, or None if its cells need not be read again.
        """
        catalogue = self._views.catalogue
        watched = progress_reader.read_status(catalogue.path)
        record = find_reported_fill(watched)
        batch = watched.process is not None and watched.kind == progress_reader.BATCH
        # The cells have changed only if levels have been added since the last reading.
        if record is None or record["added"] == self._added or level_filter is None:
            return record, batch, None
        now = time.monotonic()
        # Reading takes time, so wait before the next reading, unless a target has been reached.
        if now < self._next and record["missing"] == self._missing:
            return record, batch, None
        self._added, self._missing = record["added"], record["missing"]
        archive = catalogue.build_archive(level_filter, facts)
        self._next = now + (time.monotonic() - now) * READ_SHARE
        return record, batch, archive

    def _handle_reading(
        self, reading: Future[tuple[FillRecord | None, bool, Archive | None]]
    ) -> None:
        self._is_reading = False
        # Ignore errors here, because reading the levels reports them too.
        with suppress(EngineError):
            record, batch, archive = reading.result()
            changed = (record, batch) != (self.record, self.batch)
            self.record, self.batch = record, batch
            if archive is not None:
                self._show(archive)
            # Remember the spec while the fill is running: by the time the end is reported, the
            # record will have been deleted.
            if self.is_running and record is not None:
                self._spec = ArchiveSpec(
                    record["archive"], record["best"], tuple(record["targets"])
                )
            elif self._spec is not None and not self.busy and self._is_visible:
                # The fill is no longer running, so report its end, once.
                spec, self._spec, self._added = self._spec, None, -1
                self._screen.run_alongside(self._handle_end(spec))
            if changed or archive is not None:
                self._screen.update_content()
