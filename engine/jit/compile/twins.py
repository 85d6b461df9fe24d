"""Twins of all kernels, for Numba to compile: each finds the other twins under their names.

The plain functions stay as they are and go on calling each other.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

import numba
from numba import types
from numba.extending import overload

import engine.jit.compile.instructions  # noqa: F401 - registers them with Numba
from engine.jit import marks
from engine.jit.compile import inlining

OPTIONS = {"nogil": True, "error_model": "numpy"}
UNCOUNTED = {"_nrt": False}
"""Kernels allocate nothing, so they need not count references to their arrays, which would cost a
third of the search's time. Numba does not document this."""


@cache
def twins(*, whole: bool = True) -> dict[FunctionType, Any]:
    """The twin of every kernel marked so far, by its plain function.

    They become parts of ``whole`` object files, or else can be called by ordinary code.
    """
    modules = {function.__module__ for function in marks.marked}
    worlds = {name: _module_like(sys.modules[name]) for name in modules}
    replacement: dict[int, Any] = {id(sys.modules[name]): worlds[name] for name in worlds}
    found: dict[FunctionType, Any] = {}
    copies: dict[FunctionType, FunctionType] = {}
    for function, small in marks.marked.items():
        copy = copies[function] = _copy(function, vars(worlds[function.__module__]))
        inlined = small and function not in marks.entries
        if whole:
            kind = inlining.part(inlined=inlined) if small else inlining.subroutine()
            twin = numba.njit(**kind, **OPTIONS, **UNCOUNTED)(copy)
            inlining.keep_apart(twin)
            _compile_once(twin)
        else:
            twin = numba.njit(forceinline=inlined, **OPTIONS)(copy)
        found[function] = twin
        replacement[id(function)] = twin
    for choice in marks.choices:
        own = {**inlining.part(inlined=True), **UNCOUNTED} if whole else {"forceinline": True}
        replacement[id(choice)] = _overloaded(choice, copies, own)
    for world in worlds.values():
        for name, value in list(vars(world).items()):
            plain = getattr(value, "__wrapped__", value)
            setattr(world, name, replacement.get(id(plain), value))
    return found


def _module_like(module: ModuleType) -> ModuleType:
    """Another module with the same names in it."""
    copy = ModuleType(module.__name__)
    vars(copy).update(vars(module))
    return copy


def _copy(function: FunctionType, world: dict[str, Any]) -> FunctionType:
    """The same function with other global names."""
    copy = FunctionType(function.__code__, world, function.__name__, function.__defaults__)
    copy.__qualname__ = function.__qualname__
    return copy


def _overloaded(
    choice: marks.ByClass, copies: dict[FunctionType, FunctionType], options: Mapping[str, Any]
) -> Any:
    """A function that Numba replaces by the kernel for the class of its first argument."""

    def stub(*arguments: Any) -> None:
        """Is never run."""

    @overload(stub, jit_options={**options, "error_model": "numpy"}, strict=False)  # type: ignore[untyped-decorator]
    def choose(first: Any, *others: Any) -> Any:
        """The kernel; None for a class that has none."""
        kernel = choice.kernels.get(getattr(first, "instance_class", object))
        return None if kernel is None else copies[kernel]

    return stub


def _compile_once(dispatcher: Any) -> None:
    """Makes calls with constants use the form for any number, not one for each constant."""
    resolve = dispatcher.get_call_template
    found: dict[tuple[Any, ...], Any] = {}

    def without_constants(arguments: Any, keywords: Any) -> Any:
        """The form for the types of the arguments, whatever is known of their values."""
        taken = tuple(types.unliteral(argument) for argument in arguments)
        if keywords:
            return resolve(taken, keywords)
        if taken not in found:
            found[taken] = resolve(taken, keywords)
        return found[taken]

    dispatcher.get_call_template = without_constants
