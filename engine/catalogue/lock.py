"""The lock for adding levels to a catalogue. The system releases it if its owner dies."""

from __future__ import annotations

import contextlib
import os
import platform
import re
import time
from dataclasses import dataclass
from pathlib import Path

from engine.catalogue.catalogue_errors import CatalogueError
from engine.errors import LevelError
from engine.files.storage import describe_error, open_regular
from engine.files.temporary_file import try_lock

LOCK_SUFFIX = "-lock"
"""The suffix of a catalogue's lock file, which names the process that holds the lock."""
PATIENCE = 0.3
"""The maximum time to wait for the lock, in seconds. Looking up the owner also takes it briefly."""
_OWNER_PATTERN = re.compile(rb"([1-9]\d{0,9})(?:\n([^\n]{0,99})\n([^\n]{0,255})\n)?")
"""The pattern for the content of a lock file: the process id, start time and machine name.

Earlier releases wrote only the process id.
"""
_MAX_BYTES = 400
"""The number of bytes to read from a lock file, which is more than any valid file has."""


@dataclass(frozen=True, slots=True)
class LockOwner:
    """A process that holds the lock on a catalogue.

    Attributes:
        process: The id of the process on its machine.
        start: The start time of the process in the system's format; empty if unknown.
        host: The name of the machine that the process runs on.
    """

    process: int
    start: str
    host: str

    @classmethod
    def for_process(cls, process: int) -> LockOwner:
        """Return the lock owner for the process that now has the id ``process`` on this machine."""
        return cls(process, _find_start_time(process), platform.node())

    @classmethod
    def from_bytes(cls, content: bytes) -> LockOwner | None:
        """Return the owner named in a lock file, or None if the content is invalid."""
        match = _OWNER_PATTERN.fullmatch(content)
        if match is None:
            return None
        number, start, host = match.groups(b"")
        return cls(int(number), start.decode(errors="replace"), host.decode(errors="replace"))

    def to_bytes(self) -> bytes:
        """Return the lock file content that names this owner."""
        return f"{self.process}\n{self.start}\n{self.host}\n".encode(errors="replace")


def acquire_lock(path: Path) -> int:
    """Lock a catalogue until :func:`release_lock` is called, and return the lock's descriptor.

    Raises:
        CatalogueError: Another process holds the lock, or the lock file cannot be written.
    """
    name, end = _get_lock_path(path), time.monotonic() + PATIENCE
    while True:
        try:
            descriptor = open_regular(name, os.O_RDWR | os.O_CREAT, follow_links=False)
        except (OSError, ValueError) as error:
            raise CatalogueError(f"{path}: cannot be written: {describe_error(error)}") from error
        except LevelError as error:
            raise CatalogueError(str(error)) from error
        while (free := try_lock(descriptor)) is False and time.monotonic() < end:
            time.sleep(0.01)
        if free is False:
            found = LockOwner.from_bytes(os.read(descriptor, _MAX_BYTES))
            os.close(descriptor)
            number = f" {found.process}" if found is not None else ""
            raise CatalogueError(
                f"{path}: process{number} is writing it; try again when that is done"
            )
        if os.fstat(descriptor).st_nlink:  # the last owner has not removed the file meanwhile
            break
        os.close(descriptor)
    try:
        os.ftruncate(descriptor, 0)
        os.write(descriptor, LockOwner.for_process(os.getpid()).to_bytes())
    except OSError as error:
        release_lock(path, descriptor)
        raise CatalogueError(f"{path}: cannot be written: {describe_error(error)}") from error
    return descriptor


def release_lock(path: Path, descriptor: int) -> None:
    """Release a lock and remove its file."""
    with contextlib.suppress(OSError):
        # Remove the file before closing the descriptor. After that, the file might already be
        # another process's lock.
        _get_lock_path(path).unlink()
    os.close(descriptor)


def find_owner_id(path: Path) -> int | None:
    """Return the id of the process that is adding levels to a catalogue, or None if there is none.

    The result is also None if the lock file is invalid.
    """
    found = find_owner(path)
    return None if found is None else found.process


def find_owner(path: Path) -> LockOwner | None:
    """Return the process that is adding levels to a catalogue, or None if there is none."""
    try:
        descriptor = open_regular(_get_lock_path(path), follow_links=False)
    except (OSError, ValueError, LevelError):
        return None
    try:
        said = os.read(descriptor, _MAX_BYTES)
        # If the lock can be acquired, nobody holds it and the file is a leftover.
        return LockOwner.from_bytes(said) if try_lock(descriptor) is False else None
    except OSError:
        return None
    finally:
        os.close(descriptor)


def _find_start_time(process: int) -> str:
    """Return the start time of a process in the system's format, or an empty string if unknown.

    The start time distinguishes two processes that had the same id at different times.
    """
    if Path("/proc/self/stat").exists():
        with contextlib.suppress(OSError, IndexError):
            # Field 2 is the program name in brackets, which may itself contain brackets, so split
            # after the last bracket. The start time is field 22, so it has index 19 in the rest.
            fields = Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()
            return fields[19].decode(errors="replace")
        return ""
    import subprocess

    words = ["ps", "-o", "lstart=", "-p", str(process)]
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        plain = os.environ | {"LC_ALL": "C"}
        found = subprocess.run(words, capture_output=True, env=plain, timeout=5, check=True)
        return found.stdout.decode(errors="replace").strip()
    return ""


def _get_lock_path(path: Path) -> Path:
    real = os.path.realpath(path)
    return Path(real + LOCK_SUFFIX)
