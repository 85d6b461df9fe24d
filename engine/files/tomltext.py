"""TOML as untrusted text: limits before parsing, errors with a line, values fit to be written."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from typing import Any

import tomli_w

from engine.errors import LevelError, naming
from engine.files.storage import read_limited

MAX_BYTES = 1 << 20
"""Longer files are refused before they are parsed."""
MAX_DEPTH = 50
"""Tables and arrays within each other; deeper ones would exhaust the stack of a writer."""

_LINE = 100
"""Characters of an array that is written on one line."""
_BEGIN, _END = "\U000f0000", "\U000f0001"
"""Characters of private use that enclose a stand-in."""

# Possessive repetitions, and strings that may end with the file or the line: a file is lexed in
# linear time, whatever it holds.
_LEXEMES = re.compile(
    r'"""(?:[^"\\]|\\.|"{1,2}(?!"))*+(?:"{3,5}|\Z)'
    r"|'''(?:[^']|'{1,2}(?!'))*+(?:'{3,5}|\Z)"
    r'|"(?:[^"\\\n]|\\[^\n])*+"?'
    r"|'[^'\n]*+'?"
    r"|(?P<comment>#[^\n]*+)",
    re.DOTALL,
)
_NUMBERS = re.compile(
    r'"""(?:[^"\\]|\\.|"{1,2}(?!"))*+"{3,5}'
    r'|"(?:[^"\\\n]|\\[^\n])*+"'
    r"|\[\n(?P<items>(?: *+(?:-?\d++|\[[-\d, ]*+\]),\n)++) *+\]",
    re.DOTALL,
)
"""Texts, so that nothing in them is taken for an array; and arrays of whole numbers, as written."""
_WHERE = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)$")


def parse(text: bytes | str, limit: int = MAX_BYTES) -> dict[str, Any]:
    """The document of a TOML file, its values fit to be written again.

    Bytes are UTF-8, with or without a byte-order mark, at most ``limit``.

    Raises:
        LevelError: too long, not UTF-8, not TOML, or beyond the limits; names the line or key.
    """
    decoded = decode(text, limit)
    try:
        _refuse_long_keys(decoded)
        document = tomllib.loads(decoded)
    except RecursionError as error:
        raise LevelError("tables or arrays nested too deeply") from error
    except tomllib.TOMLDecodeError as error:
        raise _with_line(str(error)) from error
    except ValueError as error:  # Python's own limit
        raise LevelError("not TOML that can be read: a number of thousands of digits") from error
    return {key: tidy(value, key) for key, value in document.items()}


def read(path: Path, limit: int = MAX_BYTES) -> dict[str, Any]:
    """The document of a TOML file, see :func:`parse`.

    Raises:
        LevelError: it cannot be read, or is no such document; names the file.
    """
    content = read_limited(path, limit)
    with naming(str(path)):
        return parse(content, limit)


def has_comments(content: bytes) -> bool:
    """Whether a TOML file has comments, which no save keeps."""
    text = content.decode("utf-8", "replace")
    return any(match["comment"] is not None for match in _LEXEMES.finditer(text))


def line_end(content: bytes) -> bytes:
    """Return how the lines of a file end: as its first one."""
    return b"\r\n" if content.partition(b"\n")[0].endswith(b"\r") else b"\n"


def with_plain_ends(content: bytes) -> bytes:
    """Return the content of a file as it is written anew: lines end in a line feed alone."""
    return content.replace(b"\r\n", b"\n")


def keep_line_ends(content: bytes, old: bytes | None) -> bytes:
    """Return what is written in the place of a file: the lines end as they did in it."""
    return content if old is None else content.replace(b"\n", line_end(old))


def toml(document: Mapping[str, Any]) -> str:
    """A document as TOML: the same for the same values, every time.

    Values come before tables, at every depth; texts of several lines stand on several, and arrays
    of whole numbers, such as places on a board, on one if they are short.
    """
    text = _written(document)
    return _NUMBERS.sub(_on_one_line, _NUMBERS.sub(_on_one_line, text))  # arrays of arrays, too


