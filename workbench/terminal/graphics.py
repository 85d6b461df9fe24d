"""Images by the terminal's own graphics protocol: which it has, and what to send.

Two protocols are known. Kitty's takes a PNG file and lays it over the text, which stays as it is
beneath (https://sw.kovidgoyal.net/kitty/graphics-protocol/). Sixel colours the pixels of cells, and
whatever is written there later takes their place; the package ``textual-image`` encodes it. Of
that package nothing else is used: it asks the terminal as soon as it is imported, and its widgets
write around the app's output, or in control segments and combining characters that an output
which compares column by column cannot carry.

Nothing here asks the terminal anything but :func:`ask`, which is called only where the user wants
images, and only while nothing else reads what the terminal says.
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

from workbench.folders.config import Wish
from workbench.terminal.link import Link

Protocol = Literal["kitty", "sixel"]

PATIENCE = 1.0
"""Seconds to wait for the terminal; one that answers the last question has answered all."""
_QUESTIONS = b"\x1b_Gi=1,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[16t\x1b[?1;1;0S\x1b[c"
"""Whether it knows Kitty's protocol, pixels of a cell, colours of Sixel, what else it can do."""
_ATTRIBUTES = re.compile(rb"\x1b\[\?([\d;]*)c")
_CELL = re.compile(rb"\x1b\[6;(\d+);(\d+)t")
_COLOURS = re.compile(rb"\x1b\[\?1;0;(\d+)S")
_SIXEL = b"4"
_DEFINED = re.compile(r"(#\d+);2;\d+;\d+;\d+")
_MOST = 256
"""Colours of a Sixel image, at most."""
_CHUNK = 4096
"""Characters of a file that one command of Kitty's may have."""


@dataclass(frozen=True, slots=True)
class Graphics:
    """How a terminal is sent images.

    Attributes:
        protocol: the protocol.
        cell: width and height of a cell in pixels, where the system does not know it.
        colours: how many a Sixel image may have.
    """

    protocol: Protocol
    cell: tuple[int, int] | None
    colours: int = _MOST

    def cell_pixels(self) -> tuple[int, int] | None:
        """Width and height of a cell in pixels, now; None if that is not known."""
        return _cell_by_system() or self.cell

    def encode(self, png: bytes, number: int, size: tuple[int, int]) -> str:
        """What shows a PNG file at the cursor.

        Args:
            png: the file; its pixels are those of the cells.
            number: names the image to the terminal.
            size: the columns and lines that it takes.
        """
        if self.protocol == "kitty":
            return _kitty(png, number, size)
        from PIL import Image
        from textual_image._sixel import SixelOptions, image_to_sixels

        options = SixelOptions(self.colours, quantize="adaptive")
        sixels = image_to_sixels(Image.open(io.BytesIO(png)).convert("RGB"), options)
        # xterm goes on with the colour before until the new one is named by itself.
        return _DEFINED.sub(r"\g<0>\1", sixels)

    def remove(self, number: int) -> str:
        """What takes an image from over the text; of Sixel, text itself does."""
        return f"\x1b_Ga=d,d=I,i={number},q=2\x1b\\" if self.protocol == "kitty" else ""


def unwanted(wish: Wish, link: Link) -> str | None:
    """Why no images are asked for at the start, in a few words; None if they are."""
    if not wish:
        return "not asked for"
    if wish == "auto" and link.remote:
        return "not over SSH, unless pictures = true"
    return impossible(link)


def impossible(link: Link) -> str | None:
    """Why there can be no images in a session, for any caller; None if the terminal may have them.

    Multiplexers draw for several terminals at once, and take the questions for something else.
    """
    if link.multiplexer:
        return f"not inside {link.multiplexer}"
    if link.dumb or link.colours == "none":
        return "not without colours"
    if find_spec("termios") is None:
        return "not on this system"
    # Textual reads the one and writes to the other.
    streams = (sys.__stdin__, sys.__stderr__)
    if not all(stream is not None and stream.isatty() for stream in streams):
        return "not without a terminal"
    return None


def ask() -> Graphics | str:
    """How the terminal is sent images, or why it cannot be, in a few words.

    It must be a terminal, and nothing else may be reading from it. What is typed meanwhile is
    lost.
    """
    import termios
    import tty

    assert sys.__stdin__ is not None and sys.__stderr__ is not None
    source, target = sys.__stdin__.fileno(), sys.__stderr__.fileno()
    before = termios.tcgetattr(source)
    tty.setcbreak(source, termios.TCSANOW)
    try:
        os.write(target, _QUESTIONS)
        said = _answers(source)
    finally:
        termios.tcsetattr(source, termios.TCSANOW, before)
    return understood(said)


def understood(said: bytes) -> Graphics | str:
    """What the terminal's answers mean; see :func:`ask`."""
    attributes, cell = _ATTRIBUTES.search(said), _CELL.search(said)
    size = (int(cell[2]), int(cell[1])) if cell and int(cell[1]) and int(cell[2]) else None
    kitty = b"\x1b_Gi=1;OK\x1b\\" in said
    sixel = attributes is not None and _SIXEL in attributes[1].split(b";")
    if attributes is None and not kitty:
        return "the terminal does not answer"
    if not (kitty or sixel):
        return "the terminal has no graphics protocol"
    if size is None and _cell_by_system() is None:
        return "the terminal does not say how large a cell is"
    if not kitty and not _knows_sixel():
        return "Sixel needs pip install 'puzzle-workbench[pictures]'"
    if kitty:
        return Graphics("kitty", size)
    # xterm has 16, unless its resource numColorRegisters says otherwise.
    colours = _COLOURS.search(said)
    return Graphics(
        "sixel", size, min(int(colours[1]), _MOST) if colours and int(colours[1]) else _MOST
    )


def _knows_sixel() -> bool:
    try:
        from textual_image._sixel import image_to_sixels
    except ImportError:
        return False
    return callable(image_to_sixels)


def _answers(source: int) -> bytes:
    said, end = b"", time.monotonic() + PATIENCE
    while not _ATTRIBUTES.search(said):
        ready, _, _ = select.select([source], [], [], max(0.0, end - time.monotonic()))
        if not ready or not (more := os.read(source, 1024)):
            break
        said += more
    return said


def _cell_by_system() -> tuple[int, int] | None:
    """Pixels of a cell as the system knows them; they change with the size of the font."""
    assert sys.__stdin__ is not None
    try:
        import fcntl
        import termios

        answer = fcntl.ioctl(sys.__stdin__.fileno(), termios.TIOCGWINSZ, bytes(8))
    except (ImportError, OSError, ValueError):
        return None
    lines, columns, width, height = struct.unpack("HHHH", answer)
    if not (lines and columns and width >= columns and height >= lines):
        return None
    return width // columns, height // lines


def _kitty(png: bytes, number: int, size: tuple[int, int]) -> str:
    text = base64.b64encode(png).decode("ascii")
    parts = [text[at : at + _CHUNK] for at in range(0, len(text), _CHUNK)]
    head = f"a=T,f=100,i={number},p=1,c={size[0]},r={size[1]},C=1,q=2,"
    return "".join(
        f"\x1b_G{head if not at else ''}m={int(at < len(parts) - 1)};{part}\x1b\\"
        for at, part in enumerate(parts)
    )
