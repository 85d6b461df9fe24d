"""Kernels: functions that are plain Python until they are compiled.

A kernel is written as an ordinary function over arrays and marked :func:`kernel` or
:func:`subroutine`, or :func:`entry` if ordinary code calls it. Until :func:`bind` is called
nothing is compiled and Numba is not imported: kernels run as they are, slowly. :func:`bind`
compiles every marked function and puts the compiled one in the place of the plain one in all
modules that define kernels, so kernels find each other compiled; ordinary code keeps calling the
entry, which passes on to whichever form is in use.

Kernels take arrays and integers, raise nothing, and keep 64-bit words (``uint64``) apart from
indices (``int64``), because Numba makes a float of a mixture.
"""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

from engine import inlining

F = TypeVar("F", bound=Callable[..., Any])

_in_use: dict[Callable[..., Any], Callable[..., Any]] = {}
"""The plain function of every kernel, and the form of it that is in use."""
_wrappers: dict[Callable[..., Any], Callable[..., Any]] = {}
"""The plain function of every entry, and what ordinary code calls."""
_subroutines: set[Callable[..., Any]] = set()
"""The plain functions of kernels that are called rather than inlined."""
_hooks: list[Callable[[], None]] = []
_CONSTANT = (int, float, str, bytes, tuple, np.generic)
"""What Numba compiles into a kernel that names it."""


def disabled() -> bool:
    """Whether compilation is switched off by the environment (``NUMBA_DISABLE_JIT``)."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def kernel(function: F) -> F:
    """Marks a function that is called by kernels, and becomes part of each."""
    _in_use[function] = function
    return function


def subroutine(function: F) -> F:
    """Marks a kernel too large to become part of each that calls it.

    An entry holds it once, however often it is called there; that saves time when compiling.
    """
    _subroutines.add(function)
    return kernel(function)


def entry(function: F) -> F:
    """Marks a kernel that ordinary code calls; only these are cached on disk."""
    _in_use[function] = function

    @functools.wraps(function)
    def call(*arguments: Any) -> Any:
        in_use = _in_use[function]
        if in_use is not function:
            return in_use(*arguments)
        with np.errstate(over="ignore"):  # 64-bit words wrap round, as compiled ones do
            return function(*arguments)

    _wrappers[function] = call
    return cast(F, call)


def at_bind(hook: Callable[[], None]) -> Callable[[], None]:
    """Marks a function that prepares Numba for the kernels of its module, before compiling."""
    _hooks.append(hook)
    return hook


def sources() -> tuple[Path, ...]:
    """The files of all modules that define kernels, and those that say how they compile."""
    files = {str(sys.modules[f.__module__].__file__) for f in (*_in_use, *_hooks)}
    return tuple(Path(file) for file in sorted({*files, __file__, str(inlining.__file__)}))


def constants() -> str:
    """The values that kernels take from their modules and that are compiled into them.

    Many come from modules without kernels, such as the places of parameters in the settings.
    """
    found = {
        f"{function.__module__}.{name} = {value!r}"
        for function in _in_use
        for name in function.__code__.co_names
        if isinstance(value := function.__globals__.get(name), _CONSTANT)
    }
    return "\n".join(sorted(found))


def bind(*, cache: bool) -> None:
    """Puts compiled kernels (compiled on their first call) in the place of plain ones.

    Args:
        cache: keep compiled entries in Numba's cache folder, which must be set before.
    """
    import numba

    for hook in _hooks:
        hook()
    # Kernels allocate nothing, so they need not count references to their arrays, which
    # would cost a third of the search's time.
    options = {"nogil": True, "error_model": "numpy", "_nrt": False}
    replacement: dict[int, Callable[..., Any]] = {}
    for function, in_use in list(_in_use.items()):
        if function in _wrappers:
            compiled = numba.njit(cache=cache, no_cfunc_wrapper=True, **options)(function)
        else:
            form = inlining.part(inlined=function not in _subroutines)
            compiled = numba.njit(**form, **options)(function)
            inlining.compile_when_called(compiled, numba.njit(**options)(function))
        _compile_once(compiled)
        for old in (function, in_use, _wrappers.get(function)):
            replacement[id(old)] = compiled
        _in_use[function] = compiled
    for name in {function.__module__ for function in _in_use}:
        module = vars(sys.modules[name])
        for key, value in list(module.items()):
            if id(value) in replacement:
                module[key] = replacement[id(value)]


def _compile_once(dispatcher: Any) -> None:
    """Makes calls with constants use the form for any number, not one for each constant."""
    from numba import types

    resolve = dispatcher.get_call_template

    def without_constants(arguments: Any, keywords: Any) -> Any:
        return resolve(tuple(types.unliteral(argument) for argument in arguments), keywords)

    dispatcher.get_call_template = without_constants
