"""Detection of the terminal's graphics protocol, and encoding of images for it.

Two protocols are supported. Kitty's protocol accepts a PNG file and draws it over the text, which
remains below the image (https://sw.kovidgoyal.net/kitty/graphics-protocol/). Sixel sets the pixels
of cells, and text written to those cells later replaces them. The package ``textual-image`` encodes
Sixel images. No other part of that package is used. It queries the terminal on import, and its
widgets either bypass the app's output or use control segments and combining characters, which
cannot be compared column by column.

Only :func:`query_terminal` queries the terminal. It is called only if the user wants images and
nothing else is reading the terminal's input.
"""

from __future__ import annotations

import base64
import io
import os
import re
import select
import struct
import sys
import time
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Literal

from workbench.paths.user_config_file import AutoSetting
from workbench.terminal.capabilities import Capabilities

ProtocolName = Literal["kitty", "sixel"]

ANSWER_TIMEOUT = 1.0
"""The number of seconds to wait for the terminal's answers. The last answer ends the wait."""
_QUERIES = b"\x1b_Gi=1,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[16t\x1b[?1;1;0S\x1b[c"
"""The queries for Kitty's protocol, the size of a cell in pixels, Sixel's colours, and the device
attributes. Every terminal answers the query for the device attributes, so that query is the
last."""
_ATTRIBUTES = re.compile(rb"\x1b\[\?([\d;]*)c")
_CELL_SIZE = re.compile(rb"\x1b\[6;(\d+);(\d+)t")
_COLOUR_COUNT = re.compile(rb"\x1b\[\?1;0;(\d+)S")
_SIXEL = b"4"
_COLOUR_DEFINITION = re.compile(r"(#\d+);2;\d+;\d+;\d+")
_MAX_COLOURS = 256
"""The maximum number of colours in a Sixel image."""
_CHUNK_LENGTH = 4096
"""The maximum length of the base64 data in one command of Kitty's protocol."""


@dataclass(frozen=True, slots=True)
class Graphics:
    """The graphics protocol of a terminal, with its limits.

    Attributes:
        protocol: The name of the protocol.
        cell_size: The width and height of a cell in pixels according to the terminal, or None if it
            did not answer. It is used only if the operating system does not know the size.
        colours: The maximum number of colours in a Sixel image.
    """

    protocol: ProtocolName
    cell_size: tuple[int, int] | None
    colours: int = _MAX_COLOURS

    def get_cell_size(self) -> tuple[int, int] | None:
        """Return the current width and height of a cell in pixels, or None if unknown."""
        return _get_system_cell_size() or self.cell_size

    def encode_png(self, png: bytes, number: int, size: tuple[int, int]) -> str:
        """Return the sequence that shows a PNG file at the cursor.

        Args:
            png: The content of the file. The image must have exactly as many pixels as the cells
                that it covers.
            number: The number that identifies the image in the terminal.
            size: The number of columns and of lines that the image covers.
        """
        if self.protocol == "kitty":
            return _encode_kitty(png, number, size)
        from PIL import Image
        from textual_image._sixel import SixelOptions, image_to_sixels

        options = SixelOptions(self.colours, quantize="adaptive")
        sixels = image_to_sixels(Image.open(io.BytesIO(png)).convert("RGB"), options)
        # In xterm, defining a colour does not select it, so select each colour after its
        # definition.
        return _COLOUR_DEFINITION.sub(r"\g<0>\1", sixels)

    def build_removal(self, number: int) -> str:
        """Return the sequence that deletes an image, or "" for Sixel, which text overwrites."""
        return f"\x1b_Ga=d,d=I,i={number},q=2\x1b\\" if self.protocol == "kitty" else ""


def explain_unwanted(setting: AutoSetting, capabilities: Capabilities) -> str | None:
    """Return a short reason for starting without images, or None to try to show images."""
    if not setting:
        return "not requested"
    if setting == "auto" and capabilities.remote:
        return "not over SSH unless pictures = true"
    return explain_impossible(capabilities)


