"""Catalogues for tests: levels that are made in no time, with any facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from conforming import SMALL

from engine.catalogue.conditions import OWN
from engine.catalogue.entries import Entry
from engine.catalogue.keys import asked
from engine.catalogue.query import Query, Selection
from engine.catalogue.runs import NewRow, RunState, Tried
from engine.catalogue.store import Catalogue
from engine.game import registry
from engine.generation.bulk import Bulk, SeededLevel

GAME = registry.get("fruit-dating")
BOARD = GAME.boards.pack(GAME.boards.blank(4, 4))
SETTINGS = {"moves": "5..12"}


def row(seed: int, facts: Mapping[str, Any] | None = None, *, like: int | None = None) -> NewRow:
    """A level of a seed, alike to that of another if that is given."""
    fingerprint = (seed if like is None else like).to_bytes(16, "big")
    return NewRow(seed, seed % 7, BOARD, fingerprint, {"moves": seed % 10, **(facts or {})})


def tried(rows: Iterable[NewRow]) -> list[Tried]:
    """What came of the seeds of some levels: each the second candidate."""
    return [Tried(each.seed, 2, {"unsolvable": 1}, each) for each in rows]


def fill(path: Path, facts: Sequence[Mapping[str, Any]], first: int = 0) -> RunState:
    """A catalogue with a level for each of some facts."""
    rows = [row(first + at, each) for at, each in enumerate(facts)]
    with Catalogue.begin(path) as catalogue:
        run = catalogue.run(GAME, SETTINGS, first, max(len(rows), 1))
        return catalogue.append(run, tried(rows))


def fill_with_real(path: Path, game: str, number: int = 3, first: int = 0) -> Bulk:
    """A catalogue with levels of a game as a batch makes them, of small boards."""
    own = registry.get(game)
    bulk = Bulk(own, SMALL[game])
    with Catalogue.begin(path) as catalogue:
        run = catalogue.run(own, bulk.settings, first, number)
        while not run.complete:
            made = bulk.make(run.next_seed)
            assert isinstance(made, SeededLevel)
            packed, print_ = own.boards.pack(made.board), own.boards.fingerprint(made.board)
            found = NewRow(made.seed, made.attempt, packed, print_, made.facts)
            run = catalogue.append(run, [Tried(made.seed, made.tried, made.rejections, found)])
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
