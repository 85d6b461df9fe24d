"""A catalogue that is read and annotated in a thread, one job after another.

An SQLite connection belongs to one thread, and a query over many levels takes seconds. So all
access is through jobs in a single thread. The screen submits jobs and awaits their results::

    listing = await catalogue.run(partial(catalogue.list_levels, level_filter))
    page = await catalogue.run(partial(catalogue.read_page, listing.ids[:24]))

A *listing* holds the ids, in order, of all levels that matched a filter at the time of the query.
The levels themselves are read in pages, and only when they become visible. Levels added later by a
batch do not appear until the next listing, so nothing on the screen moves unexpectedly.
"""

from __future__ import annotations

import asyncio
from array import array
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from engine.archive.archive_grid import Archive
from engine.archive.archive_spec import ArchiveSpec, fill_grid, resolve_grid
from engine.catalogue import connections
from engine.catalogue.annotation import AnnotationEdit, annotate_levels
from engine.catalogue.catalogue_errors import CatalogueError
from engine.catalogue.entry_reader import CatalogueEntry, EntryReader, count_values
from engine.catalogue.level_loader import LevelLoader, unpack_board
from engine.catalogue.query import Query, Selection
from engine.catalogue.query_keys import list_key_kinds, parse_query
from engine.catalogue.run_record import CatalogueRun
from engine.catalogue.store import Catalogue
from engine.game import registry
from engine.values.expression import KeyTypes
from engine.values.level import Level
from engine.values.picture import Picture
from workbench.features.collection.filters import LevelFilter
from workbench.service.job_slots import wait_for_jobs
from workbench.text import verdict_text
from workbench.ui.wall import fact_histograms
from workbench.ui.wall.histogram_bins import Bar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CatalogueListing:
    """The levels that matched a filter at the time of the query.

    Attributes:
        level_filter: The filter and the order.
        ids: The ids of the matching levels, in order.
        total: The number of levels in the whole catalogue.
        kinds: The types of the facts that expressions can use.
        keys: The facts that vary between levels.
        key: The fact shown by the histogram.
        bars: The bars of the histogram.
        games: The names of the games that the catalogue has levels for.
    """

    level_filter: LevelFilter
    ids: Sequence[int]
    total: int
    kinds: KeyTypes
    keys: Sequence[str]
    key: str
    bars: Sequence[Bar]
    games: Sequence[str]

    @property
    def facts(self) -> str:
        """The two most informative numeric facts, joined by a comma; empty if there are not two."""
        return ",".join(
            fact_histograms.choose_axes(fact_histograms.filter_numeric(self.keys, self.kinds)) or ()
        )


@dataclass(frozen=True, slots=True)
class CatalogueLevel:
    """A level, and everything that is needed to draw it.

    Attributes:
        entry: The level's entry in the catalogue.
        picture: The picture of the level's board.
        caption: The facts that best describe the level.
        value_count: The number of values that the level's facts contain.
    """

    entry: CatalogueEntry
    picture: Picture
    caption: tuple[str, ...]
    value_count: int


