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
    """

    title: str
    suffix: str
    write: Callable[[Sequence[Level], str, Artist], str]
    holds_several: bool = True


def _write_puzzlescript(levels: Sequence[Level], title: str, artist: Artist) -> str:
    from engine.files.exports import puzzlescript

    return puzzlescript.format_source(levels, title, artist)


EXPORT_FORMATS: Mapping[str, ExportFormat] = {
    "puzzlescript": ExportFormat("a PuzzleScript game", ".txt", _write_puzzlescript),
}
