"""Moving pictures of a level: GIF, APNG, animated SVG and terminal recordings (asciicast).

All formats show the same frames. Equal frames give equal bytes, so a file can be compared.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from typing import NamedTuple

from rich.cells import cell_len

from engine.errors import EngineError
from engine.game.game import Game
from engine.values.picture import Picture
from workbench.drawing import export
from workbench.theme.theme_loader import Theme

FORMATS = ("svg", "gif", "apng", "cast")
"""The formats that hold several frames."""
MAX_FRAMES = 1_000
"""The maximum number of frames."""
MAX_FRAME_PIXELS = 150_000_000
"""The maximum number of pixels in all frames of a GIF or APNG together, which bounds the memory."""
MAX_SVG_BYTES = 16_000_000
"""The maximum size of an animated SVG."""
LAST_SECONDS = 2
"""The time in seconds for which the last frame stays longer than the others."""
_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_HIDE_CURSOR, _CLEAR = "\x1b[?25l", "\x1b[2J\x1b[H"


class Frame(NamedTuple):
    """One moment: the board, and a caption with the number of moves so far."""

    picture: Picture
    caption: str


class Film(NamedTuple):
    """The frames of a moving picture and their look.

    Attributes:
        game: The game of the level.
        theme: The theme that defines the colours.
        title: The title, which does not move.
        frames: The frames, at least one, all of the same size.
        milliseconds: The time for which each frame is shown, a multiple of 10 because a GIF counts
            in hundredths of a second.
    """

    game: Game
    theme: Theme
    title: str
    frames: Sequence[Frame]
    milliseconds: int

    @property
    def durations(self) -> list[int]:
        """The time in milliseconds for which each frame is shown."""
        times = [self.milliseconds] * len(self.frames)
        times[-1] += LAST_SECONDS * 1_000
        return times


def render_film(film: Film, form: str, cell: int) -> bytes:
    """Render a moving picture in one of :data:`FORMATS`.

    Args:
        film: The frames.
        form: The name of the format.
        cell: The width of a cell in pixels, for GIF and APNG.

    Raises:
        EngineError: There are too many frames or pixels, or Pillow is not installed.
    """
    if len(film.frames) > MAX_FRAMES:
        raise EngineError(
            f"expected at most {MAX_FRAMES:,} frames, found {len(film.frames):,}; "
            "use --at N to draw one of them"
        )
    if form == "svg":
        return _render_svg(film)
    if form == "cast":
        return _render_cast(film)
    _require_few_pixels(film, cell)
    return _render_gif(film, cell) if form == "gif" else _render_apng(film, cell)


def _require_few_pixels(film: Film, cell: int) -> None:
    """Check that the frames are not too large together."""
    zoom = cell / export.CELL_PIXELS
    width, height = export.measure_svg(film.frames[0].picture, film.title)
    pixels = int(width * zoom) * int(height * zoom) * len(film.frames)
    if pixels > MAX_FRAME_PIXELS:
        raise EngineError(
            f"expected at most {MAX_FRAME_PIXELS:,} pixels in all frames, found {pixels:,}; "
            "use --cell N to make them smaller"
        )


def _draw_png_frames(film: Film, cell: int) -> Iterator[bytes]:
    """Yield each frame as a PNG file."""
    for frame in film.frames:
        yield export.render_png(
            film.game, frame.picture, film.theme, film.title, cell=cell, caption=frame.caption
        )


def _render_apng(film: Film, cell: int) -> bytes:
    """Join the frames into one APNG that repeats forever.

    The chunks of the PNG files are copied, so that no other library has to decode them.
    """
    parts, number = [_PNG_SIGNATURE], 0
    for png, duration in zip(_draw_png_frames(film, cell), film.durations, strict=True):
        chunks = [*_read_chunks(png)]
        header = next(data for kind, data in chunks if kind == b"IHDR")
        if not number:
            parts.append(_build_chunk(b"IHDR", header))
            # The number of frames, and 0 repetitions for an endless loop.
            parts.append(_build_chunk(b"acTL", struct.pack(">II", len(film.frames), 0)))
        # A frame replaces the whole picture: offset 0,0, no disposal, no blending.
        control = struct.pack(">I", number) + header[:8]
        control += struct.pack(">IIHHBB", 0, 0, duration, 1_000, 0, 0)
        parts.append(_build_chunk(b"fcTL", control))
        number += 1
        for kind, data in chunks:
            if kind == b"IDAT" and number == 1:
                parts.append(_build_chunk(b"IDAT", data))
            elif kind == b"IDAT":
                parts.append(_build_chunk(b"fdAT", struct.pack(">I", number) + data))
                number += 1
    parts.append(_build_chunk(b"IEND", b""))
    return b"".join(parts)


def _read_chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the type and data of each chunk in a PNG file."""
    at = len(_PNG_SIGNATURE)
    while at < len(png):
        size = int.from_bytes(png[at : at + 4], "big")
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        at += size + 12


def _build_chunk(kind: bytes, data: bytes) -> bytes:
    checksum = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)


