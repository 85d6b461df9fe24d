"""A catalogue as it is read and marked: one thing after the other, in a thread of its own.

What is on the screen is a *listing*, the numbers of all levels that are shown, in their order, as
they were when it was asked for; of the levels themselves only visible pages are read. Levels that
a batch adds meanwhile are in the next listing: nothing on the screen moves by itself.
"""

from __future__ import annotations

import asyncio
from array import array
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from engine.archive.asking import ArchiveWish, archive_of, space_of
from engine.archive.grid import Archive
from engine.catalogue import opening
from engine.catalogue.entries import Entries, Entry, weight_of
from engine.catalogue.errors import CatalogueError
from engine.catalogue.keys import asked, kinds_of
from engine.catalogue.levels import Levels, board_of
from engine.catalogue.marking import Marks, mark
from engine.catalogue.query import Query, Selection
from engine.catalogue.runs import RunState
from engine.catalogue.store import Catalogue
from engine.game import registry
from engine.values.expression import Kinds
from engine.values.level import Level
from engine.values.picture import Picture
from workbench.features.collection.showing import Showing
from workbench.service.lanes import await_jobs
from workbench.text import verdict
from workbench.ui.wall import charts
from workbench.ui.wall.bars import Bar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ShelfListing:
    """The levels that are shown, as they were when that was asked.

    Attributes:
        ids: their numbers, in order.
        total: how many levels there are, shown or not.
        kinds: what levels can be asked for by.
        keys: the facts that distinguish them.
        key: the fact of the histogram, and its bars.
        games: the names of their games.
    """

    showing: Showing
    ids: Sequence[int]
    total: int
    kinds: Kinds
    keys: Sequence[str]
    key: str
    bars: Sequence[Bar]
    games: Sequence[str]

    @property
    def facts(self) -> str:
        """Two facts that distinguish levels, as archives are asked for by; empty for none."""
        return ",".join(charts.two_of(charts.numeric(self.keys, self.kinds)) or ())


@dataclass(frozen=True, slots=True)
class ShelfLevel:
    """A level with all that is drawn of it.

    Attributes:
        entry: what the catalogue has of it.
        picture: its board.
        caption: the facts that distinguish it.
        weight: how many values its facts have.
    """

    entry: Entry
    picture: Picture
    caption: tuple[str, ...]
    weight: int


