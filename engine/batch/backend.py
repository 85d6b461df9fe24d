"""What a backend is: workers somewhere, which chunks of seeds are handed to."""

from __future__ import annotations

from typing import Protocol

from engine.batch.order import Chunk
from engine.batch.work import Done

LOSSES = 3
"""Times that a chunk may be lost with its worker before the batch is given up."""


class Backend(Protocol):
    """Workers that try chunks of seeds; a worker that is lost loses no chunk."""

    @property
    def workers(self) -> int:
        """How many chunks are worked on at a time."""

    @property
    def trying(self) -> int:
        """Candidates tried for seeds that are not done yet, as far as that is known."""

    def submit(self, chunk: Chunk) -> None:
        """Hand over a chunk."""

    def take(self, seconds: float) -> list[Done]:
        """What is done since the last call; waits so long at most for the first of it.

        Raises:
            EngineError: a worker refused the order, or workers keep being lost.
        """

    def close(self) -> None:
        """End, with whatever is being worked on."""
