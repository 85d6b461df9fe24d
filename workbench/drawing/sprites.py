"""Drawings of single tiles, pieces and gates for other programs, in the looks of a theme.

Sprites of 5 by 5 pixels are for PuzzleScript, images in PNG for tilesets. A sprite has the colours
of its look and no mixtures of them: each pixel gets the nearest colour.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections import Counter
from collections.abc import Sequence
from functools import partial

from engine.files.exports.formats import Artist, Sprite
from workbench.drawing import export
from workbench.theme.theme_loader import Theme

Pixel = tuple[int, int, int, int]
"""Red, green, blue and alpha, each from 0 to 255."""

SPRITE_SIDE = 5
_SAMPLES = 8
"""The number of pixels, in each direction, from which a pixel of a sprite is chosen."""
_MAX_COLOURS = 10
_HEX_COLOUR = re.compile("#[0-9a-fA-F]{6}")


def create_artist(theme: Theme) -> Artist:
    """Return an artist that draws in the looks of a theme."""
    return Artist(
        partial(draw_sprite, theme),
        partial(draw_images, theme),
        export.get_ui_colour(theme, "background", "#ffffff"),
    )


def draw_sprite(theme: Theme, game: str, name: str) -> Sprite:
    """Draw a tile, piece or gate of a game as a sprite of 5 by 5 pixels.

    Each pixel has the colour that covers most of it. Pixels that are mostly empty are transparent.
    """
    drawn = export.draw_look_svg(theme, game, name)
    known = [*dict.fromkeys(_HEX_COLOUR.findall(drawn))][:_MAX_COLOURS] or ["#808080"]
    palette = [tuple(bytes.fromhex(colour[1:])) for colour in known]
    side = SPRITE_SIDE * _SAMPLES
    pixels = decode_png(draw_images(theme, game, [name], side))
    rows = []
    for top in range(0, side, _SAMPLES):
        row = ""
        for left in range(0, side, _SAMPLES):
            votes = Counter(
                "." if pixel[3] < 128 else str(_find_nearest(pixel, palette))
                for line in pixels[top : top + _SAMPLES]
                for pixel in line[left : left + _SAMPLES]
            )
            # A small detail, such as the dot of a floor, shows if it covers a sixth.
            solid = Counter({key: count for key, count in votes.items() if key != "."})
            shows = solid.total() * 6 >= _SAMPLES**2
            row += solid.most_common(1)[0][0] if shows else "."
        rows.append(row)
    return Sprite(tuple(known), tuple(rows))


def draw_images(theme: Theme, game: str, names: Sequence[str], side: int) -> bytes:
    """Draw tiles, pieces and gates next to each other, and return them as a transparent PNG file.

    Args:
        theme: The theme that defines the looks.
        game: The name of the game that the names belong to.
        names: The names in pictures, and gates such as ``gate-up``.
        side: The width and height of each image in pixels.
    """
    import resvg_py

    drawn = "".join(
        f"<svg x='{100 * at}' width='100' height='100' viewBox='0 0 100 100'>"
        f"{export.draw_look_svg(theme, game, name)}</svg>"
        for at, name in enumerate(names)
    )
    width = max(1, len(names))
    return resvg_py.svg_to_bytes(
        svg_string=f"<svg xmlns='http://www.w3.org/2000/svg' width='{width * side}' "
        f"height='{side}' viewBox='0 0 {100 * width} 100'>{drawn}</svg>",
        font_files=[str(export.FONT)],
        sans_serif_family="Roboto",
        skip_system_fonts=True,
    )


def _find_nearest(pixel: Pixel, palette: Sequence[tuple[int, ...]]) -> int:
    distances = [
        sum((one - other) ** 2 for one, other in zip(pixel[:3], colour, strict=True))
        for colour in palette
    ]
    return distances.index(min(distances))


def decode_png(content: bytes) -> list[list[Pixel]]:
    """Return the rows of pixels in a PNG file of our own, with 8 bits for each of four channels."""
    at, packed, width = 8, b"", 0
    while at < len(content):
        length, kind = struct.unpack(">I4s", content[at : at + 8])
        chunk = content[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, _, depth, colour_type = struct.unpack(">IIBB", chunk[:10])
            assert (depth, colour_type) == (8, 6)
        elif kind == b"IDAT":
            packed += chunk
        at += length + 12
    data, stride = zlib.decompress(packed), 4 * width
    rows, above = [], bytearray(stride)
    for start in range(0, len(data), stride + 1):
        above = _decode_line(data[start], bytearray(data[start + 1 : start + 1 + stride]), above)
        rows.append([(*above[x : x + 4],) for x in range(0, stride, 4)])
    return rows


def _decode_line(method: int, line: bytearray, above: bytearray) -> bytearray:
    """Undo the filter of one line of a PNG image, given the decoded line above it."""
    for at in range(len(line)):
        left, up = (line[at - 4] if at >= 4 else 0), above[at]
        corner = above[at - 4] if at >= 4 else 0
        paeth = min((left, up, corner), key=lambda each: abs(left + up - corner - each))
        line[at] = (line[at] + (0, left, up, (left + up) // 2, paeth)[method]) & 255
    return line