class Shelf:
    """Reads and marks a catalogue; all that takes a job runs it in the thread.

    Attributes:
        path: its file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = opening.identity(path)
        self._thread = ThreadPoolExecutor(1, "catalogue")
        self._catalogue: Catalogue | None = None
        self._writes = False

    def submit(self, job: Callable[[], T]) -> Future[T]:
        """Runs a job after those before it."""
        return self._thread.submit(job)

    async def run(self, job: Callable[[], T]) -> T:
        """Runs a job after those before it, and waits for what comes of it."""
        return await asyncio.wrap_future(self.submit(job))

    def finish_writing(self) -> None:
        """Waits until all jobs so far are done, a few seconds at most."""
        await_jobs(self._thread)

    def close(self) -> None:
        """Closes the file once all jobs are done."""
        self._thread.submit(self._close)
        self._thread.shutdown(wait=False)

    @property
    def replaced(self) -> bool:
        """Whether another file has its name now: nothing that is known of levels is of that one."""
        return opening.identity(self.path) not in ((0, 0), self._file)

    def require_same(self) -> None:
        """Refuses any file but the one whose levels are shown.

        Raises:
            CatalogueError: it was removed, or another file has its name.
        """
        if opening.identity(self.path) != self._file:
            raise CatalogueError(f"{self.path}: removed, or replaced by another file")

    # In the thread.

    def _close(self) -> None:
        if self._catalogue is not None:
            self._catalogue.close()
            self._catalogue = None

    def _open(self, *, write: bool = False) -> Catalogue:
        """The catalogue; open to be written from the first mark on, which sees what others add."""
        self.require_same()
        stale = self._catalogue is not None and not self._writes and self._catalogue.changed
        if self._catalogue is None or stale or (write and not self._writes):
            self._close()
            self._catalogue, self._writes = Catalogue.open(self.path, write=write), write
        return self._catalogue

    def listing(self, showing: Showing) -> ShelfListing:
        """The levels to be shown.

        Raises:
            EngineError: the catalogue cannot be read, or the expression is none.
        """
        catalogue = self._open()
        kinds = kinds_of(catalogue)
        selection = Selection(catalogue, query_of(showing, kinds))
        every = Selection(catalogue, Query())
        keys = [key for key in charts.informative_keys(every) if key in kinds]
        key = showing.sort or next(iter(keys), "id")
        ids = array("q", selection.ids())
        total = every.count() if showing.where else len(ids)
        games = [*dict.fromkeys(run.game for run in catalogue.runs())]
        bars = charts.bars(selection, key, kinds) if ids else ()
        return ShelfListing(showing, ids, total, kinds, keys, key, bars, games)

    def page(self, ids: Sequence[int]) -> Mapping[int, ShelfLevel]:
        """Some levels, by their numbers.

        Raises:
            CatalogueError: damaged.
        """
        return {entry.id: self._shown(entry) for entry in Entries(self._open()).together(ids)}

    def _shown(self, entry: Entry) -> ShelfLevel:
        game = registry.get(entry.game)
        picture = game.boards.picture(board_of(entry, self.path))
        caption = verdict.caption(game, entry.facts)
        return ShelfLevel(entry, picture, caption, weight_of(entry))

    def say(self, number: int, marks: Marks) -> ShelfLevel:
        """Says something of a level; gives it as it is then.

        Raises:
            CatalogueError: it cannot be written.
        """
        mark(self._open(write=True), [number], marks)
        return self.page([number])[number]

    def frequencies(self, showing: Showing, key: str) -> list[tuple[object, int]]:
        """The values of a fact of the levels that are shown, the most frequent first."""
        catalogue = self._open()
        kinds = kinds_of(catalogue)
        groups = Selection(catalogue, query_of(showing, kinds)).groups(key)
        found = [
            (bool(value) if kinds.get(key) is bool and value is not None else value, number)
            for value, number in groups
        ]
        return sorted(found, key=lambda group: -group[1])

    def level(self, entry: Entry) -> Level:
        """A whole level.

        Raises:
            CatalogueError: damaged.
        """
        return Levels(self.path).level(entry)

    def archive(self, showing: Showing, facts: str) -> Archive:
        """The best level of each cell over two facts, of the levels that are shown.

        Raises:
            EngineError: no such facts, or the catalogue cannot be read.
        """
        catalogue = self._open()
        selection = Selection(catalogue, query_of(showing, kinds_of(catalogue)))
        return archive_of(selection, space_of(ArchiveWish(facts), selection))

    def runs(self) -> list[RunState]:
        """What the levels were made from.

        Raises:
            CatalogueError: damaged.
        """
        return self._open().runs()

    def changed(self, listing: ShelfListing) -> bool:
        """Whether levels have come since a listing."""
        return Selection(self._open(), Query()).count() != listing.total


def query_of(showing: Showing, kinds: Kinds) -> Query:
    """Return the query of a catalogue that has facts of some kinds.

    Raises:
        ExpressionError: what has to hold is no expression.
    """
    where = asked(showing.where, kinds) if showing.where else None
    return Query(where, showing.sort, showing.falling)


def marks_of(before: Entry, after: Entry) -> Marks:
    """Return what is to be said of a level, for it to become what another entry has of it.

    Raises:
        CatalogueError: that cannot be said.
    """
    added, gone = {*after.tags} - {*before.tags}, {*before.tags} - {*after.tags}
    return Marks(tuple(sorted(added)), tuple(sorted(gone)), after.stars or 0, after.note or "")
