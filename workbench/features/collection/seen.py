"""What was seen: every level that a session has generated, as galleries of their own."""

from __future__ import annotations

from pathlib import Path

from engine.game import registry
from engine.generation.variants import Variant, facts_of
from engine.search.solved import Solved
from engine.values.level import Level, board_digest
from workbench.features.collection.gallery import Gallery
from workbench.features.collection.journal import Journal


class Seen:
    """The levels that a session has generated, by game.

    Args:
        folder: where they are kept, each game in a file that is made with its first level.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._galleries: dict[str, Gallery] = {}
        self._known: set[str] = set()

    def note(self, level: Level, solved: Solved) -> None:
        """Hangs a level that was generated, unless it hangs already."""
        if (digest := board_digest(level.board)) in self._known:
            return
        self._known.add(digest)
        game = level.game
        if game not in self._galleries:
            journal = Journal.new(self._folder, game, seen=True)
            self._galleries[game] = Gallery.begin(level, journal, seen=True)
        gallery = self._galleries[game]
        gallery.add(Variant(level, facts_of(registry.get(game), level, solved)))
        gallery.cursor = len(gallery.exhibits) - 1

    def of(self, game: str) -> Gallery | None:
        """The levels of a game; None if there are none yet."""
        return self._galleries.get(game)
