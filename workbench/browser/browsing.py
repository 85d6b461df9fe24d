"""What the level browser knows: folders, level files, and what was read of them.

Folders are listed and files are read by :meth:`Browser.refresh`, which belongs into a thread;
the screen shows :meth:`Browser.rows`, which reads nothing.
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
from engine.files.storage import real
from engine.game import registry
from engine.game.expressions import condition
from engine.playlists.ramp import rising
from engine.values.expression import ExpressionError
from workbench.browser.details import Details, read_details
from workbench.browser.listing import Folder, FolderListing, Pace, all_folders
from workbench.folders import resources

if TYPE_CHECKING:
    from engine.values.level import Level
    from workbench.document.trash import Deleted

Order = Literal["name", "difficulty", "mechanics"]
"""What levels are ordered by: the names of their files, how hard they are by their stored verdicts,
or how many mechanics act in every shortest solution, which no file holds."""
ORDERS: tuple[Order, ...] = get_args(Order)


FIRST = 25
"""Files that are read before what is in them is shown for the first time."""
SETTLED = 2_000
"""Files after which the garbage collector is spared what was read."""
PER_FILE = 40e-6
"""Seconds for each file that is listed between two times that they are shown, at least."""


@dataclass(frozen=True, slots=True)
class BrowserRow:
    """One line of the browser: a folder or, where ``file`` is given, a level in it."""

    depth: int
    folder: Folder
    file: Path | None = None

    @property
    def path(self) -> Path:
        """The file or folder."""
        return self.file or self.folder.path


class Browser:
    """The folders that levels are looked for in, and everything read so far.

    Args:
        folder: the user's folder, listed above the shipped levels.
        shipped: the folder of the shipped levels; None for the one that comes with the app.
        own: folders of the workbench itself, which hold no levels to be listed.

    Attributes:
        trouble: why the search is no expression, and is a mere text.
    """

    def __init__(self, folder: Path, shipped: Path | None = None, own: Iterable[Path] = ()) -> None:
        # Only a path with dots is resolved: others keep the names that the user knows.
        self.folder = folder.resolve() if ".." in folder.parts else folder.absolute()
        self.shipped = resources.levels_folder() if shipped is None else shipped
        self._own = frozenset(map(real, own))
        self.roots: list[Folder] = []
        self.selected: Path | None = None
        self.search = ""
        self.order: Order = "name"
        """What the levels of a folder are ordered by."""
        self.marked: Path | None = None
        """The level that the next one is to be compared with."""
        self.made: set[Path] = set()
        """Folders that are shown although there is no level in them yet."""
        self.incoming: tuple[Level, ...] = ()
        """Levels of a file that was opened, which have no files of their own yet."""
        self.deleted: list[Deleted] = []
        """What was deleted in this session and can be brought back, the last one last."""
        self.complete = False
        """Whether everything has been read at least once."""
        self._details: dict[Path, tuple[int, Details]] = {}
        self._heights: dict[Path, tuple[Details, float | None]] = {}
        self.limited = False
        """Whether there are more files than are listed."""
        self._counts: dict[Path, int] = {}
        self._lock = threading.Lock()

    @property
    def search(self) -> str:
        """What is looked for: words and facts (:mod:`engine.values.expression`)."""
        return self._search

    @search.setter
    def search(self, text: str) -> None:
        """Looks for something else, by words where that is no expression."""
        self._search = text
        self._wanted, self.trouble = _wanted(text)

    @property
    def target_folder(self) -> Path:
        """The user's folder that the selected row stands for: new levels go there."""
        selected = self.selected
        for root in self.roots:
            for folder in () if root.read_only else all_folders(root):
                if selected == folder.path or selected in folder.files:
                    return folder.path
        return self.folder

    def details(self, path: Path) -> Details | None:
        """What was read of a file, None if nothing yet."""
        found = self._details.get(path)
        return found and found[1]

    def take_off(self, path: Path) -> None:
        """List a file no longer, until the folders are read again."""
        for folder in (part for root in self.roots for part in all_folders(root)):
            if path in folder.files:
                # Another list: threads go through the old one.
                folder.files = [file for file in folder.files if file != path]

    @property
    def size(self) -> int:
        """How many files are listed."""
        return sum(len(part.files) for root in self.roots for part in all_folders(root))

    def rows(self, stopped: Callable[[], bool] = lambda: False) -> list[BrowserRow]:
        """The lines to show: expanded folders, or while searching every level that matches.

        ``stopped`` says whether to give up; of very many levels that takes seconds.
        """
        roots = [*self.roots]
        if self.search:
            found = self._matches(roots, self._wanted, stopped)
            # What is called exactly so comes first, the others stay in their order.
            return sorted(found, key=lambda row: not self._is_named(row))
        counts: dict[Path, int] = {}
        for root in roots:
            self._count_all(root, counts)
        self._counts = counts
        rows = chain.from_iterable(self._rows_of(root, 0) for root in roots)
        return [*takewhile(lambda _: not stopped(), rows)]

    def refresh(self, changed: Callable[[], None], stopped: Callable[[], bool]) -> None:
        """Lists the folders and reads what is new or has changed. Belongs into a thread.

        ``changed`` is called after the listing, and now and then while reading; ``stopped`` says
        whether to give up.
        """
        pace = Pace(changed)
        if not self._list(pace, stopped):
            return
        pace.call()
        files = [f for root in self.roots for folder in all_folders(root) for f in folder.files]
        pace.least = len(files) * PER_FILE
        for count, path in enumerate(files, start=1):
            if stopped():
                return
            self._read(path)
            if count == FIRST:
                pace.call()
            if count % SETTLED == 0:
                # What was read stays. The collector would go through all of it again and again,
                # and hold up the app for a second each time where there are 50,000 levels.
                gc.freeze()
            pace.step()
        self.complete = True
        changed()
        for path in files:
            if stopped():
                return
            self._renew(path)
        changed()

    def _list(self, pace: Pace, stopped: Callable[[], bool]) -> bool:
        """Lists the folders, for the first time as far as they are known; False if stopped."""
        mine = Folder(self.folder, f"{self.folder.name or self.folder}/")
        listings = [FolderListing(self.made, self._own, pace.step, stopped)]
        roots = [mine]
        if not self.roots:
            self.roots = [mine]
        listings[0].fill(mine)
        if self.shipped.is_dir() and self.shipped.resolve() != self.folder.resolve():
            shipped = Folder(self.shipped, "shipped levels", read_only=True)
            listings.append(FolderListing(set(), self._own, pace.step, stopped))
            roots.append(listings[1].fill(shipped))
        with self._lock:
            if stopped():  # a newer listing may be there
                return False
            # As it is now: folders were opened and closed while these were listed.
            expanded = {f.path: f.expanded for root in self.roots for f in all_folders(root)}
            for root in roots:
                for folder in all_folders(root):
                    folder.expanded = expanded.get(folder.path, folder.expanded)
            self.roots = roots
            self.limited = any(listing.limited for listing in listings)
        return True

    def _renew(self, path: Path) -> None:
        """Computes anew what a level's file has of an older version."""
        found = self._details.get(path)
        if found is None or found[1].level is None or found[1].renewed or found[1].draft:
            return
        level = found[1].level
        with contextlib.suppress(EngineError):
            game = registry.get(level.game)
            if level.verdict is not None and level.verdict_is_fresh(game.rules_version):
                facts = game.solver.renewed(level.board, level.verdict.facts)
                if facts is not level.verdict.facts:
                    renewed = replace(level, verdict=replace(level.verdict, facts=facts))
                    self._details[path] = found[0], replace(found[1], renewed=renewed)

    def measure(
        self,
        height: Callable[[Level], float | None],
        changed: Callable[[], None],
        stopped: Callable[[], bool],
    ) -> None:
        """Finds out what no file holds of the levels that were read. Belongs into a thread.

        ``height`` finds it out for one level; the others as for :meth:`refresh`.
        """
        pace = Pace(changed)
        for path, (_, details) in [*self._details.items()]:
            if stopped():
                return
            known = self._heights.get(path)
            if details.level is not None and (known is None or known[0] is not details):
                self._heights[path] = details, height(details.level)
            pace.step()
        changed()

    def _read(self, path: Path) -> None:
        with contextlib.suppress(OSError):
            modified = path.stat().st_mtime_ns
            known = self._details.get(path)
            if known is None or known[0] != modified:
                self._details[path] = modified, read_details(path)

    def count(self, folder: Folder) -> int:
        """How many levels are in a folder and the folders in it, as of the last rows."""
        if folder.path not in self._counts:
            self._count_all(folder, self._counts)
        return self._counts[folder.path]

    def _count_all(self, folder: Folder, counts: dict[Path, int]) -> int:
        """Count the levels in a folder, and in each folder in it."""
        number = sum(self._count_all(inner, counts) for inner in folder.folders)
        number += sum(map(self._shows, folder.files))
        counts[folder.path] = number
        return number

    def _shows(self, path: Path) -> bool:
        # TOML of other kinds lies about everywhere; it is recognised once it has been read.
        details = self.details(path)
        if details is None or details.level is not None or details.holding is not None:
            return True
        return bool(details.error)

    def _rows_of(self, folder: Folder, depth: int) -> Iterator[BrowserRow]:
        yield BrowserRow(depth, folder)
        if folder.expanded:
            for inner in folder.folders:
                if inner.path in self.made or self.count(inner):
                    yield from self._rows_of(inner, depth + 1)
            for file in self._ordered(folder):
                if self._shows(file):
                    yield BrowserRow(depth + 1, folder, file)

    def _ordered(self, folder: Folder) -> list[Path]:
        """The files of a folder in the order to show them; one game's levels stay together."""
        if self.order == "name":
            return folder.files
        files = rising(folder.files, self._difficulty)
        if self.order == "mechanics":
            files = rising(files, lambda path: self._heights.get(path, (None, None))[1])
        return sorted(files, key=self._game)

    def _difficulty(self, path: Path) -> float | None:
        details = self.details(path)
        return details.difficulty if details else None

    def _game(self, path: Path) -> tuple[bool, str]:
        """The name of a level's game; files that are no levels, or not read yet, come last."""
        details = self.details(path)
        level = details.level if details else None
        return (True, "") if level is None else (False, level.game)

    def _matches(
        self, roots: list[Folder], wanted: Wanted, stopped: Callable[[], bool]
    ) -> Iterator[BrowserRow]:
        for root in roots:
            above = os.path.join(root.path, "")  # noqa: PTH118 - a Path takes ten times as long
            for folder in all_folders(root):
                for file in self._ordered(folder):
                    if stopped():
                        return
                    details = self.details(file)
                    level = details.listed if details else None
                    if self._shows(file) and wanted(level, str(file).removeprefix(above)):
                        yield BrowserRow(0, folder, file)

    def _is_named(self, row: BrowserRow) -> bool:
        """Whether the search is the whole title of a level, or the whole name of its file."""
        assert row.file is not None
        details = self.details(row.file)
        level = details.listed if details else None
        names = (row.file.stem, row.file.name, level.title if level is not None else "")
        return self.search.strip().strip('"').casefold() in map(str.casefold, names)


Wanted = Callable[["Level | None", str], bool]
"""Whether a level, None for a file that is none, is looked for, with the name of its file."""


def _wanted(text: str) -> tuple[Wanted, str]:
    """What a search finds, by its text as it is where that is no expression; and why it is none."""
    if not text:
        return lambda level, file: True, ""
    games = registry.all_games()
    try:
        return condition(text, games), ""
    except ExpressionError as error:
        # What is typed so far, or a title with brackets.
        return condition(f'"{text.replace(chr(34), " ")}"', games), str(error)
