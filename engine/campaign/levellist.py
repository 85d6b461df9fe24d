"""A list of levels: files of seeds, one a grade, in the order of difficulty.

The order is by grade, then by how hard a level is among those of its grade. Only the grade that is
asked for is put in order, and that is done once: what comes of it is kept.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.campaign import seedfile
from engine.campaign.run import CampaignRun, Past, upcoming
from engine.campaign.seedfile import SeedFile
from engine.errors import EngineError, LevelError, ParameterError
from engine.files import storage
from engine.game import registry
from engine.game.campaign import Campaign
from engine.game.game import Game
from engine.values.budget import Control
from engine.values.parameters import WHERE

Progress = Callable[[int, int], None]
"""Is told how many levels have been rated, of how many."""


@dataclass(frozen=True, slots=True)
class CampaignLevels:
    """The levels of a folder of seed files, or of a single one.

    Attributes:
        path: the folder or file.
        files: at least one, rising in grade; none is empty.
    """

    path: Path
    files: tuple[SeedFile, ...]

    def __len__(self) -> int:
        """Number of levels, at least 1."""
        return sum(len(file.seeds) for file in self.files)

    @property
    def digest(self) -> str:
        """What its levels and their order are known by."""
        return hashlib.sha256("".join(file.digest for file in self.files).encode()).hexdigest()

    def settings(self, grade: int) -> Mapping[str, str]:
        """What is set for the levels of a grade besides; nothing if there is no file for it."""
        return next((file.settings for file in self.files if file.grade == grade), {})

    def where(self, index: int) -> tuple[SeedFile, int]:
        """The file of an index of the sorted list, from 0, and the index among its levels."""
        for file in self.files:
            if index < len(file.seeds):
                return file, index
            index -= len(file.seeds)
        raise IndexError(index)


def read(path: Path, game: Game) -> CampaignLevels:
    """The list of a folder, or of a single file.

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
    return CampaignLevels(path, tuple(files))


def _read_file(path: Path, rules: Campaign, game: Game) -> SeedFile:
    file = seedfile.read(path, rules.grades, game.generator_name)
    if WHERE.key in file.settings:
        raise LevelError(f"expected settings without {WHERE.key}", file=str(path))
    try:
        game.generator.parameters.complete(file.settings)
    except ParameterError as error:
        raise LevelError(str(error), file=str(path)) from None
    return file


def _files(folder: Path) -> list[Path]:
    with storage.refusing(folder):
        found = sorted(folder.glob(f"*{seedfile.SUFFIX}"))
    if not found:
        raise LevelError(f"no file *{seedfile.SUFFIX} in it", file=str(folder))
    return found


def _no_progress(done: int, total: int) -> None:
    return


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
    total = len(file.seeds)
    rated: list[tuple[float, int]] = []
    progress(0, total)
    rules = registry.campaign_of(game)
    control = control or Control()
    for rating in rules.ratings(game, file.grade, file.seeds, control, file.settings):
        rated.append((rating, len(rated)))
        progress(len(rated), total)
    return seedfile.in_order(file, [file.seeds[index] for _, index in sorted(rated)])


def seed_at(
    levels: CampaignLevels,
    index: int,
    game: Game,
    kept: Path,
    control: Control | None = None,
    progress: Progress = _no_progress,
) -> tuple[int, int]:
    """The grade and the seed of an index of the sorted list.

    ``index`` counts from 0; ``kept`` is a folder for what was put in order before, which need not
    exist.

    Raises:
        GenerationFailed: a seed leads to no level; names it.
        Cancelled: ``control`` was cancelled.
    """
    file, at = levels.where(index)
    if not file.is_sorted:
        found = _kept(file, kept)
        if found is None:
            found = sorted_file(file, game, control, progress)
            _keep(found, file, kept)
        file = found
    return file.grade, file.seeds[at]


def grade_ahead(run: CampaignRun, rules: Campaign, levels: CampaignLevels) -> int | None:
    """The grade of the next level of a run that is not over; None if the list is too short.

    Nothing is put in order for that.
    """
    try:
        found = upcoming(run, rules, len(levels))
    except EngineError:
        return None
    return found.grade if isinstance(found, Past) else levels.where(found)[0].grade


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
