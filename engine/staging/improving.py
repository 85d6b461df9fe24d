"""One board made better and better: what improvements have in common, and a memory of them.

The memory (:class:`Recent`) is that of one process; none is made twice, and any can go on. Nothing
is written to disk: a recipe is all that there is to save, and leads another process to the same
boards by the same way.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.errors import EngineError
from engine.jit.marks import Longs
from engine.staging.generation import Recipe
from engine.staging.lineage import ITERATION, Lineage
from engine.staging.site import Site
from engine.values.budget import Control
from engine.values.level import Board

Growth = tuple[int, int, int]
"""The iteration that made a best board, its score, and 1 if it would be accepted, else 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImprovementProgress:
    """How far an improvement is.

    Attributes:
        iterations: boards made.
        kept: how many of them were kept, to go on from or as the best.
        rejections: how many were not, by reason in words.
        best: score of the best board, one that would be accepted if there has been any.
        fault: why that one would be rejected; None if it would be accepted.
    """

    iterations: int
    kept: int
    rejections: Mapping[str, int]
    best: int
    fault: str | None


class Improvement(ABC):
    """One way of improving the first board of a recipe.

    Its course depends on the recipe and the number of the way alone, however it is sliced: after
    k iterations the best board is that of the recipe with ``iterations`` k.

    Attributes:
        recipe: of the first board, what is sought and what to accept by.
        growth: every new best board; of those within one call of :meth:`advance` the last at least.
    """

    def __init__(self, recipe: Recipe, growth: Iterable[Growth] = ()) -> None:
        self.recipe = recipe
        self.growth = list(growth)
        self._shown: tuple[int, Any] | None = None

    @classmethod
    @abstractmethod
    def of(cls, recipe: Recipe, way: int = 0) -> Self | None:
        """One way of a recipe at its beginning; None if the attempt leads to no first board.

        Every way, numbered from 0, has a stream of random numbers of its own.

        Raises:
            ParameterError: the recipe is not one that the game can follow.
        """

    @classmethod
    @abstractmethod
    def resumed(cls, recipe: Recipe, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """The improvement of a recipe where :meth:`saved` left it.

        Raises:
            EngineError: the arrays are not those of such a recipe.
        """

    @staticmethod
    @abstractmethod
    def course(recipe: Recipe) -> bytes:
        """What decides the course of an improvement, but for its way; see :func:`course_of`."""

    @property
    @abstractmethod
    def progress(self) -> ImprovementProgress:
        """How far it is."""

    @property
    def iterations(self) -> int:
        """Iterations done."""
        return self.progress.iterations

    @property
    def rank(self) -> tuple[bool, int]:
        """How good the best board is: whether it would be accepted, then its score."""
        progress = self.progress
        return progress.fault is None, progress.best

    @property
    def best(self) -> Any:
        """The best board so far, of the game's type; the same object until there is a better."""
        entry = self._best_entry
        if self._shown is None or self._shown[0] != entry:
            self._shown = entry, self._best_board()
        return self._shown[1]

    @property
    @abstractmethod
    def family(self) -> Lineage:
        """All that was kept so far; a copy, so it stays as it is when this goes on."""

    @property
    @abstractmethod
    def _history(self) -> Any:
        """By entry what was kept, in the columns of a history; see :class:`Lineage`."""

    @property
    @abstractmethod
    def _best_entry(self) -> int:
        """The entry of the best board."""

    @abstractmethod
    def _best_board(self) -> Board:
        """The best board, made anew."""

    def _note_growth(self) -> None:
        """Notes the best board, if it is a new one."""
        fits, score = self.rank
        growth = int(self._history[self._best_entry][ITERATION]), score, int(fits)
        if not self.growth or growth != self.growth[-1]:
            self.growth.append(growth)

    @abstractmethod
    def advance(self, iterations: int, control: Control | None = None) -> None:
        """Goes on by so many iterations, unless stopped."""

    @abstractmethod
    def _arrays(self) -> Mapping[str, NDArray[Any]]:
        """The arrays that it works on, by name."""

    def saved(self) -> dict[str, NDArray[Any]]:
        """All that is needed to go on another time, as arrays; see :meth:`resumed`."""
        arrays = {name: array.copy() for name, array in self._arrays().items()}
        return arrays | {"growth": np.array(self.growth, np.int64).reshape(-1, 3)}

    def _restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Takes over what :meth:`saved` left.

        Raises:
            EngineError: an array is missing or of another shape or type.
        """
        points = np.zeros((len(arrays.get("growth", ())), 3), np.int64)
        for name, array in {**self._arrays(), "growth": points}.items():
            found = arrays.get(name)
            if found is None or (found.shape, found.dtype) != (array.shape, array.dtype):
                raise EngineError(f"not saved by an improvement of this recipe: {name}")
            array[...] = found
        self.growth = [(made, score, fits) for made, score, fits in points.tolist()]


MOST = 96
"""Improvements that are remembered: the recipe at hand, judged and logged, and a few before it."""

GOALS = ("iterations", "islands")
"""Parameters that say how far to go and how often, and not which way."""

Imp = TypeVar("Imp", bound=Improvement)


class Recent(Generic[Imp]):
    """The last improvements, as they were left; safe to use from several threads.

    Those of recipes that differ in nothing but :data:`GOALS` are the same one, further on.
    """

    def __init__(self, kind: type[Imp]) -> None:
        self._kind = kind
        self._lock = threading.Lock()
        self._saved: dict[tuple[bytes, int, int], Mapping[str, NDArray[Any]]] = {}
        """By course, way and iterations done, the last used last."""

    def improvement(self, recipe: Recipe, way: int) -> Imp | None:
        """A way as far as it is known up to the recipe's iterations; None without a first board."""
        course, limit = self._kind.course(recipe), recipe.parameters.integer("iterations")
        with self._lock:
            known = [key for key in self._saved if key[:2] == (course, way) and key[2] <= limit]
            found = self._saved[max(known)] if known else None
        if found is None:
            return self._kind.of(recipe, way)
        return self._kind.resumed(recipe, found)

    def keep(self, found: Imp, way: int) -> None:
        """Remembers an improvement as it is now."""
        key, saved = (self._kind.course(found.recipe), way, found.iterations), found.saved()
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
        goals: the indices of :data:`GOALS` in the settings.
        more: what else the course depends on.
    """
    settings = site.settings.copy()
    for index in goals:
        settings[index : index + 2] = 0
    own = np.array([recipe.seed, recipe.attempt], np.int64)
    parts = (own, settings, site.streams, site.locked, site.sketch, *more)
    return b"".join(part.tobytes() for part in parts)
