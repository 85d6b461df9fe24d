"""Levels that may take the place of one of a pack: from where it was chosen from, or newly made."""

from __future__ import annotations

import secrets
from pathlib import Path

from engine.errors import EngineError
from engine.playlists import contents, selection
from engine.playlists.facts import Learned
from engine.playlists.folders import source_of
from engine.playlists.pack import Origin, Pack
from engine.playlists.sources import PackChoice, Source
from engine.values.budget import Control
from engine.values.level import Level
from workbench.session.making.sheet import RANDOM_SEEDS


class Others:
    """Finds levels like those of one pack.

    Args:
        learned: what is known of boards.

    Attributes:
        passed: boards that have been in the pack, and are not proposed again.
    """

    def __init__(self, learned: Learned) -> None:
        self.passed: frozenset[str] = frozenset()
        self._learned = learned
        self._found: tuple[Source, PackChoice] | None = None

    def like(
        self, pack: Pack, folder: Path, at: int, control: Control
    ) -> tuple[Level, Path | None]:
        """A level like one of a pack in a folder, with its file if it has one. Slow.

        It comes from where the pack was chosen from, while there is one that has not been in it;
        else it is newly made.

        Raises:
            EngineError: there is none to be had.
            Cancelled: ``control`` was cancelled.
        """
        level = pack.levels[at].level
        if level is None:
            raise EngineError("there is no level to be like")
        source = None if pack.origin is None else self._source(pack.origin, folder, control)
        if source is not None and source[1].game == level.game:
            found = selection.another(*source, pack, at, self.passed, control, self._learned)
            if found is not None:
                return source[0].level(found.key), source[0].file(found.key)
        return selection.made_like(level, pack.by, secrets.randbelow(RANDOM_SEEDS), control), None

    def _source(
        self, origin: Origin, folder: Path, control: Control
    ) -> tuple[Source, PackChoice] | None:
        """Where the pack was chosen from, with what may be chosen; None if it is not there."""
        if self._found is None:
            try:
                source = source_of(contents.placed(origin.path, folder))
            except EngineError:
                return None
            self._found = source, source.choice(origin, control, lambda done, whole: None)
        return self._found
