"""Catalogues for tests: levels that are made in no time, with any facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from conforming import SMALL

from engine.catalogue.conditions import OWN
from engine.catalogue.entries import Entry
from engine.catalogue.keys import asked
from engine.catalogue.query import Query, Selection
from engine.catalogue.runs import RunState
from engine.catalogue.store import Catalogue
from engine.game import registry
from engine.generation.bulk import Bulk, SeedResult

GAME = registry.get("fruit-dating")
BOARD = GAME.boards.pack(GAME.boards.blank(4, 4))
SETTINGS = {"moves": "5..12"}


def row(
    seed: int, facts: Mapping[str, Any] | None = None, *, like: int | None = None
) -> SeedResult:
    """A level of a seed, its second candidate, alike to that of another if that is given."""
    fingerprint = (seed if like is None else like).to_bytes(16, "big")
    facts = {"moves": seed % 10, **(facts or {})}
    return SeedResult(seed, 2, {"unsolvable": 1}, seed % 7, BOARD, fingerprint, facts)


def fill(path: Path, facts: Sequence[Mapping[str, Any]], first: int = 0) -> RunState:
    """A catalogue with a level for each of some facts."""
    levels = [row(first + at, each) for at, each in enumerate(facts)]
    with Catalogue.begin(path) as catalogue:
        run = catalogue.run(GAME, SETTINGS, first, max(len(levels), 1))
        return catalogue.append(run, levels)


def fill_with_real(path: Path, game: str, number: int = 3, first: int = 0) -> Bulk:
    """A catalogue with levels of a game as a batch makes them, of small boards."""
    own = registry.get(game)
    bulk = Bulk(own, SMALL[game])
    with Catalogue.begin(path) as catalogue:
        run = catalogue.run(own, bulk.settings, first, number)
        while not run.complete:
            found = bulk.make(run.next_seed)
            assert found.attempt is not None
            run = catalogue.append(run, [found])
    return bulk


def entries(path: Path, where: str | None = None, kinds: Mapping[str, type] = {}) -> list[Entry]:
    """The levels of a catalogue, all or those of which an expression holds."""
    known = {"moves": float, **{key: kind for key, (kind, _) in OWN.items()}, **kinds}
    with Catalogue.open(path) as catalogue:
        wanted = None if where is None else asked(where, known)
        return [*Selection(catalogue, Query(wanted)).entries()]


def files(folder: Path) -> Iterator[tuple[str, bytes]]:
    """What lies in a folder, byte for byte."""
    return ((each.name, each.read_bytes()) for each in sorted(folder.iterdir()))
