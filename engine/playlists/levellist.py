"""A list of levels: files of seeds, one a grade, in an order of difficulty.

A list whose files say what is proven of each level can rise by that, whatever the grades. Any list
can be put in the order of grades, and of how hard a level is among those of its grade. Then only
the grade that is asked for is put in order, and that is done once: what comes of it is kept.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from engine.errors import EngineError, LevelError, ParameterError
from engine.files import storage
from engine.game import registry
from engine.game.game import Campaign, Game
from engine.playlists import seedfile
from engine.playlists.pack import PlaylistEntry
from engine.playlists.run import Order, PlaylistRun, draw_beyond, upcoming
from engine.playlists.seedfile import SeedFile
from engine.values.budget import Control
from engine.values.parameters import SIMILARITY, WHERE

T = TypeVar("T")

Progress = Callable[[int, int], None]
"""Is called with how many levels have been rated, of how many."""


def _no_progress(done: int, total: int) -> None:
    return


@dataclass(frozen=True, slots=True)
class SeedList:
    """The levels of a folder of seed files, or of a single one; see :class:`PlaylistEntry`.

    Attributes:
        game: whose levels they are.
        path: the folder or file.
        files: at least one, rising in grade; none is empty.
        order: of the whole list.
    """

    game: Game
    path: Path
    files: tuple[SeedFile, ...]
    order: Order = "graded"

    def __len__(self) -> int:
        """Number of levels, at least 1."""
        return sum(len(file.seeds) for file in self.files)

    @property
    def rules(self) -> Campaign:
        """The formulas of its game."""
        return registry.campaign_of(self.game)

    @property
    def digest(self) -> str:
        """What its levels and their order are known by."""
        return hashlib.sha256("".join(file.digest for file in self.files).encode()).hexdigest()

    @property
    def heights(self) -> list[int]:
        """How hard its levels are, in their order: by proven figures if it rises by those.

        Else by their grades.
        """
        if self.order == "rising":
            return sorted(figure for file in self.files for figure in file.figures)
        return [file.grade for file in self.files for _ in file.seeds]

    def where(self, index: int) -> tuple[SeedFile, int]:
        """The file of an index of the sorted list, from 0, and the index among its levels.

        In a list that rises that is the index in the file as it stands; of equal figures the lower
        grade comes first.
        """
        if self.order == "rising":
            rising = sorted(
                (figure, number, at)
                for number, file in enumerate(self.files)
                for at, figure in enumerate(file.figures)
            )
            _, number, at = rising[index]
            return self.files[number], at
        for file in self.files:
            if index < len(file.seeds):
                return file, index
            index -= len(file.seeds)
        raise IndexError(index)

    def find_entry(
        self,
        index: int,
        kept: Path,
        control: Control | None = None,
        progress: Progress = _no_progress,
    ) -> PlaylistEntry:
        """Return the level at an index of the sorted list, from 0.

        ``kept`` is a folder for what was put in order before, which need not exist.

        Raises:
            GenerationFailed: a seed leads to no level; names it.
            Cancelled: ``control`` was cancelled.
        """
        file, at = self.where(index)
        if self.order == "graded" and not file.is_sorted:
            found = _kept(file, kept)
            if found is None:
                found = sorted_file(file, self.game, control, progress)
                _keep(found, file, kept)
            file = found
        return self.make_entry(file.grade, file.seeds[at], index)

    def make_entry(self, grade: int, seed: int, index: int | None) -> PlaylistEntry:
        """Return the level of a grade and a seed; ``index`` is None past the end of the list."""
        rules = self.rules
        said = next((file.settings for file in self.files if file.grade == grade), {})
        own: Mapping[str, object]
        if index is not None:
            own = {**said, rules.parameter: grade}
        elif self.order == "rising":
            own = {**said, **rules.proven_beyond(grade)}
        else:
            own = rules.settings_beyond(grade)
        settings = {**unsaid(self.game), **own}
        return PlaylistEntry(grade=grade, seed=seed, index=index, settings=settings)

    def grade_ahead(self, run: PlaylistRun) -> int | None:
        """Return the grade of the next level of a run that is not over; None in a short list.

        Nothing is put in order for that.
        """
        try:
            found = upcoming(run, self.rules, len(self))
        except EngineError:
            return None
        return draw_beyond(run, self.rules)[0] if found is None else self.where(found)[0].grade


def read(path: Path, game: Game, order: Order = "graded") -> SeedList:
    """The list of a folder, or of a single file.

    It rises by proven figures if that ``order`` is wanted and its files have them all.

    Raises:
        LevelError: it cannot be read as one, or holds no level; names file and line.
        EngineError: the game has no lists.
    """
    rules = registry.campaign_of(game)
    paths = _files(path) if path.is_dir() else [path]
    files = [_read_file(each, rules, game) for each in paths]
    files = sorted((file for file in files if file.seeds), key=lambda file: file.grade)
    if not files:
        raise LevelError("no level in it", file=str(path))
    figured = all(file.figures for file in files)
    return SeedList(game, path, tuple(files), order if figured else "graded")


def _read_file(path: Path, rules: Campaign, game: Game) -> SeedFile:
    file = seedfile.read(path, rules.grades, game.generator_name)
    for key in (WHERE.key, SIMILARITY.key):
        if key in file.settings:
            raise LevelError(f"expected settings without {key}", file=str(path))
    try:
        game.parameters.complete(file.settings)
    except ParameterError as error:
        raise LevelError(str(error), file=str(path)) from None
    return file


def unsaid(game: Game) -> Mapping[str, object]:
    """The settings of a list's levels where its files name none: those of before they could.

    Raises:
        EngineError: the game has no lists.
    """
    return {**game.parameters.recorded({}), **registry.campaign_of(game).unsaid}


def _files(folder: Path) -> list[Path]:
    with storage.refusing(folder):
        found = sorted(folder.glob(f"*{seedfile.SUFFIX}"))
    if not found:
        raise LevelError(f"no file *{seedfile.SUFFIX} in it", file=str(folder))
    return found


def sorted_file(
    file: SeedFile,
    game: Game,
    control: Control | None = None,
    progress: Progress = _no_progress,
) -> SeedFile:
    """A file with its seeds in the order of difficulty; equals stay in the order of the file.

    Raises:
        GenerationFailed: a seed leads to no level; names it.
        Cancelled: ``control`` was cancelled.
    """
    rules = registry.campaign_of(game)
    settings = {**unsaid(game), **file.settings}
    ratings = rules.ratings(game, file.grade, file.seeds, control or Control(), settings)
    rated = _counted(ratings, len(file.seeds), progress)
    order = sorted(range(len(rated)), key=rated.__getitem__)
    return seedfile.in_order(file, [file.seeds[index] for index in order])


def proven_file(
    file: SeedFile,
    game: Game,
    control: Control | None = None,
    progress: Progress = _no_progress,
) -> SeedFile:
    """A file in the order of :func:`sorted_file`, with the proven figure of each level.

    There are none if there is none of one of the levels.

    Raises:
        GenerationFailed: a seed leads to no level; names it.
        Cancelled: ``control`` was cancelled.
    """
    rules = registry.campaign_of(game)
    settings = {**unsaid(game), **file.settings}
    found = rules.figures(game, file.grade, file.seeds, control or Control(), settings)
    figures = dict(zip(file.seeds, _counted(found, len(file.seeds), progress), strict=True))
    if rules.rated_by_figure:
        seeds = sorted(file.seeds, key=lambda seed: figures[seed] or 0)
    else:
        seeds = [*sorted_file(file, game, control).seeds]
    known = [figure for seed in seeds if (figure := figures[seed]) is not None]
    return seedfile.in_order(file, seeds, known if len(known) == len(seeds) else ())


def _counted(found: Iterable[T], total: int, progress: Progress) -> list[T]:
    """All of what is found out one after the other."""
    every: list[T] = []
    progress(0, total)
    for one in found:
        every.append(one)
        progress(len(every), total)
    return every


def _kept_at(file: SeedFile, folder: Path) -> Path:
    return folder / file.digest[:24] / f"{file.grade}{seedfile.SUFFIX}"


def _kept(file: SeedFile, folder: Path) -> SeedFile | None:
    """The order found out before; None if there is none, or none that can be trusted."""
    try:
        only = range(file.grade, file.grade + 1)
        found = seedfile.read(_kept_at(file, folder), only, file.generator)
    except LevelError:
        return None
    same = (
        found.is_sorted and found.settings == file.settings and set(found.seeds) == set(file.seeds)
    )
    return found if same else None


def _keep(found: SeedFile, file: SeedFile, folder: Path) -> None:
    path = _kept_at(file, folder)
    with contextlib.suppress(LevelError, OSError):  # it can be found out again
        path.parent.mkdir(parents=True, exist_ok=True)
        seedfile.write(path, found, "A list of levels in the order of difficulty")
