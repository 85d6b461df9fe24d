"""Folders of level files as sources of packs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path

from engine.errors import LevelError
from engine.evaluation.boardfacts import asked, kinds_of_boards
from engine.files import levelfile
from engine.files.endings import PACK_ENDING
from engine.files.natural_order import natural_key
from engine.files.recordfile import path_beside
from engine.files.storage import reason
from engine.game import registry
from engine.playlists.facts import LevelFacts, figure
from engine.playlists.pack import Origin
from engine.playlists.ramp import RampLevel
from engine.playlists.sources import (
    BY_GAME,
    PackChoice,
    Progress,
    Source,
    one_game,
    parse_ranking,
    parse_where,
    worths,
)
from engine.values.budget import Control
from engine.values.expression import Expression, holds
from engine.values.level import Level, board_digest

_RECORDS = path_beside(Path(".toml")).name
"""How files of records end."""


class LevelFolder(Source):
    """The level files in a folder, at any depth.

    Args:
        path: the folder.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._levels: dict[str, Level] = {}
        self._closed: list[OSError] = []  # the errors of folders that cannot be read

    @cached_property
    def _files(self) -> list[str]:
        return [*_level_files(self.path, self._closed.append)]

    def choice(self, wish: Origin, control: Control, progress: Progress) -> PackChoice:
        """Return what may be chosen, with what is left out.

        That is files that are no playable levels, and folders that cannot be read.
        """
        games = registry.all_games()
        best, least = parse_ranking(wish.best)
        wanted = parse_where(wish, kinds_of_boards(games), lambda text: asked(text, games))
        found: list[tuple[RampLevel, float | None]] = []
        names: set[str] = set()
        files = self._files
        left_out = [f"{error.filename}: {reason(error)}" for error in self._closed]
        for number, key in enumerate(files):
            control.require_going_on()
            progress(number, len(files))
            try:
                level = self.level(key)
                one = _weighed(level, key, wish.by, best, wanted, control)
            except LevelError as error:
                left_out.append(str(error))
                continue
            if one is not None:
                names.add(level.game)
                found.append(one)
        game = one_game(names, self.path, BY_GAME)
        return PackChoice(game, worths(found, least=least), len(found), left_out)

    def level(self, key: str) -> Level:
        """The level of a file."""
        if key not in self._levels:
            self._levels[key] = levelfile.read(self.path / key)
        return self._levels[key]

    def file(self, key: str) -> Path:
        """The file."""
        return self.path / key


def _weighed(
    level: Level, key: str, by: str, best: str, wanted: Expression | None, control: Control
) -> tuple[RampLevel, float | None] | None:
    """A level that is wished for with its measure of worth; None for one that is not.

    Raises:
        LevelError: it cannot be played, or its difficulty is not known.
    """
    if problems := registry.get(level.game).boards.problems(level.board):
        raise LevelError(f"left out, a draft: {problems[0]}", file=key)
    facts = LevelFacts(level, control)
    if wanted is not None and not holds(wanted, facts, level.tags):
        return None
    difficulty = figure(facts, by)
    if difficulty is None:
        raise LevelError(f"left out: its {by.replace('_', ' ')} is not known", file=key)
    worth = figure(facts, best) if best else None
    return RampLevel(key, difficulty, board_digest(level.board)), worth


def _level_files(folder: Path, closed: Callable[[OSError], None]) -> Iterator[str]:
    """Yield the level files in a folder, as paths from there, in order.

    ``closed`` is told of each folder that cannot be read.
    """
    for parent, folders, files in os.walk(folder, onerror=closed):
        folders.sort(key=natural_key)
        for file in sorted(files, key=natural_key):
            path = Path(parent, file)
            other = file.endswith((PACK_ENDING, _RECORDS)) or not file.endswith(".toml")
            if not other and path.is_file():
                yield str(path.relative_to(folder))


def source_of(path: Path) -> Source:
    """The source at a path.

    Raises:
        EngineError: there is nothing.
    """
    from engine.playlists.catalogued import CatalogueSource  # SQLite with it

    if path.is_dir():
        return LevelFolder(path)
    if not os.path.lexists(path):
        raise LevelError("no such folder or catalogue", file=str(path))
    return CatalogueSource(path)
