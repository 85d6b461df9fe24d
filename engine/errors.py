"""The errors that the engine raises for bad input, each one clear line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager


def printable(text: str) -> str:
    """Text from outside as one line that no terminal takes for a command.

    Line ends, control characters and whatever else cannot be shown become escapes.
    """
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


LONGEST = 80
"""Characters that a refusal quotes of what it refuses."""
_LONGEST_NAME = 255
"""Bytes of a name in a folder; no file has a longer one."""


def clipped(text: str) -> str:
    """As much of a text from outside as a refusal quotes of it, on one line."""
    shown = printable(text[: LONGEST + 1])
    return shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 3]}..."


def quoted(found: object) -> str:
    """What a refusal found, a text in quotes; every refusal quotes by this."""
    if not isinstance(found, str):
        return clipped(repr(found))
    text = repr(found[: LONGEST + 1])
    return text if len(text) <= LONGEST + 2 else f"{text[: LONGEST - 2]}...{text[0]}"


def similar(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """Which of the known words was meant by an unknown one, as a question; else ``otherwise``."""
    from difflib import get_close_matches

    close = get_close_matches(word, [*known], 1)
    return f"did you mean {close[0]}?" if close else otherwise


def _file_name(file: str) -> str:
    """Return the name of a file: whole, that users find it, unless there can be no such file."""
    if not file:
        return "''"
    longest = max(map(len, file.split("/")))
    return clipped(file) if longest > _LONGEST_NAME else file


class EngineError(Exception):
    """Base of every error caused by input; ``str(error)`` is one line fit for a user."""

    def __str__(self) -> str:
        return printable(super().__str__())


class LevelError(EngineError):
    """A level that cannot be read, or that breaks a rule of its game.

    ``row`` and ``col`` count from 0 at the top left of the grid that ``key`` names;
    ``line`` counts from 1 in the file. Each is None where it does not apply.
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

    def in_file(self, file: str) -> LevelError:
        """The same error, naming ``file``."""
        return LevelError(
            self.message, file=file, line=self.line, key=self.key, row=self.row, col=self.col
        )

    def __str__(self) -> str:
        """One line: file, line, key, row and column where known, then what is wrong."""
        parts = []
        if self.file is not None:
            file = _file_name(self.file)
            parts.append(file if self.line is None else f"{file}:{self.line}")
        elif self.line is not None:
            parts.append(f"line {self.line}")
        where = [] if self.key is None else [clipped(self.key)]
        if self.row is not None:
            where.append(f"row {self.row}")
        if self.col is not None:
            where.append(f"column {self.col}")
        if where:
            parts.append(", ".join(where))
        return printable(": ".join([*parts, self.message]))


@contextmanager
def naming(file: str) -> Iterator[None]:
    """Lets errors of levels within it name a file, unless they name one already."""
    try:
        yield
    except LevelError as error:
        if error.file is not None:
            raise
        raise error.in_file(file) from error


class ParameterError(EngineError):
    """A generation parameter that does not exist or has a value out of its range."""


class MoveError(EngineError):
    """A move string with a letter or word that the game does not have."""


class GameNotFound(EngineError):
    """No game of that name is installed."""


class GenerationFailed(EngineError):
    """No candidate was accepted within the allowed number of attempts.

    ``tried`` counts the candidates, ``rejections`` those rejected, by reason; none where what
    failed is no single search.
    """

    def __init__(
        self, message: str, tried: int = 0, rejections: Mapping[str, int] | None = None
    ) -> None:
        self.tried = tried
        self.rejections = rejections or {}
        super().__init__(message)


PLAIN_PYTHON = "plain Python, 20 to 100 times slower"
"""The name and the price of running without machine code, for every message that tells of it."""


class NotCompiledError(Exception):
    """There is no machine code, where plain Python is not to run."""


class Cancelled(EngineError):
    """The caller asked a long computation to stop."""
