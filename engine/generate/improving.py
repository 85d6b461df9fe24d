"""One board made better and better: what every such run of a generator has in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from numpy.typing import NDArray

from engine.generate.generation import Recipe
from engine.values.budget import Control
from engine.values.level import Board

Growth = tuple[int, int, int]
"""The iteration that made a best board, its score, and 1 if it would be accepted, else 0."""


class Standing(Protocol):
    """How far an improvement is."""

    @property
    def iterations(self) -> int:
        """Boards made."""
        ...

    @property
    def kept(self) -> int:
        """How many of them were kept, to go on from or as the best."""
        ...

    @property
    def rejections(self) -> Mapping[str, int]:
        """How many were not, by reason in words."""
        ...

    @property
    def best(self) -> int:
        """Score of the best board, one that would be accepted if there has been any."""
        ...

    @property
    def fault(self) -> str | None:
        """Why that one would be rejected; None if it would be accepted."""
        ...


class Improvement(Protocol):
    """One way of improving the first board of a recipe.

    Its course depends on the recipe and the number of the way alone, however it is sliced: after
    k iterations the best board is that of the recipe with ``iterations`` k.
    """

    @property
    def recipe(self) -> Recipe:
        """Of the first board, what is sought and what to accept by."""
        ...

    @property
    def growth(self) -> Sequence[Growth]:
        """Every new best board; of those within one call of :meth:`advance` the last at least."""
        ...

    @property
    def iterations(self) -> int:
        """Iterations done."""
        ...

    @property
    def rank(self) -> tuple[bool, int]:
        """How good the best board is: whether it would be accepted, then its score."""
        ...

    @property
    def progress(self) -> Standing:
        """How far it is."""
        ...

    @property
    def best(self) -> Board:
        """The best board so far, the same object until there is a better one."""
        ...

    def advance(self, iterations: int, control: Control | None = None) -> None:
        """Goes on by so many iterations, unless stopped."""
        ...

    def saved(self) -> Mapping[str, NDArray[Any]]:
        """All that is needed to go on another time, as arrays."""
        ...
