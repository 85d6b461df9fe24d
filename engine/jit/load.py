"""The cache of compiled kernels: folders that can be trusted, filled by one process at a time.

Compiled kernels are kept in a folder of the user's cache, named by a hash of all that they depend
on: the sources of every module that defines kernels (those of plug-in games too), the constants
that these take from other modules, the versions of Python, Numba, llvmlite and NumPy, and the
processor. Numba's own index looks at one file only and would go on running old rules after a
change in another.

In it every set of kernels has a folder with all that it needs, kernels that sets share included,
so that each can be compiled, loaded and thrown away without the others. Such a folder is made whole
in a temporary folder, sealed with a list of checksums, and moved to its name in one step; after
that nothing writes to it. A folder whose files do not match their checksums is thrown away and
compiled again, so a damaged cache costs time and nothing else. Where no folder can be written,
kernels are compiled for the one process.

What compiles or loads the kernels of a set is a function that uses each of them once, with
:func:`engine.jit.marks.loading` for the folder that it is given.
"""

from __future__ import annotations

import atexit
import hashlib
import json
import os
import platform
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path

import platformdirs
from filelock import FileLock

from engine.jit import marks

APPLICATION = "puzzle-workbench"
CACHE_VARIABLE = "PUZZLE_WORKBENCH_CACHE"
"""Environment variable that names another folder for the cache."""

_SEAL = "seal.json"
_BUILDING = ".building"
_LOCK = ".lock"
_OUR_FOLDER = re.compile("[0-9a-f]{24}")
_KEEP_SECONDS = 30 * 24 * 3600
_COMPILE_PATIENCE = 600.0

WarmUp = Callable[[Path | None], None]
"""Compiles or loads kernels with Numba's cache in a folder, or with none."""


def cache_root() -> Path:
    """The folder that holds the cache folders."""
    named = os.environ.get(CACHE_VARIABLE)
    if named:
        return Path(named)
    return Path(platformdirs.user_cache_dir(APPLICATION, appauthor=False)) / "kernels"


@cache
def fingerprint() -> str:
    """The name of the cache's folder, once all modules that define kernels are imported."""
    digest = hashlib.sha256()
    for source in marks.sources():
        # Numba trusts a cached kernel only for the very path, time and size it was made from.
        stat = source.stat()
        digest.update(f"{source}\0{stat.st_mtime_ns}\0{stat.st_size}\0".encode())
        digest.update(source.read_bytes())
    digest.update(f"{marks.constants()}\0".encode())
    for package in ("numba", "llvmlite", "numpy"):
        digest.update(f"{package} {version(package)}\0".encode())
    digest.update(f"{sys.version}\0{platform.machine()}\0{_processor()}".encode())
    return digest.hexdigest()[:24]


def _processor() -> str:
    """What tells processors apart that need different machine code."""
    try:
        lines = Path("/proc/cpuinfo").read_text(errors="replace").splitlines()
    except OSError:
        return platform.processor()
    wanted = ("model name", "flags", "Features")
    return "\n".join(sorted({line for line in lines if line.startswith(wanted)}))


def fill(folder: Path, warm_up: WarmUp) -> None:
    """Makes a sealed folder, unless it is there; for a process that has loaded no other kernels.

    Raises:
        OSError: the folder cannot be written.
        filelock.Timeout: other processes have been at it for too long.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(folder.with_name(folder.name + _LOCK), timeout=_COMPILE_PATIENCE):
        if is_whole(folder):
            return
        shutil.rmtree(folder, ignore_errors=True)
        # A process that was killed in the middle has left it.
        building = folder.with_name(folder.name + _BUILDING)
        shutil.rmtree(building, ignore_errors=True)
        building.mkdir()
        try:
            if folder.exists():
                raise FileExistsError(f"{folder} is in the way")
            warm_up(building)
            seal(building)
            building.replace(folder)
        finally:
            shutil.rmtree(building, ignore_errors=True)


def use(folder: Path, warm_up: WarmUp) -> bool:
    """Loads kernels from a sealed folder; False if there is none that Numba can read."""
    if not is_whole(folder):
        return False
    try:
        warm_up(folder)
    except Exception:  # unpickling what another build wrote can fail in any way
        shutil.rmtree(folder, ignore_errors=True)
        return False
    return True


def compile_for_this_process(warm_up: WarmUp) -> None:
    """Compiles into a folder that goes with the process, or into none."""
    try:
        folder = Path(tempfile.mkdtemp(prefix=APPLICATION))
    except OSError:
        warm_up(None)
        return
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    warm_up(folder)


def _checksums(folder: Path) -> dict[str, str]:
    return {
        str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.rglob("*"))
        if file.is_file() and file.name != _SEAL
    }


def seal(folder: Path) -> None:
    """Writes down what the files of a folder are."""
    (folder / _SEAL).write_text(json.dumps(_checksums(folder), indent=1), encoding="utf-8")


def is_whole(folder: Path) -> bool:
    """Whether a folder is sealed and every file is as it was then."""
    try:
        sealed = json.loads((folder / _SEAL).read_text(encoding="utf-8"))
        return bool(sealed) and sealed == _checksums(folder)
    except (OSError, ValueError, RecursionError):
        return False


def sweep(folder: Path) -> None:
    """Marks a folder of the cache as used now and deletes those of ours not used for a month."""
    try:
        os.utime(folder)
        for other in folder.parent.iterdir():
            # The user may have named a folder that holds other things too.
            if not _OUR_FOLDER.fullmatch(other.name) or not other.is_dir():
                continue
            if time.time() - other.stat().st_mtime > _KEEP_SECONDS:
                shutil.rmtree(other, ignore_errors=True)
    except OSError:
        return
