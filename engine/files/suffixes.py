"""The file name suffixes, and the formats that they belong to.

A file's format must match its name: it is an error if the suffix is unknown, or belongs to a
different format from the requested one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import PurePath

from engine.errors import LevelError, quote_input

SUFFIXES: Mapping[str, str] = {
    "toml": ".toml",
    "json": ".json",
    "share": ".share",
    "text": ".txt",
    "svg": ".svg",
    "png": ".png",
    "gif": ".gif",
    "apng": ".apng",
    "cast": ".cast",
    "pdf": ".pdf",
    "csv": ".csv",
    "jsonl": ".jsonl",
    "tmj": ".tmj",
    "ldtk": ".ldtk",
    "html": ".html",
    "bundle": ".bundle",
}
"""The suffix of each format, in lower case."""
PACK_SUFFIX = ".pack.toml"
"""The suffix of pack files, whose format is ``toml``."""
FOLDER_HINT = "a folder without ending, or "
"""A phrase for error messages about paths that may also be folders."""


def get_suffix(path: str | PurePath) -> str:
    """Return the suffix of a file name in lower case, or an empty string if it has none."""
    return PurePath(path).suffix.lower()


def is_pack_name(path: str | PurePath) -> bool:
    """Return True if a file name ends with :data:`PACK_SUFFIX` and has a name before it."""
    name = PurePath(path).name
    return name.endswith(PACK_SUFFIX) and name != PACK_SUFFIX


def find_format(path: str | PurePath, formats: Iterable[str], others: str = "") -> str | None:
    """Return the format that belongs to a file's suffix, or None if the file has no suffix.

    Args:
        path: The path of the file.
        formats: The names of the formats that are accepted.
        others: A description of other names that are accepted, for the error message.

    Raises:
        LevelError: The suffix belongs to none of ``formats``.
    """
    ending, known = get_suffix(path), {SUFFIXES[name]: name for name in formats}
    if not ending:
        return None
    if ending not in known:
        wanted = f"{others}a name that ends in {' or '.join(known)}"
        raise LevelError(f"expected {wanted}, found {quote_input(ending)}", file=str(path))
    return known[ending]


def choose_format(
    path: str | None, asked: str | None, formats: Iterable[str], others: str = ""
) -> str | None:
    """Return the requested format or, if none is requested, the one that fits the file's suffix.

    All of the games' text formats share the suffix of the format ``text``.

    Args:
        path: The path of the file; None if there is no file.
        asked: The name of the requested format; None to choose it by the suffix.
        formats: The names of the formats that are accepted.
        others: A description of other names that are accepted, for the error message.

    Returns:
        The name of the format, or None if there is neither a requested format nor a suffix.

    Raises:
        LevelError: The suffix is unknown, or belongs to a different format from the requested one.
    """
    if path is None:
        return asked
    if asked is None:
        return find_format(path, formats, others)
    find_format(path, [asked if asked in SUFFIXES else "text"], others)
    return asked
