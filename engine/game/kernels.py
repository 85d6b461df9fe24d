"""The machine code of games: which kernels have some, and what runs as plain Python instead.

An entry takes its machine code from the library of its package when it is first called. An entry
without any runs as plain Python, with a warning for each package. A package without a library is
compiled in the process where Numba is installed.
"""

from __future__ import annotations

import functools
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from engine.errors import PLAIN_PYTHON, NotCompiledError
from engine.game import registry
from engine.jit import libraries, load, marks, plans, targets
from engine.jit.libraries import LibraryError
from engine.jit.load import Specialization
from engine.jit.marks import EntryKernel, Form


def list_specializations(*games: str) -> list[Specialization]:
    """Return the entries of some games, or of all, with those that games share.

    Raises:
        GameNotFound: no such game.
    """
    for name in games:
        registry.get(name)
    return list(_list_specializations(games, registry.names()))


@functools.cache
def _list_specializations(
    games: tuple[str, ...], installed: tuple[str, ...]
) -> tuple[Specialization, ...]:
    for name in games or [game.name for game in registry.all_games()]:
        registry.import_whole(name)
    wanted = set(games or installed)
    return tuple(
        specialization
        for entry in [*marks.entries.values()]
        for specialization in load.list_specializations(entry)
        if _list_games(specialization) <= wanted
    )


def _list_games(specialization: Specialization) -> set[str]:
    """Return the names of the games that an entry is made for; none for one that games share."""
    parts = filter(None, specialization)
    modules = [f"{part.__module__}." for part in parts]
    return {
        name
        for name in registry.names()
        if any(module.startswith(f"{registry.package(name)}.") for module in modules)
    }


def describe_state() -> str:
    """Return in words how the kernels of all games run."""
    if marks.disabled():
        return f"{PLAIN_PYTHON} (NUMBA_DISABLE_JIT is set)"
    ready, number = count_compiled()
    if ready == number:
        return "compiled"
    return f"{PLAIN_PYTHON}, for {number - ready} of {number}"


def count_compiled(*games: str) -> tuple[int, int]:
    """Return how many kernels of some games, or of all, have machine code, and their number."""
    specializations = list_specializations(*games)
    ready = sum(find_problem(specialization) is None for specialization in specializations)
    return ready, len(specializations)


def list_problems(*games: str) -> list[str]:
    """Return a line for each reason that kernels of some games, or of all, are plain Python."""
    problems = map(find_problem, list_specializations(*games))
    return [*dict.fromkeys(filter(None, problems))]


def find_problem(specialization: Specialization) -> str | None:
    """Return why an entry runs as plain Python, or None if it has machine code.

    An entry that would be compiled in the process counts as compiled, before that was tried.
    """
    problem = _find_plan_problem(specialization) or _failures.get(specialization)
    if problem is not None:
        return problem
    library = libraries.open_library(specialization.package)
    if isinstance(library, LibraryError):
        return None if library.missing and targets.has_builder() else str(library)
    return load.find_problem(library, specialization)


def _find_plan_problem(specialization: Specialization) -> str | None:
    problem = plans.find_plan_problem(*specialization)
    return None if problem is None else f"{specialization.place}: {problem}"


_failures: dict[Specialization, str] = {}
"""Why an entry could not be compiled in this process."""


@contextmanager
def compiled_only() -> Iterator[None]:
    """Let no kernel run as plain Python in this thread, as long as the block runs.

    Raises:
        NotCompiledError: in the block, from a call that finds no machine code.
    """
    _here.compiled_only = True
    try:
        yield
    finally:
        _here.compiled_only = False


_here = threading.local()


def find_forms(entry: EntryKernel, refused: int) -> bool:
    """Give an entry the machine code of all classes known by now.

    Args:
        entry: the entry that was called.
        refused: the number of its forms that did not take the arguments.

    Returns:
        Whether it has more forms; another thread may have found them.

    Raises:
        NotCompiledError: it has no more, and plain Python is not to run in this thread.
    """
    # One lock for each entry: a form that takes seconds to compile keeps no other entry waiting.
    with entry.lock:
        for specialization in load.list_specializations(entry):
            if specialization.chosen not in entry.tried:
                entry.tried.add(specialization.chosen)
                form = _make_form(specialization)
                if form is not None:
                    entry.forms.append(form)
        if len(entry.forms) > refused:
            return True
    if getattr(_here, "compiled_only", False):
        raise NotCompiledError(entry.function.__name__)
    return False


def _make_form(specialization: Specialization) -> Form | None:
    problem = _find_plan_problem(specialization)
    if problem is not None:
        _warn(specialization.package, problem)
        return None
    try:
        return load.find_form(specialization)
    except LibraryError as error:
        if error.missing and targets.has_builder():
            return _compile(specialization)
        _warn(specialization.package, str(error))
        return None


def _compile(specialization: Specialization) -> Form | None:
    """Compile an entry in this process; warn if that fails."""
    from engine.jit.compile import plain

    function, chosen = specialization
    try:
        return plain.compile_form(function, chosen)
    except Exception as error:  # whatever Numba raises for what it cannot compile
        problem = _failures[specialization] = plain.describe_failure(error, function)
        _warn(specialization.place, problem)
        return None


def _warn(subject: str, problem: str) -> None:
    """Warn, once for each subject, that kernels run as plain Python."""
    if subject not in _warned:
        _warned.add(subject)
        text = f"Searches run as {PLAIN_PYTHON}: {problem}"
        warnings.warn(text, RuntimeWarning, stacklevel=2)


_warned: set[str] = set()
