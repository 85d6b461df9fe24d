"""What the level browser reads of a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from engine.catalogue.named import ENDINGS, says_it_is_one
from engine.errors import EngineError, LevelError
from engine.files import levelfile, tomltext
from engine.files.endings import is_pack
from engine.game import registry

if TYPE_CHECKING:
    from engine.values.level import Level, Problem


@dataclass(frozen=True, slots=True)
class Holding:
    """A file of many levels: what it is, and how many there are."""

    kind: Literal["catalogue", "pack"]
    levels: int


@dataclass(frozen=True, slots=True)
class Details:
    """What was read of one file.

    Attributes:
        level: the level, None if it is none.
        error: why it is none.
        draft: which rule of its game the board breaks, empty if it breaks none.
        warning: what is unusual about the board, empty if nothing is.
        difficulty: how hard it is by its stored verdict, None if that does not say.
        renewed: the level with facts in the place of those of an older version that its file
            stores, to be listed and searched by; None if there are no such.
        holding: what the file is that holds many levels; None for any other.
    """

    level: Level | None = None
    error: str = ""
    draft: str = ""
    warning: str = ""
    difficulty: float | None = None
    renewed: Level | None = None
    holding: Holding | None = None

    @property
    def listed(self) -> Level | None:
        """The level as it is listed and searched by."""
        return self.renewed or self.level


def read_details(path: Path) -> Details:
    """Reads one file; an empty answer means TOML that does not try to be a level.

    So it is of a data base that does not say that it is a catalogue.
    """
    if path.name.endswith(ENDINGS):
        return _of_catalogue(path)
    if is_pack(path):
        return _of_pack(path)
    try:
        level = levelfile.read(path)
        game = registry.get(level.game)
        problems, warnings = game.boards.problems(level.board), game.boards.warnings(level.board)
        facts = level.verdict.facts if level.verdict else {}
        hard = game.solver.difficulty(facts)
        return Details(level, "", _first(problems), _first(warnings), hard)
    except EngineError as error:
        try:
            table = tomltext.read(path)
        except LevelError:
            return Details(error=str(error))
        is_level = any(key in table for key in ("format", "game", "board"))
        return Details(error=str(error) if is_level else "")


def _of_catalogue(path: Path) -> Details:
    from engine.catalogue.query import Query, Selection
    from engine.catalogue.store import Catalogue

    try:
        with Catalogue.open(path) as catalogue:
            number = Selection(catalogue, Query()).count()
    except EngineError as error:
        return Details(error=str(error) if says_it_is_one(path) else "")
    return Details(holding=Holding("catalogue", number))


def _of_pack(path: Path) -> Details:
    from engine.playlists import packfile

    try:
        return Details(holding=Holding("pack", len(packfile.read(path))))
    except EngineError as error:
        return Details(error=str(error))


def _first(found: Sequence[Problem]) -> str:
    return str(found[0]) if found else ""
