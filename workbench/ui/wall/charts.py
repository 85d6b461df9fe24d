"""Histograms of the facts of a catalogue's levels. All of it reads the file: for a thread."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from engine.catalogue import shapes
from engine.catalogue.query import Selection
from engine.values.expression import Kinds
from workbench.text import fact_order
from workbench.ui.wall.bars import Bar, Value, bars_of

SAMPLE = 200
"""Levels by which it is found out which facts differ."""
OWN = ("own.stars", "seed")
"""What is no fact, and can be charted of levels all the same."""


def informative_keys(selection: Selection) -> list[str]:
    """The facts of levels that differ among some of them, the most informative first."""
    found: dict[str, set[object]] = {}
    for entry in islice(selection.entries(), SAMPLE):
        for key, value in single(entry.facts):
            found.setdefault(key, set()).add(value)
    differing = [key for key, values in found.items() if len(values) > 1]
    return [*fact_order.in_order(differing or found), *OWN]


def single(facts: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    """The facts that are single values, by their keys; those of a table by its rating too."""
    flat = shapes.flat(facts)
    for path, value in zip(flat.paths, flat.values, strict=True):
        if isinstance(value, str | int | float):
            yield shapes.key_of(path).removesuffix(".rating"), value


def numeric(keys: Sequence[str], kinds: Kinds) -> list[str]:
    """Those of some facts that are numbers."""
    return [key for key in keys if kinds.get(key) in (int, float)]


def bars(selection: Selection, key: str, kinds: Kinds) -> Sequence[Bar]:
    """The bars of a fact; levels that have it not are left out."""
    truth = kinds.get(key) is bool
    counted: dict[Value, int] = {
        bool(value) if truth else value: number
        for value, number in selection.groups(key)
        if isinstance(value, str | int | float)
    }
    return bars_of(counted)


def two_of(numbers: Sequence[str], first: str = "") -> tuple[str, str] | None:
    """Two facts to be drawn against each other, the first one as given; None if there are none.

    What is no more than another word for the first, as difficulty often is, comes late.
    """
    first = first or next(iter(numbers), "")
    others = [key for key in numbers if key not in (first, *OWN)]
    more = [key for key in others if key not in fact_order.FIRST]
    found = next(iter([*more, *others]), None)
    return None if found is None else (first, found)
