"""Bundles: a pack with all its levels in one archive, which is opened without unpacking it.

A bundle is a ZIP file with ``pack.toml`` and ``levels/0001.toml`` and so on, optionally each with
the play records ``levels/0001.plays.toml``. It is written without compression and with fixed times,
so that equal packs give identical bytes everywhere. Bundles come from strangers: an archive with
anything else in it, or with sizes beyond the limits, is refused before its files are read.
"""

from __future__ import annotations

import io
import re
import stat
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from engine.errors import LevelError, add_file_name, quote_input
from engine.files import levelfile, storage
from engine.files.untrusted_toml import MAX_BYTES
from engine.playlists import pack_level_files, packfile
from engine.playlists.pack import MAX_LEVELS, Pack

BUNDLE_SUFFIX = ".bundle"
"""The suffix of bundles."""
MAX_BUNDLE = 64 << 20
"""The maximum number of bytes of a bundle, and of all files in it together."""
_MAX_FILES = 1 + 2 * MAX_LEVELS
_PACK = "pack.toml"
_NAME = re.compile(r"pack\.toml|levels/\d{4}(\.plays)?\.toml", re.ASCII)
_TIME = (1980, 1, 1, 0, 0, 0)
"""The time of all files, which is the earliest that the format can hold."""
_END = b"PK\5\6"
_END_SIZE = 22
"""The size of the record at the end of an archive that has no comment."""
_LOCATOR = slice(-42, -38)
"""The place of the mark of a large archive, in front of the last record."""
_MAX_ENTRY = 256
"""The maximum number of bytes per file in the list of files, on average."""


def is_bundle_name(path: str | Path) -> bool:
    """Return True if a file name ends with :data:`BUNDLE_SUFFIX`."""
    return Path(path).suffix.lower() == BUNDLE_SUFFIX


def dumps(pack: Pack, records: Mapping[int, bytes]) -> bytes:
    """Return a pack with its loaded levels as a bundle.

    Args:
        pack: The pack, each entry of which has a level.
        records: The content of the play records to include, keyed by the place of the level.

    Raises:
        LevelError: A level cannot be encoded, or the bundle would be too long to be read back.
    """
    files: dict[str, bytes] = {}
    entries = []
    for place, entry in enumerate(pack.levels):
        assert entry.level is not None
        name = _format_name(place)
        files[name] = levelfile.encode_level(entry.level, name)
        if place in records:
            files[_format_name(place, ".plays")] = records[place]
        entries.append(replace(entry, file=name, embedded=None, board=entry.digest))
    # The origin is a path on the writer's machine, which means nothing elsewhere.
    text = packfile.dumps(replace(pack.with_levels(entries), origin=None))
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w", zipfile.ZIP_STORED) as archive:
        for name, content in {_PACK: text.encode(), **files}.items():
            member = zipfile.ZipInfo(name, _TIME)
            # Without these, the bytes would depend on the system.
            member.create_system, member.external_attr = 3, (stat.S_IFREG | 0o644) << 16
            archive.writestr(member, content)
    if output.tell() > MAX_BUNDLE:
        raise LevelError(f"a bundle has at most {MAX_BUNDLE:,} bytes, found {output.tell():,}")
    return output.getvalue()


def _format_name(place: int, records: str = "") -> str:
    return f"levels/{place + 1:04}{records}.toml"


def read_bundle(path: Path | str) -> Pack:
    """Read a bundle, and return its pack with all levels embedded.

    Raises:
        LevelError: The file cannot be read or is no valid bundle. The error names the file.
    """
    return loads(storage.read_limited(path, MAX_BUNDLE), str(path))


def loads(content: bytes, file: str = "-") -> Pack:
    """Return the pack in the content of a bundle; see :func:`read_bundle`."""
    with add_file_name(file):
        files = _read_files(content)
        if _PACK not in files:
            raise LevelError(f"a bundle without {_PACK}")
        pack = packfile.loads(files[_PACK], _PACK)
        entries = []
        for number, entry in enumerate(pack.levels, start=1):
            if entry.file is None or entry.file not in files:
                raise LevelError(f"level {number} of {len(pack)} is not in the bundle")
            level = levelfile.loads(files[entry.file], f"{file}/{entry.file}")
            entries.append(replace(entry, file=None, embedded=level, level=level, board=""))
        # This finds drafts. Embedded levels need no folder.
        return pack_level_files.load_levels(pack.with_levels(entries), Path())


def _read_files(content: bytes) -> dict[str, bytes]:
    """Return the content of each file in an archive, keyed by name.

    Raises:
        LevelError: The archive is damaged, too large, or holds anything that no bundle holds.
    """
    _check_size(content)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = archive.infolist()
            _check_members(members)
            return {member.filename: archive.read(member) for member in members}
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError, OSError) as error:
        raise LevelError("a damaged bundle") from error


def _check_size(content: bytes) -> None:
    """Check the sizes that the end of an archive gives, before the list of files is read.

    The list is read into memory as a whole, so its size must be limited first.
    """
    if len(content) > MAX_BUNDLE:
        raise LevelError(f"a bundle has at most {MAX_BUNDLE:,} bytes")
    end = content[-_END_SIZE:]
    if len(end) < _END_SIZE or not end.startswith(_END) or content[_LOCATOR] == b"PK\6\7":
        raise LevelError("not a bundle: expected a plain ZIP file")
    count, size = int.from_bytes(end[10:12], "little"), int.from_bytes(end[12:16], "little")
    if count > _MAX_FILES or size > _MAX_FILES * _MAX_ENTRY:
        raise LevelError(f"a bundle has at most {_MAX_FILES:,} files")


def _check_members(members: list[zipfile.ZipInfo]) -> None:
    names = set()
    for member in members:
        name = quote_input(member.filename)
        kind = stat.S_IFMT(member.external_attr >> 16)
        if _NAME.fullmatch(member.filename) is None or kind not in (0, stat.S_IFREG):
            raise LevelError(f"a bundle holds no file such as {name}")
        if member.filename in names:
            raise LevelError(f"{name} is in the bundle twice")
        names.add(member.filename)
        if member.flag_bits & 1:
            raise LevelError(f"{name} is encrypted")
        if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise LevelError(f"{name} is compressed in a way that no bundle uses")
        if member.file_size > MAX_BYTES:
            raise LevelError(f"{name} has more than {MAX_BYTES:,} bytes")
    if len(names) > _MAX_FILES:
        raise LevelError(f"a bundle has at most {_MAX_FILES:,} files")
    if sum(member.file_size for member in members) > MAX_BUNDLE:
        raise LevelError(f"a bundle has at most {MAX_BUNDLE:,} bytes")
