"""The lock of the process that adds levels to a catalogue: however that ends, it ends too."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path

from engine.catalogue.errors import CatalogueError
from engine.files.storage import reason
from engine.files.temporary import lock

SUFFIX = "-lock"
"""After the name of a catalogue, the file that is locked; it holds the number of the process."""
PATIENCE = 0.3
"""Seconds to wait for a lock: a process that only looks who has it holds it for a moment."""


def acquire(path: Path) -> int:
    """Locks a catalogue until :func:`release`; gives the descriptor of the lock.

    Raises:
        CatalogueError: another process has it, or it cannot be made.
    """
    name, end = _file(path), time.monotonic() + PATIENCE
    while True:
        try:
            flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
            descriptor = os.open(name, flags, 0o666)
        except (OSError, ValueError) as error:
            raise CatalogueError(f"{path}: cannot be written: {reason(error)}") from error
        while (free := lock(descriptor)) is False and time.monotonic() < end:
            time.sleep(0.01)
        if free is False:
            owner = os.read(descriptor, 20)
            os.close(descriptor)
            number = f" {owner.decode()}" if owner.isdigit() else ""
            raise CatalogueError(
                f"{path}: process{number} is writing it; try again when that is done"
            )
        if os.fstat(descriptor).st_nlink:  # not removed by its last owner
            break
        os.close(descriptor)
    try:
        os.ftruncate(descriptor, 0)
        os.write(descriptor, str(os.getpid()).encode())
    except OSError as error:
        release(path, descriptor)
        raise CatalogueError(f"{path}: cannot be written: {reason(error)}") from error
    return descriptor


def release(path: Path, descriptor: int) -> None:
    """Ends a lock."""
    with contextlib.suppress(OSError):
        _file(path).unlink()
    os.close(descriptor)


def owner(path: Path) -> int | None:
    """The number of the process that adds levels to a catalogue now; None if none does."""
    try:
        descriptor = os.open(_file(path), os.O_RDONLY)
    except OSError:
        return None
    try:
        number = os.read(descriptor, 20)
    except OSError:  # of a folder that has the name
        os.close(descriptor)
        return None
    try:
        return int(number) if lock(descriptor) is False and number.isdigit() else None
    finally:
        os.close(descriptor)


def _file(path: Path) -> Path:
    real = os.path.realpath(path)
    return Path(real + SUFFIX)
