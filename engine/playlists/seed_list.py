"""Seed lists: files of seeds, one file for each grade, sorted by difficulty.

If every file has proven figures for its levels, the whole list can be sorted by the figures,
regardless of grades. Any list can be sorted by grade, and within a grade by the game's ratings. In
that case, a grade is sorted only when it is needed, and the result is cached in a folder.
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
from engine.playlists.playlist_run import ListOrder, PlaylistRun, draw_beyond, find_next_index
from engine.playlists.seedfile import SeedFile
from engine.values.budget import Control
from engine.values.parameter_schema import SIMILARITY, WHERE

T = TypeVar("T")

ProgressCallback = Callable[[int, int], None]
"""A callback that receives the number of levels rated and the total number."""


def _ignore_progress(done: int, total: int) -> None:
    return


@dataclass(frozen=True, slots=True)
class SeedList:
    """The levels in one seed file or in all seed files in a folder.

    Attributes:
        game: The game of the levels.
        path: The path of the folder or file.
        files: The seed files in order of grade. There is at least one, and none is empty.
        order: The order of the whole list.
    """

    game: Game
    path: Path
    files: tuple[SeedFile, ...]
    order: ListOrder = "graded"

    def __len__(self) -> int:
        """Return the number of levels, at least 1."""
        return sum(len(file.seeds) for file in self.files)

    @property
    def rules(self) -> Campaign:
        """The campaign formulas of the game."""
        return registry.get_campaign(self.game)

    @property
    def digest(self) -> str:
        """The digest of all levels and their order in the files."""
        return hashlib.sha256("".join(file.digest for file in self.files).encode()).hexdigest()

    @property
    def difficulties(self) -> list[int]:
        """The difficulties of the levels in order: figures in a rising list, otherwise grades."""
        if self.order == "rising":
            return sorted(figure for file in self.files for figure in file.figures)
        return [file.grade for file in self.files for _ in file.seeds]

    def find_seed(self, index: int) -> tuple[SeedFile, int]:
        """Return the file with the level at ``index`` in the list, and the level's index in it.

        In a rising list, the index in the file refers to the seeds in the order in which they were
        read, and levels with equal figures are in order of grade.
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
        cache: Path,
        control: Control | None = None,
        progress: ProgressCallback = _ignore_progress,
    ) -> PlaylistEntry:
        """Return the entry for the level at ``index`` in the sorted list, sorting if necessary.

        Args:
            index: The index of the level, counted from 0.
            cache: The folder for sorted files, which need not exist yet.
            control: The control that can cancel the sorting.
            progress: A callback that receives the progress of the sorting.

        Raises:
            GenerationFailed: A seed generates no level. The error names the seed.
            Cancelled: ``control`` was cancelled.
        """
        file, at = self.find_seed(index)
        # Sort only the file that has this level, and cache the result for later runs.
        if self.order == "graded" and not file.is_sorted:
            found = _read_cached(file, cache)
            if found is None:
                found = sort_file(file, self.game, control, progress)
                _write_cached(found, file, cache)
            file = found
        return self.make_entry(file.grade, file.seeds[at], index)

    def make_entry(self, grade: int, seed: int, index: int | None) -> PlaylistEntry:
        """Return a playlist entry for the level with the given grade and seed.

        ``index`` is the level's index in the list, or None if it is beyond the end.
        """
        rules = self.rules
        said = next((file.settings for file in self.files if file.grade == grade), {})
        own: Mapping[str, object]
        # Within the list, the file's settings apply. Beyond the end, the game has settings for
        # harder levels, which differ for rising and graded lists.
        if index is not None:
            own = {**said, rules.parameter: grade}
        elif self.order == "rising":
            own = {**said, **rules.get_proven_settings_beyond(grade)}
        else:
            own = rules.get_settings_beyond(grade)
        settings = {**get_default_settings(self.game), **own}
        return PlaylistEntry(grade=grade, seed=seed, index=index, settings=settings)

    def find_next_grade(self, run: PlaylistRun) -> int | None:
        """Return the grade of a run's next level, or None if the list is too short for a campaign.

        No file is sorted for this.
        """
        try:
            found = find_next_index(run, self.rules, len(self))
        except EngineError:
            return None
        return draw_beyond(run, self.rules)[0] if found is None else self.find_seed(found)[0].grade


def read_seed_list(path: Path, game: Game, order: ListOrder = "graded") -> SeedList:
    """Read a list from a folder or from a single file.

    The list is sorted by proven figures if ``order`` is ``rising`` and all files have figures.

    Raises:
        LevelError: A file is not a valid seed file, or no file has a level. The error names the
            file and, if known, the line.
        EngineError: The game has no seed lists.
    """
    rules = registry.get_campaign(game)
    paths = _list_files(path) if path.is_dir() else [path]
    files = [_read_seed_file(each, rules, game) for each in paths]
    files = sorted((file for file in files if file.seeds), key=lambda file: file.grade)
    if not files:
        raise LevelError("it holds no level", file=str(path))
    figured = all(file.figures for file in files)
    return SeedList(game, path, tuple(files), order if figured else "graded")


