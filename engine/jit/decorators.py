"""The decorators that mark kernels, and the array types to annotate them with.

A kernel is written as an ordinary function over arrays and decorated with :func:`kernel` or
:func:`subroutine`, or with :func:`entry` if ordinary code calls it. Every argument of an entry is
annotated with a type that machine code can take: one of the arrays below, a number, or a NamedTuple
of such types.

An entry runs as machine code if the library has a version for the types of its arguments
(:mod:`engine.game.kernels`), and as plain Python otherwise. Only :mod:`engine.jit.compiler`, which
builds the library, imports Numba.

Kernels take arrays and integers and raise no exceptions. They must not mix 64-bit words
(``uint64``) with indices (``int64``), because Numba turns a mixture into a float.
"""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from types import FunctionType
from typing import Annotated, Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from engine.jit.calling_convention import Mismatch

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Words = NDArray[np.uint64]
IntRows = Annotated[Ints, 2]
LongRows = Annotated[Longs, 2]
WordRows = Annotated[Words, 2]
"""The types of arrays. Those whose names end in Rows have two dimensions; the others have one."""

F = TypeVar("F", bound=Callable[..., Any])
CompiledForm = Callable[..., Any]
"""A function that runs an entry's machine code.

It raises :class:`Mismatch` if the arguments have types for which it was not compiled."""


@dataclass(eq=False, slots=True)
class EntryKernel:
    """A kernel that ordinary code calls.

    Attributes:
        function: The kernel as a function in plain Python.
        forms: The compiled forms that have been found so far.
        tried_classes: The argument classes for which a form has already been looked up. An entry
            without arguments annotated as ``Any`` has only the class None.
        lock: The lock that a thread holds while it looks for machine code.
    """

    function: FunctionType
    forms: list[CompiledForm] = field(default_factory=list)
    tried_classes: set[type | None] = field(default_factory=set)
    lock: threading.RLock = field(default_factory=threading.RLock)


class ClassDispatch:
    """A function that runs one of several kernels, chosen by the class of its first argument.

    It replaces the decorated function, whose body never runs.

    Attributes:
        kernels: The kernel for each class. The module that defines a class adds the kernel.
    """

    def __init__(self, _: Callable[..., Any]) -> None:
        self.kernels: dict[type | None, FunctionType] = {}
        dispatches.append(self)

    def __call__(self, first: Any, *others: Any) -> Any:
        """Run the kernel for the class of the first argument."""
        return self.kernels[type(first)](first, *others)


kernels: dict[FunctionType, bool] = {}
"""A mapping from the plain function of each kernel to whether the kernel is inlined."""
entries: dict[FunctionType, EntryKernel] = {}
"""A mapping from the plain function of each entry to the entry."""
dispatches: list[ClassDispatch] = []
"""All functions that choose a kernel by the class of an argument."""


def is_disabled() -> bool:
    """Return True if the environment variable ``NUMBA_DISABLE_JIT`` disables machine code."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def kernel(function: F) -> F:
    """Mark a function as a kernel that is inlined into the kernels that call it."""
    kernels[cast(FunctionType, function)] = True
    return function


def subroutine(function: F) -> F:
    """Mark a kernel as too large, or too rarely called, to be inlined into its callers.

    An entry contains the code of a subroutine only once, no matter how many calls there are. This
    saves compile time, but each call must pass two or three numbers for each array argument.
    """
    kernels[cast(FunctionType, function)] = False
    return function


def entry(function: F) -> F:
    """Mark a function as a kernel that ordinary code calls."""
    plain = cast(FunctionType, kernel(function))
    own = entries[plain] = EntryKernel(plain)

    @functools.wraps(function)
    def call(*arguments: Any) -> Any:
        # Count the forms that refuse the arguments, so that find_forms can tell if another thread
        # has added a form in the meantime.
        refused = 0
        for form in own.forms:
            try:
                return form(*arguments)
            except Mismatch:
                refused += 1
        # Try again if a form was added, because it may fit these arguments.
        if not is_disabled() and find_forms(own, refused):
            return call(*arguments)
        return _run_plain(own, arguments)

    return cast(F, call)


def find_forms(own: EntryKernel, refused: int) -> bool:
    """Add machine code to an entry, and return whether there is another form to try.

    See :func:`engine.game.kernels.find_forms`. The module of that function depends on the games,
    but this package must not. Therefore the module is imported only when it is needed.
    """
    find = import_module("engine.game.kernels").find_forms
    return cast(bool, find(own, refused))


def _run_plain(entry_kernel: EntryKernel, arguments: tuple[Any, ...]) -> Any:
    with np.errstate(over="ignore"):  # 64-bit words overflow silently, as in machine code
        return entry_kernel.function(*arguments)
