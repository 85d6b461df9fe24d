"""What the terminal cannot show is kept from it: colours it does not have, more than ASCII."""

from __future__ import annotations

import re

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.segment import Segment
from textual.app import App
from textual.color import Color
from textual.filter import LineFilter, Monochrome, NoColor

from workbench.terminal.asciitext import plain
from workbench.terminal.colours import SYSTEMS
from workbench.terminal.link import Link


def limit_colours(app: App[int], link: Link) -> None:
    """Has an app send only the colours that the terminal has, whatever Textual takes it for."""
    filters = [each for each in app._filters if not isinstance(each, Monochrome | NoColor)]
    # Textual itself would draw in shades of grey; no colour means none.
    filters += [NoColor()] if link.colours == "none" else []
    app._filters[:] = [*filters, NoCommands()]
    # Attributes need a system of colours even where there are none.
    system = SYSTEMS.get(link.colours, ColorSystem.STANDARD)
    app.console._color_system = None if link.dumb else system


class NoCommands(LineFilter):
    """Leaves out what terminals obey: titles and names of files may hold any character.

    What the command line escapes, see :mod:`workbench.terminal.console`, would shift columns here.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments, each as wide as before."""
        return [
            segment
            if segment.text.isprintable()
            else Segment(_CONTROLS.sub(_stand_for, segment.text), segment.style)
            for segment in segments
        ]


_CONTROLS = re.compile(
    "[\x00-\x1f\x7f-\x9f"  # controls
    "\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"  # line ends and directions of writing
    "\ud800-\udfff]"  # bytes of a name that are no text
)


def _stand_for(found: re.Match[str]) -> str:
    return "?" * cell_len(found[0])


class AsciiOnly(LineFilter):
    """Draws everything in ASCII, titles of levels and names of files included."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments, each as wide as before."""
        return [
            segment if segment.text.isascii() else Segment(plain(segment.text), segment.style)
            for segment in segments
        ]
