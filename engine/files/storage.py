"""Bytes on disk: read with a limit, watched for changes, replaced all at once or not at all."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import stat
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote_from_bytes, unquote_to_bytes

from engine.errors import EngineError, LevelError
from engine.files.temporary import lock, remove, sync_folder, temporary_in, write_through

LONGEST = 1 << 24
"""Bytes of a file that is looked at before it is replaced; none of ours is nearly as long."""
PATIENCE = 2.0
"""Seconds to wait for others that save in the same folder."""
_ESCAPED = "file:"
"""Begins the text of a path whose bytes are escaped; no absolute path begins so."""


class FileChanged(EngineError):
    """A file on disk is no longer what it was when it was opened."""

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(f"{path}: changed on disk since it was opened; not overwritten")


@dataclass(frozen=True, slots=True)
class FileStamp:
    """What a file looked like at one moment.

    Stamps are equal when the content is, whatever the clock says.

    Attributes:
        mtime_ns: time of the last change, in nanoseconds since 1970.
        size: length in bytes.
        digest: SHA-256 of the content, in hexadecimal.
        kept: where a save left the file that it replaced, None if it left none.
    """

    mtime_ns: int = field(compare=False)
    size: int
    digest: str
    kept: Path | None = field(default=None, compare=False)

    @classmethod
    def of(cls, path: Path | str) -> FileStamp:
        """The stamp of a file as it is now.

        Raises:
            LevelError: the file cannot be read, or is no regular file.
        """
        with refusing(path), os.fdopen(open_regular(path), "rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
            return cls(os.fstat(file.fileno()).st_mtime_ns, file.tell(), digest)


def digest_of(content: bytes) -> str:
    """The SHA-256 of a file's content, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def reason(error: Exception) -> str:
    """Why a file could not be read or written, in words without the file's name."""
    if isinstance(error, FileNotFoundError):
        return "no such file"
    if isinstance(error, IsADirectoryError):
        return "a folder, not a file"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror[:1].lower() + error.strerror[1:]
    return str(error)


@contextlib.contextmanager
def refusing(path: Path | str, what: str = "") -> Iterator[None]:
    """Turns what the disk refuses within it into an error that names the path, and ``what``.

    Raises:
        LevelError: something was refused.
    """
    try:
        yield
    except (OSError, ValueError) as error:
        message = f"{what}: {reason(error)}" if what else reason(error)
        raise LevelError(message, file=str(path)) from error


def require_regular(path: Path | str) -> None:
    """Refuses what is no regular file: to open a pipe can wait for ever.

    Raises:
        LevelError: it is none, or is not there.
    """
    with refusing(path):
        mode = os.stat(path).st_mode  # noqa: PTH116 - a path that is no path raises here too
    if not stat.S_ISREG(mode):
        raise _irregular(path, mode)


def open_regular(path: Path | str, flags: int = os.O_RDONLY, *, links: bool = True) -> int:
    """Open a regular file and return its descriptor; wait for nothing, whatever is there.

    Args:
        path: the file.
        flags: as for ``os.open``.
        links: follow symbolic links. A file that a program puts next to one of the user's is
            opened without: whoever may write in that folder could have it write elsewhere.

    Raises:
        OSError: it cannot be opened.
        LevelError: it is no regular file; it names the file.
    """
    names = ("O_NONBLOCK", "O_BINARY", *(() if links else ("O_NOFOLLOW",)))
    for name in names:
        flags |= getattr(os, name, 0)
    try:
        descriptor = os.open(path, flags, 0o666)
    except OSError as error:
        if error.errno == errno.ENXIO:  # a pipe that nobody reads, or a socket
            raise _irregular(path, 0) from error
        if error.errno != errno.ELOOP or links:
            raise
        raise LevelError("a symbolic link, not a regular file", file=str(path)) from error
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return descriptor
    os.close(descriptor)
    raise _irregular(path, mode)


def _irregular(path: Path | str, mode: int) -> LevelError:
    what = "a folder, not a file" if stat.S_ISDIR(mode) else "not a regular file"
    return LevelError(what, file=str(path))


def spelled(path: Path | str) -> str:
    """A path as text that a UTF-8 file can hold.

    Names with other bytes in them become ``file:`` and an escaped path, see :func:`unspelled`.
    """
    text = str(path)
    try:
        text.encode()
    except UnicodeEncodeError:
        return _ESCAPED + quote_from_bytes(os.fsencode(text))
    return text if not text.startswith(_ESCAPED) else _ESCAPED + quote_from_bytes(text.encode())


def unspelled(text: str) -> Path:
    """The path of a text of :func:`spelled`."""
    if text.startswith(_ESCAPED):
        return Path(os.fsdecode(unquote_to_bytes(text.removeprefix(_ESCAPED))))
    return Path(text)


def absolute(path: Path) -> Path:
    """A path from the root of the disk; as it is if the working folder is gone."""
    with contextlib.suppress(OSError):
        return path.absolute()
    return path


def real(path: Path | str) -> str:
    """A path without symbolic links; as it is if the working folder is gone."""
    with contextlib.suppress(OSError):
        return os.path.realpath(path)
    return str(path)


