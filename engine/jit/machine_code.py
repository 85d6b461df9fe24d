"""The look-up of an entry's machine code in the library of its package."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

from engine.jit import calling_convention, decorators, digests
from engine.jit.decorators import CompiledForm, EntryKernel
from engine.jit.libraries import NEWER, Library, LibraryError, open_library

_FUNCTION = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Specialization(NamedTuple):
    """An entry together with one class for its arguments that are annotated as ``Any``.

    The class is None for an entry without such arguments.
    """

    function: FunctionType
    argument_class: type | None

    @property
    def package(self) -> str:
        """The name of the package whose library holds the machine code."""
        return (self.argument_class or self.function).__module__.partition(".")[0]

    @property
    def symbol(self) -> str:
        """The name of the entry's function in the library."""
        name = f"{self.function.__module__}.{self.function.__qualname__}"
        if self.argument_class is not None:
            name += f"__{self.argument_class.__module__}.{self.argument_class.__qualname__}"
        return re.sub(r"\W", "_", name)

    @property
    def digest(self) -> str:
        """The digest of the entry's sources."""
        return digests.compute_digest(*self)

    @property
    def location(self) -> str:
        """The file and line where the plain function is defined."""
        return f"{self.function.__code__.co_filename}:{self.function.__code__.co_firstlineno}"


def list_specializations(entry: EntryKernel) -> Iterator[Specialization]:
    """Yield the specializations of an entry, one for each class that can replace ``Any``."""
    if not calling_convention.has_any_argument(entry.function):
        yield Specialization(entry.function, None)
        return
    # Iterate over a copy, because another thread may import a game and thus add classes.
    classes = [chosen for choice in decorators.dispatches for chosen in [*choice.kernels]]
    for chosen in dict.fromkeys(classes):
        yield Specialization(entry.function, chosen)


def find_problem(library: Library, specialization: Specialization) -> str | None:
    """Return the reason why a specialization cannot use a library, or None if it can."""
    rebuild = f"python -m engine.jit.build {library.package} builds the library again"
    digest = library.entries.get(specialization.symbol)
    if digest is None or not hasattr(library.functions, specialization.symbol):
        return f"{specialization.location}: it is not in the library. {rebuild}"
    # Computing a digest is expensive, so compare it only if the sources may have changed.
    if library.may_be_stale and digest != specialization.digest:
        return f"{specialization.location}: it was edited after the library was built. {rebuild}"
    return None


def find_form(specialization: Specialization) -> CompiledForm:
    """Return a function that runs an entry's machine code from the library of its package.

    Raises:
        LibraryError: There is no library, or it has no up-to-date machine code for the entry.
    """
    library = open_library(specialization.package)
    if isinstance(library, LibraryError):
        raise library
    problem = find_problem(library, specialization)
    if problem is not None:
        raise LibraryError(problem)
    name = specialization.symbol
    # The copy for newer processors is faster, but not every processor can run it.
    if can_run_newer() and hasattr(library.functions, copy := format_symbol(name, NEWER)):
        name = copy
    function = _FUNCTION((name, library.functions))
    return make_form(function, calling_convention.make_plan(*specialization))


_NEWER_FLAGS = frozenset(("abm", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe", "xsave"))


@cache
def can_run_newer() -> bool:
    """Return True if Linux reports that this processor can run code for :data:`NEWER`."""
    try:
        with Path("/proc/cpuinfo").open(encoding="ascii", errors="replace") as file:
            flags = next((line for line in file if line.startswith("flags")), "")
    except OSError:
        return False
    return _NEWER_FLAGS.issubset(flags.split())


def format_symbol(symbol: str, cpu: str) -> str:
    """Return the name that the library gives to an entry's function for a processor."""
    return f"{symbol}__newer" if cpu == NEWER else symbol


def make_form(function: Callable[[int], Any], plan: calling_convention.CallPlan) -> CompiledForm:
    """Return a function that converts its arguments to slots and calls machine code with them."""
    flat, give = (
        calling_convention.make_flattener(plan),
        calling_convention.make_result_reader(plan),
    )

    def form(*arguments: Any) -> Any:
        try:
            slots = flat(*arguments)
        # The generated code raises any of these errors for a wrong type. Another form may fit.
        except calling_convention.MISMATCH_ERRORS as error:
            raise calling_convention.Mismatch from error
        # The array is alive during the call, so its address is valid.
        function(slots.buffer_info()[0])
        return give(slots)

    return form
