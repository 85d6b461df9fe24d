"""A compact binary format for boards, and digests that ignore symmetries.

A packed board is a CRC-32 checksum followed by the data that it covers. The data is the board's
``[board]`` table, compressed with raw Deflate and a preset dictionary of text that most boards
contain. The table is written as JSON, or as TOML if it contains dates, which JSON does not support.
"""

from __future__ import annotations

import hashlib
import tomllib
import zlib
from collections.abc import Iterable
from typing import Any

from engine.errors import LevelError
from engine.values.grid import get_type_name
from engine.values.level import Board, Table, format_canonical_board

FINGERPRINT_SIZE = 16
"""The size of a fingerprint in bytes."""
MAX_CONTENT_SIZE = 1 << 20
"""The maximum size of an unpacked board in bytes, the same as for level files."""

_CHECKSUM_SIZE = 4
# A negative window size selects raw Deflate, without a zlib header.
_RAW_DEFLATE = -15
_DICTIONARY = (
    r'"locked":"..........\n..........\nx\n"karma_needed":{"cells":"{"net":"   ...   \n   ###   \n'
    r'M.*##S#.#\n},{"row":12,"col":34,"direction":"right"},{"row":10,"col":12,"direction":"left"},'
    r'{"row":56,"col":78,"direction":"up"},{"row":9,"col":0,"direction":"down"}],"gates":[{"row":'
    r'{"tiles":"############\n#..........#\n#####..#####\n","pieces":"............\n.......A....\n'
)
"""The preset dictionary. It is part of the format, so changing it makes old data unreadable."""


def pack_board(board: Board) -> bytes:
    """Pack a board into a short byte string, including its locked cells and unknown keys."""
    import json  # imported late, because opening a level does not need it

    try:
        content = json.dumps(board.to_table(), ensure_ascii=False, separators=(",", ":"))
    except TypeError:  # JSON has no dates, which unknown keys may hold
        content = format_canonical_board(board)
    packer = zlib.compressobj(9, zlib.DEFLATED, _RAW_DEFLATE, zdict=_DICTIONARY.encode())
    packed = packer.compress(content.encode()) + packer.flush()
    return zlib.crc32(packed).to_bytes(_CHECKSUM_SIZE, "big") + packed


def unpack_board(data: bytes) -> Table:
    """Unpack a board and return its ``[board]`` table.

    Raises:
        LevelError: The data is damaged, or is not a packed board.
    """
    check, packed = data[:_CHECKSUM_SIZE], data[_CHECKSUM_SIZE:]
    if zlib.crc32(packed).to_bytes(_CHECKSUM_SIZE, "big") != check:
        raise LevelError("packed board: damaged, its checksum is another")
    unpacker = zlib.decompressobj(_RAW_DEFLATE, zdict=_DICTIONARY.encode())
    try:
        # Asking for one byte more than allowed reveals content that is too large.
        plain = unpacker.decompress(packed, MAX_CONTENT_SIZE + 1)
    except zlib.error:
        raise LevelError("packed board: damaged, it cannot be unpacked") from None
    if not unpacker.eof or unpacker.unused_data:
        raise LevelError(f"packed board: damaged, or of more than {MAX_CONTENT_SIZE} bytes")
    found = _parse_table(plain)
    if not isinstance(found, dict):
        raise LevelError(f"packed board: expected a table, found {get_type_name(found)}")
    return found


def _parse_table(plain: bytes) -> Any:
    import json

    try:
        text = plain.decode()
        return json.loads(text) if text.startswith("{") else tomllib.loads(text)["board"]
    except (ValueError, KeyError, RecursionError):
        raise LevelError("packed board: neither JSON nor TOML of a board") from None


def hash_images(images: Iterable[str]) -> bytes:
    """Return the digest of a board, given the text of its image under each symmetry."""
    # All rotations and reflections of a board have the same set of images, so the same minimum.
    return hashlib.blake2b(min(images).encode(), digest_size=FINGERPRINT_SIZE).digest()


def sort_by_appearance(text: str, names: str) -> str:
    """Sort the letters of ``names`` by first occurrence in ``text``. Absent letters come last."""
    # For a letter that does not occur, the modulus turns the index -1 into the greatest key.
    order = sorted(names, key=lambda name: text.find(name) % (len(text) + 1))
    return "".join(order)
