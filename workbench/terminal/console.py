"""What the command line writes: answers on stdout, messages on stderr, each where it belongs.

This is the one way out to a terminal. Whatever a file or an argument said goes through
:func:`~engine.errors.printable` here, so that no terminal takes it for a command; only what is
:class:`Painted` has control sequences, which are ours. Ruff bans ``print`` everywhere else.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar

from engine.errors import printable
from engine.files import tomltext
from workbench.terminal import link

_USUAL_COLUMNS = 80
_STYLES = {"title": "1", "good": "32", "bad": "31", "open": "33", "quiet": "2"}


Painter = Callable[[str, str], str]
"""Styles a text; see :func:`painter`."""


class Painted(str):
    """A text that knows how a terminal is to show it; added to others it stays so.

    Attributes:
        shown: the text, safe for a terminal, with our control sequences.
    """

    __slots__ = ("shown",)

    shown: str

    @classmethod
    def of(cls, text: str, shown: str) -> Painted:
        """The text that is shown so."""
        painted = cls(text)
        painted.shown = shown
        return painted

    def __add__(self, other: str) -> Painted:
        return Painted.of(str.__add__(self, other), self.shown + shown(other))

    def __radd__(self, other: str) -> Painted:
        return Painted.of(str.__add__(other, self), shown(other) + self.shown)


def shown(text: str) -> str:
    """A text as a terminal may have it."""
    return text.shown if isinstance(text, Painted) else printable(text)


def error(message: object) -> None:
    """One line on stderr."""
    with contextlib.suppress(OSError):  # no terminal is left to write to
        print(printable(str(message)), file=sys.stderr)


note = error
"""A message that is no error goes the same way."""


def json_line(value: Mapping[str, Any]) -> None:
    """One JSON object on a line of its own."""
    import json

    line(json.dumps(value, default=str))


def line(text: str = "") -> None:
    """One line on stdout."""
    print(shown(text), file=sys.stdout)


def lines(texts: Iterable[str]) -> None:
    """Lines on stdout, each as soon as it is there."""
    for text in texts:
        line(text)


def answer(
    args: argparse.Namespace,
    record: Mapping[str, Any],
    words: Callable[[Painter], Iterable[str]],
) -> None:
    """A JSON object if that is asked for, else lines of text, coloured where that is wanted."""
    if args.json:
        json_line(record)
    else:
        lines(words(painter(wants_color(args))))


def exactly(content: str | bytes) -> None:
    """A file's content on stdout: the same bytes on every system, text as UTF-8.

    The caller has seen to it that a terminal can have it.
    """
    sys.stdout.flush()
    sys.stdout.buffer.write(content.encode() if isinstance(content, str) else content)


def level_file(text: str) -> None:
    """The text of a level file on stdout."""
    exactly(tomltext.escaped(text))


def wants_color(args: argparse.Namespace) -> bool:
    """Whether stdout is to be coloured."""
    return not args.no_color and sys.stdout.isatty() and link.detect().colours != "none"


def painter(color: bool) -> Painter:
    """What styles words, where colour is wanted."""

    def paint(text: str, style: str) -> str:
        """The text in a style: title, good, bad, open or quiet."""
        if not color:
            return text
        return Painted.of(text, f"\x1b[{_STYLES[style]}m{printable(text)}\x1b[0m")

    return paint


def table(rows: Sequence[Sequence[str]], indent: int = 2) -> list[str]:
    """Rows as lines with aligned columns."""
    if not rows:
        return []
    rows = [[printable(cell) for cell in row] for row in rows]
    cell_len: Callable[[str], int] = len
    pad: Callable[[str, int], str] = str.ljust
    if not all(cell.isascii() for row in rows for cell in row):  # else nothing heavy is loaded
        from rich.cells import cell_len

        from workbench.terminal.widths import pad
    widths = [max(cell_len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        " " * indent + "  ".join(pad(c, w) for c, w in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _columns() -> int:
    """Columns of the terminal that stderr is."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or _USUAL_COLUMNS
    except OSError:
        return _USUAL_COLUMNS


class ProgressLine:
    """A line on stderr that says how far a computation has come; silent if not a terminal.

    Within :meth:`spoken` it says lines instead, few enough to be listened to.
    """

    EVERY = 0.1
    """Seconds between two changes of the line."""
    SPOKEN_FIRST, SPOKEN_EVERY = 5.0, 15.0
    """Seconds before the first line that is said, and between two."""
    _said_by: ClassVar[Callable[[str], None] | None] = None

    def __init__(self) -> None:
        self._shown = ""
        self._say = type(self)._said_by
        wait = self.EVERY if self._say is None else self.SPOKEN_FIRST
        self._next = time.monotonic() + wait

    @classmethod
    @contextmanager
    def spoken(cls, say: Callable[[str], None]) -> Iterator[None]:
        """Within it progress is said, a line at a time."""
        before, cls._said_by = cls._said_by, say
        try:
            yield
        finally:
            cls._said_by = before

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def __call__(self, text: str) -> None:
        """Show a text in place of the last."""
        now = time.monotonic()
        if now < self._next or text == self._shown:
            return
        if self._say is not None:
            self._next = now + self.SPOKEN_EVERY
            self._say(f"{text[:1].upper()}{text[1:]}.")
        elif sys.stderr.isatty():
            self._next = now + self.EVERY
            self._shown = text
            # A line that wraps could not be drawn over.
            fits = printable(text)[: _columns() - 1]
            print(f"\r{fits}\x1b[K", end="", file=sys.stderr, flush=True)
