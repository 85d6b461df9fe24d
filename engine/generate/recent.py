"""Memory of recent improvements, so that none is made twice and any can go on.

It is that of one process. Nothing is written to disk: a recipe is all that there is to save, and
leads another process to the same boards by the same way.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.generate.generation import Recipe
from engine.generate.improving import Improvement
from engine.generate.staging import Site
from engine.jit.arrays import Longs

MOST = 96
"""Improvements that are remembered: the recipe at hand, judged and told, and a few before it."""

GOALS = ("iterations", "islands")
"""Parameters that say how far to go and how often, and not which way."""

Run = TypeVar("Run", bound=Improvement)
Made_co = TypeVar("Made_co", bound=Improvement, covariant=True)


class Kind(Protocol[Made_co]):
    """Where improvements of one game come from."""

    def of(self, recipe: Recipe, way: int = 0) -> Made_co | None:
        """One way of a recipe at its beginning; None if the attempt leads to no first board."""
        ...

    def resumed(self, recipe: Recipe, arrays: Mapping[str, NDArray[Any]]) -> Made_co:
        """The improvement of a recipe where :meth:`Improvement.saved` left it."""
        ...

    def course(self, recipe: Recipe) -> bytes:
        """What decides the course of an improvement, but for its way; see :func:`course_of`."""
        ...


class Recent(Generic[Run]):
    """The last improvements, as they were left; safe to use from several threads.

    Those of recipes that differ in nothing but :data:`GOALS` are the same one, further on.

    Args:
        kind: makes improvements.
    """

    def __init__(self, kind: Kind[Run]) -> None:
        self._kind = kind
        self._lock = threading.Lock()
        self._saved: dict[tuple[bytes, int, int], Mapping[str, NDArray[Any]]] = {}
        """By course, way and iterations done, the last used last."""

    def run(self, recipe: Recipe, way: int) -> Run | None:
        """A way of a recipe, as far as it is known up to the recipe's iterations.

        Returns:
            The improvement; None if the attempt leads to no first board.
        """
        course, limit = self._kind.course(recipe), recipe.parameters.integer("iterations")
        with self._lock:
            known = [key for key in self._saved if key[:2] == (course, way) and key[2] <= limit]
            found = self._saved[max(known)] if known else None
        if found is None:
            return self._kind.of(recipe, way)
        return self._kind.resumed(recipe, found)

    def keep(self, run: Run, way: int) -> None:
        """Remembers an improvement as it is now."""
        key, saved = (self._kind.course(run.recipe), way, run.iterations), run.saved()
        with self._lock:
            self._saved.pop(key, None)
            self._saved[key] = saved
            while len(self._saved) > MOST:
                del self._saved[next(iter(self._saved))]


def course_of(recipe: Recipe, site: Site, goals: Iterable[int], *more: Longs) -> bytes:
    """What decides the course of an improvement whose first board is made on a site, as bytes.

    Args:
        recipe: seed and attempt.
        site: of the recipe.
        goals: the places of :data:`GOALS` in the settings.
        more: what else the course depends on.
    """
    settings = site.settings.copy()
    for place in goals:
        settings[place : place + 2] = 0
    own = np.array([recipe.seed, recipe.attempt], np.int64)
    parts = (own, settings, site.streams, site.locked, site.sketch, *more)
    return b"".join(part.tobytes() for part in parts)
