"""What becomes of a catalogue while it is shown: levels that come, cells that are filled."""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from engine.archive.asking import ArchiveWish
from engine.archive.grid import Archive
from engine.archive.progress import reported
from engine.batch import watching
from engine.errors import EngineError
from workbench.commands import keymap
from workbench.features.collection.host import CatalogueHost
from workbench.features.collection.shelf import ShelfListing
from workbench.features.collection.showing import Showing

SHARE = 10
"""Of the time, what reading the cells takes at most while they are filled: one part of so many."""


@dataclass(frozen=True, slots=True)
class _Look:
    """What was seen at a look.

    Attributes:
        record: of the filling; None if there is none.
        batch: whether a batch works on the catalogue.
        archive: the cells as they are, where they may have changed.
    """

    record: Mapping[str, Any] | None
    batch: bool
    archive: Archive | None = None


class FillingWatch:
    """Looks at a filling, of this process or another.

    Args:
        screen: that shows it.
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
        screen: CatalogueHost,
        show: Callable[[Archive], None],
        ended: Callable[[ArchiveWish], Coroutine[Any, Any, None]],
    ) -> None:
        self._screen, self._show, self._ended = screen, show, ended
        self.record: Mapping[str, Any] | None = None
        self.batch = self.busy = False
        self._wish: ArchiveWish | None = None
        """What is being filled, from when that is known to when its end was reported."""
        self._looking = self._closed = False
        # What was known when the cells were read last, and when they may be read again.
        self._added, self._next = -1, 0.0
        self._missing: Sequence[str] = ()

    @property
    def going_on(self) -> bool:
        """Whether a process fills cells."""
        return self.record is not None and self.record["process"] is not None

    def expect(self, wish: ArchiveWish) -> None:
        """Looks at a filling that has begun, which may have ended by now."""
        self._wish = wish
        self.look()

    def end(self) -> None:
        """Looks no more: the catalogue is closed."""
        self._closed = True

    def look(self) -> None:
        """Looks, in the thread that reads the catalogue."""
        if self._looking or self._closed:
            return
        self._looking = True
        # What is shown may change while it waits for its turn.
        screen = self._screen
        showing = screen.pages.listing.showing if screen.views.on_grid else None
        asked = screen.shelf.submit(partial(self._look, screen.facts, showing))
        asked.add_done_callback(lambda done: self._screen.hop(partial(self._looked, done)))

    def _look(self, facts: str, showing: Showing | None) -> _Look:
        """Looks at the process, and reads the cells of the grid that is shown, if one is."""
        screen = self._screen
        watched = watching.watch(screen.shelf.path)
        record = reported(watched)
        look = _Look(record, watched.process is not None and watched.kind == watching.BATCH)
        if record is None or record["added"] == self._added or showing is None:
            return look
        now = time.monotonic()
        if now < self._next and record["missing"] == self._missing:
            return look
        self._added, self._missing = record["added"], record["missing"]
        archive = screen.shelf.archive(showing, facts)
        self._next = now + (time.monotonic() - now) * SHARE
        return replace(look, archive=archive)

    def _looked(self, done: Future[_Look]) -> None:
        self._looking = False
        with suppress(EngineError):  # what cannot be read is reported where it is read
            look = done.result()
            record, archive = look.record, look.archive
            changed = (record, look.batch) != (self.record, self.batch)
            self.record, self.batch = record, look.batch
            if archive is not None:
                self._show(archive)
            if self.going_on and record is not None:
                self._wish = ArchiveWish(
                    record["archive"], record["best"], tuple(record["targets"])
                )
            elif self._wish is not None and not self.busy and self._screen.seen:
                wish, self._wish, self._added = self._wish, None, -1
                self._screen.follow(self._ended(wish))
            if changed or archive is not None:
                self._screen.renew()


class Arrivals:
    """Looks whether levels have come since those that are shown were listed."""

    def __init__(self, screen: CatalogueHost) -> None:
        self._screen = screen
        self._news = ""
        self._of: ShelfListing | None = None
        """The listing since which levels have come."""

    @property
    def news(self) -> str:
        """What has come, or why that is not known, in words; empty for nothing."""
        return self._news if self._of is self._screen.pages.listing else ""

    def look(self) -> None:
        """Looks, in the thread that reads the catalogue."""
        shelf, listing = self._screen.shelf, self._screen.pages.listing
        asked = shelf.submit(partial(shelf.changed, listing))
        asked.add_done_callback(lambda done: self._screen.hop(partial(self._looked, listing, done)))

    def _looked(self, listing: ShelfListing, done: Future[bool]) -> None:
        before = self.news
        try:
            again = keymap.key("catalogue.reload")
            self._news = f"new ones came: {again} reads them" if done.result() else ""
        except EngineError as error:
            self._news = str(error)
        self._of = listing
        if self.news != before:
            self._screen.renew()
