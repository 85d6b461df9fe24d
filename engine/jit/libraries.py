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
from typing import TYPE_CHECKING

from engine.errors import PLAIN_PYTHON
from engine.jit import targets

if TYPE_CHECKING:
    from engine.jit.load import Specialization

FOLDER = "native"
"""The folder in a package; it is no package itself, so that no library is taken for a module."""
MANIFEST = "manifest.json"
FORMAT = 1
_LARGEST_MANIFEST = 1 << 20
_REBUILD = "python -m engine.jit.build builds the library again"


class LibraryError(Exception):
    """A library that is not there or cannot be used; the text says why.

    Attributes:
        missing: whether the package comes without a library.
    """

    def __init__(self, message: str, *, missing: bool = False) -> None:
        super().__init__(message)
        self.missing = missing


@dataclass(frozen=True)
class Library:
    """The library of a package.

    Attributes:
        folder: the folder of the package.
        entries: the digest of each entry, by its symbol.
        sources: time and size of each source file, by its path in the folder; None in an
            installed package.
        functions: the loaded library.
    """

    folder: Path
    entries: Mapping[str, str]
    sources: Mapping[str, list[int]] | None
    functions: ctypes.CDLL

    @cached_property
    def is_edited(self) -> bool:
        """Whether a source file is not as it was when the library was built."""
        return self.sources is not None and self.sources != read_stamps(self.folder)

    def find_problem(self, specialization: Specialization) -> str | None:
        """Return why an entry cannot use this library, or None if it can."""
        digest = self.entries.get(specialization.symbol)
        if digest is None:
            return f"{specialization.place}: it is not in the library. {_REBUILD}"
        if self.is_edited and digest != specialization.digest:
            return f"{specialization.place}: it was edited after the library was built. {_REBUILD}"
        return None


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
        return LibraryError(f"the library of {package} cannot be used: {error}")
    except LibraryError as error:
        return error


def _read_library(package: str) -> Library:
    folder = Path(str(sys.modules[package].__file__)).parent
    path = folder / FOLDER / MANIFEST
    if "__path__" not in vars(sys.modules[package]) or not path.is_file():
        raise LibraryError(f"{package} comes without a library of machine code", missing=True)
    with path.open("rb") as file:
        manifest = json.loads(file.read(_LARGEST_MANIFEST))
    if manifest["format"] != FORMAT:
        raise LibraryError(f"{path}: expected format {FORMAT}, found {manifest['format']!r:.80}")
    library = path.with_name(Path(str(manifest["library"])).name)
    # A damaged library is not handed to the system's loader, which may crash on it.
    if library.stat().st_size != manifest["size"]:
        raise LibraryError(f"{library}: expected {manifest['size']} bytes, found another size")
    if hashlib.sha256(library.read_bytes()).hexdigest() != manifest["sha256"]:
        raise LibraryError(f"{library}: damaged; its checksum differs from {MANIFEST}")
    entries = {str(symbol): str(digest) for symbol, digest in manifest["entries"].items()}
    return Library(folder, entries, manifest["sources"], ctypes.CDLL(str(library)))


def find_cost(package: str) -> str | None:
    """Return the cost of a missing or unusable library with a remedy, or None if it is fine.

    Args:
        package: the name of an imported package.
    """
    library = open_library(package)
    if isinstance(library, Library) or (library.missing and targets.has_builder()):
        return None
    if targets.choose_target() is None:
        remedy, reason = "See the README for platforms", targets.describe_missing()
    else:
        remedy, reason = "Install again", str(library)
    return f"Searches run as {PLAIN_PYTHON}. {remedy}: {reason}."
