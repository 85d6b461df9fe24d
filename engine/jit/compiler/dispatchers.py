"""The Numba dispatchers of all kernels.

Each dispatcher compiles a copy of a kernel whose global names refer to other dispatchers. The plain
functions are not changed and still call each other.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from types import FunctionType, ModuleType
from typing import Any

import numba
from numba.extending import overload

from engine.jit import decorators
from engine.jit.compiler.instructions import INSTRUCTIONS

DispatcherOptions = Callable[[bool, bool], Mapping[str, Any]]
"""A function that returns Numba's options for a kernel.

Its two arguments say whether the kernel is inlined, and whether it is a subroutine."""


def make_dispatchers(options: DispatcherOptions) -> dict[FunctionType, Any]:
    """Map the plain function of every kernel decorated so far to the kernel's dispatcher."""
    marked = dict(decorators.kernels)  # a copy, because another thread may import a game meanwhile
    # Copy each module of kernels, so that replacing its names does not affect plain Python.
    modules = {function.__module__ for function in marked}
    worlds = {name: _copy_module(sys.modules[name]) for name in modules}
    replacement: dict[int, Any] = {id(sys.modules[name]): worlds[name] for name in worlds}
    replacement |= {id(plain): instruction for plain, instruction in INSTRUCTIONS.items()}
    twins: dict[FunctionType, Any] = {}
    copies: dict[FunctionType, FunctionType] = {}
    for function, small in marked.items():
        copy = copies[function] = _copy_function(function, vars(worlds[function.__module__]))
        # An entry must not be inlined, because the adapter calls it.
        inlined = small and function not in decorators.entries
        twins[function] = replacement[id(function)] = numba.njit(**options(inlined, not small))(
            copy
        )
    for choice in decorators.dispatches:
        replacement[id(choice)] = _overload_choice(choice, copies, options(True, False))
    # Now that all dispatchers exist, make the global names in the copies refer to them. The name of
    # an entry refers to the wrapper of its decorator, so unwrap it first.
    for world in worlds.values():
        for name, value in list(vars(world).items()):
            plain = getattr(value, "__wrapped__", value)
            setattr(world, name, replacement.get(id(plain), value))
    return twins


def _copy_module(module: ModuleType) -> ModuleType:
    """Return a new module that has all the names of ``module``."""
    copy = ModuleType(module.__name__)
    vars(copy).update(vars(module))
    return copy


def _copy_function(function: FunctionType, namespace: dict[str, Any]) -> FunctionType:
    """Return a copy of a function that looks up its global names in ``namespace``."""
    copy = FunctionType(function.__code__, namespace, function.__name__, function.__defaults__)
    copy.__qualname__ = function.__qualname__
    return copy


def _overload_choice(
    choice: decorators.ClassDispatch,
    copies: dict[FunctionType, FunctionType],
    options: Mapping[str, Any],
) -> Any:
    """Return a stub that Numba replaces with the kernel for the class of the first argument."""

    def stub(*arguments: Any) -> None: ...

    @overload(stub, jit_options={**options}, strict=False)  # type: ignore[untyped-decorator]
    def choose(first: Any, *others: Any) -> Any:
        kernel = choice.kernels.get(getattr(first, "instance_class", object))
        return None if kernel is None else copies[kernel]

    return stub
