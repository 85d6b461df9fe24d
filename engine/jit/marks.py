"""Kernels: functions that are plain Python, and can be compiled.

A kernel is written as an ordinary function over arrays and marked :func:`kernel` or
:func:`subroutine`, or :func:`entry` if ordinary code calls it. Every argument of an entry is
annotated with what machine code can take: one of the arrays below, a number, a NamedTuple of such.

Ordinary code calls an entry. It runs as machine code where the library has some for its arguments
(:mod:`engine.game.kernels`), and as plain Python otherwise. Numba is imported by
:mod:`engine.jit.compile` alone, which builds the library.

Kernels take arrays and integers, raise nothing, and keep 64-bit words (``uint64``) apart from
indices (``int64``), because Numba makes a float of a mixture.
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

from engine.jit.plans import Mismatch

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Words = NDArray[np.uint64]
IntRows = Annotated[Ints, 2]
LongRows = Annotated[Longs, 2]
WordRows = Annotated[Words, 2]
"""Arrays with rows and columns; the others have one dimension."""

F = TypeVar("F", bound=Callable[..., Any])
Form = Callable[..., Any]
"""Machine code for an entry; raises :class:`Mismatch` for arguments of other types."""


@dataclass(eq=False, slots=True)
class EntryKernel:
    """A kernel that ordinary code calls.

    Attributes:
        function: the plain function.
        forms: the machine code that was found for it.
        tried: the classes that machine code was looked for, None for an argument of no class.
        lock: held by the thread that looks for machine code.
    """

    function: FunctionType
    forms: list[Form] = field(default_factory=list)
    tried: set[type | None] = field(default_factory=set)
    lock: threading.RLock = field(default_factory=threading.RLock)


class ByClass:
    """A function that is one of several kernels, chosen by the class of its first argument.

    It stands for the one that it was made of, whose body is not run.

    Attributes:
        kernels: the kernel of each class, added where the class is defined.
    """

    def __init__(self, _: Callable[..., Any]) -> None:
        self.kernels: dict[type | None, FunctionType] = {}
        choices.append(self)

    def __call__(self, first: Any, *others: Any) -> Any:
        """Runs the kernel of the first argument's class."""
        return self.kernels[type(first)](first, *others)


marked: dict[FunctionType, bool] = {}
"""The plain function of every kernel, and whether it becomes part of each that calls it."""
entries: dict[FunctionType, EntryKernel] = {}
"""The entries by their plain functions."""
choices: list[ByClass] = []
"""The functions chosen by class."""


def disabled() -> bool:
    """Whether machine code is switched off by the environment (``NUMBA_DISABLE_JIT``)."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def kernel(function: F) -> F:
    """Marks a function that is called by kernels, and becomes part of each."""
    marked[cast(FunctionType, function)] = True
    return function


def subroutine(function: F) -> F:
    """Marks a kernel too large, or called too seldom, to become part of each that calls it.

    An entry holds it once, however often it is called there; that saves time when compiling.
    Each array that it takes costs a call seven numbers.
    """
    marked[cast(FunctionType, function)] = False
    return function


def entry(function: F) -> F:
    """Marks a kernel that ordinary code calls."""
    plain = cast(FunctionType, kernel(function))
    own = entries[plain] = EntryKernel(plain)

    @functools.wraps(function)
    def call(*arguments: Any) -> Any:
        """Runs machine code made for such arguments, or the plain function."""
        refused = 0
        for form in own.forms:
            try:
                return form(*arguments)
            except Mismatch:
                refused += 1
        if not disabled() and find_forms(own, refused):
            return call(*arguments)
        return _run_plain(own, arguments)

    return cast(F, call)


def find_forms(own: EntryKernel, refused: int) -> bool:
    """Add machine code to an entry, as :func:`engine.game.kernels.find_forms` says.

    That module knows the games, which lie above this package; the first call imports it.
    """
    find = import_module("engine.game.kernels").find_forms
    return cast(bool, find(own, refused))


def _run_plain(own: EntryKernel, arguments: tuple[Any, ...]) -> Any:
    with np.errstate(over="ignore"):  # 64-bit words wrap round, as in machine code
        return own.function(*arguments)
