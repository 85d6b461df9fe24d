"""Puts the compiled kernels of games to use: from the cache (:mod:`engine.jit.load`), or compiled.

Compiling a game takes many seconds. Folders of the cache are only ever filled by processes that do
nothing else (:func:`compile_in_process`), because a process that has loaded one game would leave
what the games share out of the folder of the next. A lock for each game keeps two of them from the
same work; as many games as there are cores are compiled at once.
"""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from engine.game import registry
from engine.game.game import Game
from engine.jit import load as cache
from engine.jit import marks
from engine.values.budget import cores

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


def cache_folder() -> Path:
    """The folder of the cache for these sources, versions and processor; it may not exist."""
    registry.all_games()
    return cache.cache_root() / cache.fingerprint()


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
        loaded(game) or cache.is_whole(game_folder(game)) for game in games or _all_names()
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
            cache.use(game_folder(game.name), partial(_warm_up, game))
        missing = [name for name in missing if name not in _kernels.games]
        if missing:
            titles = ", ".join(registry.get(name).title for name in missing)
            tell(f"preparing the solver for {titles}")
            _compile_elsewhere(missing)
        for game in map(registry.get, missing):
            if not cache.use(game_folder(game.name), partial(_warm_up, game)):
                tell(f"preparing the solver for {game.title}")
                cache.compile_for_this_process(partial(_warm_up, game))
        cache.sweep(cache_folder())


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
    cache.fill(game_folder(name), partial(_warm_up, registry.get(name)))


def _warm_up(game: Game, folder: Path | None) -> None:
    """Compiles or loads every kernel of a game by using it once, with Numba's cache in a folder."""
    registry.all_games()  # all kernels are bound together
    marks.bind()
    with marks.loading(folder):
        game.warm_up()
    _kernels.games.add(game.name)
