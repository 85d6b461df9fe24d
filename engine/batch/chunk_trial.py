"""The function that tries a chunk of seeds on a worker."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from engine.batch.batch_spec import BatchError, BatchSpec, Chunk, list_versions
from engine.catalogue.fact_columns import flatten_facts
from engine.game import registry
from engine.generation.bulk_generator import BulkGenerator, SeedResult
from engine.values.budget import Control


class ChunkResult(NamedTuple):
    """The results from one chunk.

    Attributes:
        chunk: The chunk that was tried.
        results: The results in seed order. In a batch, each is a :class:`SeedResult`.
        seconds: The time that the worker took, in seconds.
    """

    chunk: Chunk
    results: tuple[Any, ...]
    seconds: float


def run_seed_chunk(
    spec: BatchSpec, chunk: Chunk, on_control: Callable[[Control], None] = lambda _: None
) -> ChunkResult:
    """Try the seeds in a chunk.

    Args:
        spec: The specification of the batch.
        chunk: The seeds to try.
        on_control: A callback that receives the control of each seed before the seed is tried.

    Raises:
        BatchError: The versions installed on this worker differ from those in ``spec``.
        ParameterError: No level can meet a constraint.
    """
    began = time.perf_counter()
    bulk = _get_bulk(spec)
    tried = tuple(_try_seed(bulk, seed, on_control) for seed in range(chunk.start, chunk.stop))
    return ChunkResult(chunk, tried, time.perf_counter() - began)


def _try_seed(bulk: BulkGenerator, seed: int, on_control: Callable[[Control], None]) -> SeedResult:
    """Try a seed and return its result, in which the facts of a level are flattened."""
    control = Control()
    on_control(control)
    made = bulk.try_seed(seed, control)
    # The worker flattens the facts, so that the single process that writes the catalogue has less
    # to do.
    return made if made.attempt is None else made._replace(facts=flatten_facts(made.facts))


def _get_bulk(spec: BatchSpec) -> BulkGenerator:
    """Return the bulk generator for ``spec``, which is cached in this thread between chunks."""
    kept: tuple[BatchSpec, BulkGenerator] | None = getattr(_thread_local, "kept", None)
    if kept is None or kept[0] != spec:
        game = registry.get_game(spec.game)
        for (name, found), (_, expected) in zip(list_versions(game), spec.versions, strict=True):
            if found != expected:
                raise BatchError(f"a worker has {name} {found}; the batch needs {expected}")
        kept = _thread_local.kept = (
            spec,
            BulkGenerator(game, dict(spec.settings), spec.max_attempts),
        )
    return kept[1]


_thread_local = threading.local()
