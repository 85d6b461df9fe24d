"""Entries and their machine code in the library of their package."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

from engine.jit import digests, marks, plans, targets
from engine.jit.libraries import Library, LibraryError, open_library
from engine.jit.marks import EntryKernel, Form

_FUNCTION = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


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


def find_problem(library: Library, specialization: Specialization) -> str | None:
    """Return why an entry cannot use a library, or None if it can."""
    rebuild = f"python -m engine.jit.build {library.package} builds the library again"
    digest = library.entries.get(specialization.symbol)
    if digest is None or not hasattr(library.functions, specialization.symbol):
        return f"{specialization.place}: it is not in the library. {rebuild}"
    if library.may_differ and digest != specialization.digest:
        return f"{specialization.place}: it was edited after the library was built. {rebuild}"
    return None


def find_form(specialization: Specialization) -> Form:
    """Return the machine code of an entry, from the library of its package.

    Raises:
        LibraryError: there is no library, or it has no current machine code for the entry.
    """
    library = open_library(specialization.package)
    if isinstance(library, LibraryError):
        raise library
    problem = find_problem(library, specialization)
    if problem is not None:
        raise LibraryError(problem)
    name = specialization.symbol
    if runs_newer() and hasattr(library.functions, copy := name_copy(name, targets.NEWER)):
        name = copy
    function = _FUNCTION((name, library.functions))
    return make_form(function, plans.plan_of(*specialization))


_NEWER_FLAGS = frozenset(("abm", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe", "xsave"))


@cache
def runs_newer() -> bool:
    """Return whether this processor runs code for :data:`targets.NEWER`, as far as Linux says."""
    try:
        with Path("/proc/cpuinfo").open(encoding="ascii", errors="replace") as file:
            flags = next((line for line in file if line.startswith("flags")), "")
    except OSError:
        return False
    return _NEWER_FLAGS.issubset(flags.split())


def name_copy(symbol: str, cpu: str) -> str:
    """Return the name of an entry's function for a processor in the library."""
    return f"{symbol}__newer" if cpu == targets.NEWER else symbol


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
