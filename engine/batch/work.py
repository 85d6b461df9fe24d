"""What a worker does with a chunk of seeds, on whatever machine it runs."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from engine.batch.order import BatchError, Chunk, Order, versions_of
from engine.catalogue.shapes import flat
from engine.game import registry
from engine.generation.bulk import Bulk, SeedResult
from engine.values.budget import Control


class Done(NamedTuple):
    """A chunk that is done.

    Attributes:
        chunk: which.
        tried: what became of its seeds, in order, of a batch as :class:`SeedResult`.
        seconds: that the worker took.
    """

    chunk: Chunk
    tried: tuple[Any, ...]
    seconds: float


def work(order: Order, chunk: Chunk, watch: Callable[[Control], None] = lambda _: None) -> Done:
    """Tries the seeds of a chunk; ``watch`` is handed the control of each before it is tried.

    Raises:
        BatchError: other versions are installed here than where the batch was ordered.
        ParameterError: a demand that no level can meet.
    """
    began = time.perf_counter()
    bulk = _bulk_of(order)
    tried = tuple(_try_seed(bulk, seed, watch) for seed in range(chunk.start, chunk.stop))
    return Done(chunk, tried, time.perf_counter() - began)


def _try_seed(bulk: Bulk, seed: int, watch: Callable[[Control], None]) -> SeedResult:
    """Try a seed, and lay out the facts of its level."""
    control = Control()
    watch(control)
    made = bulk.make(seed, control)
    return made if made.attempt is None else made._replace(facts=flat(made.facts))


def _bulk_of(order: Order) -> Bulk:
    """Return the bulk of an order in this thread, kept from chunk to chunk."""
    kept: tuple[Order, Bulk] | None = getattr(_here, "kept", None)
    if kept is None or kept[0] != order:
        game = registry.get(order.game)
        for (name, found), (_, expected) in zip(versions_of(game), order.versions, strict=True):
            if found != expected:
                raise BatchError(f"a worker has {name} {found}; the batch needs {expected}")
        kept = _here.kept = order, Bulk(game, dict(order.settings), order.max_attempts)
    return kept[1]


_here = threading.local()
