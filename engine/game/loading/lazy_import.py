"""Lazy import of the parts of a game that are slow to load.

Opening, checking and drawing a level requires only the boards of its game. The solver and the
generator import NumPy and compiled code, which takes several times as long as importing the boards.
Therefore a game names these parts as ``package.module:name``, and they are imported on the first
call.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from typing import Any


def import_lazily(path: str) -> Callable[..., Any]:
    """Return a function that calls the function at ``path``, importing it on the first call.

    The path has the form ``package.module:name``. To be used as a method, the returned function
    must be wrapped in ``staticmethod``. It can be pickled, because the games that contain it must
    be picklable.
    """
    return _LazyFunction(path)


class _LazyFunction:
    """A function that is not imported until it is first called."""

    def __init__(self, place: str) -> None:
        self._path = place

    def __reduce__(self) -> tuple[type[_LazyFunction], tuple[str]]:
        """Pickle only the path, so that the receiving process imports the function itself."""
        return _LazyFunction, (self._path,)

    @cached_property
    def _function(self) -> Callable[..., Any]:
        """The imported function."""
        module, _, name = self._path.partition(":")
        function: Callable[..., Any] = getattr(import_module(module), name)
        return function

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Call the function, importing it first if necessary."""
        return self._function(*arguments, **named)
