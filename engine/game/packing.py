"""Boards in few bytes, and digests that are equal for boards that are turned, not changed.

A packed board is a CRC-32 and what that is of: its content, compressed by raw Deflate with a
dictionary of what most tables of boards hold. The content is the ``[board]`` table as JSON, or as
TOML where it has dates, which JSON does not.
"""

from __future__ import annotations

import hashlib
import tomllib
import zlib
from collections.abc import Iterable
from typing import Any

from engine.errors import LevelError
from engine.values.grid import type_name
from engine.values.level import Board, Table, canonical_board

FINGERPRINT = 16
"""Bytes of a fingerprint."""
MAX_CONTENT = 1 << 20
"""Bytes that a packed board may unfold to, as many as a level file may have."""

_CHECK = 4
_RAW = -15
_COMMON = (
    r'"locked":"..........\n..........\nx\n"karma_needed":{"cells":"{"net":"   ...   \n   ###   \n'
    r'M.*##S#.#\n},{"row":12,"col":34,"direction":"right"},{"row":10,"col":12,"direction":"left"},'
    r'{"row":56,"col":78,"direction":"up"},{"row":9,"col":0,"direction":"down"}],"gates":[{"row":'
    r'{"tiles":"############\n#..........#\n#####..#####\n","pieces":"............\n.......A....\n'
)
"""What content is compressed with the knowledge of; another text would be another format."""


def pack(board: Board) -> bytes:
    """A board in few bytes, with its locked cells and unknown keys; see :func:`unpack`."""
    import json  # what only opens levels does without

    try:
        content = json.dumps(board.table(), ensure_ascii=False, separators=(",", ":"))
    except TypeError:  # dates of unknown keys
        content = canonical_board(board)
    packer = zlib.compressobj(9, zlib.DEFLATED, _RAW, zdict=_COMMON.encode())
    packed = packer.compress(content.encode()) + packer.flush()
    return zlib.crc32(packed).to_bytes(_CHECK, "big") + packed


def unpack(data: bytes) -> Table:
    """The ``[board]`` table of a packed board.

    Raises:
        LevelError: damaged, or no packed board.
    """
    check, packed = data[:_CHECK], data[_CHECK:]
    if zlib.crc32(packed).to_bytes(_CHECK, "big") != check:
        raise LevelError("packed board: damaged, its checksum is another")
    unpacker = zlib.decompressobj(_RAW, zdict=_COMMON.encode())
    try:
        plain = unpacker.decompress(packed, MAX_CONTENT + 1)
    except zlib.error:
        raise LevelError("packed board: damaged, it cannot be unpacked") from None
    if not unpacker.eof or unpacker.unused_data:
        raise LevelError(f"packed board: damaged, or of more than {MAX_CONTENT} bytes")
    found = _table(plain)
    if not isinstance(found, dict):
        raise LevelError(f"packed board: expected a table, found {type_name(found)}")
    return found


def _table(plain: bytes) -> Any:
    import json

    try:
        text = plain.decode()
        return json.loads(text) if text.startswith("{") else tomllib.loads(text)["board"]
    except (ValueError, KeyError, RecursionError):
        raise LevelError("packed board: neither JSON nor TOML of a board") from None


def fingerprint(images: Iterable[str]) -> bytes:
    """The digest of a board whose images under symmetries are these texts."""
    return hashlib.blake2b(min(images).encode(), digest_size=FINGERPRINT).digest()


def in_order_of_appearance(text: str, names: str) -> str:
    """Some characters in the order in which a text has them; those that it lacks come last."""
    order = sorted(names, key=lambda name: text.find(name) % (len(text) + 1))
    return "".join(order)
