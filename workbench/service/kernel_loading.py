"""Brings the compiled kernels of the games into the app without holding up a key.

A warm cache loads in a thread in a fraction of a second a game. A cold one is compiled by a
separate process first, because compiling in a thread of the app makes keys stutter. The game
in hand comes first, the others follow one by one.
"""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable, Iterable
from typing import Literal, Protocol, cast

State = Literal["idle", "compiling", "loading", "ready", "failed"]

POLL = 0.2
"""Seconds between two looks at the compiling process."""
_NOTHING: tuple[State, str] = "idle", "preparing solver"


class Kernels(Protocol):
    """The part of :mod:`engine.game.kernels` that loading needs."""

    def load(self, *games: str, progress: Callable[[str], None] | None = None) -> None:
        """Bring the kernels of games in; blocks."""
        ...

    def loaded(self, *games: str) -> bool:
        """Whether they are in."""
        ...

    def cache_ready(self, *games: str) -> bool:
        """Whether loading is quick."""
        ...

    def compile_in_process(self, game: str) -> subprocess.Popen[bytes]:
        """Compile a game into the cache, in a process of its own."""
        ...


def engine_kernels() -> Kernels:
    """The kernels of the engine."""
    from engine.game import kernels

    return cast(Kernels, kernels)


class KernelLoader:
    """Loads the kernels of every game once, in a thread, and says how far it has come.

    Args:
        kernels: to load.
        games: names those that are loaded even if nobody wants them; may take long.
    """

    def __init__(self, kernels: Kernels, games: Callable[[], Iterable[str]]) -> None:
        self._kernels = kernels
        self._games = games
        self._listeners: list[Callable[[], None]] = []
        self._news = threading.Condition()
        self._said: dict[str, tuple[State, str]] = {}
        """What was said last of every game that is wanted, or whose turn has come."""
        self._started = False
        self._closed = threading.Event()

    @property
    def all_ready(self) -> bool:
        """Whether there is nothing to load."""
        return self._kernels.loaded()

    def ready(self, game: str) -> bool:
        """Whether compiled kernels of a game answer now."""
        return self._started and self._kernels.loaded(game)

    def state(self, game: str) -> State:
        """Where loading a game stands."""
        return "ready" if self.ready(game) else self._said.get(game, _NOTHING)[0]

    def line(self, game: str) -> str:
        """The same in words, for the status line; empty when ready."""
        return "" if self.ready(game) else self._said.get(game, _NOTHING)[1]

    def wait(self, game: str, seconds: float) -> bool:
        """Wait until a game is ready, or will never be; False if that took too long."""
        with self._news:
            return self._news.wait_for(lambda: self._over(game), seconds)

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call ``changed`` after every change, in the loader's thread.

        Returns:
            A function that ends this.
        """
        self._listeners.append(changed)
        return lambda: self._listeners.remove(changed)

    def start(self) -> None:
        """Begin unless that was done, with the games that are wanted; returns at once."""
        if self._started:
            return
        with self._news:
            self._started = True
            wanted = list(self._said)
        for game in wanted:
            self._begin(game)
        threading.Thread(target=self._load_others, name="kernels", daemon=True).start()

    def want(self, game: str) -> None:
        """Have a game loaded before those that nobody wants; returns at once."""
        with self._news:
            if game in self._said:
                return
            started = self._started
            self._said[game] = ("loading", _NOTHING[1]) if started else _NOTHING
        if started:
            self._begin(game)

    def close(self) -> None:
        """Stop waiting; a compilation under way goes on and helps the next start."""
        self._closed.set()
        self._listeners.clear()
        with self._news:
            self._news.notify_all()

    def _over(self, game: str) -> bool:
        return self.state(game) in {"ready", "failed"}

    def _begin(self, game: str) -> None:
        if not self.ready(game):
            name = f"kernels of {game}"
            threading.Thread(target=self._load, args=[game], name=name, daemon=True).start()

    def _load_others(self) -> None:
        for game in self._games():
            with self._news:
                self._news.wait_for(
                    lambda: self._closed.is_set() or all(map(self._over, self._said))
                )
                if self._closed.is_set():
                    return
                if game in self._said:
                    continue
                self._said[game] = _NOTHING
            if not self.ready(game):
                self._load(game)

    def _load(self, game: str) -> None:
        try:
            if not self._kernels.cache_ready(game):
                self._say(game, "compiling", "preparing solver: compiling, once")
                process = self._kernels.compile_in_process(game)
                while not self._closed.wait(POLL) and process.poll() is None:
                    pass
            if self._closed.is_set():
                return
            self._say(game, "loading", "preparing solver: loading")
            self._kernels.load(
                game, progress=lambda text: self._say(game, "loading", f"preparing solver: {text}")
            )
        except Exception as problem:  # whatever Numba or the disk may do, the app goes on
            self._say(game, "failed", f"compiled solver unavailable: {problem}")
        else:
            self._say(game, "ready", "")

    def _say(self, game: str, state: State, line: str) -> None:
        with self._news:
            if (state, line) == self._said.get(game):
                return
            self._said[game] = state, line
            self._news.notify_all()
        for changed in tuple(self._listeners):
            changed()