def _render_gif(film: Film, cell: int) -> bytes:
    """Render the frames as one GIF that repeats forever."""
    try:
        from PIL import Image
    except ImportError as error:
        missing = "gif needs pip install 'puzzle-workbench[animation]'; apng does not"
        raise EngineError(missing) from error

    def draw_images(film: Film) -> Iterator[Image.Image]:
        background = export.get_ui_colour(film.theme, *export.BACKGROUND)
        for png in _draw_png_frames(film, cell):
            image = Image.open(BytesIO(png)).convert("RGBA")
            # The corners are transparent, which a GIF would show as stray pixels.
            whole = Image.new("RGBA", image.size, background)
            yield Image.alpha_composite(whole, image).convert("RGB")

    # One palette for all frames, with the colours of the first, middle and last one.
    chosen = [film.frames[index] for index in (0, len(film.frames) // 2, -1)]
    samples = [*draw_images(film._replace(frames=chosen))]
    strip = Image.new("RGB", (samples[0].width, sum(each.height for each in samples)))
    for number, sample in enumerate(samples):
        strip.paste(sample, (0, number * sample.height))
    colours, file = strip.quantize(256), BytesIO()
    images = (
        image.quantize(palette=colours, dither=Image.Dither.NONE) for image in draw_images(film)
    )
    times = film.durations
    next(images).save(file, "GIF", save_all=True, append_images=images, duration=times, loop=0)
    return file.getvalue()


def _render_svg(film: Film) -> bytes:
    """Render the frames as an SVG that moves by style sheet, without scripts.

    An element that several frames have in common is drawn once. Viewers that do not animate, and
    readers who prefer no motion, see the first frame.
    """
    whole, first = frozenset(range(len(film.frames))), film.frames[0]
    drawn = [export.draw_layers(film.game, frame.picture, film.theme) for frame in film.frames]
    names: dict[frozenset[int], str] = {}
    board = [
        part for layer in zip(*drawn, strict=True) for part in _show_in_frames(layer, whole, names)
    ]
    around = [export.draw_surroundings(frame.picture, film.theme) for frame in film.frames]
    surroundings = [*_show_in_frames(around, whole, names)]
    captions = [
        [export.draw_caption(frame.picture, film.theme, film.title, frame.caption)]
        for frame in film.frames
    ]
    below = "".join(_show_in_frames(captions, whole, names))
    board.insert(0, _build_style_sheet(names, film.durations))
    svg = export.frame_board(
        film.game, first.picture, film.theme, film.title, (board, surroundings), below
    )
    content = svg.encode()
    if len(content) > MAX_SVG_BYTES:
        raise EngineError(f"the SVG would be larger than {MAX_SVG_BYTES:,} bytes; use --format gif")
    return content


def _show_in_frames(
    layer: Sequence[Sequence[str]], whole: frozenset[int], names: dict[frozenset[int], str]
) -> Iterator[str]:
    """Yield the elements of a layer in groups that are visible in the same frames.

    Args:
        layer: The elements of the layer in each frame.
        whole: The indices of all frames.
        names: The class of each set of frames, which is extended.
    """
    seen: dict[str, set[int]] = {}
    for index, elements in enumerate(layer):
        for element in elements:
            seen.setdefault(element, set()).add(index)
    groups: dict[frozenset[int], list[str]] = {}
    for element, indices in seen.items():
        groups.setdefault(frozenset(indices), []).append(element)
    for shown, elements in groups.items():
        if shown == whole:
            yield from elements
        else:
            name = names.setdefault(shown, f"f{len(names)}")
            yield f"<g class='{name}'>{''.join(elements)}</g>"


def _build_style_sheet(names: Mapping[frozenset[int], str], durations: Sequence[int]) -> str:
    """Build the style sheet that shows each class of elements in its frames."""
    total, starts = sum(durations), [0]
    for duration in durations:
        starts.append(starts[-1] + duration)
    rules = []
    for shown, name in names.items():
        steps = []
        for index in range(len(durations)):
            # A step is only needed where the visibility changes.
            if index == 0 or (index in shown) != (index - 1 in shown):
                share = f"{100 * starts[index] / total:.4f}".rstrip("0").rstrip(".")
                value = "visible" if index in shown else "hidden"
                steps.append(f"{share}%{{visibility:{value}}}")
        rest = "visible" if 0 in shown else "hidden"
        rules.append(
            f".{name}{{visibility:{rest};animation:{name} {total}ms step-end infinite}}"
            f"@keyframes {name}{{{''.join(steps)}}}"
        )
    still = "@media(prefers-reduced-motion:reduce){g{animation:none!important}}"
    return f"<style>{''.join(rules)}{still}</style>" if rules else ""


def _render_cast(film: Film) -> bytes:
    """Render the frames as a terminal recording, version 2 of asciicast."""
    screens = []
    for frame in film.frames:
        board = export.render_text(film.game, frame.picture, film.theme, True, colours="truecolor")
        screens.append([frame.caption, "", *board.splitlines()])
    plain = [
        export.render_text(film.game, frame.picture, film.theme, False).splitlines()
        for frame in film.frames
    ]
    lines = [line for board in plain for line in board] + [frame.caption for frame in film.frames]
    head = {
        "version": 2,
        "width": max(cell_len(line) for line in lines) + 1,
        "height": max(map(len, screens)) + 1,
        "title": film.title,
    }
    at, rows = 0, [json.dumps(head)]
    for screen, duration in zip(screens, film.durations, strict=True):
        text = (_HIDE_CURSOR if at == 0 else "") + _CLEAR + "\r\n".join(screen)
        rows.append(json.dumps([at / 1_000, "o", text]))
        at += duration
    # A player stops at the last event, so an empty one keeps the last frame visible.
    rows.append(json.dumps([at / 1_000, "o", ""]))
    return ("\n".join(rows) + "\n").encode()
