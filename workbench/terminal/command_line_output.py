"""Output of the command line: answers on standard output, messages on standard error.

All text that is written to a terminal outside the app passes through this module. It escapes text
from files and arguments, so that the terminal cannot interpret any of it as a control sequence.
Only a :class:`PaintedText` contains control sequences, all of which come from this module. Ruff
bans ``print`` everywhere else.
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

from engine.errors import escape_unprintable
from engine.files import untrusted_toml
from workbench.terminal import capabilities

_DEFAULT_COLUMNS = 80
_STYLES = {"title": "1", "good": "32", "bad": "31", "open": "33", "quiet": "2"}


Painter = Callable[[str, str], str]
"""A function that returns a string in a named style. See :func:`create_painter`."""


class PaintedText(str):
    """A string with a styled form, which is preserved when strings are joined with ``+``.

    Attributes:
        styled: The escaped string, with the control sequences for its style.
    """

    __slots__ = ("styled",)

    styled: str

    @classmethod
    def from_text(cls, text: str, styled: str) -> PaintedText:
        """Create a painted text from its plain form and its styled form."""
        painted = cls(text)
        painted.styled = styled
        return painted

    def __add__(self, other: str) -> PaintedText:
        return PaintedText.from_text(
            str.__add__(self, other), self.styled + format_for_terminal(other)
        )

    def __radd__(self, other: str) -> PaintedText:
        return PaintedText.from_text(
            str.__add__(other, self), format_for_terminal(other) + self.styled
        )


def format_for_terminal(text: str) -> str:
    """Return ``text`` in a form that is safe to print: styled if possible, otherwise escaped."""
    return text.styled if isinstance(text, PaintedText) else escape_unprintable(text)


_silenced = [False]
"""One entry: True while notes and progress are not to be printed."""


@contextmanager
def silence_notes(quiet: bool) -> Iterator[None]:
    """Print no notes and no progress during the ``with`` block, if ``quiet`` is true."""
    before, _silenced[0] = _silenced[0], quiet
    try:
        yield
    finally:
        _silenced[0] = before


def print_error(message: object) -> None:
    """Print a message on one line of standard error."""
    with contextlib.suppress(OSError):  # the terminal has disappeared
        print(escape_unprintable(str(message)), file=sys.stderr)


def print_note(message: object) -> None:
    """Print a message that is not an error on standard error, unless notes are silenced."""
    if not _silenced[0]:
        print_error(message)


def print_json(value: Mapping[str, Any]) -> None:
    """Print a JSON object on one line."""
    import json

    print_line(json.dumps(value, default=str))


def print_line(text: str = "") -> None:
    """Print a line on standard output, escaped unless it is styled."""
    print(format_for_terminal(text), file=sys.stdout)


def print_lines(texts: Iterable[str]) -> None:
    """Print lines on standard output, each as soon as it is available."""
    for text in texts:
        print_line(text)


def print_answer(
    args: argparse.Namespace,
    record: Mapping[str, Any],
    format_lines: Callable[[Painter], Iterable[str]],
) -> None:
    """Print an answer as a JSON object if ``--json`` is given, otherwise as lines of text.

    Args:
        args: The arguments of the verb, which include ``json`` and ``color``.
        record: The answer as a JSON object.
        format_lines: A function that returns the answer as lines of text. It receives a painter to
            style them with.
    """
    if args.json:
        print_json(record)
    else:
        print_lines(format_lines(create_painter(wants_color(args))))


def write_content(content: str | bytes) -> None:
    """Write the content of a file to standard output, with the same bytes on every system.

    Text is encoded as UTF-8. The caller must make sure that the content is safe for a terminal.
    """
    # Flush the text layer first, or text that it has buffered would follow these bytes.
    sys.stdout.flush()
    sys.stdout.buffer.write(content.encode() if isinstance(content, str) else content)


def print_level_file(text: str) -> None:
    """Print the text of a level file on standard output."""
    write_content(untrusted_toml.escape_toml(text))


def choose_colours(args: argparse.Namespace) -> capabilities.Colours:
    """Return the colour depth for standard output, which is ``none`` for plain text.

    ``--color`` overrides the environment, which :func:`capabilities.choose_color_mode` reads.
    """
    mode = args.color
    if mode in (None, "auto"):
        mode = capabilities.choose_color_mode()
    if mode == "never" or (mode == "auto" and not sys.stdout.isatty()):
        return "none"
    return capabilities.detect_colours(forced=mode == "always")


def wants_color(args: argparse.Namespace) -> bool:
    """Return True if standard output should be coloured."""
    return choose_colours(args) != "none"


def create_painter(color: bool) -> Painter:
    """Return a function that styles text, or leaves it plain if ``color`` is False."""

    def paint(text: str, style: str) -> str:
        if not color:
            return text
        # Escape the text first, so that only the sequences added here reach the terminal.
        return PaintedText.from_text(
            text, f"\x1b[{_STYLES[style]}m{escape_unprintable(text)}\x1b[0m"
        )

    return paint


def format_table(rows: Sequence[Sequence[str]], indent: int = 2) -> list[str]:
    """Format the rows of a table as lines with aligned columns."""
    if not rows:
        return []
    rows = [[escape_unprintable(cell) for cell in row] for row in rows]
    cell_len: Callable[[str], int] = len
    pad_text: Callable[[str, int], str] = str.ljust
    if not all(cell.isascii() for row in rows for cell in row):  # for ASCII, avoid the slow imports
        from rich.cells import cell_len

        from workbench.terminal.column_width import pad_text
    widths = [max(cell_len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        " " * indent + "  ".join(pad_text(c, w) for c, w in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _count_columns() -> int:
    """Return the width in columns of the terminal to which standard error is connected."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or _DEFAULT_COLUMNS
    except OSError:
        return _DEFAULT_COLUMNS


class ProgressLine:
    """A progress line on standard error, shown only if that is a terminal.

    In a ``with`` block of :meth:`speak_progress`, progress is passed to a function instead, one
    line at a time and slowly enough for a screen reader.
    """

    INTERVAL = 0.1
    """The minimum number of seconds between two changes to the line."""
    SPEECH_DELAY, SPEECH_INTERVAL = 5.0, 15.0
    """The number of seconds before the first spoken line, and between two spoken lines."""
    _speaker: ClassVar[Callable[[str], None] | None] = None

    def __init__(self) -> None:
        self._shown = ""
        self._speak = type(self)._speaker
        wait = self.INTERVAL if self._speak is None else self.SPEECH_DELAY
        self._next = time.monotonic() + wait

    @classmethod
    @contextmanager
    def speak_progress(cls, speak: Callable[[str], None]) -> Iterator[None]:
        """Pass progress to ``speak``, one line at a time, during the ``with`` block."""
        before, cls._speaker = cls._speaker, speak
        try:
            yield
        finally:
            cls._speaker = before

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *_: object) -> None:
        # Erase the line and return to its start, so that the answer takes its place.
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def __call__(self, text: str) -> None:
        """Replace the line with ``text``, unless the last change was too recent."""
        now = time.monotonic()
        if now < self._next or text == self._shown:
            return
        if self._speak is not None:
            self._next = now + self.SPEECH_INTERVAL
            self._speak(f"{text[:1].upper()}{text[1:]}.")
        elif sys.stderr.isatty() and not _silenced[0]:
            self._next = now + self.INTERVAL
            self._shown = text
            # Cut the text to fit the line, because wrapped text could not be overwritten.
            fits = escape_unprintable(text)[: _count_columns() - 1]
            print(f"\r{fits}\x1b[K", end="", file=sys.stderr, flush=True)
