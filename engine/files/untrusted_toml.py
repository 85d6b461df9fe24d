"""TOML from untrusted sources, with limits on size and depth, and errors that name the line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from typing import Any

import tomli_w

from engine.errors import LevelError, add_file_name
from engine.files.storage import read_limited

MAX_BYTES = 1 << 20
"""The maximum size of a file in bytes. A longer file is refused before it is parsed."""
MAX_DEPTH = 50
"""The maximum nesting depth. Deeper tables or arrays could exhaust the writer's stack."""

_MAX_LINE = 100
"""The maximum length, in characters, of an array that is written on one line."""
_BEGIN, _END = "\U000f0000", "\U000f0001"
"""The private-use characters that enclose a placeholder."""

# Possessive repetitions never backtrack, and an unterminated string ends with its line or with the
# file. Therefore lexing takes time linear in the size of the file.
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
"""The pattern for arrays of whole numbers, as the writer formats them, and for strings.

Strings are matched too, so that nothing inside a string is mistaken for an array.
"""
_WHERE = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)$")


def parse_toml(text: bytes | str, limit: int = MAX_BYTES) -> dict[str, Any]:
    """Parse a TOML file and check that its values can be written again.

    Args:
        text: The text, or its bytes in UTF-8 with or without a byte-order mark.
        limit: The maximum number of bytes.

    Raises:
        LevelError: The text is too long, not UTF-8, not TOML, or nested too deeply. The error names
            the line or key if it is known.
    """
    decoded = decode_text(text, limit)
    try:
        _refuse_long_keys(decoded)
        document = tomllib.loads(decoded)
    except RecursionError as error:
        raise LevelError("tables or arrays nested too deeply") from error
    except tomllib.TOMLDecodeError as error:
        raise _build_parse_error(str(error)) from error
    except ValueError as error:  # Python limits the number of digits in an integer
        raise LevelError("not TOML that can be read: a number of thousands of digits") from error
    return {key: check_value(value, key) for key, value in document.items()}


def read_toml(path: Path, limit: int = MAX_BYTES) -> dict[str, Any]:
    """Read and parse a TOML file; see :func:`parse_toml`.

    Raises:
        LevelError: The file cannot be read, or is not valid. The error names the file.
    """
    content = read_limited(path, limit)
    with add_file_name(str(path)):
        return parse_toml(content, limit)


def has_comments(content: bytes) -> bool:
    """Return True if a TOML file contains comments. Saving the file would drop them."""
    text = content.decode("utf-8", "replace")
    return any(match["comment"] is not None for match in _LEXEMES.finditer(text))


def format_toml(document: Mapping[str, Any]) -> str:
    """Return a document as TOML text. Equal documents give identical text.

    In each table, values come before subtables. Strings that contain newlines are written on
    several lines. Short arrays of whole numbers, such as the cells of a board, are written on one
    line.
    """
    text = _dump_toml(document)
    return _NUMBERS.sub(_join_lines, _NUMBERS.sub(_join_lines, text))  # twice, for nested arrays


def _join_lines(found: re.Match[str]) -> str:
    if found["items"] is None:
        return found[0]
    line = f"[{', '.join(item.strip(' ,') for item in found['items'].splitlines())}]"
    return line if len(line) <= _MAX_LINE else found[0]


def _dump_toml(document: Mapping[str, Any]) -> str:
    text = tomli_w.dumps(document, multiline_strings=True)
    # The writer would drop the carriage return from "\r\n" in a multi-line string. So until the
    # text is written, replace it with a placeholder that does not occur in the document. The first
    # character of the placeholder occurs only once in it, so it cannot overlap with text before it.
    words = (f"{_BEGIN}{number}{_END}" for number in count())
    stand_in = next(word for word in words if word not in text)

    def insert_placeholder(value: Any) -> Any:
        return value.replace("\r\n", f"{stand_in}\n") if isinstance(value, str) else value

    marked = map_values(document, insert_placeholder)
    # Usually no string contains a carriage return.
    if marked == document:
        return text
    return tomli_w.dumps(marked, multiline_strings=True).replace(stand_in, "\\r")


def map_values(value: Any, change: Callable[[Any], Any]) -> Any:
    """Apply ``change`` to a value or, in a table or array, to every value nested inside it."""
    if isinstance(value, Mapping):
        return {key: map_values(inner, change) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [map_values(inner, change) for inner in value]
    return change(value)


def escape_toml(text: str) -> str:
    """Escape all control characters in text that :func:`format_toml` returned.

    The values stay the same, because the writer puts all strings with non-ASCII characters in
    double quotes, where escape sequences are allowed.
    """
    return "".join(c if c.isprintable() or c in "\t\n" else _escape_character(c) for c in text)


def _escape_character(character: str) -> str:
    code = ord(character)
    return f"\\u{code:04X}" if code < 1 << 16 else f"\\U{code:08X}"


def format_too_long(size: int, limit: int = MAX_BYTES) -> str:
    """Return the error message for a file of ``size`` bytes, which is above the limit."""
    return f"expected at most {limit} bytes, found {size if size > limit + 1 else 'more'}"


def decode_text(text: bytes | str, limit: int = MAX_BYTES) -> str:
    """Decode the content of a file as UTF-8.

    Raises:
        LevelError: The file is too long, or is not UTF-8. In the latter case the error names the
            line.
    """
    try:
        content = text if isinstance(text, bytes) else text.encode()
        if len(content) > limit:
            raise LevelError(format_too_long(len(content), limit))
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        byte = f"0x{content[error.start]:02x}"
        raise LevelError(f"expected UTF-8, found the byte {byte}", line=line) from error
    except UnicodeEncodeError as error:
        raise LevelError("expected UTF-8, found a lone surrogate") from error


def check_value(value: Any, key: str, depth: int = 0) -> Any:
    """Return a value after checking that a TOML file can hold it.

    Whole numbers beyond 64 bits and very deep nesting are refused, because TOML parsers need not
    support them.

    Raises:
        LevelError: The value, or a value nested inside it, is refused. The error names its key.
    """
    if depth > MAX_DEPTH:
        raise LevelError("tables or arrays nested too deeply", key=key)
    if isinstance(value, dict):
        return {name: check_value(v, f"{key}.{name}", depth + 1) for name, v in value.items()}
    if isinstance(value, list):
        return [check_value(v, f"{key}[{index}]", depth + 1) for index, v in enumerate(value)]
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise LevelError("expected a whole number of at most 64 bits", key=key)
    return value


def _build_parse_error(message: str) -> LevelError:
    """Convert an error message from the parser to an error with a line number."""
    found = _WHERE.search(message)
    what = _WHERE.sub("", message)
    what = f"not TOML: {what[:1].lower()}{what[1:]}"
    if found is None:
        return LevelError(what)
    if found[1] is None:
        return LevelError(f"{what} at the end of the file")
    return LevelError(f"{what} at column {found[2]}", line=int(found[1]))


def _refuse_long_keys(text: str) -> None:
    """Refuse dotted keys with too many parts, which would take the parser quadratic time.

    Raises:
        LevelError: A key has too many parts.
    """
    if all(line.count(".") <= MAX_DEPTH for line in text.split("\n")):
        return  # a key cannot span several lines
    # Dots in strings and comments do not count, so remove both.
    bare = re.sub(r"[ \t]+", "", _LEXEMES.sub('""', text))
    for word in re.split(r"[\n=,\[\]{}]+", bare):
        if word.count(".") > MAX_DEPTH:
            raise LevelError("tables nested too deeply")
