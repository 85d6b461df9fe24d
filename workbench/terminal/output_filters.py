"""Filters that replace colours and characters that the terminal cannot show."""

from __future__ import annotations

import re

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.segment import Segment
from textual.app import App
from textual.color import Color
from textual.filter import LineFilter, Monochrome, NoColor

from workbench.terminal.ascii_text import convert_to_ascii
from workbench.terminal.capabilities import Capabilities
from workbench.terminal.colour_depth import COLOUR_SYSTEMS


def limit_colours(app: App[int], capabilities: Capabilities) -> None:
    """Make ``app`` send only colours that the terminal has, whatever Textual has detected."""
    filters = [each for each in app._filters if not isinstance(each, Monochrome | NoColor)]
    # Textual would use shades of grey here, but "none" means no colours at all.
    filters += [NoColor()] if capabilities.colours == "none" else []
    app._filters[:] = [*filters, ControlCharacterFilter()]
    # Rich sends attributes such as bold only if there is a colour system, even for a terminal
    # without colours.
    system = COLOUR_SYSTEMS.get(capabilities.colours, ColorSystem.STANDARD)
    app.console._color_system = None if capabilities.dumb else system


class ControlCharacterFilter(LineFilter):
    """A filter that replaces control characters, which titles and file names may contain.

    The command line escapes them instead (:mod:`workbench.terminal.command_line_output`). On a
    screen, escapes would shift the columns after them.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments with control characters replaced, without changing their width."""
        return [
            segment
            if segment.text.isprintable()
            else Segment(_CONTROL_CHARACTERS.sub(_replace_controls, segment.text), segment.style)
            for segment in segments
        ]


_CONTROL_CHARACTERS = re.compile(
    "[\x00-\x1f\x7f-\x9f"  # C0 and C1 control characters
    "\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"  # line separators and marks of writing direction
    "\ud800-\udfff]"  # surrogates: undecodable bytes of a file name
)


def _replace_controls(found: re.Match[str]) -> str:
    return "?" * cell_len(found[0])


class AsciiFilter(LineFilter):
    """A filter that converts all text to ASCII, including level titles and file names."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments converted to ASCII, without changing their width."""
        return [
            segment
            if segment.text.isascii()
            else Segment(convert_to_ascii(segment.text), segment.style)
            for segment in segments
        ]
