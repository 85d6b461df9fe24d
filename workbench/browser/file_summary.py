"""Summaries of files, which the level browser shows as rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from engine.catalogue.file_type import CATALOGUE_SUFFIXES, has_application_id
from engine.errors import EngineError, LevelError
from engine.files import levelfile, untrusted_toml
from engine.files.suffixes import is_pack_name
from engine.game import registry

if TYPE_CHECKING:
    from engine.values.level import Level, Problem


@dataclass(frozen=True, slots=True)
class LevelContainer:
    """A description of a file that contains several levels: its kind and its number of levels."""

    kind: Literal["catalogue", "pack"]
    levels: int


@dataclass(frozen=True, slots=True)
class FileSummary:
    """A summary of a file, shown as one row of the level browser.

    Attributes:
        level: The level in the file, or None if the file is not a readable level file.
        error: The reason why the file cannot be read, or ``""`` if it can be read or is not one
            of the workbench's files.
        draft: The first rule of the game that the board breaks, or ``""`` if it breaks none.
        warning: The first unusual property of the board, or ``""`` if there is none.
        difficulty: The difficulty according to the stored verdict, or None if it is unknown.
        updated: A copy of the level with recomputed facts, if an older version of the workbench
            wrote the facts in the file, otherwise None.
        container: The kind and size of a catalogue or pack, or None for any other file.
    """

    level: Level | None = None
    error: str = ""
    draft: str = ""
    warning: str = ""
    difficulty: float | None = None
    updated: Level | None = None
    container: LevelContainer | None = None

    @property
    def listed_level(self) -> Level | None:
        """The level for lists and searches to use, with recomputed facts if there are any."""
        return self.updated or self.level


def read_summary(path: Path) -> FileSummary:
    """Read a file and return its summary.

    The summary is empty if the file belongs to another program: a TOML file that does not look like
    a level, or a database that is not marked as a catalogue.
    """
    if path.name.endswith(CATALOGUE_SUFFIXES):
        return _read_catalogue(path)
    if is_pack_name(path):
        return _read_pack(path)
    try:
        level = levelfile.read_level(path)
        game = registry.get_game(level.game)
        problems, warnings = (
            game.boards.find_problems(level.board),
            game.boards.find_warnings(level.board),
        )
        facts = level.verdict.facts if level.verdict else {}
        hard = game.solver.rate_difficulty(facts)
        return FileSummary(level, "", _format_first(problems), _format_first(warnings), hard)
    except EngineError as error:
        try:
            table = untrusted_toml.read_toml(path)
        except LevelError:
            return FileSummary(error=str(error))
        # Without any of these keys, the file is not a damaged level but another program's file.
        is_level = any(key in table for key in ("format", "game", "board"))
        return FileSummary(error=str(error) if is_level else "")


def _read_catalogue(path: Path) -> FileSummary:
    from engine.catalogue.query import Query, Selection
    from engine.catalogue.store import Catalogue

    try:
        with Catalogue.open(path) as catalogue:
            number = Selection(catalogue, Query()).count_levels()
    except EngineError as error:
        return FileSummary(error=str(error) if has_application_id(path) else "")
    return FileSummary(container=LevelContainer("catalogue", number))


def _read_pack(path: Path) -> FileSummary:
    from engine.playlists import packfile

    try:
        return FileSummary(container=LevelContainer("pack", len(packfile.read_pack(path))))
    except EngineError as error:
        return FileSummary(error=str(error))


def _format_first(found: Sequence[Problem]) -> str:
    return str(found[0]) if found else ""
