"""The lock of the process that adds levels to a catalogue: however that ends, it ends too."""

from __future__ import annotations

import contextlib
import os
import platform
import re
import time
from dataclasses import dataclass
from pathlib import Path

from engine.catalogue.errors import CatalogueError
from engine.errors import LevelError
from engine.files.storage import open_regular, reason
from engine.files.temporary import lock

SUFFIX = "-lock"
"""After the name of a catalogue, the file that is locked; it names the process that locks it."""
PATIENCE = 0.3
"""Seconds to wait for a lock: a process that only looks who has it holds it for a moment."""
_SAID = re.compile(rb"([1-9]\d{0,9})(?:\n([^\n]{0,99})\n([^\n]{0,255})\n)?")
"""The number of a process, its start and its machine; earlier releases wrote the number alone."""
_LONGEST = 400
"""Bytes that are read of the file, more than any of ours has."""


@dataclass(frozen=True, slots=True)
class Owner:
    """A process that has the lock of a catalogue.

    Attributes:
        process: its number, on its machine.
        start: when it began, as its system says it; empty if that is unknown.
        host: the name of its machine.
    """

    process: int
    start: str
    host: str

    @classmethod
    def here(cls, process: int) -> Owner:
        """The process that has a number on this machine now."""
        return cls(process, _start_of(process), platform.node())

    @classmethod
    def of(cls, said: bytes) -> Owner | None:
        """The process that a lock file names; None if it names none."""
        match = _SAID.fullmatch(said)
        if match is None:
            return None
        number, start, host = match.groups(b"")
        return cls(int(number), start.decode(errors="replace"), host.decode(errors="replace"))

    def line(self) -> bytes:
        """What a lock file says of it."""
        return f"{self.process}\n{self.start}\n{self.host}\n".encode(errors="replace")


def acquire(path: Path) -> int:
    """Locks a catalogue until :func:`release`; gives the descriptor of the lock.

    Raises:
        CatalogueError: another process has it, or it cannot be made.
    """
    name, end = _file(path), time.monotonic() + PATIENCE
    while True:
        try:
            descriptor = open_regular(name, os.O_RDWR | os.O_CREAT, links=False)
        except (OSError, ValueError) as error:
            raise CatalogueError(f"{path}: cannot be written: {reason(error)}") from error
        except LevelError as error:
            raise CatalogueError(str(error)) from error
        while (free := lock(descriptor)) is False and time.monotonic() < end:
            time.sleep(0.01)
        if free is False:
            found = Owner.of(os.read(descriptor, _LONGEST))
            os.close(descriptor)
            number = f" {found.process}" if found is not None else ""
            raise CatalogueError(
                f"{path}: process{number} is writing it; try again when that is done"
            )
        if os.fstat(descriptor).st_nlink:  # not removed by its last owner
            break
        os.close(descriptor)
    try:
        os.ftruncate(descriptor, 0)
        os.write(descriptor, Owner.here(os.getpid()).line())
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
    found = find_owner(path)
    return None if found is None else found.process


def find_owner(path: Path) -> Owner | None:
    """Return the process that adds levels to a catalogue now, or None if none does."""
    try:
        descriptor = open_regular(_file(path), links=False)
    except (OSError, ValueError, LevelError):
        return None
    try:
        said = os.read(descriptor, _LONGEST)
        return Owner.of(said) if lock(descriptor) is False else None
    except OSError:
        return None
    finally:
        os.close(descriptor)


def _start_of(process: int) -> str:
    """Return when a process began, as the system says it, or an empty text if that is unknown.

    Of two processes that have had the same number, one began after the other.
    """
    if Path("/proc/self/stat").exists():
        with contextlib.suppress(OSError, IndexError):
            # The name of its program comes before, in brackets, and may have any characters.
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


def _file(path: Path) -> Path:
    real = os.path.realpath(path)
    return Path(real + SUFFIX)
