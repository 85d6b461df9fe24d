"""What a catalogue of a hundred thousand levels may send, in bytes: by moves, pages and views."""

from __future__ import annotations

from pathlib import Path

import pytest
from catalogues import GAME
from terminal import WORKBENCH, Terminal
from test_budgets import TRUECOLOR, cost

from engine.catalogue.store import Catalogue
from engine.generation.bulk_generator import BulkGenerator, SeedResult

FULL, MOVE, PAGE = 12_288, 400, 10_240
MANY, TOGETHER = 100_000, 5_000


def filled(path: Path, number: int) -> None:
    """So many levels on the boards of a few, each with facts and a fingerprint of its own."""
    bulk = BulkGenerator(GAME, {"moves": "5..12"})
    made = [each for each in map(bulk.try_seed, range(40)) if each.attempt is not None]

    def row(seed: int) -> SeedResult:
        like = made[seed % len(made)]
        facts = {**like.facts, "moves": seed % 23}
        return like._replace(seed=seed, fingerprint=seed.to_bytes(16, "big"), facts=facts)

    with Catalogue.open_for_adding(path) as catalogue:
        run = catalogue.begin_batch(GAME, bulk.settings, 0, number)
        while not run.is_complete:
            seeds = range(run.next_seed, min(run.next_seed + TOGETHER, number))
            run = catalogue.append_results(run, [*map(row, seeds)])


@pytest.mark.slow
def test_a_hundred_thousand(home: Path) -> None:
    filled(path := home / "many.db", MANY)
    with Terminal([*WORKBENCH, str(path)], (120, 40), TRUECOLOR) as terminal:
        terminal.until(f"{MANY:,} levels")
        terminal.until_quiet(1.0)
        assert terminal.until_quiet(3.0) == 0, "nothing is sent while nothing is done"
        moves = [cost(terminal, key) for key in ("l", "j", "h", "b", "x", "u")]
        assert 0 < max(moves) <= MOVE, moves
        pages = [cost(terminal, key) for key in ("\x1b[F", "\x1b[H", "\x1b[6~", "\x1b[5~")]
        assert max(pages) <= PAGE, pages
        views = [cost(terminal, key) for key in ("\t", "\x1b[F", "\x1b[5~", "\t", "\t")]
        assert max(views) <= FULL, views
