"""Brings the compiled kernels into the app without holding up a key.

A warm cache loads in a thread in a fraction of a second. A cold one is compiled by a
separate process first, because compiling in a thread of the app makes keys stutter.
"""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable
from typing import Literal, Protocol

State = Literal["idle", "compiling", "loading", "ready", "failed"]

POLL = 0.2
"""Seconds between two looks at the compiling process."""


class Kernels(Protocol):
    """The part of :mod:`engine.kernels` that loading needs."""

    def load(self, progress: Callable[[str], None] | None = None) -> None:
        """Bring the kernels in; blocks."""
        ...

    def loaded(self) -> bool:
        """Whether they are in."""
        ...

    def cache_ready(self) -> bool:
        """Whether loading is quick."""
        ...

    def compile_in_process(self) -> subprocess.Popen[bytes]:
        """Compile into the cache, in a process of its own."""
        ...


class KernelLoader:
    """Loads the kernels once, in a thread, and says how far it has come.

    Attributes:
        state: where loading stands.
        line: the same in words, for the status line; empty when ready.
    """

    def __init__(self, kernels: Kernels) -> None:
        self._kernels = kernels
        self._listeners: list[Callable[[], None]] = []
        self._closed = threading.Event()
        self.finished = threading.Event()
        """Set once nothing more will change: ready or failed."""
        self.state: State = "idle"
        self.line = "preparing solver"

    @property
    def ready(self) -> bool:
        """Whether compiled kernels answer now."""
        return self.state == "ready"

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call ``changed`` after every change, in the loader's thread.

        Returns:
            A function that ends this.
        """
        self._listeners.append(changed)
        return lambda: self._listeners.remove(changed)

    def start(self) -> None:
        """Begin unless that was done; returns at once."""
        if self.state != "idle":
            return
        if self._kernels.loaded():
            self._say("ready", "")
            self.finished.set()
            return
        self._say("loading", "preparing solver")
        threading.Thread(target=self._load, name="kernels", daemon=True).start()

    def close(self) -> None:
        """Stop waiting; a compilation under way goes on and helps the next start."""
        self._closed.set()
        self._listeners.clear()

    def _load(self) -> None:
        try:
            if not self._kernels.cache_ready():
                self._say("compiling", "preparing solver: compiling, once")
                self._compile()
            if self._closed.is_set():
                return
            self._say("loading", "preparing solver: loading")
            self._kernels.load(lambda text: self._say("loading", f"preparing solver: {text}"))
        except Exception as problem:  # whatever Numba or the disk may do, the app goes on
            self._say("failed", f"compiled solver unavailable: {problem}")
        else:
            self._say("ready", "")
        finally:
            self.finished.set()

    def _compile(self) -> None:
        process = self._kernels.compile_in_process()
        while not self._closed.wait(POLL) and process.poll() is None:
            pass

    def _say(self, state: State, line: str) -> None:
        if (state, line) == (self.state, self.line):
            return
        self.state, self.line = state, line
        for changed in tuple(self._listeners):
            changed()
