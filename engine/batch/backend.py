"""The interface that a backend implements to run chunks of seeds on its workers."""

from __future__ import annotations

from typing import Protocol

from engine.batch.batch_spec import Chunk
from engine.batch.chunk_trial import ChunkResult

MAX_LOSSES = 3
"""The number of workers that must die on the same chunk for the batch to fail."""


class Backend(Protocol):
    """A group of workers that try chunks of seeds. A chunk whose worker is lost is tried again."""

    @property
    def workers(self) -> int:
        """The number of chunks that run in parallel."""

    @property
    def candidates_in_progress(self) -> int:
        """The number of candidates tried so far for unfinished seeds; 0 if unknown."""

    def submit_chunk(self, chunk: Chunk) -> None:
        """Send a chunk to a worker."""

    def take_results(self, seconds: float) -> list[ChunkResult]:
        """Return the results that have arrived since the previous call.

        If there are none yet, wait up to ``seconds`` for the first one.

        Raises:
            EngineError: A worker refused the specification, or workers keep dying.
        """

    def close(self) -> None:
        """Stop all workers immediately, even if they are busy."""
