"""Kernels: functions that are plain Python, and can be compiled.

A kernel is written as an ordinary function over arrays and marked :func:`kernel` or
:func:`subroutine`, or :func:`entry` or :func:`sweep` if ordinary code calls it. Every argument of
an entry is annotated with what machine code can take: one of the arrays below, a number, a
NamedTuple of such.

Ordinary code calls an entry. It runs as machine code where there is some for its arguments, and as
plain Python until then (:mod:`engine.game.kernels`). Numba is imported by :mod:`engine.jit.compile`
alone, in a process of its own.

Kernels take arrays and integers, raise nothing, and keep 64-bit words (``uint64``) apart from
indices (``int64``), because Numba makes a float of a mixture.
"""

from __future__ import annotations

import functools
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
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
"""Machine code for an entry; raises a mismatch for arguments that it is not made for."""


@dataclass(eq=False, slots=True)
class EntryKernel:
    """A kernel that ordinary code calls.

    Attributes:
        function: the plain function.
        sweeps: whether a call goes over all of its arrays.
        forms: the machine code that there is for it.
        seconds: how long it has run as plain Python in this process, calls that are over.
        since: when the call under way began that runs as plain Python, 0 if there is none.
    """

    function: FunctionType
    sweeps: bool = False
    forms: list[Form] = field(default_factory=list)
    seconds: float = 0.0
    since: float = 0.0

    @property
    def plain_seconds(self) -> float:
        """How long it has run as plain Python so far."""
        since = self.since
        return self.seconds + (time.perf_counter() - since if since else 0.0)


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
finders: list[Callable[[EntryKernel, tuple[Any, ...]], Form | None]] = []
"""What looks for machine code when an entry has none for its arguments; see
:mod:`engine.game.kernels`."""


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
    return _entry(function, sweeps=False)


def sweep(function: F) -> F:
    """Marks an entry that goes over all of its arrays in one call.

    What those of a large graph take in plain Python is far longer than compiling takes.
    """
    return _entry(function, sweeps=True)


def _entry(function: F, *, sweeps: bool) -> F:
    plain = cast(FunctionType, kernel(function))
    own = entries[plain] = EntryKernel(plain, sweeps)

    @functools.wraps(function)
    def call(*arguments: Any) -> Any:
        """Runs machine code made for such arguments, or the plain function."""
        for form in own.forms:
            try:
                return form(*arguments)
            except Mismatch:
                pass
        for find in finders:
            if (found := find(own, arguments)) is not None:
                return found(*arguments)
        return _run_plain(own, arguments)

    return cast(F, call)


def _run_plain(own: EntryKernel, arguments: tuple[Any, ...]) -> Any:
    own.since = time.perf_counter()
    try:
        with np.errstate(over="ignore"):  # 64-bit words wrap round, as in machine code
            return own.function(*arguments)
    finally:
        own.seconds, own.since = own.plain_seconds, 0.0
