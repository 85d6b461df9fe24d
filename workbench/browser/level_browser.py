"""The model behind the level browser: folders, level files, and their summaries.

:meth:`LevelBrowser.read_folders` lists folders and reads files, so it runs in a thread. The screen
shows the rows that :meth:`LevelBrowser.list_rows` returns without reading any files.
"""

from __future__ import annotations

import contextlib
import gc
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from engine.errors import EngineError
from engine.files.storage import resolve_links
from engine.game import registry
from engine.game.level_expressions import compile_condition
from engine.playlists.difficulty_curve import sort_by_difficulty
from engine.values.expression import ExpressionError
from workbench.browser.file_summary import FileSummary, read_summary
from workbench.browser.folder_scan import FolderScan, ScannedFolder, UpdateThrottle, iterate_folders
from workbench.paths import resources

if TYPE_CHECKING:
    from engine.values.level import Level
    from workbench.document.trash import DeletedLevel

SortOrder = Literal["name", "difficulty", "mechanics"]
"""The orders in which levels can be sorted.

``difficulty`` is taken from the stored verdict. ``mechanics`` is the number of mechanics that occur
in every shortest solution. No file stores that number, so it has to be computed.
"""
SORT_ORDERS: tuple[SortOrder, ...] = get_args(SortOrder)


FIRST_FILES = 25
"""The number of files to read before the first summaries are shown."""
FREEZE_INTERVAL = 2_000
"""The number of files to read before telling the garbage collector to ignore their summaries."""
SECONDS_PER_FILE = 40e-6
"""The number of seconds that each file adds to the minimum time between two screen updates."""


@dataclass(frozen=True, slots=True)
class BrowserRow:
    """A row of the level browser. It shows ``file``, or ``folder`` itself if ``file`` is None."""

    depth: int
    folder: ScannedFolder
    file: Path | None = None

    @property
    def path(self) -> Path:
        """The path of the file or folder."""
        return self.file or self.folder.path


