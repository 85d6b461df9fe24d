"""A Skiddy board as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.games.skiddy import codes
from engine.tiles.board import Glyphs, TileBoard


@dataclass(frozen=True)
class SkiddyBoard(TileBoard):
    """Tiles, pieces and locked cells, immutable."""

    tile_glyphs: ClassVar[Glyphs] = codes.TILES
    piece_glyphs: ClassVar[Glyphs] = codes.PIECES
    solid: ClassVar[str] = codes.SOLID
