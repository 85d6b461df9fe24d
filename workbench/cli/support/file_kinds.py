"""Files that are not level files: their names for messages, and the verbs that take them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

from engine.errors import LevelError
from engine.files import conversion
from engine.files.suffixes import PACK_SUFFIX, get_suffix
from workbench.cli.support.input_and_output_files import RECORDS_SUFFIX
from workbench.text.quantity_text import format_count

GALLERY_SUFFIX = ".gallery"
"""The suffix of gallery files."""
_SQLITE_START = b"SQLite format 3\0"
_KINDS_BY_SUFFIX = {
    PACK_SUFFIX: "a pack; workbench FILE opens it, workbench validate checks it",
    RECORDS_SUFFIX: "the play record of a level; workbench LEVEL opens that level, with its plays",
    ".seeds": "a list of seeds; the campaign of the app plays it, workbench generate makes levels",
    GALLERY_SUFFIX: "a gallery; workbench catalogue import CATALOGUE FILE takes its levels",
}
_CATALOGUE = "a catalogue; workbench catalogue query lists its levels, catalogue export writes them"
_CONVERSION = "workbench convert FILE --out NAME.toml makes level files"
_TEXT_SUFFIXES = (".txt", ".md")


@contextmanager
def explain_refusals(name: str, content: bytes, *, converts: bool = False) -> Iterator[None]:
    """Describe the file in any error that the ``with`` block raises, if it is no level file.

    Args:
        name: The name of the file.
        content: The content of the file.
        converts: True if the block also accepts levels as JSON or text.

    Raises:
        LevelError: The error of the block, with another message if the kind of file is known.
    """
    try:
        yield
    except LevelError as error:
        kind = _find_kind(name, content)
        if kind is None and not converts:
            kind = _find_convertible_kind(name, content)
        if kind is None:
            raise
        raise LevelError(f"expected a level file, found {kind}", file=name) from error


def _find_kind(name: str, content: bytes) -> str | None:
    """Describe a file that holds no level by itself, or return None if it may hold one."""
    for suffix, kind in _KINDS_BY_SUFFIX.items():
        if name.endswith(suffix):
            return kind
    return _CATALOGUE if content.startswith(_SQLITE_START) else None


def _find_convertible_kind(name: str, content: bytes) -> str | None:
    """Describe a file with levels as JSON or text, or return None if it is none."""
    text = content.decode(errors="replace").lstrip("\ufeff \t\r\n")
    # A level file may begin with a table in square brackets, as a list in JSON does.
    if text.startswith("{") or (text.startswith("[") and _is_json(text)):
        return f"JSON; {_CONVERSION}"
    try:
        if conversion.detect_format(text) == "toml" and get_suffix(name) not in _TEXT_SUFFIXES:
            return None
        levels = conversion.read_levels(content, name)
    except LevelError:
        if get_suffix(name) not in _TEXT_SUFFIXES:
            return None
        return f"text; {_CONVERSION} of a game's text, with --game GAME if it could be several's"
    return f"a text with {format_count(len(levels), 'level')}; {_CONVERSION}"


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
