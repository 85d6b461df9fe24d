"""What a catalogue of 100,000 levels costs: bytes a level, opening, filters, orders, the digest.

Beside each time stands its ratio to a plain ``SELECT count(*)`` over the same facts.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.common import best, require_kernels, row
from engine.catalogue import statistics
from engine.catalogue.catalogue_digest import compute_digest
from engine.catalogue.fact_columns import flatten_facts
from engine.catalogue.query import Query, Selection
from engine.catalogue.query_keys import list_key_kinds, parse_query
from engine.catalogue.store import Catalogue
from engine.game import registry
from engine.generation.bulk_generator import BulkGenerator, SeedResult

LEVELS, REAL, TOGETHER = 100_000, 200, 1_000
QUERIES = ("moves>=8", "not (moves>6 and dead_states=0)", "needed_share>0.9 states 100..900 tag:x")
SORTS = ("moves", "solution", "needed_share", "states")


def run() -> None:
    """Fills a catalogue with levels that are like 200 real ones, and asks it."""
    game = registry.get_game("fruit-dating")
    require_kernels()
    bulk = BulkGenerator(game, {"moves": "5..12"})
    made = (bulk.try_seed(seed) for seed in range(REAL))
    real = [one for one in made if one.attempt is not None]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "levels.db")
        with Catalogue.open_for_adding(path) as catalogue:
            state = catalogue.begin_batch(game, bulk.settings, 0, LEVELS)
            alike = _alike(real)

            def fill() -> None:
                """Adds all levels, as a batch does."""
                nonlocal state
                while not state.is_complete:
                    state = catalogue.append_results(state, [next(alike) for _ in range(TOGETHER)])

            filling, _ = best(1, fill)
        print(f"{LEVELS:,} Fruit Dating levels like {len(real)} real ones")
        row("bytes a level", f"{path.stat().st_size / LEVELS:.0f}")
        row("added a second", f"{LEVELS / filling:,.0f}")
        row("opened", f"{1000 * best(5, lambda: Catalogue.open(path).close())[0]:.1f} ms")
        with Catalogue.open(path) as catalogue:
            _ask(catalogue)


def _ask(catalogue: Catalogue) -> None:
    kinds = list_key_kinds(catalogue)
    count = 'SELECT count(*) FROM "facts:fruit-dating" WHERE "moves" IS NOT NULL'
    plain, _ = best(3, lambda: catalogue.connection.execute(count).fetchall())
    row("plain SELECT count(*)", f"{1000 * plain:.1f} ms")

    def timed(name: str, job: Callable[[], object]) -> None:
        """A line of the time of something."""
        seconds, _ = best(3, job)
        row(name, f"{1000 * seconds:.1f} ms", f"{seconds / plain:.1f} x")

    for text in QUERIES:
        chosen = Selection(catalogue, Query(parse_query(text, kinds)))
        timed(f"numbers of {text}", lambda chosen=chosen: [*chosen.list_ids()])  # type: ignore[misc]
    for key in SORTS:
        chosen = Selection(catalogue, Query(sort=key, descending=True, limit=50))
        timed(f"50 levels by {key}", lambda chosen=chosen: [*chosen.read_entries()])  # type: ignore[misc]
        chosen = Selection(catalogue, Query(sort=key))
        timed(f"all numbers by {key}", lambda chosen=chosen: [*chosen.list_ids()])  # type: ignore[misc]
    whole = Selection(catalogue, Query())
    timed("histogram of states", lambda: statistics.build_histogram(whole, "states"))
    timed("density of moves, states", lambda: statistics.build_density(whole, "moves", "states"))
    timed("digest", lambda: compute_digest(whole))


def _alike(real: list[SeedResult]) -> Iterator[SeedResult]:
    """Levels of one seed after the other, each like a real one but for some of its numbers."""
    draw = random.Random(1)
    for seed in range(10 * LEVELS):
        like = real[seed % len(real)]
        facts = {**like.facts, "states": draw.randrange(20_000), "needed_share": draw.random()}
        rejections, fingerprint = {"moves out of range": 19}, draw.randbytes(16)
        yield SeedResult(
            seed, 20, rejections, like.attempt, like.board, fingerprint, flatten_facts(facts)
        )