def _read_seed_file(path: Path, rules: Campaign, game: Game) -> SeedFile:
    file = seedfile.read_seed_file(path, rules.grades, game.generator_name)
    for key in (WHERE.key, SIMILARITY.key):
        if key in file.settings:
            raise LevelError(f"expected settings without {key}", file=str(path))
    try:
        game.parameters.complete_settings(file.settings)
    except ParameterError as error:
        raise LevelError(str(error), file=str(path)) from None
    return file


def get_default_settings(game: Game) -> Mapping[str, object]:
    """Return the settings for a seed file that has none because an early version wrote it.

    Raises:
        EngineError: The game has no seed lists.
    """
    return {**game.parameters.restore_settings({}), **registry.get_campaign(game).implied_settings}


def _list_files(folder: Path) -> list[Path]:
    with storage.translate_errors(folder):
        found = sorted(folder.glob(f"*{seedfile.SEEDS_SUFFIX}"))
    if not found:
        raise LevelError(f"no file *{seedfile.SEEDS_SUFFIX} in it", file=str(folder))
    return found


def sort_file(
    file: SeedFile,
    game: Game,
    control: Control | None = None,
    progress: ProgressCallback = _ignore_progress,
) -> SeedFile:
    """Return a file with its seeds sorted by difficulty. Equally difficult seeds keep their order.

    Raises:
        GenerationFailed: A seed generates no level. The error names the seed.
        Cancelled: ``control`` was cancelled.
    """
    rules = registry.get_campaign(game)
    settings = {**get_default_settings(game), **file.settings}
    ratings = rules.rate_seeds(game, file.grade, file.seeds, control or Control(), settings)
    rated = _collect_with_progress(ratings, len(file.seeds), progress)
    order = sorted(range(len(rated)), key=rated.__getitem__)
    return seedfile.with_order(file, [file.seeds[index] for index in order])


def prove_file(
    file: SeedFile,
    game: Game,
    control: Control | None = None,
    progress: ProgressCallback = _ignore_progress,
) -> SeedFile:
    """Sort a file as :func:`sort_file` does, and add the proven figures of its levels.

    If the figure of any level is unknown, no figures are added.

    Raises:
        GenerationFailed: A seed generates no level. The error names the seed.
        Cancelled: ``control`` was cancelled.
    """
    rules = registry.get_campaign(game)
    settings = {**get_default_settings(game), **file.settings}
    found = rules.measure_seeds(game, file.grade, file.seeds, control or Control(), settings)
    figures = dict(
        zip(file.seeds, _collect_with_progress(found, len(file.seeds), progress), strict=True)
    )
    # If the game's rating is the figure itself, there is no need to rate the levels separately.
    if rules.rated_by_figure:
        seeds = sorted(file.seeds, key=lambda seed: figures[seed] or 0)
    else:
        seeds = [*sort_file(file, game, control).seeds]
    known = [figure for seed in seeds if (figure := figures[seed]) is not None]
    return seedfile.with_order(file, seeds, known if len(known) == len(seeds) else ())


def _collect_with_progress(found: Iterable[T], total: int, progress: ProgressCallback) -> list[T]:
    """Collect ``total`` values that are computed one by one, calling ``progress`` after each."""
    every: list[T] = []
    progress(0, total)
    for one in found:
        every.append(one)
        progress(len(every), total)
    return every


def _get_cache_path(file: SeedFile, folder: Path) -> Path:
    return folder / file.digest[:24] / f"{file.grade}{seedfile.SEEDS_SUFFIX}"


def _read_cached(file: SeedFile, folder: Path) -> SeedFile | None:
    """Return the sorted version of a file from the cache, or None if there is no valid one."""
    try:
        only = range(file.grade, file.grade + 1)
        found = seedfile.read_seed_file(_get_cache_path(file, folder), only, file.generator)
    except LevelError:
        return None
    # The seal in the cached file protects its order, but its seeds and settings must be compared.
    same = (
        found.is_sorted and found.settings == file.settings and set(found.seeds) == set(file.seeds)
    )
    return found if same else None


def _write_cached(found: SeedFile, file: SeedFile, folder: Path) -> None:
    path = _get_cache_path(file, folder)
    with contextlib.suppress(LevelError, OSError):  # the cache is optional
        path.parent.mkdir(parents=True, exist_ok=True)
        seedfile.write_seed_file(path, found, "A list of levels in order of difficulty")
