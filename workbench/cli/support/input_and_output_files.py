"""Inputs and outputs named on the command line: files, folders and standard input."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from engine.errors import EngineError, LevelError, quote_input
from engine.files import levelfile, share_string
from engine.files.natural_order import build_natural_key
from engine.files.storage import FileChanged, FileStamp, describe_error, read_anything
from engine.files.suffixes import PACK_SUFFIX, SUFFIXES, find_format, get_suffix
from engine.files.untrusted_toml import MAX_BYTES
from engine.values.level import Level
from workbench.cli.support import exit_status
from workbench.terminal import command_line_output

STDIN = "-"
"""The name that means standard input."""

RECORDS_SUFFIX = ".plays.toml"
"""The suffix of files with playtest records, which are saved next to levels."""


def read_content(name: str) -> bytes:
    """Read the content of the file called ``name``, or of standard input.

    Content that exceeds the size limit for level files is cut off just beyond the limit.

    Raises:
        LevelError: The file cannot be read.
    """
    if not name:
        raise LevelError("expected the name of a level file, found none", file="''")
    if f"{_BUNDLE}/" in name and not os.path.lexists(name):
        return _read_bundled_level(name)
    if name == STDIN:
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    return read_anything(name, MAX_BYTES)


_BUNDLE = SUFFIXES["bundle"]


def _read_bundled_level(name: str) -> bytes:
    """Return the level file of a level in a bundle, such as ``first.bundle/2``."""
    path, _, number = name.rpartition("/")
    texts = _load_bundle(path) if path.endswith(_BUNDLE) else ()
    if not (number.isascii() and number.isdecimal() and 1 <= int(number[:9]) <= len(texts)):
        raise LevelError("no such level in the bundle", file=name)
    return texts[int(number[:9]) - 1]


@functools.lru_cache(maxsize=1)
def _load_bundle(path: str) -> tuple[bytes, ...]:
    """Return the levels in a bundle as level files. All levels of one bundle are read at once."""
    from engine.playlists import bundle

    levels = [entry.level for entry in bundle.read_bundle(path).levels]
    return tuple(levelfile.dumps(level).encode() for level in levels if level is not None)


def _list_bundled_names(path: str) -> list[str]:
    """Return the names of the levels in a bundle, by which :func:`read_content` reads them."""
    _load_bundle.cache_clear()  # the file may have changed
    return [f"{path}/{number}" for number, _ in enumerate(_load_bundle(path), start=1)]


def get_label(name: str) -> str:
    """Return an input's name for error messages, which is "share string" for a share string."""
    return "share string" if share_string.is_share_string(name) else name


def read_level(name: str) -> Level:
    """Read a level from a file. Either ``name`` or the file's content may be a share string.

    Raises:
        LevelError: The input cannot be read as a level.
    """
    if share_string.is_share_string(name):
        return share_string.loads(name)
    found = read_content(name)
    text = found.decode(errors="replace")
    if share_string.is_share_string(text):
        return share_string.loads(text, name)
    return load_level(found, name)


def load_level(content: bytes, name: str) -> Level:
    """Return the level in the content of the file called ``name``.

    Raises:
        LevelError: The content is not a level. If it is known what else it is, the message says so.
    """
    try:
        return levelfile.loads(content, name)
    except LevelError:
        # Import this only now, because it loads all the other formats.
        from workbench.cli.support.file_kinds import explain_refusals

        with explain_refusals(name, content):
            raise


def read_levels(name: str) -> list[Level]:
    """Read all levels from a file in any format, or from the share string ``name``.

    Raises:
        LevelError: Any part of the input cannot be read as a level.
    """
    if share_string.is_share_string(name):
        return [share_string.loads(name)]
    if get_suffix(name) == _BUNDLE:
        return [load_level(_read_bundled_level(each), each) for each in _list_bundled_names(name)]
    from engine.files import conversion

    return conversion.read_levels(read_content(name), name)


def process_inputs(names: Iterable[str], handle: Callable[[str], int]) -> int:
    """Process every input, report any errors, and return the combined exit status."""
    statuses = []
    for name in names:
        answer = exit_status.REFUSED
        try:
            answer = handle(name)
        except LevelError as error:
            command_line_output.print_error(
                error if error.file is not None else error.with_file(get_label(name))
            )
        except EngineError as error:
            command_line_output.print_error(LevelError(str(error), file=get_label(name)))
        statuses.append(answer)
    return exit_status.combine_statuses(statuses)


def process_files(
    names: Iterable[str], handle: Callable[[str], int], *, empty: int, packs: bool = False
) -> int:
    """Process every input; if an input is a folder, process the level files in it.

    Folders are searched at any depth, and their files are processed in natural order.

    Args:
        names: The names of the inputs.
        handle: A function that processes one file and returns its exit status.
        empty: The exit status for a folder without level files. Such a folder is also reported.
        packs: True to process the packs in folders too.

    Returns:
        The combined exit status.
    """
    statuses = []
    for name in names:
        folder = name != STDIN and os.path.isdir(name)  # noqa: PTH112 - false for an invalid path
        others = (RECORDS_SUFFIX,) if packs else (RECORDS_SUFFIX, PACK_SUFFIX)
        closed: list[OSError] = []
        files = [*_find_level_files(name, others, closed.append)] if folder else [name]
        if not folder and get_suffix(name) == _BUNDLE:
            try:
                files = _list_bundled_names(name)
            except LevelError as refusal:
                command_line_output.print_error(refusal)
                statuses.append(exit_status.REFUSED)
                continue
        for error in closed:
            command_line_output.print_error(
                LevelError(describe_error(error), file=str(error.filename))
            )
        if not files and not closed:
            command_line_output.print_note(f"{name}: no level files in it")
        statuses += [exit_status.REFUSED] * bool(closed)
        statuses.append(process_inputs(files, handle) if files else empty)
    return exit_status.combine_statuses(statuses)


