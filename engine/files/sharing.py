"""Share strings: a board in one line of text, to be pasted anywhere.

``pw1:GAME:BOARD``, where BOARD is the canonical ``[board]`` table of a level file, compressed by
zlib and written in base64url without padding. Everything else of a level (title, notes,
provenance, verdict) stays behind. Such a string comes from strangers: what it unfolds to is
limited before it is unfolded.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib

from engine.errors import GameNotFound, LevelError, quoted
from engine.files.tomltext import MAX_BYTES, parse, too_long
from engine.game import registry
from engine.values.level import Level, canonical_board

PREFIX = "pw1"
"""The version of the format that is written, and the only one so far."""

_VERSION = re.compile(r"pw(\d+):")
_OTHER = re.compile(r"[^A-Za-z0-9_-]")


def is_share_string(text: str) -> bool:
    """Whether a text claims to be a share string, of whatever version; no level file does."""
    return _VERSION.match(text.lstrip()) is not None


def dumps(level: Level) -> str:
    """The share string of a level's board."""
    packed = zlib.compress(canonical_board(level.board).encode(), level=9)
    code = base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=")
    return f"{PREFIX}:{level.game}:{code}"


def loads(text: str, file: str = "share string") -> Level:
    """The level of a share string: a board, and nothing beside it.

    Blanks and line ends anywhere in the string do not matter, nor does padding; ``file`` is the
    name to give in errors.

    Raises:
        LevelError: not a share string, damaged, too long, or not a board of its game.
    """
    try:
        return _loads("".join(text.split()))
    except LevelError as error:
        # Without its line: that is one of the table, which the user never sees.
        raise LevelError(
            error.message, file=file, key=error.key, row=error.row, col=error.col
        ) from error


def _loads(text: str) -> Level:
    version = _VERSION.match(text)
    if version is None:
        raise LevelError(f"expected {PREFIX}:GAME:BOARD, found {quoted(text)}")
    if version[0] != f"{PREFIX}:":
        raise LevelError(f"version {version[1]} is unknown to this workbench; expected {PREFIX}")
    name, colon, code = text[version.end() :].partition(":")
    if not colon:
        raise LevelError(f"cut short: expected {PREFIX}:GAME:BOARD")
    try:
        game = registry.get(name)
    except GameNotFound as error:
        raise LevelError(str(error)) from error
    document = parse(_unpacked(_decoded(code)))
    if set(document) != {"board"} or not isinstance(document["board"], dict):
        raise LevelError("expected a [board] table and nothing else")
    return Level(name, game.boards.read(document["board"]))


def _decoded(code: str) -> bytes:
    code = code.rstrip("=")
    other = _OTHER.search(code)
    if other is not None:
        raise LevelError(f"expected letters, digits, - and _, found {quoted(other[0])}")
    try:
        return base64.urlsafe_b64decode(code + "=" * (-len(code) % 4))
    except binascii.Error as error:  # of a length that no bytes have
        raise LevelError("cut short or damaged") from error


def _unpacked(packed: bytes) -> bytes:
    unpacker = zlib.decompressobj()
    try:
        content = unpacker.decompress(packed, MAX_BYTES + 1)
    except zlib.error as error:
        raise LevelError("damaged: it cannot be unpacked") from error
    if len(content) > MAX_BYTES:
        raise LevelError(f"too long: {too_long(len(content))} once unpacked")
    if not unpacker.eof:
        raise LevelError("cut short")
    if unpacker.unused_data:
        raise LevelError("damaged: more follows after its end")
    return content