def explain_impossible(capabilities: Capabilities) -> str | None:
    """Return a short reason why no images can be shown, or None if they might be possible.

    Images are impossible inside a multiplexer, which can draw on several terminals at a time and
    misinterprets the queries.
    """
    if capabilities.multiplexer:
        return f"not supported inside {capabilities.multiplexer}"
    if capabilities.dumb or capabilities.colours == "none":
        return "needs colours"
    if find_spec("termios") is None:
        return "not supported on this system"
    # Textual reads from standard input and writes to standard error.
    streams = (sys.__stdin__, sys.__stderr__)
    if not all(stream is not None and stream.isatty() for stream in streams):
        return "needs a terminal"
    return None


def query_terminal() -> Graphics | str:
    """Query the terminal for its graphics protocol.

    Standard input must be a terminal that nothing else is reading. Keys typed during the query are
    lost.

    Returns:
        The protocol, or a short reason why no protocol is available.
    """
    import termios
    import tty

    assert sys.__stdin__ is not None and sys.__stderr__ is not None
    source, target = sys.__stdin__.fileno(), sys.__stderr__.fileno()
    before = termios.tcgetattr(source)
    # Turn off line buffering and echo, because the answers have no newline and must not be shown.
    tty.setcbreak(source, termios.TCSANOW)
    try:
        os.write(target, _QUERIES)
        said = _read_answers(source)
    finally:
        termios.tcsetattr(source, termios.TCSANOW, before)
    return parse_answers(said)


def parse_answers(answers: bytes) -> Graphics | str:
    """Return the protocol that the answers announce, or a short reason why none is available."""
    attributes, cell = _ATTRIBUTES.search(answers), _CELL_SIZE.search(answers)
    size = (int(cell[2]), int(cell[1])) if cell and int(cell[1]) and int(cell[2]) else None
    kitty = b"\x1b_Gi=1;OK\x1b\\" in answers
    sixel = attributes is not None and _SIXEL in attributes[1].split(b";")
    if attributes is None and not kitty:
        return "the terminal did not answer"
    if not (kitty or sixel):
        return "the terminal has no graphics protocol"
    if size is None and _get_system_cell_size() is None:
        return "the terminal does not report the size of a cell"
    if not kitty and not _has_sixel_encoder():
        return "Sixel needs pip install 'puzzle-workbench[pictures]'"
    if kitty:
        return Graphics("kitty", size)
    # By default, xterm has only 16 colour registers.
    colours = _COLOUR_COUNT.search(answers)
    return Graphics(
        "sixel",
        size,
        min(int(colours[1]), _MAX_COLOURS) if colours and int(colours[1]) else _MAX_COLOURS,
    )


def _has_sixel_encoder() -> bool:
    try:
        from textual_image._sixel import image_to_sixels
    except ImportError:
        return False
    return callable(image_to_sixels)


def _read_answers(source: int) -> bytes:
    said, end = b"", time.monotonic() + ANSWER_TIMEOUT
    while not _ATTRIBUTES.search(said):
        ready, _, _ = select.select([source], [], [], max(0.0, end - time.monotonic()))
        if not ready or not (more := os.read(source, 1024)):
            break
        said += more
    return said


def _get_system_cell_size() -> tuple[int, int] | None:
    """Return a cell's width and height in pixels, as reported by the operating system.

    The result changes with the font size. It is None if the system does not know the size.
    """
    assert sys.__stdin__ is not None
    try:
        import fcntl
        import termios

        answer = fcntl.ioctl(sys.__stdin__.fileno(), termios.TIOCGWINSZ, bytes(8))
    except (ImportError, OSError, ValueError):
        return None
    lines, columns, width, height = struct.unpack("HHHH", answer)
    # Many terminals report 0 here, as do SSH servers that do not know the size in pixels.
    if not (lines and columns and width >= columns and height >= lines):
        return None
    return width // columns, height // lines


def _encode_kitty(png: bytes, number: int, size: tuple[int, int]) -> str:
    text = base64.b64encode(png).decode("ascii")
    parts = [text[at : at + _CHUNK_LENGTH] for at in range(0, len(text), _CHUNK_LENGTH)]
    # a=T: transmit and show; f=100: PNG; C=1: leave the cursor in place; q=2: send no answers. Only
    # the first chunk has these keys. In any chunk, m=1 announces that another one follows.
    head = f"a=T,f=100,i={number},p=1,c={size[0]},r={size[1]},C=1,q=2,"
    return "".join(
        f"\x1b_G{head if not at else ''}m={int(at < len(parts) - 1)};{part}\x1b\\"
        for at, part in enumerate(parts)
    )
