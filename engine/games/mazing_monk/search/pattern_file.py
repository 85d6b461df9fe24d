"""Tables that take long to compute, kept in a file of the cache that can be trusted.

The file holds a checksum before the table. One that is damaged, or cannot be read, costs the time
to compute the table anew; where no file can be written, the table is kept for the process only.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.errors import LevelError
from engine.files.storage import digest_of, read_limited, replace_file
from engine.jit.arrays import Bytes

_DIGEST = 64


def kept(name: str, size: int, compute: Callable[[], Bytes]) -> Bytes:
    """The table of a name, read from the cache or computed and put there.

    Args:
        name: tells tables and their versions apart.
        size: entries of the table.
        compute: makes the table.
    """
    from engine.game import kernels  # what only lists games does without

    path = kernels.cache_root() / f"{name}.table"
    try:
        content = read_limited(path, _DIGEST + size)
    except LevelError:
        content = b""
    table = content[_DIGEST:]
    if len(table) != size or content[:_DIGEST] != digest_of(table).encode():
        table = compute().tobytes()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(path, digest_of(table).encode() + table)
        except (OSError, LevelError):
            pass  # The next process computes it again.
    # Read-only in either case: kernels would be compiled for both.
    return np.frombuffer(table, np.uint8)
