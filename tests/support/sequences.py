"""What an app sends for the whole of its screen, taken apart again as a terminal would."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import groupby, islice

import pyte
from textual.app import App

from workbench.terminal import screen_difference

SGR = re.compile(r"\x1b\[([\d;]*)m")

_ATTRIBUTES = r"0|2?[1234579]"
_DEFAULTS = r"39|49"
_SIXTEEN = r"[34][0-7]|9[0-7]|10[0-7]"
_MANY = r"[34]8;5;\d+"
_ALL = r"[34]8;2;\d+;\d+;\d+"
_KNOWN = {
    "none": (_ATTRIBUTES, _DEFAULTS),
    "16": (_ATTRIBUTES, _DEFAULTS, _SIXTEEN),
    "256": (_ATTRIBUTES, _DEFAULTS, _SIXTEEN, _MANY),
    "truecolor": (_ATTRIBUTES, _DEFAULTS, _SIXTEEN, _MANY, _ALL),
}
"""What a terminal of each depth of colour knows."""

_FIELDS = {
    "bold": "bold", "blink": "dim", "italics": "italic", "underscore": "underline",
    "reverse": "reverse",
}  # fmt: skip

Cell = tuple[str, str]
"""A character and how it is drawn."""


def beyond(sent: str, depth: str) -> set[str]:
    """The parameters of SGR sequences that are beyond a depth of colour."""
    one = f"(?:{'|'.join(_KNOWN[depth])})"
    known = re.compile(f"(?:{one}(?:;{one})*)?")
    return {codes for codes in SGR.findall(sent) if not known.fullmatch(codes)}


def whole(app: App[int]) -> str:
    """All that is sent to draw the screen from scratch."""
    update = app.screen._compositor.render_update(full=True)
    return (
        screen_difference.ScreenBuffer()
        .compute_update(update, app.size)
        .render_segments(app.console)
    )


def cells(sent: str, size: tuple[int, int]) -> list[list[Cell]]:
    """The screen that a terminal shows then, line by line."""
    screen = _Screen(*size)
    pyte.Stream(screen).feed(sent)
    return [
        [(screen.buffer[y][x].data, _look(screen.buffer[y][x])) for x in range(size[0])]
        for y in range(size[1])
    ]


class _Screen(pyte.Screen):  # type: ignore[misc]
    """A terminal's screen that knows dim text, which pyte passes over: as ``blink``."""

    def select_graphic_rendition(self, *attrs: int) -> None:
        """Takes the parameters of an SGR sequence."""
        dim = self.cursor.attrs.blink
        super().select_graphic_rendition(*attrs)
        numbers = iter(attrs or (0,))
        for number in numbers:
            if number in (38, 48):
                [*islice(numbers, 3 if next(numbers) == 2 else 1)]
            elif number in (0, 2, 22):
                dim = number == 2
        self.cursor.attrs = self.cursor.attrs._replace(blink=dim)


@cache
def _look(cell: pyte.screens.Char) -> str:
    seen = ("underscore", "reverse") if cell.data == " " else tuple(_FIELDS)
    words = [_FIELDS[field] for field in seen if getattr(cell, field)]
    # A blank has no colour but that of its background.
    front = "default" if cell.data == " " and not words else cell.fg
    colours = [] if (front, cell.bg) == ("default", "default") else [f"{front} on {cell.bg}"]
    return " ".join([*words, *colours]) or "plain"


def described(lines: list[list[Cell]]) -> str:
    """Looks line by line, equal lines together: a letter for each look and how often."""
    letters: dict[str, str] = {}
    rows = []
    for line in lines:
        runs = [(look, len([*same])) for look, same in groupby(look for _, look in line)]
        named = [(letters.setdefault(look, _letter(len(letters))), times) for look, times in runs]
        rows.append(" ".join(f"{letter}{times}" for letter, times in named))
    legend = [f"{letter}: {look}" for look, letter in letters.items()]
    return "\n".join([*legend, *_together(rows)])


def _letter(number: int) -> str:
    return chr(ord("a") + number) if number < 26 else f"{chr(ord('a') + number // 26 - 1)}'"


def _together(rows: list[str]) -> Iterator[str]:
    number = 0
    for row, same in groupby(rows):
        last = number + len([*same]) - 1
        yield f"{number}-{last}  {row}" if last > number else f"{number}  {row}"
        number = last + 1
