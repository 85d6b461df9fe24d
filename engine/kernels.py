"""Loading compiled kernels: from a cache that can be trusted, or by compiling them.

**The cache.** Compiled kernels are kept in a folder of the user's cache, named by a hash of all
that they depend on: the sources of every module that defines kernels (those of plug-in games
too), the constants that these take from other modules, the versions of Python, Numba, llvmlite
and NumPy, and the processor. Numba's own index looks at one file only and would go on running
old rules after a change in another.

A folder is made whole in a temporary place, sealed with a list of checksums, and moved to its
name in one step; after that nothing writes to it. A folder whose files do not match their
checksums is thrown away and compiled again, so a damaged cache costs time and nothing else. Where
no folder can be written, kernels are compiled for the one process.

**Compiling** everything takes some seconds. :func:`compile_in_process` does it in a process of its
own; a lock keeps several processes from doing it at once.
"""

from __future__ import annotations

import atexit
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import version
from pathlib import Path

import platformdirs
from filelock import FileLock, Timeout

from engine import jit, registry

APPLICATION = "puzzle-workbench"
CACHE_VARIABLE = "PUZZLE_WORKBENCH_CACHE"
"""Environment variable that names another folder for the cache."""

_SEAL = "seal.json"
_BUILDING = ".building-"
_OUR_FOLDER = re.compile(rf"[0-9a-f]{{24}}({re.escape(_BUILDING)}\w+)?")
_KEEP_SECONDS = 30 * 24 * 3600
_COMPILE_PATIENCE = 300.0

Progress = Callable[[str], None]

_NOT_LOADED = "not loaded"


@dataclass(slots=True)
class _Kernels:
    """What kernels of this process run as; changed under the lock."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    state: str = _NOT_LOADED


_kernels = _Kernels()


def cache_root() -> Path:
    """The folder that holds the cache folders."""
    named = os.environ.get(CACHE_VARIABLE)
    if named:
        return Path(named)
    return Path(platformdirs.user_cache_dir(APPLICATION, appauthor=False)) / "kernels"


@cache
def _fingerprint() -> str:
    registry.all_games()
    digest = hashlib.sha256()
    for source in jit.sources():
        # Numba trusts a cached kernel only for the very path, time and size it was made from.
        stat = source.stat()
        digest.update(f"{source}\0{stat.st_mtime_ns}\0{stat.st_size}\0".encode())
        digest.update(source.read_bytes())
    digest.update(f"{jit.constants()}\0".encode())
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


def cache_folder() -> Path:
    """The folder of the cache for these sources, versions and processor; it may not exist."""
    return cache_root() / _fingerprint()


def state() -> str:
    """What kernels run as, in words: not loaded, compiled, plain Python."""
    return _kernels.state


def loaded() -> bool:
    """Whether kernels are in the form they will keep: compiled, or plain by choice."""
    return _kernels.state != _NOT_LOADED


def cache_ready() -> bool:
    """Whether loading will be quick: nothing to compile, or a sealed cache is there."""
    return jit.disabled() or loaded() or _is_whole(cache_folder())


def load(progress: Progress | None = None) -> None:
    """Puts compiled kernels to use; takes well under a second from a cache, else some seconds.

    Safe to call from any thread, and again. ``progress`` is told in words what is going on.
    """
    tell = progress or (lambda _: None)
    with _kernels.lock:
        if loaded():
            return
        if jit.disabled():
            _kernels.state = "plain Python (NUMBA_DISABLE_JIT is set)"
            return
        registry.all_games()
        folder = cache_folder()
        if _is_whole(folder):
            tell("loading the solver")
            if _use(folder):
                _sweep(folder)
                return
            shutil.rmtree(folder, ignore_errors=True)
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
            with FileLock(folder.parent / "compile.lock", timeout=_COMPILE_PATIENCE):
                _compile_to(folder, tell)
            _sweep(folder)
        except (OSError, Timeout):
            if not loaded():
                _compile_for_this_process(tell)


def _compile_to(folder: Path, tell: Progress) -> None:
    """Makes a sealed cache folder, unless another process just did.

    Raises:
        OSError: the folder cannot be written.
    """
    if _is_whole(folder) and _use(folder):
        return
    shutil.rmtree(folder, ignore_errors=True)
    building = Path(tempfile.mkdtemp(prefix=folder.name + _BUILDING, dir=folder.parent))
    try:
        _warm_up(building, tell)
        _seal(building)
        building.replace(folder)
    finally:
        shutil.rmtree(building, ignore_errors=True)


def _compile_for_this_process(tell: Progress) -> None:
    """Compiles into a folder that goes with the process, or into none."""
    try:
        folder = Path(tempfile.mkdtemp(prefix=APPLICATION))
    except OSError:
        _warm_up(None, tell)
        return
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    _warm_up(folder, tell)


def _use(folder: Path) -> bool:
    """Loads kernels from a sealed folder; False if Numba cannot read them after all."""
    try:
        _warm_up(folder, lambda _: None)
    except Exception:  # unpickling what another build wrote can fail in any way
        return False
    return True


def _warm_up(folder: Path | None, tell: Progress) -> None:
    """Compiles or loads every kernel by using it once, with Numba's cache in a folder."""
    import numba

    if folder is not None:
        numba.config.CACHE_DIR = str(folder)
    jit.bind(cache=folder is not None)
    games = registry.all_games()
    for number, game in enumerate(games, start=1):
        tell(f"preparing the solver for {game.title} ({number} of {len(games)})")
        game.warm_up()
    _kernels.state = "compiled"


def _checksums(folder: Path) -> dict[str, str]:
    return {
        str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.rglob("*"))
        if file.is_file() and file.name != _SEAL
    }


def _seal(folder: Path) -> None:
    (folder / _SEAL).write_text(json.dumps(_checksums(folder), indent=1), encoding="utf-8")


def _is_whole(folder: Path) -> bool:
    """Whether a folder is sealed and every file is as it was then."""
    try:
        sealed = json.loads((folder / _SEAL).read_text(encoding="utf-8"))
        return bool(sealed) and sealed == _checksums(folder)
    except (OSError, ValueError, RecursionError):
        return False


def _sweep(folder: Path) -> None:
    """Marks a folder as used now and deletes those of ours not used for a month."""
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


def compile_in_process() -> subprocess.Popen[bytes]:
    """Starts compiling a cold cache in a process of its own, which outlives this one.

    The process says nothing and holds none of this one's files; when it has ended, :func:`load`
    is quick, or compiles itself where nothing could be cached.
    """
    return subprocess.Popen(
        [sys.executable, "-c", "from engine import kernels; kernels.load()"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
