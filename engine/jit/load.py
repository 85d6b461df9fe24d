"""The cache of machine code: a folder with a file for each entry.

A file is named by all that it depends on (:mod:`engine.jit.digests`), so it is never stale: it is
there or it is not. One that is damaged is thrown away and made again. Where no folder can be
written, a temporary one serves for the process; a folder that is read-only and complete serves as
it is.

Files beside it let processes agree on what is wanted first, and what cannot be compiled.
They hold locks while they compile: as many at a time as there are cores, each entry by one.
"""

from __future__ import annotations

import atexit
import gc
import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, NamedTuple

import platformdirs

from engine.jit import digests, marks, plans
from engine.jit.marks import EntryKernel
from engine.jit.objects import DamagedError, ObjectFile

if TYPE_CHECKING:  # locks are imported by what compiles, or waits for what does
    from filelock import FileLock

APPLICATION = "puzzle-workbench"
CACHE_VARIABLE = "PUZZLE_WORKBENCH_CACHE"
"""Environment variable that names another folder for the cache."""

_ENDING, _FAILED, _WANTED, _LOCK = ".code", ".failed", ".wanted", ".lock"
_OURS = re.compile(r"\.?(\w+-[0-9a-f]{32}\.(code|kernel|failed|wanted|lock).*|compiler-\d+\.lock)")
_FORMER = re.compile(r"[0-9a-f]{24}")
"""Folders with what Numba keeps, which was here before there were files of ours."""
_KEEP_SECONDS = 30 * 24 * 3600
_NICENESS = 10
"""What compiles gives way to what computes in plain Python meanwhile."""
_COLLECT_EVERY = 100_000
"""Objects between two collections of garbage; Numba makes many, and most of them stay."""


class Specialization(NamedTuple):
    """An entry, with the class of what it takes as anything (None where it does not)."""

    function: FunctionType
    chosen: type | None

    @property
    def name(self) -> str:
        """What its machine code is called."""
        return digests.name_of(*self)

    @property
    def length(self) -> int:
        """How much code it is made of, by which the time that compiling takes is foreseen."""
        return digests.length_of(*self)


def specializations_of(entry: EntryKernel) -> Iterator[Specialization]:
    """An entry, once for each class of what it takes as anything."""
    if not plans.takes_any(entry.function):
        yield Specialization(entry.function, None)
        return
    for chosen in dict.fromkeys(chosen for choice in marks.choices for chosen in choice.kernels):
        yield Specialization(entry.function, chosen)


def specializations() -> Iterator[Specialization]:
    """All entries marked so far, once for each class of what they take as anything."""
    for entry in marks.entries.values():
        yield from specializations_of(entry)


def cache_root() -> Path:
    """The folder that was chosen for the cache."""
    named = os.environ.get(CACHE_VARIABLE)
    if named:
        return Path(named)
    return Path(platformdirs.user_cache_dir(APPLICATION, appauthor=False)) / "kernels"


@cache
def cache_folder() -> Path:
    """The folder that new files go to: the chosen one, or one that goes with the process.

    Where not even that can be made it is the chosen one, and whatever writes there fails.
    """
    root = cache_root()
    with suppress(OSError):
        root.mkdir(parents=True, exist_ok=True)
        if os.access(root, os.W_OK | os.X_OK):
            return root
    try:
        folder = Path(tempfile.mkdtemp(prefix=APPLICATION))
    except OSError:
        return root
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def found(specialization: Specialization) -> ObjectFile | None:
    """The machine code of a specialization, None if there is none to be trusted."""
    for folder in _folders():
        path = folder / (specialization.name + _ENDING)
        try:
            return ObjectFile.read(path)
        except DamagedError:
            with suppress(OSError):
                path.unlink()
        except OSError:
            continue
    return None


def is_there(specialization: Specialization) -> bool:
    """Whether there is a file for a specialization; a damaged one is found out when it is read."""
    name = specialization.name + _ENDING
    return any((folder / name).is_file() for folder in _folders())


