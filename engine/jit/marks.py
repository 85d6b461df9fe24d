"""Kernels: functions that are plain Python, and can be compiled.

A kernel is written as an ordinary function over arrays and marked :func:`kernel` or
:func:`subroutine`, or :func:`entry` if ordinary code calls it. The plain functions stay as they
are and call each other. Beside them :func:`bind` makes a twin of each to be compiled, which finds
the other twins under their names; until then Numba is not imported.

Ordinary code calls an entry. Nothing is ever compiled or loaded by that, but for what a thread
calls within :func:`loading`: an entry runs compiled with arguments of types that it was loaded for,
and as plain Python with any others. So every game gets compiled kernels at a time of its own, and
no call waits for a compiler.

Kernels take arrays and integers, raise nothing, and keep 64-bit words (``uint64``) apart from
indices (``int64``), because Numba makes a float of a mixture.
"""

from __future__ import annotations

import functools
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from engine.jit import inlining

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Words = NDArray[np.uint64]


F = TypeVar("F", bound=Callable[..., Any])

_marked: list[FunctionType] = []
"""The plain function of every kernel."""
_wrappers: dict[FunctionType, Callable[..., Any]] = {}
"""The plain function of every entry, and what ordinary code calls."""
_subroutines: set[FunctionType] = set()
"""The plain functions of kernels that are called rather than inlined."""
_hooks: list[Callable[[], None]] = []
_twins: dict[FunctionType, FunctionType] = {}
"""The plain function of every kernel that was bound, and its twin."""
_entries: dict[FunctionType, Any] = {}
"""The plain function of every entry that was bound, and its compiled forms."""
_CONSTANT = (int, float, str, bytes, tuple, np.generic)
"""What Numba compiles into a kernel that names it."""


class _NotLoadedError(Exception):
    """An entry has no compiled form for arguments of these types."""


@dataclass(slots=True)
class _Loading:
    """Which thread may compile and load now."""

    thread: int | None = None


_loading = _Loading()


def disabled() -> bool:
    """Whether compilation is switched off by the environment (``NUMBA_DISABLE_JIT``)."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def kernel(function: F) -> F:
    """Marks a function that is called by kernels, and becomes part of each."""
    _marked.append(cast(FunctionType, function))
    return function


def subroutine(function: F) -> F:
    """Marks a kernel too large to become part of each that calls it.

    An entry holds it once, however often it is called there; that saves time when compiling.
    """
    _subroutines.add(cast(FunctionType, function))
    return kernel(function)


def entry(function: F) -> F:
    """Marks a kernel that ordinary code calls; only these are cached on disk."""
    plain = cast(FunctionType, kernel(function))

    @functools.wraps(function)
    def call(*arguments: Any) -> Any:
        """Runs the compiled form for arguments of such types, or the plain function."""
        compiled = _entries.get(plain)
        if compiled is not None:
            try:
                return compiled(*arguments)
            except _NotLoadedError:
                pass
        return _run_plain(plain, arguments)

    _wrappers[plain] = call
    return cast(F, call)


def _run_plain(function: FunctionType, arguments: tuple[Any, ...]) -> Any:
    with np.errstate(over="ignore"):  # 64-bit words wrap round, as compiled ones do
        return function(*arguments)


def at_bind(hook: Callable[[], None]) -> Callable[[], None]:
    """Marks a function that prepares Numba for the kernels of its module, before compiling."""
    _hooks.append(hook)
    return hook


def sources() -> tuple[Path, ...]:
    """The files of all modules that define kernels, and those that say how they compile."""
    files = {str(sys.modules[f.__module__].__file__) for f in (*_marked, *_hooks)}
    return tuple(Path(file) for file in sorted({*files, __file__, str(inlining.__file__)}))


def constants() -> str:
    """The values that kernels take from their modules and that are compiled into them.

    Many come from modules without kernels, such as the indices of parameters in the settings.
    """
    found: set[str] = set()
    for function in _marked:
        names, own = function.__code__.co_names, function.__globals__
        modules = [vars(own[name]) for name in names if isinstance(own.get(name), ModuleType)]
        found |= {
            f"{function.__module__}.{name} = {value!r}"
            for name in names
            for space in (own, *modules)
            if isinstance(value := space.get(name), _CONSTANT)
        }
    return "\n".join(sorted(found))


def twin(function: F) -> F:
    """The form of a kernel to be compiled; the function itself if there is none."""
    return cast(F, _twins.get(cast(FunctionType, function), function))


def bind() -> None:
    """Makes a twin of every kernel, to be compiled when :func:`loading` calls it first."""
    if _entries:
        return
    import numba

    for hook in _hooks:
        hook()
    # Kernels allocate nothing, so they need not count references to their arrays, which
    # would cost a third of the search's time.
    options = {"nogil": True, "error_model": "numpy", "_nrt": False}
    worlds = {name: _module_like(sys.modules[name]) for name in {f.__module__ for f in _marked}}
    entries: dict[FunctionType, Any] = {}
    replacement: dict[int, Any] = {id(sys.modules[name]): worlds[name] for name in worlds}
    for function in _marked:
        copy = _twins[function] = _copy(function, vars(worlds[function.__module__]))
        if function in _wrappers:
            compiled = numba.njit(no_cfunc_wrapper=True, **options)(copy)
            _refuse_unless_loading(compiled)
            entries[function] = compiled
        else:
            form = inlining.part(inlined=function not in _subroutines)
            compiled = numba.njit(**form, **options)(copy)
            inlining.keep_apart(compiled)
        _compile_once(compiled)
        replacement[id(_wrappers.get(function, function))] = compiled
    for world in worlds.values():
        for name, value in list(vars(world).items()):
            setattr(world, name, replacement.get(id(value), value))
    _entries.update(entries)


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


@contextmanager
def loading(folder: Path | None) -> Iterator[None]:
    """Within it entries that this thread calls are loaded, or compiled if they have to be.

    ``folder`` is Numba's cache for them; None to keep none.
    """
    import numba
    from numba.core.caching import NullCache

    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(folder or "")
    for compiled in _entries.values():
        if folder is not None:
            compiled.enable_caching()
    _loading.thread = threading.get_ident()
    try:
        yield
    finally:
        _loading.thread = None
        for compiled in _entries.values():
            compiled._cache = NullCache()
        numba.config.CACHE_DIR = before


def _refuse_unless_loading(dispatcher: Any) -> None:
    """Keeps an entry that is called with new types from compiling by itself."""
    compile_for = dispatcher._compile_for_args

    def compile_if_loading(*arguments: Any) -> Any:
        """Compiles, or refuses to."""
        if _loading.thread != threading.get_ident():
            raise _NotLoadedError
        return compile_for(*arguments)

    dispatcher._compile_for_args = compile_if_loading


def _compile_once(dispatcher: Any) -> None:
    """Makes calls with constants use the form for any number, not one for each constant."""
    from numba import types

    resolve = dispatcher.get_call_template

    def without_constants(arguments: Any, keywords: Any) -> Any:
        """The form for the types of the arguments, whatever is known of their values."""
        return resolve(tuple(types.unliteral(argument) for argument in arguments), keywords)

    dispatcher.get_call_template = without_constants
