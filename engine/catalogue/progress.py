"""How far something has come that goes over many levels."""

from __future__ import annotations

from collections.abc import Callable

Step = Callable[[int], None]
"""Called before each level with how many are done; raises what is to end it all."""


def silent(done: int) -> None:
    """Reports nothing."""
