"""The base class for improvements, which change a board step by step, and a cache of their states.

An improvement is deterministic: its *course*, the sequence of its boards, follows from the recipe
and the number of its island. Therefore its boards need not be saved to disk, because another
process can make them from the recipe. The cache (:class:`ImprovementCache`) stores the state of
each improvement in this process, so that it can be continued and no iteration is computed twice.
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
from engine.jit.decorators import Longs
from engine.stages.candidate import Recipe
from engine.stages.lineage import ITERATION, Lineage
from engine.stages.stage_workspace import Site
from engine.values.budget import Control
from engine.values.level import Board

GrowthPoint = tuple[int, int, int]
"""A new best board: the iteration that made it, its score, and 1 if it is acceptable, else 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImprovementProgress:
    """The counts and the best result of an improvement so far.

    Attributes:
        iterations: The number of boards made so far.
        kept: The number of boards that became the current or the best board.
        rejections: The number of rejected boards for each reason.
        best: The score of the best board. Boards that would be accepted rank above all others.
        fault: The reason to reject the best board, or None if it would be accepted.
    """

    iterations: int
    kept: int
    rejections: Mapping[str, int]
    best: int
    fault: str | None


class Improvement(ABC):
    """A search that improves the first board of a recipe, on one of several islands.

    Its course depends only on the recipe and the number of the island, not on how the iterations
    are divided among calls of :meth:`advance`. So the best board after k iterations is the same as
    for a recipe with ``iterations`` set to k.

    Attributes:
        recipe: The recipe, which determines the first board, the objective and the constraints.
        growth: The successive best boards. If one call of :meth:`advance` finds several of them, at
            least the last one is recorded.
    """

    def __init__(self, recipe: Recipe, growth: Iterable[GrowthPoint] = ()) -> None:
        self.recipe = recipe
        self.growth = list(growth)
        self._shown: tuple[int, Any] | None = None

    @classmethod
    @abstractmethod
    def from_recipe(cls, recipe: Recipe, island: int = 0) -> Self | None:
        """Return a new improvement for a recipe, or None if its attempt has no first board.

        Every island has its own stream of random numbers. Islands are numbered from 0.

        Raises:
            ParameterError: The game cannot follow the recipe.
        """

    @classmethod
    @abstractmethod
    def resume(cls, recipe: Recipe, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """Return the improvement for a recipe, in a state that :meth:`export_state` returned.

        Raises:
            EngineError: The arrays do not belong to an improvement of this recipe.
        """

    @staticmethod
    @abstractmethod
    def make_course_key(recipe: Recipe) -> bytes:
        """Return the key that all islands of a recipe share; see :func:`build_course_key`."""

    @property
    @abstractmethod
    def progress(self) -> ImprovementProgress:
        """The current progress of the improvement."""

    @property
    def iterations(self) -> int:
        """The number of iterations done so far."""
        return self.progress.iterations

    @property
    def rank(self) -> tuple[bool, int]:
        """The rank of the best board: first, whether it would be accepted, and then its score."""
        progress = self.progress
        return progress.fault is None, progress.best

    @property
    def best(self) -> Any:
        """The best board so far. It is the same object until a better board is found."""
        # The board is built from its entry on demand. Keep it, because callers compare boards by
        # identity.
        entry = self._best_entry
        if self._shown is None or self._shown[0] != entry:
            self._shown = entry, self._make_best_board()
        return self._shown[1]

    @property
    @abstractmethod
    def lineage(self) -> Lineage:
        """The lineage of all boards kept so far, as a copy that later iterations do not change."""

    @property
    @abstractmethod
    def _history(self) -> Any:
        """The history of the boards kept so far, with one entry per board; see :class:`Lineage`."""

    @property
    @abstractmethod
    def _best_entry(self) -> int:
        """The index of the best board's entry in the history."""

    @abstractmethod
    def _make_best_board(self) -> Board:
        """Build the best board from its entry in the history."""

    def _record_growth(self) -> None:
        """Record the best board in ``growth`` unless it is already recorded."""
        fits, score = self.rank
        growth = int(self._history[self._best_entry][ITERATION]), score, int(fits)
        if not self.growth or growth != self.growth[-1]:
            self.growth.append(growth)

    @abstractmethod
    def advance(self, iterations: int, control: Control | None = None) -> None:
        """Run ``iterations`` more iterations, or fewer if ``control`` stops them."""

    @abstractmethod
    def _list_arrays(self) -> Mapping[str, NDArray[Any]]:
        """Return the arrays that hold the improvement's state, keyed by name."""

    def export_state(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that :meth:`resume` needs."""
        arrays = {name: array.copy() for name, array in self._list_arrays().items()}
        return arrays | {"growth": np.array(self.growth, np.int64).reshape(-1, 3)}

    def _restore_state(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Load a state that :meth:`export_state` returned.

        Raises:
            EngineError: An array is missing, or has the wrong shape or type.
        """
        points = np.zeros((len(arrays.get("growth", ())), 3), np.int64)
        for name, array in {**self._list_arrays(), "growth": points}.items():
            found = arrays.get(name)
            if found is None or (found.shape, found.dtype) != (array.shape, array.dtype):
                raise EngineError(f"an improvement of this recipe does not record it: {name}")
            # Kernels use these arrays, so write into them instead of replacing them.
            array[...] = found
        self.growth = [(made, score, fits) for made, score, fits in points.tolist()]


MAX_IMPROVEMENTS = 96
"""The maximum number of states in a cache: enough for the current and a few earlier recipes."""

EXTENT_PARAMETERS = ("iterations", "islands")
"""The parameters that determine only how long improvements run and how many there are."""

Imp = TypeVar("Imp", bound=Improvement)


class ImprovementCache(Generic[Imp]):
    """A thread-safe cache that holds the states of the most recently used improvements.

    Recipes that differ only in :data:`EXTENT_PARAMETERS` share their improvements.
    """

    def __init__(self, kind: type[Imp]) -> None:
        self._kind = kind
        self._lock = threading.Lock()
        self._saved: dict[tuple[bytes, int, int], Mapping[str, NDArray[Any]]] = {}
        """The states, keyed by course, island and number of iterations; the latest one is last."""

    def get_improvement(self, recipe: Recipe, island: int) -> Imp | None:
        """Return the improvement on an island, resumed from the latest suitable state.

        A state is suitable if it has no more iterations than the recipe asks for. If there is none,
        the improvement starts from the first board.

        Returns:
            The improvement, or None if the attempt has no first board.
        """
        course, limit = (
            self._kind.make_course_key(recipe),
            recipe.parameters.get_integer("iterations"),
        )
        with self._lock:
            # An improvement cannot step back, so states beyond the recipe's iterations are useless.
            known = [key for key in self._saved if key[:2] == (course, island) and key[2] <= limit]
            found = self._saved[max(known)] if known else None
        if found is None:
            return self._kind.from_recipe(recipe, island)
        return self._kind.resume(recipe, found)

    def store(self, improvement: Imp, island: int) -> None:
        """Store the current state of an improvement."""
        key, saved = (
            (self._kind.make_course_key(improvement.recipe), island, improvement.iterations),
            improvement.export_state(),
        )
        with self._lock:
            # A dictionary keeps its insertion order, so insert the key again to make it the last.
            self._saved.pop(key, None)
            self._saved[key] = saved
            # The first key in the dictionary is that of the oldest state.
            while len(self._saved) > MAX_IMPROVEMENTS:
                del self._saved[next(iter(self._saved))]


def build_course_key(
    recipe: Recipe, site: Site, extent_settings: Iterable[int], *more: Longs
) -> bytes:
    """Concatenate, as bytes, all values that determine the course of an improvement.

    Args:
        recipe: The recipe, whose seed and attempt are used.
        site: The site on which the first board is made.
        extent_settings: The index of each of the :data:`EXTENT_PARAMETERS` in the settings.
        more: Additional arrays on which the course depends.
    """
    settings = site.settings.copy()
    for index in extent_settings:
        # The settings hold a low and a high end for each parameter.
        settings[index : index + 2] = 0
    own = np.array([recipe.seed, recipe.attempt], np.int64)
    parts = (own, settings, site.streams, site.locked, site.sketch, *more)
    return b"".join(part.tobytes() for part in parts)
