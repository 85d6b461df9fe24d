"""Histograms of facts, computed for the levels in a catalogue.

Functions that take a selection read the catalogue's file, so call them in a thread.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from engine.catalogue import fact_columns
from engine.catalogue.query import Selection
from engine.values.expression import KeyTypes
from workbench.text import fact_order
from workbench.ui.wall.histogram_bins import Bar, Value, make_bars_from_counts

SAMPLE = 200
"""The number of levels in which to look for facts whose values differ."""
ANNOTATION_KEYS = ("own.stars", "seed")
"""The keys that can be shown in a histogram although they are not facts."""


def find_informative_keys(selection: Selection) -> list[str]:
    """Return the keys of facts whose values differ between levels, the most informative first.

    :data:`ANNOTATION_KEYS` are added at the end.
    """
    found: dict[str, set[object]] = {}
    for entry in islice(selection.read_entries(), SAMPLE):
        for key, value in list_single_values(entry.facts):
            found.setdefault(key, set()).add(value)
    differing = [key for key, values in found.items() if len(values) > 1]
    return [*fact_order.sort_facts(differing or found), *ANNOTATION_KEYS]


def list_single_values(facts: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    """Yield the key and value of each fact that has a single value.

    The suffix ``.rating`` is removed from keys.
    """
    flat = fact_columns.flatten_facts(facts)
    for path, value in zip(flat.paths, flat.values, strict=True):
        if isinstance(value, str | int | float):
            yield fact_columns.join_key(path).removesuffix(".rating"), value


def filter_numeric(keys: Sequence[str], kinds: KeyTypes) -> list[str]:
    """Return the keys in ``keys`` whose values are numbers according to ``kinds``."""
    return [key for key in keys if kinds.get(key) in (int, float)]


def count_bars(selection: Selection, key: str, kinds: KeyTypes) -> Sequence[Bar]:
    """Return the bars of a histogram for the fact ``key``, leaving out levels without that fact."""
    truth = kinds.get(key) is bool
    counted: dict[Value, int] = {
        bool(value) if truth else value: number
        for value, number in selection.count_groups(key)
        if isinstance(value, str | int | float)
    }
    return make_bars_from_counts(counted)


def choose_axes(numeric_keys: Sequence[str], first: str = "") -> tuple[str, str] | None:
    """Choose two facts to plot against each other, or return None if there are too few facts.

    The first one is ``first`` if that is given. The second one is preferably not among the common
    facts, such as moves and difficulty, because those often correlate with each other.
    """
    first = first or next(iter(numeric_keys), "")
    others = [key for key in numeric_keys if key not in (first, *ANNOTATION_KEYS)]
    more = [key for key in others if key not in fact_order.FIRST_FACTS]
    found = next(iter([*more, *others]), None)
    return None if found is None else (first, found)
