"""Has the kernels of all games compiled, and says how far that has come.

Processes of their own compile them: in a thread of the app it would make keys stutter. What is
called comes first, then the others.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

from engine.game.later import later


class Kernels(Protocol):
    """The part of :mod:`engine.game.kernels` that an app needs."""

    def load(
        self,
        *games: str,
        progress: Callable[[str], None] | None = None,
        given_up: Callable[[], bool] | None = None,
    ) -> None:
        """Have the kernels of games compiled; blocks."""

    def loaded(self, *games: str) -> bool:
        """Whether they are."""

    def compiled_only(self) -> AbstractContextManager[None]:
        """Refuse plain Python."""


class EngineKernels(Kernels):
    """:mod:`engine.game.kernels`, which the first frame does not wait for: it imports NumPy."""

    load = staticmethod(later("engine.game.kernels:load"))
    loaded = staticmethod(later("engine.game.kernels:loaded"))
    compiled_only = staticmethod(later("engine.game.kernels:compiled_only"))


class KernelLoader:
    """Has the kernels of every game compiled, once any are missing, and says how far it has come.

    Attributes:
        failed: whether they cannot be compiled.
        line: how far it has come in words, for the status line; empty when there is nothing to do.
    """

    def __init__(self, kernels: Kernels) -> None:
        self.failed = False
        self._kernels = kernels
        self._listeners: list[Callable[[], None]] = []
        self.line = ""
        self._started = False
        self._closed = threading.Event()

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call ``changed`` after every change, in the loader's thread.

        Returns:
            A function that ends this.
        """
        self._listeners.append(changed)
        return lambda: self._listeners.remove(changed)

    def start(self) -> None:
        """Begin unless that was done; returns at once."""
        if not self._started:
            self._started = True
            self._say("preparing solver")
            threading.Thread(target=self._load, name="kernels", daemon=True).start()

    def close(self) -> None:
        """Stop waiting; a compilation under way goes on and helps the next start."""
        self._closed.set()
        self._listeners.clear()

    def _load(self) -> None:
        try:
            self._kernels.load(
                progress=lambda text: self._say(f"preparing solver: {text}"),
                given_up=self._closed.is_set,
            )
        except Exception as problem:  # whatever the compiler or the disk may do, the app goes on
            self.failed = True
            self._say(f"compiled solver unavailable: {problem}")
        else:
            self._say("")

    def _say(self, line: str) -> None:
        if line != self.line:
            self.line = line
            for changed in tuple(self._listeners):
                changed()
