"""Temporary files, which are locked while they are written and removed if the writer was killed."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

_NAME_PARTS = ".workbench-", ".tmp"
"""The beginning and the end of every temporary file name."""


@contextlib.contextmanager
def create_temporary(folder: Path) -> Iterator[tuple[Path, int]]:
    """Yield the path and descriptor of a new empty file, for the caller to write and rename.

    A lock on the file shows other processes that its writer is alive. If the file was not renamed,
    it is removed when the ``with`` block ends. Its name is short, because some file systems limit
    the length of names.
    """
    path, descriptor = _create_locked(folder)
    try:
        yield path, descriptor
    finally:
        with contextlib.suppress(OSError):
            path.unlink()
        os.close(descriptor)


def _create_locked(folder: Path) -> tuple[Path, int]:
    """Create a temporary file, lock it, and return its path and descriptor."""
    import secrets  # slow to import, and not needed for reading

    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    while True:
        path = folder / secrets.token_hex(8).join(_NAME_PARTS)
        descriptor = os.open(path, flags, 0o666)
        # Until the file is locked, another process may think it is abandoned and remove it.
        if try_lock(descriptor) is not False and os.path.lexists(path):
            return path, descriptor
        os.close(descriptor)  # another process removed it before it was locked


def write_and_sync(descriptor: int, content: bytes, mode: int | None) -> int:
    """Write to an empty file, wait until it is on disk, and return its modification time.

    Args:
        descriptor: The descriptor of the file, which stays open.
        content: The content to write.
        mode: The permissions to set; None to leave them unchanged.

    Returns:
        The modification time, in nanoseconds since 1970.
    """
    with os.fdopen(descriptor, "wb", closefd=False) as file:
        if mode is not None and hasattr(os, "fchmod"):
            os.fchmod(descriptor, mode)
        file.write(content)
    os.fsync(descriptor)
    return os.fstat(descriptor).st_mtime_ns


def sync_folder(folder: Path) -> None:
    """Wait until renames in a folder are recorded on disk, if the system supports that."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def try_lock(descriptor: int) -> bool | None:
    """Try to lock an open file or folder without waiting. Closing it releases the lock.

    Returns:
        True if it is now locked, False if another process holds the lock, or None if the system or
        file system does not support locks.
    """
    try:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:  # held by another process
        return False
    except (ImportError, OSError):
        return None
    return True


def remove_abandoned(folder: Path | str) -> None:
    """Remove the temporary files in a folder whose writers were killed.

    Files that are still being written are kept. If locks are not supported, all files are kept.
    """
    begin, end = _NAME_PARTS
    with contextlib.suppress(OSError, ValueError):
        for entry in list(os.scandir(folder)):
            ours = entry.name.startswith(begin) and entry.name.endswith(end)
            if ours and entry.is_file(follow_symlinks=False):
                _remove_if_abandoned(entry.path)


def _remove_if_abandoned(path: str) -> None:
    """Remove a temporary file unless its writer is alive and holds the lock on it."""
    with contextlib.suppress(OSError):
        flags = (getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK"))
        descriptor = os.open(path, sum(flags, os.O_RDONLY))
        try:
            # The lock can be acquired only if no writer holds it.
            if try_lock(descriptor):
                remove_temporary(Path(path))
        finally:
            os.close(descriptor)


def remove_temporary(temporary: Path) -> None:
    """Remove a temporary file and its companions, whose names begin with its name and a dash."""
    for path in (temporary, *temporary.parent.glob(f"{temporary.name}-*")):
        with contextlib.suppress(OSError):
            path.unlink()
