"""Pack files, format 1, which store packs as TOML; see ``docs/reference/formats.md``."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from typing import Any

from engine.errors import LevelError, add_file_name, quote_input
from engine.files import levelfile, storage
from engine.files.line_ends import keep_line_ends
from engine.files.storage import FileChanged, FileStamp
from engine.files.untrusted_toml import (
    MAX_BYTES,
    format_toml,
    format_too_long,
    has_comments,
    parse_toml,
)
from engine.playlists.pack import DEFAULT_FACT, MAX_LEVELS, Pack, PackOrigin, PlaylistEntry
from engine.values import toml_fields
from engine.values.level import Level, Table, compute_digest

FORMAT = 1
"""The format version that is written, which is also the newest one that can be read."""
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}", re.ASCII)


def read_pack(path: Path) -> Pack:
    """Read a pack file, but not the level files that it names.

    Raises:
        LevelError: The file cannot be read or is not a pack. The error names the file and the line
            or key, and says what is expected.
    """
    return loads(storage.read_limited(path, MAX_BYTES), str(path))


def loads(text: bytes | str, file: str = "-", limit: int = MAX_BYTES) -> Pack:
    """Parse the text of a pack file of at most ``limit`` bytes; see :func:`read_pack`."""
    with add_file_name(file):
        return parse_document(parse_toml(text, limit))


def parse_document(table: Table) -> Pack:
    """Build a pack from the keys and values in a pack file; see :func:`read_pack`."""
    version = toml_fields.read_integer(table, "format", low=1)
    toml_fields.require_known_version(version, FORMAT)
    # Only a level file has the key "board", and only a file of play records has "plays".
    if any(key in table for key in ("board", "plays")):
        raise LevelError("expected a pack, found another kind of file")
    rows = toml_fields.read_tables(table, "levels")
    if len(rows) > MAX_LEVELS:
        raise LevelError(
            f"expected at most {MAX_LEVELS:,} levels, found {len(rows):,}", key="levels"
        )
    return Pack(
        levels=tuple(_read_entry(row, f"levels[{number}].") for number, row in enumerate(rows)),
        title=toml_fields.read_value(table, "title", str, default=""),
        author=toml_fields.read_value(table, "author", str, default=None),
        notes=toml_fields.read_value(table, "notes", str, default=None),
        origin=_read_origin(toml_fields.read_value(table, "origin", dict))
        if "origin" in table
        else None,
        extra=toml_fields.select_unknown(table, toml_fields.list_field_keys(Pack) | {"format"}),
    )


def _read_entry(row: Table, prefix: str) -> PlaylistEntry:
    level, damaged = _read_embedded(row, prefix)
    held = "level" in row
    if held and "file" in row:
        raise LevelError("expected a file or an embedded level, found both", key=f"{prefix}file")
    known = {"file", "board", "pinned", "locked"} | ({"level"} if level is not None else set())
    return PlaylistEntry(
        board=_read_digest(row, prefix) if level is None else compute_digest(level.board),
        file=None if held else _read_path(row, "file", prefix),
        embedded=level,
        level=level,
        pinned=toml_fields.read_flag(row, "pinned", prefix),
        locked=toml_fields.read_flag(row, "locked", prefix),
        damage=damaged,
        extra=toml_fields.select_unknown(row, known),
    )


def _read_digest(row: Table, prefix: str) -> str:
    """Return the digest that an entry gives for its board, or an empty string if it gives none."""
    text: str = toml_fields.read_value(row, "board", str, prefix, "")
    if text and not _DIGEST.fullmatch(text):
        expected = "expected sha256: and 64 hexadecimal digits"
        raise LevelError(f"{expected}, found {quote_input(text)}", key=f"{prefix}board")
    return text


def _read_embedded(row: Table, prefix: str) -> tuple[Level | None, str]:
    """Return the level embedded in an entry and an error message about it.

    The level is None if the entry has no embedded level or a damaged one. The message is empty
    unless the level is damaged. No error is raised, so that the other levels in the pack can be
    played.
    """
    if "level" not in row:
        return None, ""
    document = toml_fields.read_value(row, "level", dict, prefix)
    try:
        return levelfile.parse_document(document), ""
    except LevelError as error:
        key = ".".join(filter(None, (f"{prefix}level", error.key)))
        return None, str(LevelError(error.message, key=key, row=error.row, col=error.col))


def _read_path(table: Table, key: str, prefix: str) -> str:
    """Read a path relative to the folder of the pack."""
    text = toml_fields.read_text(table, key, prefix)
    path = PurePosixPath(text)
    if not path.name or path.is_absolute() or "\0" in text or "\\" in text:
        expected = "expected a path from the folder of the pack, with / between folders"
        raise LevelError(f"{expected}, found {quote_input(text)}", key=prefix + key)
    return text


def _read_origin(table: Table) -> PackOrigin:
    said = {"where": "", "by": DEFAULT_FACT, "best": "", **table}
    words = {
        key: toml_fields.read_text(said, key, "origin.") for key in ("path", "where", "by", "best")
    }
    return PackOrigin(**words, extra=toml_fields.select_unknown(table, words))


def dumps(pack: Pack) -> str:
    """Return a pack as the text of a pack file. Equal packs give identical text."""
    return format_toml(build_document(pack))


def build_document(pack: Pack) -> dict[str, Any]:
    """Return the keys and values that a pack file stores for a pack."""
    origin = pack.origin
    table: dict[str, Any] = {
        "format": FORMAT,
        "title": pack.title or None,
        "author": pack.author,
        "notes": pack.notes,
        **pack.extra,
        "origin": None if origin is None else _build_origin_table(origin),
        "levels": [_build_row(entry) for entry in pack.levels],
    }
    document: dict[str, Any] = toml_fields.drop_nulls(table)
    return document


def _build_origin_table(origin: PackOrigin) -> Table:
    return {
        "path": origin.path,
        "where": origin.where or None,
        "by": origin.by,
        "best": origin.best or None,
        **origin.extra,
    }


def _build_row(entry: PlaylistEntry) -> Table:
    return {
        "file": entry.file,
        "board": (entry.board or None) if entry.embedded is None else None,
        "pinned": entry.pinned or None,
        "locked": entry.locked or None,
        "level": None if entry.embedded is None else levelfile.build_document(entry.embedded),
        **entry.extra,
    }


def write_pack(pack: Pack, path: Path, *, expect: FileStamp | None = None) -> FileStamp:
    """Save a pack atomically.

    Saving drops comments, so an existing file with comments is first copied within its folder.

    Args:
        pack: The pack to save.
        path: The path of the file.
        expect: The stamp that an existing file must have; None to overwrite any file.

    Returns:
        The stamp of the written file, to be passed as ``expect`` to the next save.

    Raises:
        FileChanged: The file does not have the expected stamp.
        LevelError: The file cannot be written, or would be too long to be read back. In that case
            an existing file is unchanged.
    """
    try:
        content = dumps(pack).encode()
    except UnicodeEncodeError as error:
        raise LevelError("text with a lone surrogate cannot be written", file=str(path)) from error
    with storage.lock_folder(path):
        old, kept = storage.read_existing(path), None
        content = keep_line_ends(content, old)
        if len(content) > MAX_BYTES:
            raise LevelError(format_too_long(len(content)), file=str(path))
        if old is not None and expect is not None and storage.hash_content(old) != expect.digest:
            raise FileChanged(path)
        if old is not None and old != content and has_comments(old):
            kept = storage.save_backup(path, old)
        modified = storage.replace_file(path, content)
    return FileStamp(modified, len(content), storage.hash_content(content), kept)
