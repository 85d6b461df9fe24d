"""Files of packs, format 1: TOML in and out; ``docs/formats.md`` says what they hold."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from typing import Any

from engine.errors import LevelError, naming, quoted
from engine.files import levelfile, storage
from engine.files.storage import FileChanged, FileStamp
from engine.files.tomltext import MAX_BYTES, has_comments, keep_line_ends, parse, toml, too_long
from engine.playlists.pack import DIFFICULTY, MOST, Origin, Pack, PlaylistEntry
from engine.values import entries
from engine.values.level import Level, Table, board_digest

FORMAT = 1
"""The version of the format that is written, and the newest that is read."""
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}", re.ASCII)


def read(path: Path) -> Pack:
    """The pack of a file; of its levels nothing is read.

    Raises:
        LevelError: it cannot be read as a pack; names file, line or key, and what was expected.
    """
    return loads(storage.read_limited(path, MAX_BYTES), str(path))


def loads(text: bytes | str, file: str = "-", limit: int = MAX_BYTES) -> Pack:
    """The pack of a file's content, of at most ``limit`` bytes; as :func:`read`."""
    with naming(file):
        table = parse(text, limit)
        version = entries.whole(table, "format", low=1)
        entries.require_known(version, FORMAT)
        if any(key in table for key in ("board", "plays")):
            raise LevelError("expected a pack, found another kind of file")
        rows = entries.rows(table, "levels")
        if len(rows) > MOST:
            raise LevelError(f"expected at most {MOST:,} levels, found {len(rows):,}", key="levels")
        return Pack(
            levels=tuple(_entry(row, f"levels[{number}].") for number, row in enumerate(rows)),
            title=entries.take(table, "title", str, default=""),
            author=entries.take(table, "author", str, default=None),
            notes=entries.take(table, "notes", str, default=None),
            origin=_origin(entries.take(table, "origin", dict)) if "origin" in table else None,
            extra=entries.unknown(table, entries.keys_of(Pack) | {"format"}),
        )


def _entry(row: Table, prefix: str) -> PlaylistEntry:
    level, damaged = _embedded(row, prefix)
    held = "level" in row
    if held and "file" in row:
        raise LevelError("expected a file or an embedded level, found both", key=f"{prefix}file")
    known = {"file", "board", "pinned", "locked"} | ({"level"} if level is not None else set())
    return PlaylistEntry(
        board=_digest(row, prefix) if level is None else board_digest(level.board),
        file=None if held else _path(row, "file", prefix),
        embedded=level,
        level=level,
        pinned=entries.flag(row, "pinned", prefix),
        locked=entries.flag(row, "locked", prefix),
        damaged=damaged,
        extra=entries.unknown(row, known),
    )


def _digest(row: Table, prefix: str) -> str:
    """The digest of the board that a file should have, empty if none was written down."""
    text: str = entries.take(row, "board", str, prefix, "")
    if text and not _DIGEST.fullmatch(text):
        expected = "expected sha256: and 64 hexadecimal digits"
        raise LevelError(f"{expected}, found {quoted(text)}", key=f"{prefix}board")
    return text


def _embedded(row: Table, prefix: str) -> tuple[Level | None, str]:
    """The level that an entry holds itself, None if it has a file; and why it cannot be read.

    A damaged one leaves the others of its pack to be played.
    """
    if "level" not in row:
        return None, ""
    document = entries.take(row, "level", dict, prefix)
    try:
        return levelfile.from_document(document), ""
    except LevelError as error:
        key = ".".join(filter(None, (f"{prefix}level", error.key)))
        return None, str(LevelError(error.message, key=key, row=error.row, col=error.col))


def _path(table: Table, key: str, prefix: str) -> str:
    """A path from the pack's folder."""
    text = entries.text(table, key, prefix)
    path = PurePosixPath(text)
    if not path.name or path.is_absolute() or "\0" in text or "\\" in text:
        expected = "expected a path from the folder of the pack, with / between folders"
        raise LevelError(f"{expected}, found {quoted(text)}", key=prefix + key)
    return text


def _origin(table: Table) -> Origin:
    said = {"where": "", "by": DIFFICULTY, "best": "", **table}
    words = {key: entries.text(said, key, "origin.") for key in ("path", "where", "by", "best")}
    return Origin(**words, extra=entries.unknown(table, words))


def dumps(pack: Pack) -> str:
    """The text of a pack: the same for the same pack, every time."""
    origin = pack.origin
    table: dict[str, Any] = {
        "format": FORMAT,
        "title": pack.title or None,
        "author": pack.author,
        "notes": pack.notes,
        **pack.extra,
        "origin": None if origin is None else _origin_table(origin),
        "levels": [_row(entry) for entry in pack.levels],
    }
    return toml(entries.present(table))


def _origin_table(origin: Origin) -> Table:
    return {
        "path": origin.path,
        "where": origin.where or None,
        "by": origin.by,
        "best": origin.best or None,
        **origin.extra,
    }


def _row(entry: PlaylistEntry) -> Table:
    return {
        "file": entry.file,
        "board": (entry.board or None) if entry.embedded is None else None,
        "pinned": entry.pinned or None,
        "locked": entry.locked or None,
        "level": None if entry.embedded is None else levelfile.document(entry.embedded),
        **entry.extra,
    }


def write(pack: Pack, path: Path, *, expect: FileStamp | None = None) -> FileStamp:
    """Saves a pack, all or nothing; of a file with comments a copy is kept beside it.

    ``expect`` is what the file should look like now, None to write over whatever is there.

    Returns:
        The stamp of the file as it is now, to ``expect`` at the next save.

    Raises:
        FileChanged: the file is there and is not as expected.
        LevelError: it cannot be written, or is too long to be read again; nothing has changed.
    """
    try:
        content = dumps(pack).encode()
    except UnicodeEncodeError as error:
        raise LevelError("text with a lone surrogate cannot be written", file=str(path)) from error
    with storage.turn(path):
        old, kept = storage.read_if_there(path), None
        content = keep_line_ends(content, old)
        if len(content) > MAX_BYTES:
            raise LevelError(too_long(len(content)), file=str(path))
        if old is not None and expect is not None and storage.digest_of(old) != expect.digest:
            raise FileChanged(path)
        if old is not None and old != content and has_comments(old):
            kept = storage.keep_copy(path, old)
        modified = storage.replace_file(path, content)
    return FileStamp(modified, len(content), storage.digest_of(content), kept)