class AsyncCatalogue:
    """A catalogue, and the thread that reads and annotates it.

    Methods below the comment "In the thread" must run as jobs of :meth:`submit` or :meth:`run`.

    Attributes:
        path: The path of the catalogue file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._identity = connections.read_file_identity(path)
        self._thread = ThreadPoolExecutor(1, "catalogue")
        self._catalogue: Catalogue | None = None
        self._is_writable = False

    def submit(self, job: Callable[[], T]) -> Future[T]:
        """Submit a job, which will run after all jobs submitted earlier."""
        return self._thread.submit(job)

    async def run(self, job: Callable[[], T]) -> T:
        """Run a job after all jobs submitted earlier, and return its result."""
        return await asyncio.wrap_future(self.submit(job))

    def finish_writing(self) -> None:
        """Wait until all submitted jobs have finished, but no longer than a few seconds."""
        wait_for_jobs(self._thread)

    def close(self) -> None:
        """Close the file once all submitted jobs have finished."""
        # Closing is itself a job, because the connection belongs to the thread.
        self._thread.submit(self._close_file)
        self._thread.shutdown(wait=False)

    @property
    def is_replaced(self) -> bool:
        """True if the path now holds a different file, whose levels are not those shown."""
        # A missing file does not count: it may be about to be replaced by a new version.
        return connections.read_file_identity(self.path) not in ((0, 0), self._identity)

    def require_same(self) -> None:
        """Check that the path still holds the file whose levels are shown.

        Raises:
            CatalogueError: The file was removed or replaced.
        """
        if connections.read_file_identity(self.path) != self._identity:
            raise CatalogueError(f"{self.path}: the file was removed or replaced")

    # In the thread.

    def _close_file(self) -> None:
        if self._catalogue is not None:
            self._catalogue.close()
            self._catalogue = None

    def _open_catalogue(self, *, write: bool = False) -> Catalogue:
        """Return the open catalogue, reopening it if it is out of date or must be writable."""
        self.require_same()
        # A read-only connection sees the file as it was when it was opened, whereas a writable one
        # sees every change.
        stale = (
            self._catalogue is not None and not self._is_writable and self._catalogue.has_changed
        )
        if self._catalogue is None or stale or (write and not self._is_writable):
            self._close_file()
            self._catalogue, self._is_writable = Catalogue.open(self.path, write=write), write
        return self._catalogue

    def list_levels(self, level_filter: LevelFilter) -> CatalogueListing:
        """Run the query for a filter, and return the listing of matching levels.

        Raises:
            EngineError: The catalogue cannot be read, or the expression is invalid.
        """
        catalogue = self._open_catalogue()
        kinds = list_key_kinds(catalogue)
        selection = Selection(catalogue, build_query(level_filter, kinds))
        every = Selection(catalogue, Query())
        keys = [key for key in fact_histograms.find_informative_keys(every) if key in kinds]
        key = level_filter.sort or next(iter(keys), "id")
        # An array takes 8 bytes per id; a list of integers would take several times as much.
        ids = array("q", selection.list_ids())
        # Without an expression, every level matches, so there is no need for a second, slow count.
        total = every.count_levels() if level_filter.where else len(ids)
        games = [*dict.fromkeys(run.game for run in catalogue.list_runs())]
        bars = fact_histograms.count_bars(selection, key, kinds) if ids else ()
        return CatalogueListing(level_filter, ids, total, kinds, keys, key, bars, games)

    def read_page(self, ids: Sequence[int]) -> Mapping[int, CatalogueLevel]:
        """Return the levels with the given ids, keyed by id.

        Raises:
            CatalogueError: The catalogue is damaged.
        """
        return {
            entry.id: self._build_level(entry)
            for entry in EntryReader(self._open_catalogue()).read_all(ids)
        }

    def _build_level(self, entry: CatalogueEntry) -> CatalogueLevel:
        game = registry.get_game(entry.game)
        picture = game.boards.draw_picture(unpack_board(entry, self.path))
        caption = verdict_text.format_caption(game, entry.facts)
        return CatalogueLevel(entry, picture, caption, count_values(entry))

    def annotate(self, number: int, annotations: AnnotationEdit) -> CatalogueLevel:
        """Annotate level ``number``, and return it with its new annotations.

        Raises:
            CatalogueError: The catalogue cannot be written.
        """
        annotate_levels(self._open_catalogue(write=True), [number], annotations)
        return self.read_page([number])[number]

    def count_values(self, level_filter: LevelFilter, key: str) -> list[tuple[object, int]]:
        """Return each value of a fact and how many matching levels have it, most frequent first."""
        catalogue = self._open_catalogue()
        kinds = list_key_kinds(catalogue)
        groups = Selection(catalogue, build_query(level_filter, kinds)).count_groups(key)
        found = [
            # SQLite stores booleans as integers.
            (bool(value) if kinds.get(key) is bool and value is not None else value, number)
            for value, number in groups
        ]
        return sorted(found, key=lambda group: -group[1])

    def read_level(self, entry: CatalogueEntry) -> Level:
        """Load the complete level for an entry.

        Raises:
            CatalogueError: The catalogue is damaged.
        """
        return LevelLoader(self.path).load_level(entry)

    def build_archive(self, level_filter: LevelFilter, facts: str) -> Archive:
        """Build an archive over two facts from the levels that match a filter.

        Raises:
            EngineError: A fact does not exist, or the catalogue cannot be read.
        """
        catalogue = self._open_catalogue()
        selection = Selection(catalogue, build_query(level_filter, list_key_kinds(catalogue)))
        return fill_grid(selection, resolve_grid(ArchiveSpec(facts), selection))

    def list_runs(self) -> list[CatalogueRun]:
        """Return the batches and archive fills that produced the catalogue's levels.

        Raises:
            CatalogueError: The catalogue is damaged.
        """
        return self._open_catalogue().list_runs()

    def has_changed(self, listing: CatalogueListing) -> bool:
        """Return True if levels were added since ``listing`` was made."""
        return Selection(self._open_catalogue(), Query()).count_levels() != listing.total


def build_query(level_filter: LevelFilter, kinds: KeyTypes) -> Query:
    """Build the query for a filter, given the types of the catalogue's facts.

    Raises:
        ExpressionError: The condition is not a valid expression.
    """
    where = parse_query(level_filter.where, kinds) if level_filter.where else None
    return Query(where, level_filter.sort, level_filter.descending)


def build_annotations(before: CatalogueEntry, after: CatalogueEntry) -> AnnotationEdit:
    """Return the edit that changes the annotations in ``before`` to those in ``after``.

    Raises:
        CatalogueError: The annotations are invalid.
    """
    added, gone = {*after.tags} - {*before.tags}, {*before.tags} - {*after.tags}
    return AnnotationEdit(
        tuple(sorted(added)), tuple(sorted(gone)), after.stars or 0, after.note or ""
    )
