"""Loading compiled kernels: from a cache that can be trusted, or by compiling them.

**The cache.** Compiled kernels are kept in a folder of the user's cache, named by a hash of all
that they depend on: the sources of every module that defines kernels (those of plug-in games
too), the constants that these take from other modules, the versions of Python, Numba, llvmlite
and NumPy, and the processor. Numba's own index looks at one file only and would go on running
old rules after a change in another.

In it every game has a folder with all that the game needs, kernels that games share included, so
that each can be compiled, loaded and thrown away without the others. Such a folder is made whole
in a temporary place, sealed with a list of checksums, and moved to its name in one step; after
that nothing writes to it. A folder whose files do not match their checksums is thrown away and
compiled again, so a damaged cache costs time and nothing else. Where no folder can be written,
kernels are compiled for the one process.

**Compiling** a game takes many seconds. Folders are only ever filled by processes that do nothing
else (:func:`compile_in_process`), because a process that has loaded one game would leave what the
games share out of the folder of the next. A lock for each game keeps two of them from the same
work; as many games as there are cores are compiled at once.
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
from filelock import FileLock

from engine.game import registry
from engine.game.game import Game
from engine.jit import marks
from engine.values.budget import cores

APPLICATION = "puzzle-workbench"
CACHE_VARIABLE = "PUZZLE_WORKBENCH_CACHE"
"""Environment variable that names another folder for the cache."""

_SEAL = "seal.json"
_BUILDING = ".building"
_LOCK = ".lock"
_OUR_FOLDER = re.compile("[0-9a-f]{24}")
_KEEP_SECONDS = 30 * 24 * 3600
_COMPILE_PATIENCE = 600.0
_POLL = 0.05
"""Seconds between two looks at processes that compile."""

_OUTLIVING: list[subprocess.Popen[bytes]] = []
"""Held on to, as Python warns of processes that it drops while they run."""

Progress = Callable[[str], None]


@dataclass(slots=True)
class _Kernels:
    """The games whose kernels this process has loaded; changed under the lock."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    games: set[str] = field(default_factory=set)


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


def cache_folder() -> Path:
    """The folder of the cache for these sources, versions and processor; it may not exist."""
    return cache_root() / _fingerprint()


def game_folder(game: str) -> Path:
    """The folder in it with the compiled kernels of a game; it may not exist."""
    return cache_folder() / game


def state() -> str:
    """What kernels run as, in words: not loaded, compiled, plain Python."""
    if marks.disabled():
        return "plain Python (NUMBA_DISABLE_JIT is set)"
    return "compiled" if _kernels.games else "not loaded"


def loaded(*games: str) -> bool:
    """Whether the kernels of some games, or of all, have the form they will keep.

    That is compiled, or plain by choice.
    """
    if marks.disabled():
        return True
    return bool(_kernels.games) and _kernels.games.issuperset(games or _all_names())


def cache_ready(*games: str) -> bool:
    """Whether loading some games, or all, will be quick: there is nothing left to compile."""
    return marks.disabled() or all(
        loaded(game) or _is_whole(game_folder(game)) for game in games or _all_names()
    )


def _all_names() -> list[str]:
    return [game.name for game in registry.all_games()]


def load(*games: str, progress: Progress | None = None) -> None:
    """Puts the compiled kernels of some games, or of all, to use.

    Takes well under a second a game from a cache, else many seconds. Safe to call from any
    thread, and again. ``progress`` is told in words what is going on.

    Raises:
        GameNotFound: no such game.
    """
    tell = progress or (lambda _: None)
    if marks.disabled():
        return
    with _kernels.lock:
        missing = [name for name in games or _all_names() if name not in _kernels.games]
        for game in map(registry.get, missing):
            tell(f"loading the solver for {game.title}")
            _use(game)
        missing = [name for name in missing if name not in _kernels.games]
        if missing:
            titles = ", ".join(registry.get(name).title for name in missing)
            tell(f"preparing the solver for {titles}")
            _compile_elsewhere(missing)
        for game in map(registry.get, missing):
            if not _use(game):
                tell(f"preparing the solver for {game.title}")
                _compile_for_this_process(game)
        _sweep(cache_folder())


def _compile_elsewhere(names: list[str]) -> None:
    """Compiles games into the cache, several at once; returns when that is done or has failed."""
    waiting = list(names)
    running: list[subprocess.Popen[bytes]] = []
    try:
        while waiting or running:
            while waiting and len(running) < cores():
                running.append(compile_in_process(waiting.pop(0)))
            time.sleep(_POLL)
            running = [process for process in running if process.poll() is None]
    except OSError:
        return  # no process can be started


def compile_in_process(game: str) -> subprocess.Popen[bytes]:
    """Starts compiling the kernels of a game in a process of its own, which outlives this one.

    The process says nothing and holds none of this one's files; when it has ended, :func:`load`
    is quick, or compiles itself where nothing could be cached.
    """
    script = "import sys; from engine.game import kernels; kernels.fill(sys.argv[1])"
    process = subprocess.Popen(
        [sys.executable, "-c", script, game],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    _OUTLIVING.append(process)
    return process


def fill(name: str) -> None:
    """Makes the sealed cache folder of a game, unless it is there; for a process of its own.

    Raises:
        GameNotFound: no such game.
        OSError: the folder cannot be written.
        filelock.Timeout: other processes have been at it for too long.
    """
    game, folder = registry.get(name), game_folder(name)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(folder.with_name(name + _LOCK), timeout=_COMPILE_PATIENCE):
        if _is_whole(folder):
            return
        shutil.rmtree(folder, ignore_errors=True)
        # Who was killed in the middle has left it.
        building = folder.with_name(name + _BUILDING)
        shutil.rmtree(building, ignore_errors=True)
        building.mkdir()
        try:
            if folder.exists():
                raise FileExistsError(f"{folder} is in the way")
            _warm_up(game, building)
            _seal(building)
            building.replace(folder)
        finally:
            shutil.rmtree(building, ignore_errors=True)


def _compile_for_this_process(game: Game) -> None:
    """Compiles into a folder that goes with the process, or into none."""
    try:
        folder = Path(tempfile.mkdtemp(prefix=APPLICATION))
    except OSError:
        _warm_up(game, None)
        return
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    _warm_up(game, folder)


def _use(game: Game) -> bool:
    """Loads a game from its sealed folder; False if there is none that Numba can read."""
    folder = game_folder(game.name)
    if not _is_whole(folder):
        return False
    try:
        _warm_up(game, folder)
    except Exception:  # unpickling what another build wrote can fail in any way
        shutil.rmtree(folder, ignore_errors=True)
        return False
    return True


def _warm_up(game: Game, folder: Path | None) -> None:
    """Compiles or loads every kernel of a game by using it once, with Numba's cache in a folder."""
    registry.all_games()  # all kernels are bound together
    marks.bind()
    with marks.loading(folder):
        game.warm_up()
    _kernels.games.add(game.name)


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
