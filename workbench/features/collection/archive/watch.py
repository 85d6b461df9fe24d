"""What becomes of a catalogue while it is shown: levels that come, cells that are filled."""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import Any

from engine.archive.asking import ArchiveWish
from engine.archive.grid import Archive
from engine.archive.progress import reported
from engine.batch import watching
from engine.errors import EngineError
from workbench.commands import keymap
from workbench.features.collection.shelf import ShelfListing
from workbench.features.collection.showing import Showing
from workbench.features.collection.views import CatalogueViews
from workbench.ui.screen import CommandScreen

Record = Mapping[str, Any]
"""What is known of a filling."""
SHARE = 10
"""Of the time, what reading the cells takes at most while they are filled: one part of so many."""


class CatalogueWatch:
    """Looks at a catalogue while it is shown, and at a filling of it by this process or another.

    Args:
        screen: that shows it.
        views: the levels that are shown.
        show: is handed the cells when they have changed.
        ended: is what is to be done once a filling has ended.

    Attributes:
        record: what is known of the filling that goes on or was cut short, as
            :func:`engine.archive.progress.reported` has it; None if there is neither.
        batch: whether a batch works on the catalogue, which only one process can at a time.
        busy: whether something was asked of a filling that is not done yet.
    """

    def __init__(
        self,
        screen: CommandScreen,
        views: CatalogueViews,
        show: Callable[[Archive], None],
        ended: Callable[[ArchiveWish], Coroutine[Any, Any, None]],
    ) -> None:
        self._screen, self._views, self._show, self._ended = screen, views, show, ended
        self.record: Record | None = None
        self.batch = self.busy = False
        self._wish: ArchiveWish | None = None
        """What is being filled, from when that is known to when its end was reported."""
        self._looking = self._closed = False
        # What was known when the cells were read last, and when they may be read again.
        self._added, self._next = -1, 0.0
        self._missing: Sequence[str] = ()
        self._news = ""
        self._of: ShelfListing | None = None
        """The listing since which levels have come."""

    @property
    def going_on(self) -> bool:
        """Whether a process fills cells."""
        return self.record is not None and self.record["process"] is not None

    @property
    def news(self) -> str:
        """What has come, or why that is not known, in words; empty for nothing."""
        return self._news if self._of is self._views.pages.listing else ""

    @property
    def _seen(self) -> bool:
        """Whether nothing lies over the screen, such as a question."""
        return self._screen.stands and self._screen.is_active

    def expect(self, wish: ArchiveWish) -> None:
        """Looks at a filling that has begun, which may have ended by now."""
        self._wish = wish
        self.look()

    def end(self) -> None:
        """Looks no more: the catalogue is closed."""
        self._closed = True

    # Levels.

    def look_for_levels(self) -> None:
        """Looks whether levels have come since those that are shown were listed."""
        if self._seen and not self.going_on:
            shelf, listing = self._views.shelf, self._views.pages.listing
            asked, hop = shelf.submit(partial(shelf.changed, listing)), self._screen.hop
            asked.add_done_callback(lambda done: hop(partial(self._found, listing, done)))

    def _found(self, listing: ShelfListing, done: Future[bool]) -> None:
        before = self.news
        try:
            again = keymap.key("catalogue.reload")
            self._news = f"new ones came: {again} reads them" if done.result() else ""
        except EngineError as error:
            self._news = str(error)
        self._of = listing
        if self.news != before:
            self._screen.renew()

    # Cells.

    def look_while_seen(self) -> None:
        """Looks at the filling, unless something lies over the screen."""
        if self._seen:
            self.look()

    def look(self) -> None:
        """Looks at the filling, in the thread that reads the catalogue."""
        if self._looking or self._closed:
            return
        self._looking = True
        # What is shown may change while it waits for its turn.
        views, hop = self._views, self._screen.hop
        showing = views.pages.listing.showing if views.on_grid else None
        asked = views.shelf.submit(partial(self._look, views.facts, showing))
        asked.add_done_callback(lambda done: hop(partial(self._looked, done)))

    def _look(
        self, facts: str, showing: Showing | None
    ) -> tuple[Record | None, bool, Archive | None]:
        """Looks at the process, and reads the cells of the grid that is shown, if one is.

        Returns:
            The record of the filling, or None if there is none; whether a batch works on the
            catalogue; and the cells where they may have changed.
        """
        shelf = self._views.shelf
        watched = watching.watch(shelf.path)
        record = reported(watched)
        batch = watched.process is not None and watched.kind == watching.BATCH
        if record is None or record["added"] == self._added or showing is None:
            return record, batch, None
        now = time.monotonic()
        if now < self._next and record["missing"] == self._missing:
            return record, batch, None
        self._added, self._missing = record["added"], record["missing"]
        archive = shelf.archive(showing, facts)
        self._next = now + (time.monotonic() - now) * SHARE
        return record, batch, archive

    def _looked(self, done: Future[tuple[Record | None, bool, Archive | None]]) -> None:
        self._looking = False
        with suppress(EngineError):  # what cannot be read is reported where it is read
            record, batch, archive = done.result()
            changed = (record, batch) != (self.record, self.batch)
            self.record, self.batch = record, batch
            if archive is not None:
                self._show(archive)
            if self.going_on and record is not None:
                self._wish = ArchiveWish(
                    record["archive"], record["best"], tuple(record["targets"])
                )
            elif self._wish is not None and not self.busy and self._seen:
                wish, self._wish, self._added = self._wish, None, -1
                self._screen.follow(self._ended(wish))
            if changed or archive is not None:
                self._screen.renew()
