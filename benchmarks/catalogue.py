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
from engine.catalogue.digest import digest
from engine.catalogue.keys import asked, kinds_of
from engine.catalogue.query import Query, Selection
from engine.catalogue.shapes import flat
from engine.catalogue.store import Catalogue
from engine.game import registry
from engine.generation.bulk import Bulk, SeedResult

LEVELS, REAL, TOGETHER = 100_000, 200, 1_000
QUERIES = ("moves>=8", "not (moves>6 and dead_states=0)", "needed_share>0.9 states 100..900 tag:x")
SORTS = ("moves", "solution", "needed_share", "states")


def run() -> None:
    """Fills a catalogue with levels that are like 200 real ones, and asks it."""
    game = registry.get("fruit-dating")
    require_kernels()
    bulk = Bulk(game, {"moves": "5..12"})
    made = (bulk.make(seed) for seed in range(REAL))
    real = [one for one in made if one.attempt is not None]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "levels.db")
        with Catalogue.begin(path) as catalogue:
            state = catalogue.run(game, bulk.settings, 0, LEVELS)
            alike = _alike(real)

            def fill() -> None:
                """Adds all levels, as a batch does."""
                nonlocal state
                while not state.complete:
                    state = catalogue.append(state, [next(alike) for _ in range(TOGETHER)])

            filling, _ = best(1, fill)
        print(f"{LEVELS:,} Fruit Dating levels like {len(real)} real ones")
        row("bytes a level", f"{path.stat().st_size / LEVELS:.0f}")
        row("added a second", f"{LEVELS / filling:,.0f}")
        row("opened", f"{1000 * best(5, lambda: Catalogue.open(path).close())[0]:.1f} ms")
        with Catalogue.open(path) as catalogue:
            _ask(catalogue)


def _ask(catalogue: Catalogue) -> None:
    kinds = kinds_of(catalogue)
    count = 'SELECT count(*) FROM "facts:fruit-dating" WHERE "moves" IS NOT NULL'
    plain, _ = best(3, lambda: catalogue.connection.execute(count).fetchall())
    row("plain SELECT count(*)", f"{1000 * plain:.1f} ms")

    def timed(name: str, job: Callable[[], object]) -> None:
        """A line of the time of something."""
        seconds, _ = best(3, job)
        row(name, f"{1000 * seconds:.1f} ms", f"{seconds / plain:.1f} x")

    for text in QUERIES:
        chosen = Selection(catalogue, Query(asked(text, kinds)))
        timed(f"numbers of {text}", lambda chosen=chosen: [*chosen.ids()])  # type: ignore[misc]
    for key in SORTS:
        chosen = Selection(catalogue, Query(sort=key, falling=True, limit=50))
        timed(f"50 levels by {key}", lambda chosen=chosen: [*chosen.entries()])  # type: ignore[misc]
        chosen = Selection(catalogue, Query(sort=key))
        timed(f"all numbers by {key}", lambda chosen=chosen: [*chosen.ids()])  # type: ignore[misc]
    whole = Selection(catalogue, Query())
    timed("histogram of states", lambda: statistics.histogram(whole, "states"))
    timed("density of moves, states", lambda: statistics.density(whole, "moves", "states"))
    timed("digest", lambda: digest(whole))


def _alike(real: list[SeedResult]) -> Iterator[SeedResult]:
    """Levels of one seed after the other, each like a real one but for some of its numbers."""
    draw = random.Random(1)
    for seed in range(10 * LEVELS):
        like = real[seed % len(real)]
        facts = {**like.facts, "states": draw.randrange(20_000), "needed_share": draw.random()}
        rejections, fingerprint = {"moves out of range": 19}, draw.randbytes(16)
        yield SeedResult(seed, 20, rejections, like.attempt, like.board, fingerprint, flat(facts))
