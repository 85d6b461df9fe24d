"""The shared library of machine code that lies in a package, and the functions in it.

The build writes the library into the folder ``native`` of the package, and beside it a manifest
with the name, size and checksum of the library and the digest of each entry in it. An installed
package trusts its library. In a checkout the manifest also has the stamps of the source files: when
one of them changed, an entry whose digest differs is stale.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

from engine.jit import digests, marks, plans
from engine.jit.marks import EntryKernel, Form

FOLDER = "native"
"""The folder in a package; it is no package itself, so that no library is taken for a module."""
MANIFEST = "manifest.json"
FORMAT = 1
_LARGEST_MANIFEST = 1 << 20
_FUNCTION = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
ENGINE = __name__.partition(".")[0]
"""The package that all libraries share kernels of."""


class LibraryError(Exception):
    """A library that is not there or cannot be used; the text says why.

    Attributes:
        missing: whether the package comes without a library.
    """

    def __init__(self, message: str, *, missing: bool = False) -> None:
        super().__init__(message)
        self.missing = missing


class Specialization(NamedTuple):
    """An entry, with the class of its argument of any class (None where it has no such)."""

    function: FunctionType
    chosen: type | None

    @property
    def package(self) -> str:
        """The package whose library has its machine code."""
        return (self.chosen or self.function).__module__.partition(".")[0]

    @property
    def symbol(self) -> str:
        """The name of its function in the library."""
        name = f"{self.function.__module__}.{self.function.__qualname__}"
        if self.chosen is not None:
            name += f"__{self.chosen.__module__}.{self.chosen.__qualname__}"
        return re.sub(r"\W", "_", name)

    @property
    def digest(self) -> str:
        """The digest of its sources."""
        return digests.digest_of(*self)

    @property
    def place(self) -> str:
        """The file and line of its plain function."""
        return f"{self.function.__code__.co_filename}:{self.function.__code__.co_firstlineno}"


def list_specializations(entry: EntryKernel) -> Iterator[Specialization]:
    """Yield an entry, once for each class of its argument of any class."""
    if not plans.takes_any(entry.function):
        yield Specialization(entry.function, None)
        return
    # Another thread may import a game meanwhile, which adds classes; a copy is made at once.
    classes = [chosen for choice in marks.choices for chosen in [*choice.kernels]]
    for chosen in dict.fromkeys(classes):
        yield Specialization(entry.function, chosen)


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

    def find_problem(self, specialization: Specialization) -> str | None:
        """Return why an entry cannot use this library, or None if it can."""
        rebuild = f"python -m engine.jit.build {self.package} builds the library again"
        digest = self.entries.get(specialization.symbol)
        if digest is None or not hasattr(self.functions, specialization.symbol):
            return f"{specialization.place}: it is not in the library. {rebuild}"
        if self.may_differ and digest != specialization.digest:
            return f"{specialization.place}: it was edited after the library was built. {rebuild}"
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
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        return LibraryError(f"the library of {package} cannot be used: {reason:.300}")
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
        raise LibraryError(f"{package} comes without a library of machine code", missing=True)
    with path.open("rb") as file:
        manifest = json.loads(file.read(_LARGEST_MANIFEST))
    if manifest["format"] != FORMAT:
        raise LibraryError(f"{path}: expected format {FORMAT}, found {manifest['format']!r:.80}")
    library = path.with_name(Path(str(manifest["library"])).name)
    # A damaged library is not handed to the system's loader, which may crash on it.
    if (size := library.stat().st_size) != manifest["size"]:
        raise LibraryError(f"{library}: expected {manifest['size']!r:.80} bytes, found {size}")
    if hashlib.sha256(library.read_bytes()).hexdigest() != manifest["sha256"]:
        raise LibraryError(f"{library}: damaged; its checksum differs from {MANIFEST}")
    entries = {str(symbol): str(digest) for symbol, digest in manifest["entries"].items()}
    functions = ctypes.CDLL(str(library))
    return Library(package, folder, entries, manifest["sources"], functions)


def find_form(specialization: Specialization) -> Form:
    """Return the machine code of an entry, from the library of its package.

    Raises:
        LibraryError: there is no library, or it has no current machine code for the entry.
    """
    library = open_library(specialization.package)
    if isinstance(library, LibraryError):
        raise library
    problem = library.find_problem(specialization)
    if problem is not None:
        raise LibraryError(problem)
    function = _FUNCTION((specialization.symbol, library.functions))
    return make_form(function, plans.plan_of(*specialization))


def make_form(function: Callable[[int], Any], plan: plans.Plan) -> Form:
    """Return a function of ordinary arguments that calls machine code by the address of slots."""
    flat, give = plans.flatten(plan), plans.give_back(plan)

    def form(*arguments: Any) -> Any:
        try:
            slots = flat(*arguments)
        except plans.MISMATCHES as error:
            raise plans.Mismatch from error
        function(slots.buffer_info()[0])
        return give(slots)

    return form
