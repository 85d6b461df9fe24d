"""Memory of recent optimisations, so that none is done twice and any can go on.

It is that of one process. Nothing is written to disk: a recipe is all that there is to save, and
leads another process to the same puzzles by the same way.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.games.linjat.optimization import Optimization
from engine.games.linjat.parameters import place_of
from engine.games.linjat.workplace import site_of
from engine.generation import Recipe

MOST = 96
"""Optimisations that are remembered: the recipe at hand, judged and told, and a few before it."""

_GOALS = ("iterations", "islands")
"""Parameters that say how far to go and how often, and not which way."""


class Recent:
    """The last optimisations, as they were left; safe to use from several threads.

    Those of recipes that differ in nothing but the number of iterations or islands are the same
    one, further on.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._saved: dict[tuple[bytes, int, int], Mapping[str, NDArray[Any]]] = {}
        """By course, way and iterations done, the last used last."""

    def run(self, recipe: Recipe, way: int) -> Optimization | None:
        """A way of a recipe, as far as it is known up to the recipe's iterations.

        Returns:
            The optimisation; None if the attempt does not lead to a puzzle.
        """
        course, limit = _course(recipe), recipe.parameters.integer("iterations")
        with self._lock:
            known = [key for key in self._saved if key[:2] == (course, way) and key[2] <= limit]
            found = self._saved[max(known)] if known else None
        if found is None:
            return Optimization.of(recipe, way)
        return Optimization.resumed(recipe, found)

    def keep(self, run: Optimization, way: int) -> None:
        """Remembers an optimisation as it is now."""
        key, saved = (_course(run.recipe), way, run.iterations), run.saved()
        with self._lock:
            self._saved.pop(key, None)
            self._saved[key] = saved
            while len(self._saved) > MOST:
                del self._saved[next(iter(self._saved))]


def _course(recipe: Recipe) -> bytes:
    """What decides the course of an optimisation, but for its way, as bytes."""
    site = site_of(recipe)
    settings = site.settings.copy()
    for key in _GOALS:
        settings[place_of(key) : place_of(key) + 2] = 0
    own = np.array([recipe.seed, recipe.attempt], np.int64)
    parts = (own, settings, site.streams, site.locked, site.sketch)
    return b"".join(part.tobytes() for part in parts)
