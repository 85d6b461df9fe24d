"""The shared library that holds the machine code of a package.

The build writes the library into the folder ``native`` of the package, together with a manifest.
The manifest lists the name, size and checksum of the library and the digest of each entry in it. An
installed package does not compare its library with its sources. In a checkout, the manifest also
lists the modification time and size of each source file. If a file has changed, the digests show
which entries are stale.

This module does not import NumPy, so the app can check the library quickly when it starts.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from engine.errors import PLAIN_PYTHON

FOLDER = "native"
"""The name of the folder, inside a package, that contains its library."""
MANIFEST = "manifest.json"
FORMAT = 1
NEWER = "x86-64-v3"
"""The LLVM name of newer x86 processors, for which a library has a second copy of the code.

On large graphs, this copy is up to a tenth faster than the first one."""
_LARGEST_MANIFEST = 1 << 20
ENGINE = __name__.partition(".")[0]
"""The package whose kernels all other packages use."""
_REINSTALL = "Install again"


class LibraryError(Exception):
    """An error for a library that is missing or cannot be used.

    Attributes:
        reason: The message without the remedy.
        remedy: The advice to the user; empty if the reason already contains it.
        missing: True if the package has no library.
    """

    def __init__(self, reason: str, *, remedy: str = "", missing: bool = False) -> None:
        super().__init__(f"{reason}. {remedy}" if remedy else reason)
        self.reason, self.remedy, self.missing = reason, remedy, missing

    @property
    def allows_compiling(self) -> bool:
        """True if there is no library, but Numba can compile the kernels in this process."""
        # The command line must start fast, so import the module only where it is needed.
        from engine.jit import targets

        return self.missing and targets.has_builder()


@dataclass(frozen=True)
class Library:
    """A shared library of machine code that has been loaded, with the contents of its manifest.

    Attributes:
        package: The name of the package that the library belongs to.
        folder: The folder of the package.
        entries: A mapping from the symbol of each entry to the entry's digest.
        sources: A mapping from the path of each source file in the folder to its modification time
            and size; None in an installed package.
        functions: The functions in the library.
    """

    package: str
    folder: Path
    entries: Mapping[str, str]
    sources: Mapping[str, list[int]] | None
    functions: ctypes.CDLL

    @cached_property
    def may_be_stale(self) -> bool:
        """True if the library may have been built from sources other than the current ones.

        This is always true for a plug-in game, because its library contains kernels of the engine,
        and each of the two packages can be updated without the other.
        """
        if self.package != ENGINE:
            return True
        return self.sources is not None and self.sources != read_stamps(self.folder)


def read_stamps(folder: Path) -> dict[str, list[int]]:
    """Map the path of each source file below a folder to its modification time and size."""
    found = {}
    for path in sorted(folder.rglob("*.py")):
        status = path.stat()
        found[path.relative_to(folder).as_posix()] = [status.st_mtime_ns, status.st_size]
    return found


@cache
def open_library(package: str) -> Library | LibraryError:
    """Return the library of an imported package, or the error that prevents its use."""
    try:
        return _read_library(package)
    # A damaged manifest can cause any of these errors. The message of an error may have several
    # lines, but a report has only one.
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        reason = f"the library of {package} cannot be used: {reason:.300}"
        return LibraryError(reason, remedy=_REINSTALL)
    except LibraryError as error:
        return error


def find_folder(package: str) -> Path | None:
    """Return the folder of an imported package, or None if it is not a regular package."""
    module = sys.modules[package]
    # A namespace package has a path but no file. It may be any folder, even the current one.
    file = getattr(module, "__file__", None)
    return None if file is None or not hasattr(module, "__path__") else Path(file).parent


def _read_library(package: str) -> Library:
    folder = find_folder(package)
    if folder is None or not (path := folder / FOLDER / MANIFEST).is_file():
        raise _describe_missing(package)
    with path.open("rb") as file:
        manifest = json.loads(file.read(_LARGEST_MANIFEST))
    if manifest["format"] != FORMAT:
        raise LibraryError(
            f"{path}: expected format {FORMAT}, found {manifest['format']!r:.80}", remedy=_REINSTALL
        )
    library = path.with_name(Path(str(manifest["library"])).name)
    # Check the library before loading it, because loading a damaged one may crash the process.
    if (size := library.stat().st_size) != manifest["size"]:
        raise LibraryError(
            f"{library}: expected {manifest['size']!r:.80} bytes, found {size}", remedy=_REINSTALL
        )
    if hashlib.sha256(library.read_bytes()).hexdigest() != manifest["sha256"]:
        raise LibraryError(
            f"{library}: damaged; its checksum differs from {MANIFEST}", remedy=_REINSTALL
        )
    entries = {str(symbol): str(digest) for symbol, digest in manifest["entries"].items()}
    functions = ctypes.CDLL(str(library))
    return Library(package, folder, entries, manifest["sources"], functions)


def _describe_missing(package: str) -> LibraryError:
    """Return the error for a package that has no library, with advice for this machine."""
    from engine.jit import targets

    reason = f"{package} comes without a library of machine code"
    if targets.choose_target() is None:
        reason, remedy = f"{reason}: {targets.describe_missing()}", "See the README for platforms"
    elif package == ENGINE:
        remedy = _REINSTALL
    else:
        remedy = "Install puzzle-workbench[compile]"
    return LibraryError(reason, remedy=remedy, missing=True)


def describe_cost() -> str | None:
    """Return a message about slow searches if the engine's library is missing or unusable.

    Returns:
        The message, or None if the library is usable or can be replaced by compiling at run time.
        The remedy comes before the reason, which may be too long for a narrow screen.
    """
    library = open_library(ENGINE)
    if isinstance(library, Library) or library.allows_compiling:
        return None
    return f"Searches run as {PLAIN_PYTHON}. {library.remedy}: {library.reason}."
