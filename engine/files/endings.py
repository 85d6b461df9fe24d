"""Endings of file names, and the format that each stands for.

A file gets the content that its name promises: an ending that no format has, or that another
format has than the one asked for, is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import PurePath

from engine.errors import LevelError, quoted

ENDINGS: Mapping[str, str] = {
    "toml": ".toml",
    "json": ".json",
    "share": ".share",
    "text": ".txt",
    "svg": ".svg",
    "png": ".png",
    "csv": ".csv",
    "jsonl": ".jsonl",
}
"""The ending of each format, in small letters."""
PACK_ENDING = ".pack.toml"
"""The ending of packs, which have the format ``toml``."""
FOLDER = "a folder without ending, or "
"""The names of folders among those that are accepted, in words."""


def ending_of(path: str | PurePath) -> str:
    """Return the ending of a file's name in small letters, empty for none."""
    return PurePath(path).suffix.lower()


def is_pack(path: str | PurePath) -> bool:
    """Return whether a file has the name of a pack, which is more than the ending."""
    name = PurePath(path).name
    return name.endswith(PACK_ENDING) and name != PACK_ENDING


def format_of(path: str | PurePath, formats: Iterable[str], others: str = "") -> str | None:
    """Return the format that the ending of a file stands for, or None for a name without one.

    Args:
        path: the file.
        formats: the formats that it can have.
        others: names without these endings that are accepted too, in words.

    Raises:
        LevelError: no such format has that ending.
    """
    ending, known = ending_of(path), {ENDINGS[name]: name for name in formats}
    if not ending:
        return None
    if ending not in known:
        wanted = f"{others}a name that ends in {' or '.join(known)}"
        raise LevelError(f"expected {wanted}, found {quoted(ending)}", file=str(path))
    return known[ending]


def chosen_format(
    path: str | None, asked: str | None, formats: Iterable[str], others: str = ""
) -> str | None:
    """Return the format asked for, else that of a file's ending, or None without either.

    Games have further text formats, which have the ending of ``text``; for the arguments see
    :func:`format_of`.

    Raises:
        LevelError: no format has that ending, or another one than the one asked for.
    """
    if path is None:
        return asked
    if asked is None:
        return format_of(path, formats, others)
    format_of(path, [asked if asked in ENDINGS else "text"], others)
    return asked
