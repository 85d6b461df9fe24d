"""The machine code of games: finding it, waiting for it, and having it compiled.

An entry looks for its machine code when it is called. Where there is none yet, it runs as plain
Python; if that takes long, processes are started that compile, first what is called. They use all
cores and give way to other work. Each entry is used as soon as it is there, in the middle of a
search too. Only what would take plain Python far longer than the compiler waits for its code.
"""

from __future__ import annotations

import functools
import subprocess
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import FunctionType
from typing import Any

import numpy as np

from engine.errors import Cancelled, EngineError, NotCompiledError
from engine.game import registry
from engine.game.processes import start_python
from engine.jit import load as cache
from engine.jit import marks, objects, plans
from engine.jit.load import Specialization, cache_root
from engine.jit.marks import EntryKernel, Form
from engine.values.budget import cores

_LOOK_SECONDS = 0.1
"""Between two looks for machine code that was not there."""
_SLOW_SECONDS = 0.2
"""In plain Python, until machine code is wanted."""
_PATIENT_SECONDS = 10.0
"""In plain Python, until machine code that is being made is waited for."""
_LARGE = 1 << 21
"""Numbers in the arrays of a sweep that waits for machine code from the first."""
_STARTS = 3
"""Times that compiling is begun when processes end before their work."""
_POLL = 0.05

Progress = Callable[[str], None]


def cache_folder() -> str:
    """The folder of the cache; it may not exist."""
    return str(cache_root())


def specializations_of(*games: str) -> list[Specialization]:
    """The entries of some games, or of all, and those that games share.

    Raises:
        GameNotFound: no such game.
    """
    for name in games:
        registry.get(name)
    return list(_specializations_of(games, registry.names()))


@functools.cache
def _specializations_of(
    games: tuple[str, ...], installed: tuple[str, ...]
) -> tuple[Specialization, ...]:
    """The same of the games that are installed."""
    for name in games or [game.name for game in registry.all_games()]:
        registry.import_whole(name)
    wanted = set(games or installed)
    return tuple(
        specialization
        for specialization in cache.specializations()
        if games_of(specialization) <= wanted
    )


def games_of(specialization: Specialization) -> set[str]:
    """The names of the games that an entry is made for; none for one that games share."""
    kernels = (
        (specialization.function, specialization.chosen)
        if specialization.chosen
        else (specialization.function,)
    )
    return {
        name
        for name in registry.names()
        for kernel in kernels
        if f"{kernel.__module__}.".startswith(f"{registry.package(name)}.")
    }


def state() -> str:
    """What kernels run as, in words."""
    if marks.disabled():
        return "plain Python (NUMBA_DISABLE_JIT is set)"
    return "compiled" if loaded() else "not compiled"


def compiled(*games: str) -> tuple[int, int]:
    """How many kernels of some games, or of all, are compiled, and how many there are."""
    specializations = specializations_of(*games)
    return sum(map(cache.is_there, specializations)), len(specializations)


def list_failures(*games: str) -> list[str]:
    """Return a line for each kernel of some games, or of all, that cannot be compiled."""
    return [
        f"{specialization.function.__module__}.{specialization.function.__name__}: {reason}"
        for specialization in specializations_of(*games)
        if (reason := cache.find_failure(specialization)) is not None
    ]


def loaded(*games: str) -> bool:
    """Whether the kernels of some games, or of all, are compiled, or plain by choice."""
    if marks.disabled() or games in _complete:
        return True
    there, number = compiled(*games)
    if there == number:
        _complete.add(games)
    return there == number


_complete: set[tuple[str, ...]] = set()
"""Games that were found to be compiled."""


def load(
    *games: str, progress: Progress | None = None, given_up: Callable[[], bool] | None = None
) -> None:
    """Has the kernels of some games, or of all, compiled, and waits until they are.

    ``progress`` is called with words for what goes on; waiting ends early when it is ``given_up``.

    Raises:
        GameNotFound: no such game.
        EngineError: they cannot be compiled.
    """
    if marks.disabled():
        return
    specializations, starts = specializations_of(*games), 0
    missing = specializations
    while missing := [
        specialization for specialization in missing if not cache.is_there(specialization)
    ]:
        if given_up is not None and given_up():
            return
        for specialization in missing:
            if (reason := cache.find_failure(specialization)) is not None:
                raise EngineError(
                    f"{specialization.function.__name__} cannot be compiled: {reason}"
                )
        if not _is_compiling():
            if starts == _STARTS:
                name = missing[0].function.__name__
                raise EngineError(f"{name} cannot be compiled: the compiler ends before its work")
            starts += 1
            _start_compiling(*(games or registry.names()))
        if progress is not None:
            done = len(specializations) - len(missing)
            progress(f"compiling kernels, {done} of {len(specializations)}")
        time.sleep(_LOOK_SECONDS)


def _find(entry: EntryKernel, arguments: tuple[Any, ...]) -> Form | None:
    """Machine code for such arguments of an entry, if there is some or it is worth waiting for."""
    now, strict = time.monotonic(), getattr(_here, "compiled_only", False)
    if now - _looked.get(entry, 0.0) < _LOOK_SECONDS and not strict:
        return None
    _looked[entry] = now
    specialization = _specialization_for(entry, arguments)
    if specialization is None:
        return None
    form = _form(entry, specialization)
    if form is not None:
        _missing.pop(entry, None)
        return form
    _missing[entry] = specialization
    if strict:
        raise NotCompiledError(specialization.name)
    seconds = _want_what_is_slow()
    if seconds > _PATIENT_SECONDS or (entry.sweeps and _numbers_in(arguments) > _LARGE):
        _have_compiled([specialization])
        # The main thread answers keys.
        if threading.current_thread() is not threading.main_thread():
            return _await(entry, specialization)
    return None


