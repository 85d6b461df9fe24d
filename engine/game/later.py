"""Parts of games that are imported when they are first needed.

A game is known by its boards as soon as a level file names it. Its solver and its generator bring
NumPy and all that is compiled with them, which takes several times as long; opening, checking and
drawing a level goes without.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from typing import Any


def later(place: str) -> Callable[..., Any]:
    """A function that stands for another, such as ``package.module:name``, until it is called.

    As a part's method it is wrapped as a ``staticmethod``. It can be pickled, as games are that
    hold one.
    """
    return _Later(place)


class _Later:
    """A call of a function that is imported with the first one."""

    def __init__(self, place: str) -> None:
        self._place = place

    def __reduce__(self) -> tuple[type[_Later], tuple[str]]:
        """By its place alone: another process imports it there."""
        return _Later, (self._place,)

    @cached_property
    def _found(self) -> Callable[..., Any]:
        """The other, imported."""
        module, _, name = self._place.partition(":")
        function: Callable[..., Any] = getattr(import_module(module), name)
        return function

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Calls the other, which is imported now if it was not."""
        return self._found(*arguments, **named)
