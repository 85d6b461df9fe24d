"""The history of a session: all levels generated in it, in one gallery for each game."""

from __future__ import annotations

from pathlib import Path

from engine.game import registry
from engine.generation.variants import Variant, collect_facts
from engine.search.solver_result import SolverResult
from engine.values.level import Level, compute_digest
from workbench.features.collection.gallery_model import Gallery
from workbench.features.collection.journal import Journal


class SessionHistory:
    """The levels generated in a session, grouped by game.

    Args:
        folder: The folder for the journals. A game's file is created when its first level is added.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._galleries: dict[str, Gallery] = {}
        self._known_digests: set[str] = set()

    def add_level(self, level: Level, solved: SolverResult) -> None:
        """Add a generated level, unless a level with the same board is in the history already."""
        if (digest := compute_digest(level.board)) in self._known_digests:
            return
        self._known_digests.add(digest)
        game = level.game
        if game not in self._galleries:
            journal = Journal.create(self._folder, game, is_history=True)
            self._galleries[game] = Gallery.create(level, journal, is_history=True)
        gallery = self._galleries[game]
        gallery.add_level(Variant(level, collect_facts(registry.get_game(game), level, solved)))
        # Let the gallery open at the newest level.
        gallery.cursor = len(gallery.items) - 1

    def get_gallery(self, game: str) -> Gallery | None:
        """Return the gallery for a game, or None if no levels of it have been generated yet."""
        return self._galleries.get(game)