def _want_what_is_slow() -> float:
    """Has compiled what takes long in plain Python, an entry before those that it calls.

    Returns:
        For how many seconds plain Python has run, at least.
    """
    spent = {own: own.plain_seconds for own in _missing}
    slow = [own for own in spent if spent[own] > _SLOW_SECONDS]
    _have_compiled(_missing[own] for own in sorted(slow, key=spent.__getitem__, reverse=True))
    return max(spent.values())


_looked: dict[EntryKernel, float] = {}
_missing: dict[EntryKernel, Specialization] = {}
"""What was looked for in vain."""
_wanted: set[Specialization] = set()
_awaited: list[Specialization] = []
_forms: dict[Specialization, Form] = {}
_linking = threading.Lock()


@contextmanager
def compiled_only() -> Iterator[None]:
    """Lets no kernel run as plain Python in this thread, as long as the block runs.

    Raises:
        NotCompiledError: in the block, from a call that finds no machine code.
    """
    _here.compiled_only = True
    try:
        yield
    finally:
        _here.compiled_only = False


_here = threading.local()


def awaited() -> bool:
    """Whether a call of some kernel waits for its machine code."""
    return bool(_awaited)


@contextmanager
def no_waiting() -> Iterator[None]:
    """Cancels every call that waits for machine code, or would, as long as the block runs."""
    _hurried.set()
    try:
        yield
    finally:
        _hurried.clear()


_hurried = threading.Event()


def _specialization_for(entry: EntryKernel, arguments: tuple[Any, ...]) -> Specialization | None:
    """The form of an entry that takes such arguments, None if none does."""
    for specialization in cache.specializations_of(entry):
        if (problem := plans.find_plan_problem(*specialization)) is not None:
            _report_slow(entry.function, problem)
            continue
        try:
            plans.flatten(plans.plan_of(*specialization))(*arguments)
        except plans.MISMATCHES:
            continue
        return specialization
    return None


def _report_slow(function: FunctionType, problem: str) -> None:
    """Warn that an entry runs as plain Python because it cannot be compiled.

    Raises:
        NotCompiledError: plain Python is not to run in this thread.
    """
    name = f"{function.__module__}.{function.__name__}"
    if getattr(_here, "compiled_only", False):
        raise NotCompiledError(name)
    warnings.warn(
        f"{name} runs as plain Python, many times slower. It cannot be compiled: {problem}",
        RuntimeWarning,
        stacklevel=2,
    )


def _form(entry: EntryKernel, specialization: Specialization) -> Form | None:
    """The machine code of a specialization, linked once, if there is some by now."""
    with _linking:
        if specialization in _forms:
            pass
        elif (file := cache.found(specialization)) is not None:
            _forms[specialization] = objects.form_of(file, plans.plan_of(*specialization))
        elif cache.find_failure(specialization) is not None:
            from engine.jit.compile.jitted import form_of  # as a last resort, in this process

            _forms[specialization] = form_of(*specialization)
        else:
            return None
        form = _forms[specialization]
        if form not in entry.forms:
            entry.forms.append(form)
        return form


def _numbers_in(value: Any) -> int:
    """How many numbers there are in the arrays of a value."""
    if isinstance(value, np.ndarray):
        return value.size
    return sum(map(_numbers_in, value)) if isinstance(value, tuple) else 0


def _have_compiled(specializations: Iterable[Specialization]) -> None:
    """Says that specializations are wanted, and starts compiling unless some process does that."""
    wanted = list(specializations)
    for specialization in wanted:
        if specialization not in _wanted:
            cache.want(specialization)
    _wanted.update(wanted)
    if wanted and not _is_compiling() and len(_processes) < _STARTS * cores():
        _start_compiling()


def _await(entry: EntryKernel, specialization: Specialization) -> Form | None:
    """Waits for the machine code of a specialization, as long as a process compiles.

    Raises:
        Cancelled: the caller is not to wait.
    """
    _awaited.append(specialization)
    try:
        while (form := _form(entry, specialization)) is None and _is_compiling():
            if _hurried.wait(_POLL):
                raise Cancelled("stopped")
        return form
    finally:
        _awaited.remove(specialization)


_processes: list[subprocess.Popen[bytes]] = []


def _is_compiling() -> bool:
    """Whether kernels are being compiled, by processes of this one or of another."""
    if any(process.poll() is None for process in _processes):
        return True
    return cache.is_compiling(cores())


def _start_compiling(*games: str) -> None:
    """Starts processes that compile and outlive this one.

    They say nothing and hold none of this one's files.
    """
    script = "import sys; from engine.game import compiling; compiling.fill(*sys.argv[1:])"
    folder = {cache.CACHE_VARIABLE: str(cache.cache_folder())}
    _processes.extend(start_python("-c", script, *games, variables=folder) for _ in range(cores()))


if not marks.disabled():
    marks.finders.append(_find)
