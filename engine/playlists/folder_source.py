"""Folders of level files, from which the levels for a pack can be chosen."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path

from engine.errors import LevelError
from engine.evaluation.board_facts import list_fact_types, parse_board_expression
from engine.files import levelfile
from engine.files.natural_order import build_natural_key
from engine.files.playtest_file import get_record_path
from engine.files.storage import describe_error
from engine.files.suffixes import PACK_SUFFIX
from engine.game import registry
from engine.playlists.candidate_source import (
    GAME_HINT,
    PackCandidates,
    PackSource,
    SourceProgress,
    parse_ranking,
    parse_where,
    require_one_game,
    scale_values,
)
from engine.playlists.difficulty_curve import RampLevel
from engine.playlists.level_facts import LevelFacts, get_number
from engine.playlists.pack import PackOrigin
from engine.values.budget import Control
from engine.values.expression import Expression, is_satisfied
from engine.values.level import Level, compute_digest

_RECORD_SUFFIX = get_record_path(Path(".toml")).name
"""The suffix of files that contain play records."""


class LevelFolder(PackSource):
    """A source that offers the level files in a folder and its subfolders.

    Args:
        path: The path of the folder.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._levels: dict[str, Level] = {}
        self._folder_errors: list[OSError] = []  # filled while _level_files walks the folders

    @cached_property
    def _level_files(self) -> list[str]:
        return [*_list_level_files(self.path, self._folder_errors.append)]

    def collect_candidates(
        self, origin: PackOrigin, control: Control, progress: SourceProgress
    ) -> PackCandidates:
        """Return the candidates, with a reason for each file or folder that is left out.

        A file is left out if it is not a playable level or its difficulty is unknown, and a folder
        is left out if it cannot be read.
        """
        games = registry.list_games()
        best, least = parse_ranking(origin.best)
        wanted = parse_where(
            origin, list_fact_types(games), lambda text: parse_board_expression(text, games)
        )
        found: list[tuple[RampLevel, float | None]] = []
        names: set[str] = set()
        files = self._level_files
        left_out = [f"{error.filename}: {describe_error(error)}" for error in self._folder_errors]
        for number, key in enumerate(files):
            control.raise_if_cancelled()
            progress(number, len(files))
            try:
                level = self.load_level(key)
                one = _rank_level(level, key, origin.by, best, wanted, control)
            except LevelError as error:
                left_out.append(str(error))
                continue
            if one is not None:
                names.add(level.game)
                found.append(one)
        game = require_one_game(names, self.path, GAME_HINT)
        return PackCandidates(game, scale_values(found, minimize=least), len(found), left_out)

    def load_level(self, key: str) -> Level:
        """Return the level from its file, which is read only once."""
        if key not in self._levels:
            self._levels[key] = levelfile.read_level(self.path / key)
        return self._levels[key]

    def find_file(self, key: str) -> Path:
        """Return the path of the level file."""
        return self.path / key


def _rank_level(
    level: Level, key: str, by: str, best: str, wanted: Expression | None, control: Control
) -> tuple[RampLevel, float | None] | None:
    """Rank a level for a pack.

    Args:
        level: The level to rank.
        key: The key of the level, which is the path of its file relative to the folder.
        by: The key of the fact to use as the difficulty.
        best: The key of the fact to use as the worth; empty if there is no such fact.
        wanted: The condition that the level must meet; None for no condition.
        control: The control that can cancel the computation of facts.

    Returns:
        The ranked level and its worth, or None if the level does not meet the condition.

    Raises:
        LevelError: The level cannot be played, or its difficulty is unknown.
    """
    if problems := registry.get_game(level.game).boards.find_problems(level.board):
        raise LevelError(f"left out, a draft: {problems[0]}", file=key)
    facts = LevelFacts(level, control)
    if wanted is not None and not is_satisfied(wanted, facts, level.tags):
        return None
    difficulty = get_number(facts, by)
    if difficulty is None:
        raise LevelError(f"left out: its {by.replace('_', ' ')} is not known", file=key)
    worth = get_number(facts, best) if best else None
    return RampLevel(key, difficulty, compute_digest(level.board)), worth


def _list_level_files(folder: Path, on_error: Callable[[OSError], None]) -> Iterator[str]:
    """Yield the paths of level files in a folder and its subfolders, relative to the folder.

    The files in each folder are in natural order, and so are its subfolders.

    ``on_error`` is called with the error for each folder that cannot be read.
    """
    for parent, folders, files in os.walk(folder, onerror=on_error):
        # Sort in place, because os.walk visits the subfolders in the order of this list.
        folders.sort(key=build_natural_key)
        for file in sorted(files, key=build_natural_key):
            path = Path(parent, file)
            other = file.endswith((PACK_SUFFIX, _RECORD_SUFFIX)) or not file.endswith(".toml")
            if not other and path.is_file():
                yield str(path.relative_to(folder))


def open_source(path: Path) -> PackSource:
    """Return the folder or catalogue at ``path`` as a source of levels.

    Raises:
        EngineError: There is nothing at ``path``.
    """
    from engine.playlists.catalogue_source import CatalogueSource  # imports SQLite

    if path.is_dir():
        return LevelFolder(path)
    if not os.path.lexists(path):
        raise LevelError("no such folder or catalogue", file=str(path))
    return CatalogueSource(path)