def _find_level_files(
    folder: str, others: tuple[str, ...], report_error: Callable[[OSError], None]
) -> Iterator[str]:
    """Yield the paths of the level files in a folder and its subfolders, in natural order.

    Pipes and devices are reported and skipped.

    Args:
        folder: The folder to search.
        others: The suffixes of the files to skip, all of which end in ``.toml``.
        report_error: A function that is called with the error for each folder that cannot be read.
    """
    for parent, folders, files in os.walk(folder, onerror=report_error):
        # `os.walk` visits the subfolders in this list's order, so sort it in place.
        folders.sort(key=build_natural_key)
        for file in sorted(files, key=build_natural_key):
            if not file.endswith(".toml") or file.endswith(others):
                continue
            path = Path(parent, file)
            if (
                path.is_file() or not path.exists()
            ):  # yield a broken link too, because reading it reports the error
                yield str(path)
            else:
                command_line_output.print_note(f"{path}: not a regular file; left out")


def take_stamp(name: str) -> FileStamp | None:
    """Return the stamp of a file that may be written later, or None if it does not exist yet.

    Raises:
        LevelError: The file cannot be read, or is not a regular file.
    """
    is_there = os.path.exists(name)  # noqa: PTH110 - false for an invalid path
    return FileStamp.from_file(name) if is_there else None


def save_if_unchanged(level: Level, path: str, stamp: FileStamp | None) -> None:
    """Write a level to a file, unless the file has changed since ``stamp`` was taken.

    Raises:
        LevelError: The file cannot be written, or has changed since then.
    """
    try:
        save_level(level, path, expect=stamp, new=stamp is None)
    except (FileChanged, FileExistsError) as error:
        what = "changed on disk meanwhile; not overwritten"
        raise LevelError(what, file=path) from error


def save_level(
    level: Level, path: str | Path, *, expect: FileStamp | None = None, new: bool = False
) -> None:
    """Write a level to a file, and tell the user if that loses comments in the old file.

    Raises:
        LevelError: The file cannot be written.
        FileChanged, FileExistsError: See :func:`engine.files.levelfile.write_level`.
    """
    kept = levelfile.write_level(level, path, expect=expect, new=new).backup
    if kept is not None:
        command_line_output.print_note(
            f"{path}: a save keeps no comments; the file as it was is {kept}"
        )


def save_new_level(level: Level, path: Path) -> bool:
    """Write a level to a new file, creating its folder if necessary.

    Returns:
        True if the file was written, or False if it already exists.

    Raises:
        LevelError: The file cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        levelfile.write_level(level, path, new=True)
    except FileExistsError:
        return False
    except OSError as error:
        raise LevelError(
            f"cannot be made: {describe_error(error)}", file=str(path.parent)
        ) from error
    return True


def require_named(option: str, name: str) -> None:
    """Check that ``name`` is a valid name for a catalogue.

    Raises:
        EngineError: The name is empty, means standard input, or has the suffix of another
            format but belongs to no existing file. The message names ``option``.
    """
    if name in ("", STDIN):
        raise EngineError(f"{option}: expected the name of a file, found {quote_input(name)}")
    if get_suffix(name) in SUFFIXES.values() and not os.path.lexists(name):
        from engine.catalogue import file_type

        wanted = " or ".join(file_type.CATALOGUE_SUFFIXES)
        raise EngineError(
            f"{option}: expected a name such as NAME{wanted}, found {quote_input(name)}"
        )


def require_level_name(out: str) -> None:
    """Check that ``out`` has the suffix of level files, or no suffix.

    Raises:
        LevelError: The name has another suffix.
    """
    find_format(out, ["toml"])


def require_writable(out: str, *, folder: bool) -> None:
    """Check that the output can be written, before any work is done.

    Args:
        out: The name of the output file or folder.
        folder: True if the output is a folder.

    Raises:
        LevelError: The name belongs to a folder instead of a file, or to a file instead of a
            folder, or the output cannot be written there.
    """
    path, is_folder = Path(out), os.path.isdir(out)  # noqa: PTH112 - false for an invalid path
    if folder and os.path.lexists(out) and not is_folder:
        raise LevelError("a file; more than one level needs a folder", file=out)
    if not folder and is_folder:
        raise LevelError("a folder, not a file", file=out)
    if not folder and not os.path.isdir(path.parent):  # noqa: PTH112
        raise LevelError("no such folder", file=str(path.parent))
    # Missing parent folders will be created, so the nearest existing one must be writable.
    above = (path, *path.parents) if folder else (path.parent,)
    there = next(each for each in above if os.path.lexists(each))
    if not there.is_dir():
        raise LevelError("not a folder", file=str(there))
    if not os.access(there, os.W_OK | os.X_OK):
        raise LevelError("cannot be written: permission denied", file=str(there))
