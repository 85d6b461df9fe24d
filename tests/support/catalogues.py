"""Catalogues for tests: levels that are made in no time, with any facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from conforming import SMALL

from engine.catalogue.entry_reader import CatalogueEntry
from engine.catalogue.query import Query, Selection
from engine.catalogue.query_keys import parse_query
from engine.catalogue.run_record import CatalogueRun
from engine.catalogue.sql_conditions import SPECIAL_KEYS
from engine.catalogue.store import Catalogue
from engine.game import registry
from engine.generation.bulk_generator import BulkGenerator, SeedResult

GAME = registry.get_game("fruit-dating")
BOARD = GAME.boards.pack_board(GAME.boards.create_blank(4, 4))
SETTINGS = {"moves": "5..12"}


def row(
    seed: int, facts: Mapping[str, Any] | None = None, *, like: int | None = None
) -> SeedResult:
    """A level of a seed, its second candidate, alike to that of another if that is given."""
    fingerprint = (seed if like is None else like).to_bytes(16, "big")
    facts = {"moves": seed % 10, **(facts or {})}
    return SeedResult(seed, 2, {"unsolvable": 1}, seed % 7, BOARD, fingerprint, facts)


def fill(path: Path, facts: Sequence[Mapping[str, Any]], first: int = 0) -> CatalogueRun:
    """A catalogue with a level for each of some facts."""
    levels = [row(first + at, each) for at, each in enumerate(facts)]
    with Catalogue.open_for_adding(path) as catalogue:
        run = catalogue.begin_batch(GAME, SETTINGS, first, max(len(levels), 1))
        return catalogue.append_results(run, levels)


def fill_with_real(path: Path, game: str, number: int = 3, first: int = 0) -> BulkGenerator:
    """A catalogue with levels of a game as a batch makes them, of small boards."""
    own = registry.get_game(game)
    bulk = BulkGenerator(own, SMALL[game])
    with Catalogue.open_for_adding(path) as catalogue:
        run = catalogue.begin_batch(own, bulk.settings, first, number)
        while not run.is_complete:
            found = bulk.try_seed(run.next_seed)
            assert found.attempt is not None
            run = catalogue.append_results(run, [found])
    return bulk


def entries(
    path: Path, where: str | None = None, kinds: Mapping[str, type] = {}
) -> list[CatalogueEntry]:
    """The levels of a catalogue, all or those of which an expression holds."""
    known = {"moves": float, **{key: kind for key, (kind, _) in SPECIAL_KEYS.items()}, **kinds}
    with Catalogue.open(path) as catalogue:
        wanted = None if where is None else parse_query(where, known)
        return [*Selection(catalogue, Query(wanted)).read_entries()]


def files(folder: Path) -> Iterator[tuple[str, bytes]]:
    """What lies in a folder, byte for byte."""
    return ((each.name, each.read_bytes()) for each in sorted(folder.iterdir()))
