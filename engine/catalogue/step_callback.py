"""The progress callback for operations on many levels."""

from __future__ import annotations

from collections.abc import Callable

StepCallback = Callable[[int], None]
"""A callback that is called before each level with the number of levels done so far.

It may raise an exception to stop the operation.
"""


def report_nothing(done: int) -> None:
    """Do nothing. This is the default callback."""