class LevelBrowser:
    """The folders that the level browser shows, with everything that was read from them.

    Args:
        folder: The user's folder, which is listed above the shipped levels.
        shipped: The folder of shipped levels, or None for the one that comes with the app.
        own: The folders for the workbench's own data, which are not listed.

    Attributes:
        search_error: The reason why the search text is not a valid expression, or ``""`` if it is.
    """

    def __init__(self, folder: Path, shipped: Path | None = None, own: Iterable[Path] = ()) -> None:
        # Resolve only a path with "..", so that all others keep the names that the user knows.
        self.folder = folder.resolve() if ".." in folder.parts else folder.absolute()
        self.shipped = resources.get_shipped_levels() if shipped is None else shipped
        self._own_folders = frozenset(map(resolve_links, own))
        self.roots: list[ScannedFolder] = []
        self.selected: Path | None = None
        self.search = ""
        self.order: SortOrder = "name"
        """The order of the levels within a folder."""
        self.compared: Path | None = None
        """The file of the level marked for comparison, until the user chooses a second level."""
        self.new_folders: set[Path] = set()
        """The folders that the user has created, which are shown even if they are empty."""
        self.opened_levels: tuple[Level, ...] = ()
        """The levels that the app was started with, if they have no files and are not open yet."""
        self.deleted: list[DeletedLevel] = []
        """The files deleted in this session that can still be restored, most recent last."""
        self.is_complete = False
        """True if all files have been read at least once."""
        self._summaries: dict[Path, tuple[int, FileSummary]] = {}
        self._figures: dict[Path, tuple[FileSummary, float | None]] = {}
        self.is_limited = False
        """True if the scan reached a limit, so that some files are missing from the list."""
        self._counts: dict[Path, int] = {}
        self._lock = threading.Lock()

    @property
    def search(self) -> str:
        """The search text: words, and conditions on facts (see :mod:`engine.values.expression`)."""
        return self._search

    @search.setter
    def search(self, text: str) -> None:
        """Set the search text. If it is not a valid expression, it is searched for literally."""
        self._search = text
        self._wanted, self.search_error = _build_predicate(text)

    @property
    def target_folder(self) -> Path:
        """The folder for new levels: the selected row's if it is writable, otherwise ``folder``."""
        selected = self.selected
        for root in self.roots:
            for folder in () if root.read_only else iterate_folders(root):
                if selected == folder.path or selected in folder.files:
                    return folder.path
        return self.folder

    def get_summary(self, path: Path) -> FileSummary | None:
        """Return the summary of a file, or None if the file has not been read yet."""
        found = self._summaries.get(path)
        return found and found[1]

    def remove_file(self, path: Path) -> None:
        """Remove a file from the list until the folders are scanned again."""
        for folder in (part for root in self.roots for part in iterate_folders(root)):
            if path in folder.files:
                # Assign a new list, because a thread may be iterating over the old one.
                folder.files = [file for file in folder.files if file != path]

    @property
    def file_count(self) -> int:
        """The number of files in all listed folders."""
        return sum(len(part.files) for root in self.roots for part in iterate_folders(root))

    def list_rows(self, stopped: Callable[[], bool] = lambda: False) -> list[BrowserRow]:
        """Return the rows to show: folders with their files or, during a search, matching files.

        This can take seconds if there are many levels. Once ``stopped`` returns True, the rows
        found so far are returned.
        """
        roots = [*self.roots]
        if self.search:
            found = self._find_matches(roots, self._wanted, stopped)
            # Put exact matches first. Sorting is stable, so all other rows keep their order.
            return sorted(found, key=lambda row: not self._is_named(row))
        counts: dict[Path, int] = {}
        for root in roots:
            self._count_all(root, counts)
        self._counts = counts
        rows = chain.from_iterable(self._list_folder_rows(root, 0) for root in roots)
        return [*takewhile(lambda _: not stopped(), rows)]

    def read_folders(self, changed: Callable[[], None], stopped: Callable[[], bool]) -> None:
        """List the folders, then read new and changed files. This is slow, so call it in a thread.

        Args:
            changed: A callback to call after the folders are listed, and from time to time while
                files are read.
            stopped: A function that returns True if the work should stop.
        """
        pace = UpdateThrottle(changed)
        if not self._list_folders(pace, stopped):
            return
        pace.call_now()
        files = [f for root in self.roots for folder in iterate_folders(root) for f in folder.files]
        pace.min_seconds = len(files) * SECONDS_PER_FILE
        for count, path in enumerate(files, start=1):
            if stopped():
                return
            self._read_file(path)
            if count == FIRST_FILES:
                pace.call_now()
            if count % FREEZE_INTERVAL == 0:
                # Summaries live until the app ends, but the garbage collector would scan all of
                # them repeatedly. With 50,000 levels, each scan would block the app for a second.
                gc.freeze()
            pace.call_if_due()
        self.is_complete = True
        changed()
        for path in files:
            if stopped():
                return
            self._update_facts(path)
        changed()

    def _list_folders(self, pace: UpdateThrottle, stopped: Callable[[], bool]) -> bool:
        """List the folders, and return True unless stopped. The first list is shown as it grows."""
        mine = ScannedFolder(self.folder, f"{self.folder.name or self.folder}/")
        listings = [FolderScan(self.new_folders, self._own_folders, pace.call_if_due, stopped)]
        roots = [mine]
        if not self.roots:
            self.roots = [mine]
        listings[0].scan_folder(mine)
        if self.shipped.is_dir() and self.shipped.resolve() != self.folder.resolve():
            shipped = ScannedFolder(self.shipped, "shipped levels", read_only=True)
            listings.append(FolderScan(set(), self._own_folders, pace.call_if_due, stopped))
            roots.append(listings[1].scan_folder(shipped))
        with self._lock:
            if stopped():  # a newer call may have listed the folders in the meantime
                return False
            # Read this only now, because the user may have expanded or collapsed folders meanwhile.
            expanded = {f.path: f.is_expanded for root in self.roots for f in iterate_folders(root)}
            for root in roots:
                for folder in iterate_folders(root):
                    folder.is_expanded = expanded.get(folder.path, folder.is_expanded)
            self.roots = roots
            self.is_limited = any(listing.is_limited for listing in listings)
        return True

    def _update_facts(self, path: Path) -> None:
        """Recompute the facts of a level if an older version of the workbench wrote its file."""
        found = self._summaries.get(path)
        if found is None or found[1].level is None or found[1].updated or found[1].draft:
            return
        level = found[1].level
        with contextlib.suppress(EngineError):
            game = registry.get_game(level.game)
            if level.verdict is not None and level.has_fresh_verdict(game.rules_version):
                facts = game.solver.renew_facts(level.board, level.verdict.facts)
                if facts is not level.verdict.facts:
                    renewed = replace(level, verdict=replace(level.verdict, facts=facts))
                    self._summaries[path] = found[0], replace(found[1], updated=renewed)

    def compute_figures(
        self,
        compute: Callable[[Level], float | None],
        changed: Callable[[], None],
        stopped: Callable[[], bool],
    ) -> None:
        """Compute a number for every level that has been read. No file stores these numbers.

        This is slow, so call it in a thread. ``compute`` returns the number for one level. The
        other arguments mean the same as in :meth:`read_folders`.
        """
        pace = UpdateThrottle(changed)
        for path, (_, details) in [*self._summaries.items()]:
            if stopped():
                return
            known = self._figures.get(path)
            if details.level is not None and (known is None or known[0] is not details):
                self._figures[path] = details, compute(details.level)
            pace.call_if_due()
        changed()

    def _read_file(self, path: Path) -> None:
        with contextlib.suppress(OSError):
            modified = path.stat().st_mtime_ns
            known = self._summaries.get(path)
            if known is None or known[0] != modified:
                self._summaries[path] = modified, read_summary(path)

    def count_levels(self, folder: ScannedFolder) -> int:
        """Return how many levels were in and below a folder when :meth:`list_rows` last ran."""
        if folder.path not in self._counts:
            self._count_all(folder, self._counts)
        return self._counts[folder.path]

    def _count_all(self, folder: ScannedFolder, counts: dict[Path, int]) -> int:
        """Count the levels in and below a folder, and store each folder's number in ``counts``."""
        number = sum(self._count_all(inner, counts) for inner in folder.folders)
        number += sum(map(self._is_shown, folder.files))
        counts[folder.path] = number
        return number

    def _is_shown(self, path: Path) -> bool:
        # Many TOML files are not levels. Show a file until reading it proves that it is not one.
        details = self.get_summary(path)
        if details is None or details.level is not None or details.container is not None:
            return True
        return bool(details.error)

    def _list_folder_rows(self, folder: ScannedFolder, depth: int) -> Iterator[BrowserRow]:
        yield BrowserRow(depth, folder)
        if folder.is_expanded:
            for inner in folder.folders:
                if inner.path in self.new_folders or self.count_levels(inner):
                    yield from self._list_folder_rows(inner, depth + 1)
            for file in self._sort_files(folder):
                if self._is_shown(file):
                    yield BrowserRow(depth + 1, folder, file)

    def _sort_files(self, folder: ScannedFolder) -> list[Path]:
        """Return a folder's files in the chosen order, grouped by game unless sorted by name."""
        if self.order == "name":
            return folder.files
        files = sort_by_difficulty(folder.files, self._get_difficulty)
        if self.order == "mechanics":
            files = sort_by_difficulty(files, lambda path: self._figures.get(path, (None, None))[1])
        return sorted(files, key=self._get_game)

    def _get_difficulty(self, path: Path) -> float | None:
        details = self.get_summary(path)
        return details.difficulty if details else None

    def _get_game(self, path: Path) -> tuple[bool, str]:
        """Return the sort key that groups files by game and puts files without a level last."""
        details = self.get_summary(path)
        level = details.level if details else None
        return (True, "") if level is None else (False, level.game)

    def _find_matches(
        self, roots: list[ScannedFolder], wanted: SearchPredicate, stopped: Callable[[], bool]
    ) -> Iterator[BrowserRow]:
        for root in roots:
            above = os.path.join(root.path, "")  # noqa: PTH118 - a Path takes ten times as long
            for folder in iterate_folders(root):
                for file in self._sort_files(folder):
                    if stopped():
                        return
                    details = self.get_summary(file)
                    level = details.listed_level if details else None
                    if self._is_shown(file) and wanted(level, str(file).removeprefix(above)):
                        yield BrowserRow(0, folder, file)

    def _is_named(self, row: BrowserRow) -> bool:
        """Return True if the search text is the level's entire title, or its file name."""
        assert row.file is not None
        details = self.get_summary(row.file)
        level = details.listed_level if details else None
        names = (row.file.stem, row.file.name, level.title if level is not None else "")
        return self.search.strip().strip('"').casefold() in map(str.casefold, names)


SearchPredicate = Callable[["Level | None", str], bool]
"""A test that takes a file's level, which may be None, and the file's name.

It returns True for a match.
"""


def _build_predicate(text: str) -> tuple[SearchPredicate, str]:
    """Compile a search text into a predicate, and return it with an error message.

    If the text is not a valid expression, the predicate searches for it literally and the message
    says why. Otherwise the message is empty.
    """
    if not text:
        return lambda level, file: True, ""
    games = registry.list_games()
    try:
        return compile_condition(text, games), ""
    except ExpressionError as error:
        # The text is an unfinished expression, or a title with brackets.
        return compile_condition(f'"{text.replace(chr(34), " ")}"', games), str(error)