def read_limited(path: Path | str, limit: int, *, links: bool = True) -> bytes:
    """The content of a file, cut one byte above ``limit``: that byte shows that it is too long.

    Args:
        path: the file.
        limit: in bytes.
        links: follow symbolic links; see :func:`open_regular`.

    Raises:
        LevelError: it is no regular file, or cannot be read; names it.
    """
    with refusing(path), os.fdopen(open_regular(path, links=links), "rb") as file:
        return file.read(limit + 1)


def read_anything(path: Path | str, limit: int) -> bytes:
    """What a user names themselves: like :func:`read_limited`, but pipes and devices too.

    Raises:
        LevelError: it cannot be read; names it.
    """
    with refusing(path), Path(path).open("rb") as file:
        return file.read(limit + 1)


def read_if_there(path: Path | str) -> bytes | None:
    """The whole content of a regular file, None if there is none.

    Raises:
        LevelError: it is there and cannot be replaced by a file: no regular file, not
            readable, or so long that it can be none of ours.
    """
    with refusing(path):
        if _mode_of(Path(path)) is None:
            return None
    content = read_limited(path, LONGEST)
    if len(content) > LONGEST:
        raise LevelError(f"longer than {LONGEST} bytes; not overwritten", file=str(path))
    return content


def replace_file(path: Path | str, content: bytes, *, links: bool = True) -> int:
    """Puts ``content`` in the place of a file; a crash leaves the old or the new, never a part.

    The file keeps its mode. A file that its owner made read-only stays, although the folder would
    let it be replaced.

    Args:
        path: the file.
        content: all that it is to hold.
        links: replace the target of a symbolic link, not the link; see :func:`open_regular`.

    Returns:
        The time of the change, in nanoseconds since 1970.

    Raises:
        LevelError: it cannot be written, or is no regular file; nothing has changed then.
    """
    with _refusing_to_write(path):
        target = Path(os.path.realpath(path) if links else path)
        mode = None if not links and target.is_symlink() else _mode_of(target)
        with temporary_in(target.parent) as (temporary, descriptor):
            changed = write_through(descriptor, content, mode)
            temporary.replace(target)
        sync_folder(target.parent)
        return changed


@contextlib.contextmanager
def replacing(path: Path | str) -> Iterator[Path]:
    """Gives an empty file to write, which takes the place of another at the end of the context.

    For what is written bit by bit; as :func:`replace_file` otherwise. What SQLite puts beside the
    empty file goes with it if the context fails.

    Raises:
        LevelError: it cannot be written, or is no regular file; nothing has changed then.
    """
    with contextlib.ExitStack() as stack:
        with _refusing_to_write(path):
            target = Path(os.path.realpath(path))
            mode = _mode_of(target)
            temporary, descriptor = stack.enter_context(temporary_in(target.parent))
            stack.callback(remove, temporary)
        yield temporary
        with _refusing_to_write(path):
            if mode is not None:
                temporary.chmod(mode)
            os.fsync(descriptor)
            temporary.replace(target)
        sync_folder(target.parent)


@contextlib.contextmanager
def _refusing_to_write(path: Path | str) -> Iterator[None]:
    """Turns what the disk refuses within it into an error that names the file.

    Raises:
        LevelError: something was refused.
    """
    try:
        with refusing(path, "cannot be written"):
            yield
    except LevelError as error:
        if isinstance(error.__cause__, FileNotFoundError):
            raise LevelError("cannot be written: no such folder", file=str(path)) from error
        raise


@contextlib.contextmanager
def turn(path: Path | str) -> Iterator[None]:
    """Waits until no other process of this machine saves in the folder of a file.

    Between looking at a file and replacing it no other process replaces it then. Waits for
    :data:`PATIENCE` seconds at most, and not at all where folders cannot be locked: it is the
    look that protects what others have written, this only closes the gap after it.
    """
    descriptor = _lock_folder_of(path)
    try:
        yield
    finally:
        if descriptor is not None:
            os.close(descriptor)


def _lock_folder_of(path: Path | str) -> int | None:
    """A descriptor that holds the lock of a file's folder, if it could be had, until closed."""
    try:
        descriptor = os.open(Path(os.path.realpath(path)).parent, os.O_RDONLY)
    except (OSError, ValueError):
        return None
    end = time.monotonic() + PATIENCE
    while lock(descriptor) is False and time.monotonic() < end:
        time.sleep(0.01)
    return descriptor


def keep_copy(path: Path, content: bytes) -> Path:
    """Keeps the old ``content`` of a file beside it, as ``NAME.orig``.

    An existing ``.orig`` is never overwritten: with other content in it the copy is
    ``NAME.orig2`` and so on.

    Raises:
        LevelError: the copy cannot be written.
    """
    number = 1
    while True:
        copy = path.with_name(f"{path.name}.orig{number if number > 1 else ''}")
        if not os.path.lexists(copy):
            replace_file(copy, content)
            return copy
        with contextlib.suppress(LevelError):
            if read_limited(copy, len(content)) == content:
                return copy
        number += 1


def _mode_of(target: Path) -> int | None:
    """The permissions of an existing file, None for a new one."""
    try:
        status = target.stat()
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError
    if not stat.S_ISREG(status.st_mode):
        raise ValueError("not a regular file")
    if not os.access(target, os.W_OK):
        raise ValueError("read-only")
    return stat.S_IMODE(status.st_mode)