def find_failure(specialization: Specialization) -> str | None:
    """Return the reason that a specialization cannot be compiled, or None if none is known."""
    if (problem := plans.find_plan_problem(*specialization)) is not None:
        return problem
    for folder in _folders():
        with suppress(OSError):
            return (folder / (specialization.name + _FAILED)).read_text(errors="replace")
    return None


def _folders() -> Iterable[Path]:
    return dict.fromkeys((cache_root(), cache_folder()))


def want(specialization: Specialization) -> None:
    """Has a specialization compiled before those that are not wanted, by any process that does."""
    with suppress(OSError):
        (cache_folder() / (specialization.name + _WANTED)).touch()


def is_compiling(most: int) -> bool:
    """Whether one of up to so many processes compiles into the folder."""
    from filelock import Timeout

    for lock in _places(most):
        try:
            with lock:
                continue
        except Timeout:
            return True
        except OSError:
            return False
    return False


def fill(
    most: int,
    known: Iterable[Specialization],
    order: Callable[[int, list[Specialization]], Iterable[Specialization]],
) -> None:
    """Compiles what is not there; for a process that does nothing else.

    ``order`` says what to compile, first to last, given the number of the process among ``most``
    that do this at a time, and what is wanted, first that for longest. One more returns at once.

    Raises:
        OSError: the folder cannot be written.
    """
    from filelock import Timeout

    names = {specialization.name: specialization for specialization in known}
    for number, lock in enumerate(_places(most, seconds=0.2)):
        with suppress(Timeout), lock:
            if hasattr(os, "nice"):
                os.nice(_NICENESS)
            gc.set_threshold(_COLLECT_EVERY)
            while any(map(_make, order(number, _wanted(names)))):
                pass
            sweep()
            return


def _places(most: int, seconds: float = 0.0) -> Iterator[FileLock]:
    """Locks that processes hold while they compile, each waited for so long."""
    from filelock import FileLock

    for number in range(most):
        yield FileLock(cache_folder() / f"compiler-{number}{_LOCK}", seconds, poll_interval=0.01)


def _wanted(names: Mapping[str, Specialization]) -> list[Specialization]:
    """The wanted ones of some specializations by name, first that which has been for longest."""
    since = {}
    for path in cache_folder().glob(f"*{_WANTED}"):
        with suppress(FileNotFoundError):
            since[path.stem] = path.stat().st_mtime_ns
    return [names[name] for name in sorted(since, key=since.__getitem__) if name in names]


def _make(specialization: Specialization) -> bool:
    """Compiles a specialization; False if that was done or tried, or another process does it."""
    from filelock import FileLock, Timeout

    name, folder = specialization.name, cache_folder()
    lock = folder / (name + _LOCK)
    with suppress(Timeout), FileLock(lock, blocking=False):
        wanted = found(specialization) is None and find_failure(specialization) is None
        if wanted:
            _compile(specialization, folder)
        (folder / (name + _WANTED)).unlink(missing_ok=True)
        lock.unlink(missing_ok=True)
        return wanted
    return False


def _compile(specialization: Specialization, folder: Path) -> None:
    """Writes the file of a specialization, or why there is none.

    Raises:
        OSError: the folder cannot be written.
    """
    try:
        from engine.jit.compile.making import object_file

        file = object_file(*specialization)
    except Exception as problem:  # an untried version of Numba may fail in any way
        reason = " ".join(f"{type(problem).__name__}: {problem}".split())
        (folder / (specialization.name + _FAILED)).write_text(reason)
    else:
        file.write(folder / (specialization.name + _ENDING))


def sweep() -> None:
    """Deletes files of ours in the cache that nothing has read for a month."""
    try:
        for path in cache_root().iterdir():
            # The user may have named a folder that holds other things too.
            ours, former = _OURS.fullmatch(path.name), _FORMER.fullmatch(path.name)
            if not (ours or former) or time.time() - path.stat().st_atime < _KEEP_SECONDS:
                continue
            if former:
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)
    except OSError:
        return
