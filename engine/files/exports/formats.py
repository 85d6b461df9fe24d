"""The formats of other programs, by name.

Each function here writes one or more levels as the text of one file. The modules of the formats are
imported when they are first used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from engine.values.level import Level


class Sprite(NamedTuple):
    """A drawing of 5 by 5 pixels.

    Attributes:
        colours: The colours, at most ten, as ``#rrggbb``.
        rows: Five strings of five characters: the index of a colour, or ``.`` for none.
    """

    colours: tuple[str, ...]
    rows: tuple[str, ...]


class Artist(NamedTuple):
    """The functions that draw the tiles, pieces and gates of a game in the looks of a theme.

    Attributes:
        draw_sprite: A function that draws a sprite, given a game and a name in pictures.
        draw_images: A function that draws images next to each other, and returns a PNG file. Its
            arguments are a game, the names in pictures, and the side of each image in pixels.
        paper: The colour behind the images, as ``#rrggbb``.
    """

    draw_sprite: Callable[[str, str], Sprite]
    draw_images: Callable[[str, Sequence[str], int], bytes]
    paper: str


class ExportFormat(NamedTuple):
    """A format of another program.

    Attributes:
        title: A description of the format in a few words.
        suffix: The suffix of its files.
        write: A function that returns levels as text. Its arguments are the levels in order, a
            title for all of them, and the artist.
        holds_several: True if one file can hold several levels.
        draw: A function that returns the images that the file refers to, keyed by the names of
            their files in the same folder; None if there are none.
    """

    title: str
    suffix: str
    write: Callable[[Sequence[Level], str, Artist], str]
    holds_several: bool = True
    draw: Callable[[Sequence[Level], Artist], Mapping[str, bytes]] | None = None


def _write_puzzlescript(levels: Sequence[Level], title: str, artist: Artist) -> str:
    from engine.files.exports import puzzlescript

    return puzzlescript.format_source(levels, title, artist)


def _write_map(levels: Sequence[Level], title: str, artist: Artist) -> str:
    from engine.files.exports import tiled

    return "".join(map(tiled.format_map, levels))


def _write_project(levels: Sequence[Level], title: str, artist: Artist) -> str:
    from engine.files.exports import ldtk

    return ldtk.format_project(levels, artist.paper)


def _write_grids(levels: Sequence[Level], title: str, artist: Artist) -> str:
    from engine.files.exports import csv_grid

    return csv_grid.format_grids(levels)


def _draw_tilesets(levels: Sequence[Level], artist: Artist) -> Mapping[str, bytes]:
    from engine.files.exports import map_layout

    return {
        map_layout.get_image_name(game): artist.draw_images(
            game, map_layout.list_tile_names(game), map_layout.CELL
        )
        for game in sorted({level.game for level in levels})
    }


EXPORT_FORMATS: Mapping[str, ExportFormat] = {
    "puzzlescript": ExportFormat("a PuzzleScript game", ".txt", _write_puzzlescript),
    "tmj": ExportFormat("a map of Tiled", ".tmj", _write_map, False, _draw_tilesets),
    "ldtk": ExportFormat("a project of LDtk", ".ldtk", _write_project, draw=_draw_tilesets),
    "csv": ExportFormat("a grid of names", ".csv", _write_grids),
}
