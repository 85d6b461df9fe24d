"""Files that are being written: locked, waited for, and swept away if their writer was killed."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

_TEMPORARY = ".workbench-", ".tmp"
"""How the names of files begin and end that are being written."""


@contextlib.contextmanager
def temporary_in(folder: Path) -> Iterator[tuple[Path, int]]:
    """Gives an empty new file and its descriptor, to be written and renamed within the context.

    It is locked until then, so that no process takes it for one that was left, and removed at the
    end unless it was renamed. Its name is short, since a folder may allow no long one.
    """
    path, descriptor = _new(folder)
    try:
        yield path, descriptor
    finally:
        with contextlib.suppress(OSError):
            path.unlink()
        os.close(descriptor)


def _new(folder: Path) -> tuple[Path, int]:
    """A new file that is locked, and its descriptor."""
    import secrets  # which reading goes without

    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    while True:
        path = folder / secrets.token_hex(8).join(_TEMPORARY)
        descriptor = os.open(path, flags, 0o666)
        if lock(descriptor) is not False and os.path.lexists(path):
            return path, descriptor
        os.close(descriptor)  # swept away before it was locked


def write_through(descriptor: int, content: bytes, mode: int | None) -> int:
    """Writes an empty file, waits until the disk has it, and gives the time of that."""
    with os.fdopen(descriptor, "wb", closefd=False) as file:
        if mode is not None and hasattr(os, "fchmod"):
            os.fchmod(descriptor, mode)
        file.write(content)
    os.fsync(descriptor)
    return os.fstat(descriptor).st_mtime_ns


def sync_folder(folder: Path) -> None:
    """Waits until the disk knows of a renaming, where folders can be waited for."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def lock(descriptor: int) -> bool | None:
    """Locks an open file or folder until it is closed, without waiting.

    Returns:
        Whether that could be done; None where there are no such locks.
    """
    try:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:  # another has it
        return False
    except (ImportError, OSError):
        return None
    return True


def sweep(folder: Path | str) -> None:
    """Removes what processes that were killed have left half written in a folder.

    Files that are still being written stay, and so does all where that cannot be known.
    """
    begin, end = _TEMPORARY
    with contextlib.suppress(OSError, ValueError):
        for entry in list(os.scandir(folder)):
            ours = entry.name.startswith(begin) and entry.name.endswith(end)
            if ours and entry.is_file(follow_symlinks=False):
                _remove_abandoned(entry.path)


def _remove_abandoned(path: str) -> None:
    """Removes a file unless its writer lives, whose lock is on it."""
    with contextlib.suppress(OSError):
        flags = (getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK"))
        descriptor = os.open(path, sum(flags, os.O_RDONLY))
        try:
            if lock(descriptor):
                remove(Path(path))
        finally:
            os.close(descriptor)


def remove(temporary: Path) -> None:
    """Removes a half-written file, with what was put beside it, if they are there."""
    for path in (temporary, *temporary.parent.glob(f"{temporary.name}-*")):
        with contextlib.suppress(OSError):
            path.unlink()
