"""The shared library of machine code in a package: opened, checked, and what its absence costs.

The build writes the library into the folder ``native`` of the package, and beside it a manifest
with the name, size and checksum of the library and the digest of each entry in it. An installed
package trusts its library. In a checkout the manifest also has the stamps of the source files: when
one of them changed, an entry whose digest differs is stale.

Nothing here imports NumPy, so that the app can look at the library as soon as it starts.
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
from engine.jit import targets

FOLDER = "native"
"""The folder in a package; it is no package itself, so that no library is taken for a module."""
MANIFEST = "manifest.json"
FORMAT = 1
_LARGEST_MANIFEST = 1 << 20
ENGINE = __name__.partition(".")[0]
"""The package that all libraries share kernels of."""
_AGAIN = "Install again"


class LibraryError(Exception):
    """A library that is not there or cannot be used; the text says why.

    Attributes:
        reason: the text without the remedy.
        remedy: the advice to the user, if the text does not give it.
        missing: whether the package comes without a library.
    """

    def __init__(self, reason: str, *, remedy: str = "", missing: bool = False) -> None:
        super().__init__(f"{reason}. {remedy}" if remedy else reason)
        self.reason, self.remedy, self.missing = reason, remedy, missing


@dataclass(frozen=True)
class Library:
    """The library of a package.

    Attributes:
        package: the name of the package.
        folder: its folder.
        entries: the digest of each entry, by its symbol.
        sources: time and size of each source file, by its path in the folder; None in an
            installed package.
        functions: the loaded library.
    """

    package: str
    folder: Path
    entries: Mapping[str, str]
    sources: Mapping[str, list[int]] | None
    functions: ctypes.CDLL

    @cached_property
    def may_differ(self) -> bool:
        """Whether sources may be others than those that the library was built from.

        A plug-in game has kernels of the engine in its library, and either may be updated alone.
        """
        if self.package != ENGINE:
            return True
        return self.sources is not None and self.sources != read_stamps(self.folder)


def read_stamps(folder: Path) -> dict[str, list[int]]:
    """Return time and size of each source file below a folder, by its path in the folder."""
    found = {}
    for path in sorted(folder.rglob("*.py")):
        status = path.stat()
        found[path.relative_to(folder).as_posix()] = [status.st_mtime_ns, status.st_size]
    return found


@cache
def open_library(package: str) -> Library | LibraryError:
    """Return the library of an imported package, or the error that keeps it from being used."""
    try:
        return _read_library(package)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        reason = f"the library of {package} cannot be used: {reason:.300}"
        return LibraryError(reason, remedy=_AGAIN)
    except LibraryError as error:
        return error


def find_folder(package: str) -> Path | None:
    """Return the folder of an imported package, or None for a module without one."""
    module = sys.modules[package]
    # A namespace has a path but no file, and may be any folder, the current one too.
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
            f"{path}: expected format {FORMAT}, found {manifest['format']!r:.80}", remedy=_AGAIN
        )
    library = path.with_name(Path(str(manifest["library"])).name)
    # A damaged library is not handed to the system's loader, which may crash on it.
    if (size := library.stat().st_size) != manifest["size"]:
        raise LibraryError(
            f"{library}: expected {manifest['size']!r:.80} bytes, found {size}", remedy=_AGAIN
        )
    if hashlib.sha256(library.read_bytes()).hexdigest() != manifest["sha256"]:
        raise LibraryError(
            f"{library}: damaged; its checksum differs from {MANIFEST}", remedy=_AGAIN
        )
    entries = {str(symbol): str(digest) for symbol, digest in manifest["entries"].items()}
    functions = ctypes.CDLL(str(library))
    return Library(package, folder, entries, manifest["sources"], functions)


def _describe_missing(package: str) -> LibraryError:
    """Return the error for a package without a library, with the remedy for this machine."""
    reason = f"{package} comes without a library of machine code"
    if targets.choose_target() is None:
        reason, remedy = f"{reason}: {targets.describe_missing()}", "See the README for platforms"
    elif package == ENGINE:
        remedy = _AGAIN
    else:
        remedy = "Install puzzle-workbench[compile]"
    return LibraryError(reason, remedy=remedy, missing=True)


def find_cost() -> str | None:
    """Return the cost of a missing or unusable library of the engine, or None if it is fine.

    The remedy comes before the reason, which may be too long for a narrow screen.
    """
    library = open_library(ENGINE)
    if isinstance(library, Library) or (library.missing and targets.has_builder()):
        return None
    return f"Searches run as {PLAIN_PYTHON}. {library.remedy}: {library.reason}."
