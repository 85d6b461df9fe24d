"""The errors that the engine raises for bad input. Each one prints as a single clear line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager


def escape_unprintable(text: str) -> str:
    """Return untrusted text as a single line that cannot control a terminal.

    Line endings, control characters and all other unprintable characters become escape sequences.
    """
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


MAX_QUOTED = 80
"""The maximum number of characters that an error message quotes from rejected input."""
_MAX_NAME_LENGTH = 255
"""The maximum number of bytes in a file name on common systems."""


def clip_text(text: str) -> str:
    """Escape untrusted text and cut it to at most :data:`MAX_QUOTED` characters."""
    # Cut first, because escaping many megabytes would take a long time.
    shown = escape_unprintable(text[: MAX_QUOTED + 1])
    return shown if len(shown) <= MAX_QUOTED else f"{shown[: MAX_QUOTED - 3]}..."


def quote_input(found: object) -> str:
    """Format rejected input for an error message. Only strings are put in quotation marks."""
    if not isinstance(found, str):
        return clip_text(repr(found))
    text = repr(found[: MAX_QUOTED + 1])
    return text if len(text) <= MAX_QUOTED + 2 else f"{text[: MAX_QUOTED - 2]}...{text[0]}"


def suggest_similar(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """Return "did you mean ...?" with the known word closest to ``word``.

    If no known word is close, return ``otherwise``.
    """
    from difflib import get_close_matches

    close = get_close_matches(word, [*known], 1)
    return f"did you mean {close[0]}?" if close else otherwise


def _format_file_name(file: str) -> str:
    """Return a file name for an error message.

    The name is clipped only if one of its parts is longer than common file systems allow.
    """
    if not file:
        return "''"
    longest = max(map(len, file.split("/")))
    return clip_text(file) if longest > _MAX_NAME_LENGTH else file


class EngineError(Exception):
    """The base class of all errors caused by input. ``str(error)`` is one line for the user."""

    def __str__(self) -> str:
        return escape_unprintable(super().__str__())


class LevelError(EngineError):
    """A level that cannot be read, or that breaks a rule of its game.

    Attributes:
        message: The problem, without file, line or cell.
        file: The name of the file, or None.
        line: The line in the file, counted from 1, or None.
        key: The key of the table or grid that has the problem, or None.
        row, col: The cell in the grid named by ``key``, counted from 0 at the top left, or None.
    """

    def __init__(
        self,
        message: str,
        *,
        file: str | None = None,
        line: int | None = None,
        key: str | None = None,
        row: int | None = None,
        col: int | None = None,
    ) -> None:
        self.message = message
        self.file = file
        self.line = line
        self.key = key
        self.row = row
        self.col = col
        super().__init__(str(self))

    def with_file(self, file: str) -> LevelError:
        """Return a copy of this error that names ``file``."""
        return LevelError(
            self.message, file=file, line=self.line, key=self.key, row=self.row, col=self.col
        )

    def __str__(self) -> str:
        """Return one line: the known parts of the location, then the problem."""
        parts = []
        if self.file is not None:
            file = _format_file_name(self.file)
            parts.append(file if self.line is None else f"{file}:{self.line}")
        elif self.line is not None:
            parts.append(f"line {self.line}")
        where = [] if self.key is None else [clip_text(self.key)]
        if self.row is not None:
            where.append(f"row {self.row}")
        if self.col is not None:
            where.append(f"column {self.col}")
        if where:
            parts.append(", ".join(where))
        return escape_unprintable(": ".join([*parts, self.message]))


@contextmanager
def add_file_name(file: str) -> Iterator[None]:
    """Add a file name to any :class:`LevelError` without one that the ``with`` block raises."""
    try:
        yield
    except LevelError as error:
        if error.file is not None:
            raise
        raise error.with_file(file) from error


class ParameterError(EngineError):
    """An unknown generation parameter, or one whose value is out of range."""


class MoveError(EngineError):
    """A move string with a letter or word that is not a move in the game."""


class GameNotFound(EngineError):
    """A game that is not installed."""


class GenerationFailed(EngineError):
    """A search for an acceptable level that found none within its limits.

    Attributes:
        tried: The number of candidates tried.
        rejections: The number of rejected candidates for each reason; empty if several searches
            ran.
    """

    def __init__(
        self, message: str, tried: int = 0, rejections: Mapping[str, int] | None = None
    ) -> None:
        self.tried = tried
        self.rejections = rejections or {}
        super().__init__(message)


PLAIN_PYTHON = "plain Python, 20 to 100 times slower"
"""The phrase in messages that warns of the slowdown when kernels run without machine code."""


class NotCompiledError(Exception):
    """A call to a kernel that was not compiled, although plain Python is not allowed."""


class NoKernelError(NotCompiledError):
    """The start of a search that has no kernels, although plain Python is not allowed."""


class Cancelled(EngineError):
    """A long computation that its caller cancelled."""
