"""The levels of a pack on a wall, in its order."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import registry
from engine.values.picture import Picture
from workbench.features.playlists import panes
from workbench.features.playlists.desk import PackDesk
from workbench.ui.lines import Sign
from workbench.ui.wall.wall import Tile, WallPane


class PackTiles:
    """The levels of a pack as tiles; one that cannot be read is a caption without a board."""

    def __init__(self, desk: PackDesk) -> None:
        self._desk = desk
        self._pictures: dict[str, Picture] = {}

    @property
    def count(self) -> int:
        """How many levels there are."""
        return len(self._desk.pack)

    def tile(self, place: int) -> Tile:
        """The level at a place."""
        level, board = self._desk.levels[place].level, self._desk.levels[place].digest
        caption = panes.caption(self._desk, place)
        if level is None:
            return Tile(place, Picture(()), caption)
        if board not in self._pictures:
            self._pictures[board] = registry.get(level.game).boards.picture(level.board)
        return Tile(board, self._pictures[board], caption, game=level.game)


class PackWall(WallPane):
    """Thumbnails of the levels of a pack, the cursor on one of them."""

    grows = True

    def __init__(self, desk: PackDesk) -> None:
        super().__init__(PackTiles(desk), id="wall")

    def signs(self) -> Sequence[Sign]:
        """The signs of captions."""
        return panes.SIGNS
