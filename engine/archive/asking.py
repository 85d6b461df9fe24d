"""What is asked of an archive, in the words of a designer: facts, bins, targets."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.archive.grid import Archive, Cell, Space
from engine.catalogue.keys import kinds_of, require_key
from engine.catalogue.query import Number, Selection
from engine.catalogue.results import Results
from engine.catalogue.statistics import Axis, axis_over
from engine.errors import EngineError, quoted
from engine.evaluation.candidates import standards_of
from engine.game import registry
from engine.values.expression import Kinds

MOST_WHOLE = 40
"""Values of a fact of whole numbers up to which each has a bin of its own."""
FRACTIONS = 10
"""Bins of a fact of other numbers, about."""
MOST_BINS = 200
"""Bins of a fact at most."""
_NUMBERS = (int, float, bool)
_TRUTH = {"true": "1", "false": "0"}
_AXIS = re.compile(r"(?P<key>[^:]+)(:(?P<low>[^:]+?)\.\.(?P<high>[^:]+?)(:(?P<bins>[^:]+))?)?")


class ArchiveError(EngineError):
    """An archive that cannot be made as asked."""


@dataclass(frozen=True, slots=True)
class ArchiveWish:
    """An archive as it is asked for.

    Attributes:
        facts: two of ``KEY`` or ``KEY:LOW..HIGH`` or ``KEY:LOW..HIGH:BINS``, joined by a comma.
        best: ``KEY`` where the least is best, ``KEY:desc`` where the greatest is; None for what
            the game's levels are compared by.
        targets: cells to be filled, each as ``KEY=VALUE,KEY=VALUE``; none for all that are empty.
    """

    facts: str
    best: str | None = None
    targets: tuple[str, ...] = ()


def space_of(wish: ArchiveWish, selection: Selection) -> Space:
    """The cells that are asked for, over levels of a catalogue.

    Bins that are not given reach from the least value of the levels to the greatest.

    Raises:
        ArchiveError: not two facts, or no bins.
        EngineError: no such fact, or levels of several games and no best.
        CatalogueError: damaged.
    """
    kinds = kinds_of(selection.catalogue)
    parts = wish.facts.split(",")
    if len(parts) != 2:
        raise ArchiveError(f"archive: expected KEY,KEY, found {quoted(wish.facts)}")
    asked = [_matched(part.strip()) for part in parts]
    keys = asked[0]["key"], asked[1]["key"]
    for key in keys:
        require_key(key, kinds, _NUMBERS)
    if keys[0] == keys[1]:
        raise ArchiveError(f"archive: expected two facts, found {keys[0]} twice")
    axes = [_axis(part, selection.extent([part["key"]], part["key"])) for part in asked]
    best, falling = _best(wish.best, selection, kinds)
    return Space(keys, (axes[0], axes[1]), best, falling)


def fixed(facts: str, space: Space) -> str:
    """The facts of an archive with the bins that it has, where none were asked for.

    So they stay as they are when levels come. Whole numbers that are all the same stay without.

    Args:
        facts: as :class:`ArchiveWish` has them.
        space: the cells that they are of.
    """
    parts = []
    for part, key, axis in zip(facts.split(","), space.keys, space.axes, strict=True):
        low, high = (axis.edges[0], axis.edges[-1]) if axis.edges else (0, 0)
        high = high - 1 if axis.whole else high
        bins = f"{key}:{low:.12g}..{high:.12g}:{len(axis)}"
        parts.append(bins if ":" not in part and low < high < math.inf else part.strip())
    return ",".join(parts)


def archive_over(results: Results, facts: str, best: str | None = None) -> Archive:
    """Gives the archive of levels that a query finds, by facts as :class:`ArchiveWish` has them.

    Raises:
        EngineError: as for :func:`space_of`.
    """
    with results.selection() as selection:
        return archive_of(selection, space_of(ArchiveWish(facts, best), selection))


def archive_of(selection: Selection, space: Space) -> Archive:
    """The archive of levels of a catalogue.

    Raises:
        CatalogueError: damaged.
    """
    return Archive.of(space, selection.values("id", *space.keys, space.best))


def targets_of(texts: Iterable[str], space: Space) -> tuple[Cell, ...]:
    """The cells that texts name.

    Raises:
        ArchiveError: one names none.
    """
    return tuple(dict.fromkeys(_target(text, space) for text in texts))


def _target(text: str, space: Space) -> Cell:
    expected = f"target: expected {'=V,'.join(space.keys)}=V, found {quoted(text)}"
    found: dict[str, Number] = {}
    for part in text.split(","):
        key, equals, value = (word.strip() for word in part.partition("="))
        if not equals or key not in space.keys or key in found:
            raise ArchiveError(expected)
        found[key] = _number(_TRUTH.get(value, value), f"target {key}")
    if len(found) != 2:
        raise ArchiveError(expected)
    cell = space.cell(found[key] for key in space.keys)
    if cell is None:
        raise ArchiveError(f"target: {quoted(text)} is in no cell of the archive")
    return cell


def _best(text: str | None, selection: Selection, kinds: Kinds) -> tuple[str, bool]:
    """The fact by which levels are compared, and whether the greatest is best."""
    if text is None:
        games = [registry.get(name) for name in selection.games]
        found = dict.fromkeys(standards_of(game).best for game in games)
        if len(found) > 1:
            raise ArchiveError("archive: levels of several games; say what is best by --best KEY")
        text = next(iter(found), "moves")
    key, colon, way = text.partition(":")
    if colon and way != "desc":
        raise ArchiveError(f"best: expected KEY or KEY:desc, found {quoted(text)}")
    return require_key(key, kinds, _NUMBERS), bool(colon)


def _matched(text: str) -> Mapping[str, Any]:
    match = _AXIS.fullmatch(text)
    if match is None:
        expected = "KEY, KEY:LOW..HIGH or KEY:LOW..HIGH:BINS"
        raise ArchiveError(f"archive: expected {expected}, found {quoted(text)}")
    return match.groupdict()


def _axis(asked: Mapping[str, Any], extent: tuple[Number, Number, bool] | None) -> Axis:
    """The bins of a fact as asked for, else over its extent."""
    whole = extent is None or extent[2]
    if asked["low"] is None:
        return axis_over(extent, MOST_WHOLE if whole else FRACTIONS)
    key = f"archive {asked['key']}"
    low, high = _number(asked["low"], key), _number(asked["high"], key)
    if not low < high:
        raise ArchiveError(f"{key}: expected LOW..HIGH, found {low}..{high}")
    whole = whole and isinstance(low, int) and isinstance(high, int)
    bins = None if asked["bins"] is None else _number(asked["bins"], key)
    if bins is not None and not (isinstance(bins, int) and 1 <= bins <= MOST_BINS):
        raise ArchiveError(f"{key}: expected 1 to {MOST_BINS} bins, found {quoted(asked['bins'])}")
    if whole:
        width = math.ceil((high - low + 1) / (bins or MOST_WHOLE))
        return Axis(True, (*range(int(low), int(high) + 1, width), int(high) + 1))
    number = bins or FRACTIONS
    inner = (low + (high - low) * index / number for index in range(number))
    return Axis(False, (*(float(f"{edge:.12g}") for edge in inner), math.nextafter(high, math.inf)))


def _number(text: str, key: str) -> Number:
    try:
        number = float(text)
        if not math.isfinite(number) or len(text) > 20:
            raise ValueError
        return int(text) if re.fullmatch(r"-?\d+", text, re.ASCII) else number
    except ValueError:
        raise ArchiveError(f"{key}: expected a number, found {quoted(text)}") from None
