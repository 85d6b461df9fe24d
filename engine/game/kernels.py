"""Loading of compiled kernels, and reports on the kernels that have no machine code.

An *entry* is a kernel that ordinary code calls. Its first call loads its machine code from the
library of its package. If the library has no machine code for it, the entry runs as plain Python,
with one warning per package. If the package has no library but Numba is installed, the entry is
compiled in this process.

An entry can have several *forms*, one for each class that its arguments annotated as ``Any`` can
have, such as the rules of two games. :func:`find_forms` is called whenever no known form accepts
the arguments.
"""

from __future__ import annotations

import functools
import warnings

from engine.errors import PLAIN_PYTHON, NotCompiledError
from engine.game import registry
from engine.jit import calling_convention, decorators, libraries, machine_code
from engine.jit.decorators import CompiledForm, EntryKernel
from engine.jit.libraries import LibraryError
from engine.jit.machine_code import Specialization
from engine.jit.plain_python import refuse_plain_python


def list_specializations(*games: str) -> list[Specialization]:
    """Return the specializations of entries for the named games, or for all games if none is named.

    Shared entries, which belong to no single game, are always included.

    Raises:
        GameNotFound: A named game does not exist.
    """
    for name in games:
        registry.get_game(name)
    return list(_list_specializations(games, registry.list_names()))


@functools.cache
def _list_specializations(
    games: tuple[str, ...], installed: tuple[str, ...]
) -> tuple[Specialization, ...]:
    registry.import_submodules("engine.search")  # the kernels shared by all games
    for name in games or [game.name for game in registry.list_games()]:
        registry.import_all_modules(name)
    wanted = set(games or installed)
    # The set of games is empty for a shared entry, so every result includes it.
    return tuple(
        specialization
        for entry in [*decorators.entries.values()]
        for specialization in machine_code.list_specializations(entry)
        if _is_wanted(_list_games(specialization), wanted)
    )


def _is_wanted(games: set[str], wanted: set[str]) -> bool:
    """Return whether a specialization is for a wanted game, or shared by all games.

    If a package holds several games, its specializations count for each of them.
    """
    return not games or not games.isdisjoint(wanted)


def _list_games(specialization: Specialization) -> set[str]:
    """Return the names of the games that a specialization belongs to; none if it is shared."""
    parts = filter(None, specialization)
    modules = [f"{part.__module__}." for part in parts]
    return {
        name
        for name in registry.list_names()
        if any(module.startswith(f"{registry.find_package(name)}.") for module in modules)
    }


def describe_kernels() -> str:
    """Return a phrase that says whether all kernels are compiled or run as plain Python."""
    if decorators.is_disabled():
        return f"{PLAIN_PYTHON} (NUMBA_DISABLE_JIT is set)"
    ready, number = count_compiled()
    if ready == number:
        return "compiled"
    return f"{PLAIN_PYTHON}, for {number - ready} of {number}"


def count_compiled(*games: str) -> tuple[int, int]:
    """Return the numbers of compiled kernels and of all kernels, for the named games or for all."""
    specializations = list_specializations(*games)
    ready = sum(find_problem(specialization) is None for specialization in specializations)
    return ready, len(specializations)


def list_problems(*games: str) -> list[str]:
    """Return the distinct reasons why kernels of the named games, or of all, are not compiled."""
    problems = map(find_problem, list_specializations(*games))
    return [*dict.fromkeys(filter(None, problems))]


def find_problem(specialization: Specialization) -> str | None:
    """Return the reason why a specialization runs as plain Python, or None if it is compiled.

    A specialization that this process can compile counts as compiled until compiling it fails.
    """
    problem = _find_plan_problem(specialization) or _failures.get(specialization)
    if problem is not None:
        return problem
    library = libraries.open_library(specialization.package)
    if isinstance(library, LibraryError):
        return None if library.allows_compiling else str(library)
    return machine_code.find_problem(library, specialization)


def _find_plan_problem(specialization: Specialization) -> str | None:
    problem = calling_convention.find_plan_problem(*specialization)
    return None if problem is None else f"{specialization.location}: {problem}"


_failures: dict[Specialization, str] = {}
"""The specializations that could not be compiled in this process, each with the reason."""


def find_forms(entry: EntryKernel, refused: int) -> bool:
    """Load the machine code of an entry for all argument classes known so far.

    Args:
        entry: The entry that was called.
        refused: The number of forms that did not accept the arguments.

    Returns:
        True if the entry now has more than ``refused`` forms, even if another thread loaded them.

    Raises:
        NotCompiledError: No form was added, and this thread must not run plain Python.
    """
    # Each entry has its own lock, so compiling one for several seconds does not block the others.
    with entry.lock:
        for specialization in machine_code.list_specializations(entry):
            if specialization.argument_class not in entry.tried_classes:
                entry.tried_classes.add(specialization.argument_class)
                form = _make_form(specialization)
                if form is not None:
                    entry.forms.append(form)
        if len(entry.forms) > refused:
            return True
    refuse_plain_python(NotCompiledError(entry.function.__name__))
    return False


def _make_form(specialization: Specialization) -> CompiledForm | None:
    problem = _find_plan_problem(specialization)
    if problem is not None:
        _warn_once(specialization.package, problem)
        return None
    try:
        return machine_code.find_form(specialization)
    except LibraryError as error:
        if error.allows_compiling:
            return _compile_form(specialization)
        _warn_once(specialization.package, str(error))
        return None


def _compile_form(specialization: Specialization) -> CompiledForm | None:
    """Compile an entry in this process, and warn if that fails."""
    from engine.jit.compiler import entry_compiler

    function, chosen = specialization
    try:
        return entry_compiler.compile_form(function, chosen)
    except Exception as error:  # Numba raises many kinds of errors
        problem = _failures[specialization] = entry_compiler.describe_failure(error, function)
        _warn_once(specialization.location, problem)
        return None


def _warn_once(subject: str, problem: str) -> None:
    """Warn that kernels run as plain Python, at most once for each ``subject``."""
    if subject not in _warned_subjects:
        _warned_subjects.add(subject)
        text = f"Searches run as {PLAIN_PYTHON}: {problem}"
        warnings.warn(text, RuntimeWarning, stacklevel=2)


_warned_subjects: set[str] = set()