def _on_one_line(found: re.Match[str]) -> str:
    if found["items"] is None:
        return found[0]
    line = f"[{', '.join(item.strip(' ,') for item in found['items'].splitlines())}]"
    return line if len(line) <= _LINE else found[0]


def _written(document: Mapping[str, Any]) -> str:
    text = tomli_w.dumps(document, multiline_strings=True)
    # Where a line of a text ends in return and newline the writer leaves the return out; it goes
    # through in the shape of a word that stands nowhere in the document. The word has its first
    # character only once, so that no text before it can make another such word with it.
    words = (f"{_BEGIN}{number}{_END}" for number in count())
    stand_in = next(word for word in words if word not in text)

    def mark(value: Any) -> Any:
        """A value with the stand-in for each such return."""
        return value.replace("\r\n", f"{stand_in}\n") if isinstance(value, str) else value

    marked = with_values(document, mark)
    if marked == document:
        return text
    return tomli_w.dumps(marked, multiline_strings=True).replace(stand_in, "\\r")


def with_values(value: Any, change: Callable[[Any], Any]) -> Any:
    """A table or an array with every value in it changed, at every depth; or one value."""
    if isinstance(value, Mapping):
        return {key: with_values(inner, change) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [with_values(inner, change) for inner in value]
    return change(value)


def escaped(text: str) -> str:
    """What :func:`toml` made, for a terminal: the same values, and nothing that it would obey.

    Everything beyond ASCII that the writer leaves as it is stands in a text in double quotes.
    """
    return "".join(c if c.isprintable() or c in "\t\n" else _escape(c) for c in text)


def _escape(character: str) -> str:
    code = ord(character)
    return f"\\u{code:04X}" if code < 1 << 16 else f"\\U{code:08X}"


def too_long(size: int, limit: int = MAX_BYTES) -> str:
    """What is wrong with a file of that many bytes."""
    return f"expected at most {limit} bytes, found {size if size > limit + 1 else 'more'}"


def decode(text: bytes | str, limit: int = MAX_BYTES) -> str:
    """The characters of a file.

    Raises:
        LevelError: too long, or not UTF-8; names the line.
    """
    try:
        content = text if isinstance(text, bytes) else text.encode()
        if len(content) > limit:
            raise LevelError(too_long(len(content), limit))
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        byte = f"0x{content[error.start]:02x}"
        raise LevelError(f"expected UTF-8, found the byte {byte}", line=line) from error
    except UnicodeEncodeError as error:
        raise LevelError("expected UTF-8, found a lone surrogate") from error


def tidy(value: Any, key: str, depth: int = 0) -> Any:
    """A value that can be written again.

    What TOML need not hold is refused: whole numbers beyond 64 bits, and very deep nesting.

    Raises:
        LevelError: such a value; names the key.
    """
    if depth > MAX_DEPTH:
        raise LevelError("tables or arrays nested too deeply", key=key)
    if isinstance(value, dict):
        return {name: tidy(v, f"{key}.{name}", depth + 1) for name, v in value.items()}
    if isinstance(value, list):
        return [tidy(v, f"{key}[{index}]", depth + 1) for index, v in enumerate(value)]
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise LevelError("expected a whole number of at most 64 bits", key=key)
    return value


def _with_line(message: str) -> LevelError:
    """The parser's message as an error that knows its line."""
    found = _WHERE.search(message)
    what = _WHERE.sub("", message)
    what = f"not TOML: {what[:1].lower()}{what[1:]}"
    if found is None:
        return LevelError(what)
    if found[1] is None:
        return LevelError(f"{what} at the end of the file")
    return LevelError(f"{what} at column {found[2]}", line=int(found[1]))


def _refuse_long_keys(text: str) -> None:
    """Dotted keys of very many parts take the parser quadratic time and memory."""
    if all(line.count(".") <= MAX_DEPTH for line in text.split("\n")):
        return  # a key stands on one line
    bare = re.sub(r"[ \t]+", "", _LEXEMES.sub('""', text))
    for word in re.split(r"[\n=,\[\]{}]+", bare):
        if word.count(".") > MAX_DEPTH:
            raise LevelError("tables nested too deeply")
