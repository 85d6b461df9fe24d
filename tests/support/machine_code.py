"""Machine code that is missing, as a test says."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from engine.errors import NotCompiledError


@contextmanager
def refuse_plain() -> Iterator[None]:
    """Stand for a block in which nothing has machine code."""
    raise NotCompiledError("explore")
    yield
