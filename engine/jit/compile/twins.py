"""Twins of all kernels, for Numba to compile: each finds the other twins under their names.

The plain functions stay as they are and go on calling each other.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from types import FunctionType, ModuleType
from typing import Any

import numba
from numba.extending import overload

from engine.jit import marks
from engine.jit.compile.instructions import INSTRUCTIONS

Options = Callable[[bool, bool], Mapping[str, Any]]
"""Returns Numba's options for a kernel: whether it is inlined, and whether it is a subroutine."""


def make_twins(options: Options) -> dict[FunctionType, Any]:
    """Return the twin of every kernel marked so far, by its plain function."""
    marked = dict(marks.marked)  # another thread may import a game meanwhile
    modules = {function.__module__ for function in marked}
    worlds = {name: _copy_module(sys.modules[name]) for name in modules}
    replacement: dict[int, Any] = {id(sys.modules[name]): worlds[name] for name in worlds}
    replacement |= {id(plain): instruction for plain, instruction in INSTRUCTIONS.items()}
    twins: dict[FunctionType, Any] = {}
    copies: dict[FunctionType, FunctionType] = {}
    for function, small in marked.items():
        copy = copies[function] = _copy_function(function, vars(worlds[function.__module__]))
        inlined = small and function not in marks.entries
        twins[function] = replacement[id(function)] = numba.njit(**options(inlined, not small))(
            copy
        )
    for choice in marks.choices:
        replacement[id(choice)] = _overload_choice(choice, copies, options(True, False))
    for world in worlds.values():
        for name, value in list(vars(world).items()):
            plain = getattr(value, "__wrapped__", value)
            setattr(world, name, replacement.get(id(plain), value))
    return twins


def _copy_module(module: ModuleType) -> ModuleType:
    """Return another module with the same names in it."""
    copy = ModuleType(module.__name__)
    vars(copy).update(vars(module))
    return copy


def _copy_function(function: FunctionType, world: dict[str, Any]) -> FunctionType:
    """Return the same function with other global names."""
    copy = FunctionType(function.__code__, world, function.__name__, function.__defaults__)
    copy.__qualname__ = function.__qualname__
    return copy


def _overload_choice(
    choice: marks.ByClass, copies: dict[FunctionType, FunctionType], options: Mapping[str, Any]
) -> Any:
    """Return a function that Numba replaces by the kernel for the class of its first argument."""

    def stub(*arguments: Any) -> None: ...

    @overload(stub, jit_options={**options}, strict=False)  # type: ignore[untyped-decorator]
    def choose(first: Any, *others: Any) -> Any:
        kernel = choice.kernels.get(getattr(first, "instance_class", object))
        return None if kernel is None else copies[kernel]

    return stub
