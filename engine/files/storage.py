"""Files on disk: limited reading, detection of changes, and atomic replacement."""

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
from engine.files.temporary_file import (
    create_temporary,
    remove_temporary,
    sync_folder,
    try_lock,
    write_and_sync,
)

MAX_SIZE = 1 << 24
"""The maximum size in bytes of a file to replace, whose old content is first read into memory."""
PATIENCE = 2.0
"""The maximum time, in seconds, to wait for other processes that are saving in the same folder."""
_ESCAPED_PREFIX = "file:"  # marks paths with escaped bytes; no absolute path begins with it


class FileChanged(EngineError):
    """A file that has been changed on disk since it was opened."""

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(f"{path}: changed on disk since it was opened; not overwritten")


@dataclass(frozen=True, slots=True)
class FileStamp:
    """The state of a file at one moment.

    Two stamps are equal if their files have the same content, no matter when they were changed.

    Attributes:
        mtime_ns: The time of the last change, in nanoseconds since 1970.
        size: The length in bytes.
        digest: The SHA-256 hash of the content, in hexadecimal.
        backup: The path of the copy that was made of the replaced file; None if there is no copy.
    """

    mtime_ns: int = field(compare=False)
    size: int
    digest: str
    backup: Path | None = field(default=None, compare=False)

    @classmethod
    def from_file(cls, path: Path | str) -> FileStamp:
        """Read a file and return its stamp.

        Raises:
            LevelError: The file cannot be read, or is not a regular file.
        """
        with translate_errors(path), os.fdopen(open_regular(path), "rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
            return cls(os.fstat(file.fileno()).st_mtime_ns, file.tell(), digest)


def hash_content(content: bytes) -> str:
    """Return the SHA-256 hash of a file's content, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def describe_error(error: Exception) -> str:
    """Return the reason why a file could not be read or written, without the file name."""
    if isinstance(error, FileNotFoundError):
        return "no such file"
    if isinstance(error, IsADirectoryError):
        return "a folder, not a file"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror[:1].lower() + error.strerror[1:]
    return str(error)


@contextlib.contextmanager
def translate_errors(path: Path | str, problem: str = "") -> Iterator[None]:
    """Translate a disk error in the ``with`` block into a :class:`LevelError` that names the path.

    Args:
        path: The path that the error names.
        problem: A phrase to put before the reason, such as ``cannot be written``; may be empty.

    Raises:
        LevelError: The block raised an OSError or a ValueError.
    """
    try:
        yield
    except (OSError, ValueError) as error:
        message = f"{problem}: {describe_error(error)}" if problem else describe_error(error)
        raise LevelError(message, file=str(path)) from error


def require_regular(path: Path | str) -> None:
    """Raise an error unless a path is a regular file, because opening a pipe could block forever.

    Raises:
        LevelError: The path is not a regular file, or does not exist.
    """
    with translate_errors(path):
        mode = os.stat(path).st_mode  # noqa: PTH116 - it also raises ValueError for invalid paths
    if not stat.S_ISREG(mode):
        raise _build_irregular_error(path, mode)


def open_regular(path: Path | str, flags: int = os.O_RDONLY, *, follow_links: bool = True) -> int:
    """Open a regular file and return its descriptor, without blocking if the path is a pipe.

    Args:
        path: The path of the file.
        flags: The flags for ``os.open``.
        follow_links: True to follow symbolic links. False for files that the app places next to the
            user's files, because anyone with access to the folder could redirect them.

    Raises:
        OSError: The file cannot be opened.
        LevelError: The path is not a regular file. The error names it.
    """
    for name in ("O_NONBLOCK", "O_BINARY", *(() if follow_links else ("O_NOFOLLOW",))):
        flags |= getattr(os, name, 0)
    try:
        descriptor = os.open(path, flags, 0o666)
    except OSError as error:
        if error.errno == errno.ENXIO:  # a pipe without a reader, or a socket
            raise _build_irregular_error(path, 0) from error
        if error.errno != errno.ELOOP or follow_links:
            raise
        raise LevelError("a symbolic link, not a regular file", file=str(path)) from error
    # Check the open descriptor, because the file could be replaced between a check and the open.
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return descriptor
    os.close(descriptor)
    raise _build_irregular_error(path, mode)


def _build_irregular_error(path: Path | str, mode: int) -> LevelError:
    what = "a folder, not a file" if stat.S_ISDIR(mode) else "not a regular file"
    return LevelError(what, file=str(path))


def encode_path(path: Path | str) -> str:
    """Convert a path to a string that a UTF-8 file can hold; see :func:`decode_path`.

    A path that is not valid UTF-8 becomes ``file:`` followed by the escaped path.
    """
    text = str(path)
    try:
        text.encode()
    except UnicodeEncodeError:
        return _ESCAPED_PREFIX + quote_from_bytes(os.fsencode(text))
    if text.startswith(_ESCAPED_PREFIX):
        return _ESCAPED_PREFIX + quote_from_bytes(text.encode())
    return text


def decode_path(text: str) -> Path:
    """Return the path that :func:`encode_path` converted to the string ``text``."""
    if text.startswith(_ESCAPED_PREFIX):
        return Path(os.fsdecode(unquote_to_bytes(text.removeprefix(_ESCAPED_PREFIX))))
    return Path(text)


def make_absolute(path: Path) -> Path:
    """Make a path absolute. If the working folder no longer exists, return it unchanged."""
    with contextlib.suppress(OSError):
        return path.absolute()
    return path


def resolve_links(path: Path | str) -> str:
    """Resolve symbolic links. If the working folder no longer exists, return the path unchanged."""
    with contextlib.suppress(OSError):
        return os.path.realpath(path)
    return str(path)


def read_limited(path: Path | str, limit: int, *, follow_links: bool = True) -> bytes:
    """Read at most ``limit`` + 1 bytes of a file. The extra byte shows that the file is too long.

    Args:
        path: The path of the file.
        limit: The maximum valid size in bytes.
        follow_links: True to follow symbolic links; see :func:`open_regular`.

    Raises:
        LevelError: The path is not a regular file, or cannot be read. The error names it.
    """
    with translate_errors(path):
        descriptor = open_regular(path, follow_links=follow_links)
        with os.fdopen(descriptor, "rb") as file:
            return file.read(limit + 1)


def read_anything(path: Path | str, limit: int) -> bytes:
    """Read at most ``limit`` + 1 bytes from a file, a pipe or a device.

    Raises:
        LevelError: The path cannot be read. The error names it.
    """
    with translate_errors(path), Path(path).open("rb") as file:
        return file.read(limit + 1)


def read_existing(path: Path | str) -> bytes | None:
    """Read a whole file that is to be replaced, or return None if it does not exist.

    Raises:
        LevelError: The path is not a regular file, is read-only or too long, or cannot be read.
    """
    with translate_errors(path):
        if _read_mode(Path(path)) is None:
            return None
    content = read_limited(path, MAX_SIZE)
    if len(content) > MAX_SIZE:
        raise LevelError(f"longer than {MAX_SIZE} bytes; not overwritten", file=str(path))
    return content


def replace_file(path: Path | str, content: bytes, *, follow_links: bool = True) -> int:
    """Replace the content of a file atomically: a crash leaves either the old or the new content.

    The file keeps its permissions. A read-only file is never replaced, even in a writable folder.

    Args:
        path: The path of the file.
        content: The new content.
        follow_links: True to replace the target of a symbolic link instead of the link itself; see
            :func:`open_regular`.

    Returns:
        The new modification time, in nanoseconds since 1970.

    Raises:
        LevelError: The file cannot be written, or is not regular. In that case it is unchanged.
    """
    with _translate_write_errors(path):
        target = Path(os.path.realpath(path) if follow_links else path)
        mode = None if not follow_links and target.is_symlink() else _read_mode(target)
        # A rename is atomic only within a file system, so use a temporary file in the same folder.
        with create_temporary(target.parent) as (temporary, descriptor):
            changed = write_and_sync(descriptor, content, mode)
            temporary.replace(target)
        sync_folder(target.parent)
        return changed


@contextlib.contextmanager
def open_replacement(path: Path | str) -> Iterator[Path]:
    """Yield the path of an empty file, which replaces ``path`` when the ``with`` block ends.

    The file can be written step by step. For errors, see :func:`replace_file`.
    """
    with contextlib.ExitStack() as stack:
        with _translate_write_errors(path):
            target = Path(os.path.realpath(path))
            mode = _read_mode(target)
            temporary, descriptor = stack.enter_context(create_temporary(target.parent))
            stack.callback(remove_temporary, temporary)
        yield temporary
        with _translate_write_errors(path):
            if mode is not None:
                temporary.chmod(mode)
            os.fsync(descriptor)
            temporary.replace(target)
        sync_folder(target.parent)


@contextlib.contextmanager
def _translate_write_errors(path: Path | str) -> Iterator[None]:
    """Translate errors raised while writing a file; see :func:`translate_errors`."""
    try:
        with translate_errors(path, "cannot be written"):
            yield
    except LevelError as error:
        if isinstance(error.__cause__, FileNotFoundError):
            raise LevelError("cannot be written: no such folder", file=str(path)) from error
        raise


@contextlib.contextmanager
def lock_folder(path: Path | str) -> Iterator[None]:
    """Lock the folder of a file, so that no other process on this machine saves in it.

    Wait at most :data:`PATIENCE` seconds for the lock, then continue without it. Writers check the
    old content before replacing it, and the lock only closes the gap between the two.
    """
    descriptor = _acquire_folder_lock(path)
    try:
        yield
    finally:
        if descriptor is not None:
            os.close(descriptor)


def _acquire_folder_lock(path: Path | str) -> int | None:
    """Return a descriptor for a file's folder, locked if possible; None if it cannot be opened."""
    try:
        descriptor = os.open(Path(os.path.realpath(path)).parent, os.O_RDONLY)
    except (OSError, ValueError):
        return None
    end = time.monotonic() + PATIENCE
    while try_lock(descriptor) is False and time.monotonic() < end:
        time.sleep(0.01)
    return descriptor


def save_backup(path: Path, content: bytes) -> Path:
    """Save the old ``content`` of a file as ``NAME.orig`` in the same folder.

    If that name is taken by a copy with different content, try ``NAME.orig2`` and so on.

    Raises:
        LevelError: The copy cannot be written.
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


def _read_mode(target: Path) -> int | None:
    """Return the permissions of a file that can be replaced, or None if there is no such file."""
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
