"""What the command line writes: answers on stdout, messages on stderr, each where it belongs."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, ClassVar

from engine.errors import printable
from workbench import link

_STYLES = {"title": "1", "good": "32", "bad": "31", "open": "33", "quiet": "2"}


def error(message: object) -> None:
    """One line on stderr."""
    print(printable(str(message)), file=sys.stderr)


note = error
"""A message that is no error goes the same way."""


def json_line(value: Mapping[str, Any]) -> None:
    """One JSON object on a line of its own."""
    line(json.dumps(value, default=str))


def line(text: str = "") -> None:
    """One line on stdout."""
    print(text, file=sys.stdout)


def exactly(content: str | bytes) -> None:
    """A file's content on stdout: the same bytes on every system, text as UTF-8."""
    sys.stdout.flush()
    sys.stdout.buffer.write(content.encode() if isinstance(content, str) else content)


def wants_color(args: argparse.Namespace) -> bool:
    """Whether stdout is to be coloured."""
    return not args.no_color and sys.stdout.isatty() and link.detect().colours != "none"


class Painter:
    """Styles words, where colour is wanted.

    Args:
        color: whether it is.
    """

    def __init__(self, color: bool) -> None:
        self.color = color

    def __call__(self, text: str, style: str) -> str:
        """The text in a style: title, good, bad, open or quiet."""
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if self.color else text


def table(rows: Sequence[Sequence[str]], indent: int = 2) -> list[str]:
    """Rows as lines with aligned columns."""
    if not rows:
        return []
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        " " * indent + "  ".join(f"{c:{w}}" for c, w in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


class Progress:
    """A line on stderr that says how far a computation has come; silent if not a terminal."""

    EVERY = 0.1
    """Seconds between two changes of the line."""
    silent: ClassVar[bool] = False
    """Show nothing at all, for those to whom the line would be read out."""

    def __init__(self) -> None:
        self._shown = ""
        self._next = time.monotonic() + self.EVERY

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.clear()

    def __call__(self, text: str) -> None:
        """Show a text in place of the last."""
        now = time.monotonic()
        if self.silent or now < self._next or text == self._shown or not sys.stderr.isatty():
            return
        self._next = now + self.EVERY
        self._shown = text
        print(f"\r{printable(text)}\x1b[K", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self._shown = ""
