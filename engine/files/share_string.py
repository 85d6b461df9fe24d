"""Share strings: a board in one line of text that can be pasted anywhere.

A share string has the form ``pw1:GAME:BOARD``. BOARD is the canonical ``[board]`` table of a level
file, compressed with zlib and encoded in base64url without padding. The title, notes, provenance
and verdict are not included. Share strings may come from strangers, so their unpacked size is
limited.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib

from engine.errors import GameNotFound, LevelError, quote_input
from engine.files.untrusted_toml import MAX_BYTES, format_too_long, parse_toml
from engine.game import registry
from engine.values.level import Level, format_canonical_board

PREFIX = "pw1"
"""The prefix of a share string, which names the only format version that is read and written."""

_VERSION = re.compile(r"pw(\d+):")
_OTHER = re.compile(r"[^A-Za-z0-9_-]")


def is_share_string(text: str) -> bool:
    """Return True if ``text`` begins like a share string of any version.

    A level file never begins like that.
    """
    return _VERSION.match(text.lstrip()) is not None


def dumps(level: Level) -> str:
    """Return a share string for a level's board."""
    # The text is canonical and the compression level is fixed, so that equal boards give equal
    # share strings.
    packed = zlib.compress(format_canonical_board(level.board).encode(), level=9)
    code = base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=")
    return f"{PREFIX}:{level.game}:{code}"


def loads(text: str, file: str = "share string") -> Level:
    """Return a level that has the board from a share string and nothing else.

    White space and padding in the string are ignored.

    Args:
        text: The share string.
        file: The name for the string in error messages.

    Raises:
        LevelError: The text is not a share string, it is damaged or too long, or its board is
            invalid.
    """
    try:
        return _parse_string("".join(text.split()))
    except LevelError as error:
        # Drop the line number, because it refers to the unpacked table, which the user never sees.
        raise LevelError(
            error.message, file=file, key=error.key, row=error.row, col=error.col
        ) from error


def _parse_string(text: str) -> Level:
    version = _VERSION.match(text)
    if version is None:
        raise LevelError(f"expected {PREFIX}:GAME:BOARD, found {quote_input(text)}")
    if version[0] != f"{PREFIX}:":
        raise LevelError(f"version {version[1]} is unknown to this workbench; expected {PREFIX}")
    name, colon, code = text[version.end() :].partition(":")
    if not colon:
        raise LevelError(f"cut short: expected {PREFIX}:GAME:BOARD")
    try:
        game = registry.get_game(name)
    except GameNotFound as error:
        raise LevelError(str(error)) from error
    document = parse_toml(_decompress_limited(_decode_base64(code)))
    if set(document) != {"board"} or not isinstance(document["board"], dict):
        raise LevelError("expected a [board] table and nothing else")
    return Level(name, game.boards.read_table(document["board"]))


def _decode_base64(code: str) -> bytes:
    code = code.rstrip("=")
    other = _OTHER.search(code)
    if other is not None:
        raise LevelError(f"expected letters, digits, - and _, found {quote_input(other[0])}")
    try:
        # Restore the padding, because the length of base64 must be a multiple of four.
        return base64.urlsafe_b64decode(code + "=" * (-len(code) % 4))
    except binascii.Error as error:  # valid base64 never has this number of characters
        raise LevelError("cut short or damaged") from error


def _decompress_limited(packed: bytes) -> bytes:
    unpacker = zlib.decompressobj()
    try:
        content = unpacker.decompress(packed, MAX_BYTES + 1)
    except zlib.error as error:
        raise LevelError("damaged: it cannot be unpacked") from error
    if len(content) > MAX_BYTES:
        raise LevelError(f"too long: {format_too_long(len(content))} once unpacked")
    if not unpacker.eof:
        raise LevelError("cut short")
    if unpacker.unused_data:
        raise LevelError("damaged: more follows after its end")
    return content
