"""The specification of an archive as a designer writes it: facts, bins and target cells."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.archive.archive_grid import Archive, ArchiveCell, GridSpec
from engine.catalogue.query import Number, Selection
from engine.catalogue.query_keys import list_key_kinds, require_key
from engine.catalogue.query_results import QueryResults
from engine.catalogue.statistics import Axis, build_axis
from engine.errors import EngineError, quote_input
from engine.evaluation.evaluated_board import get_mutations
from engine.game import registry
from engine.values.expression import KeyTypes

MAX_WHOLE_BINS = 40
"""A range of at most this many whole numbers has one bin for each number."""
DEFAULT_BINS = 10
"""The default number of bins for a fact whose values are not all whole numbers."""
MAX_BINS = 200
"""The maximum number of bins for one fact."""
_NUMBERS = (int, float, bool)
_TRUTH = {"true": "1", "false": "0"}
_AXIS = re.compile(r"(?P<key>[^:]+)(:(?P<low>[^:]+?)\.\.(?P<high>[^:]+?)(:(?P<bins>[^:]+))?)?")


class ArchiveError(EngineError):
    """An invalid archive specification, or a catalogue that cannot satisfy it."""


@dataclass(frozen=True, slots=True)
class ArchiveSpec:
    """The facts, ranking and target cells that a designer chooses for an archive.

    Attributes:
        facts: Two facts separated by a comma, each in the form ``KEY``, ``KEY:LOW..HIGH`` or
            ``KEY:LOW..HIGH:BINS``.
        best: The fact that ranks the levels in a cell: ``KEY`` if the lowest value is best,
            ``KEY:desc`` if the highest is best; None for the game's tie-breaker.
        targets: The cells to fill, each in the form ``KEY=VALUE,KEY=VALUE``; an empty tuple means
            all empty cells.
    """

    facts: str
    best: str | None = None
    targets: tuple[str, ...] = ()


def resolve_grid(spec: ArchiveSpec, selection: Selection) -> GridSpec:
    """Build the grid that a specification describes for the levels in a selection.

    If the specification gives no range for a fact, the bins cover the values that the levels have.

    Raises:
        ArchiveError: The specification does not name two different facts, has invalid bins, or
            gives no ``best`` although the levels belong to several games.
        EngineError: A named fact is unknown, or is not a number.
        CatalogueError: The catalogue is damaged.
    """
    kinds = list_key_kinds(selection.catalogue)
    parts = spec.facts.split(",")
    if len(parts) != 2:
        raise ArchiveError(f"archive: expected KEY,KEY, found {quote_input(spec.facts)}")
    asked = [_match_axis(part.strip()) for part in parts]
    keys = asked[0]["key"], asked[1]["key"]
    for key in keys:
        require_key(key, kinds, _NUMBERS)
    if keys[0] == keys[1]:
        raise ArchiveError(f"archive: expected two facts, found {keys[0]} twice")
    axes = [
        _build_axis(part, selection.measure_extent([part["key"]], part["key"])) for part in asked
    ]
    best, falling = _parse_best(spec.best, selection, kinds)
    return GridSpec(keys, (axes[0], axes[1]), best, falling)


def pin_bins(facts: str, grid: GridSpec) -> str:
    """Return ``facts`` with the bins of ``grid`` added to each fact that has none.

    With explicit bins the grid stays the same when levels are added. A fact with only one value is
    left without bins.

    Args:
        facts: The facts, in the form of :attr:`ArchiveSpec.facts`.
        grid: The grid that was built from these facts.
    """
    parts = []
    for part, key, axis in zip(facts.split(","), grid.keys, grid.axes, strict=True):
        low, high = (axis.edges[0], axis.edges[-1]) if axis.edges else (0, 0)
        high = high - 1 if axis.whole else high
        bins = f"{key}:{low:.12g}..{high:.12g}:{len(axis)}"
        parts.append(bins if ":" not in part and low < high < math.inf else part.strip())
    return ",".join(parts)


def build_archive(results: QueryResults, facts: str, best: str | None = None) -> Archive:
    """Build an archive from the levels that a query finds.

    Args:
        results: The results of the query.
        facts: The two facts, in the form of :attr:`ArchiveSpec.facts`.
        best: The fact that ranks levels, in the form of :attr:`ArchiveSpec.best`.

    Raises:
        EngineError: The grid cannot be built; see :func:`resolve_grid`.
    """
    with results.open_selection() as selection:
        return fill_grid(selection, resolve_grid(ArchiveSpec(facts, best), selection))


def fill_grid(selection: Selection, grid: GridSpec) -> Archive:
    """Build an archive from the levels in a selection.

    Raises:
        CatalogueError: The catalogue is damaged.
    """
    return Archive.from_rows(grid, selection.read_values("id", *grid.keys, grid.best))


def parse_targets(texts: Iterable[str], grid: GridSpec) -> tuple[ArchiveCell, ...]:
    """Return the cells that the target strings in ``texts`` name, without duplicates.

    Raises:
        ArchiveError: A string names no cell in the grid.
    """
    return tuple(dict.fromkeys(_parse_target(text, grid) for text in texts))


def _parse_target(text: str, grid: GridSpec) -> ArchiveCell:
    expected = f"target: expected {'=V,'.join(grid.keys)}=V, found {quote_input(text)}"
    found: dict[str, Number] = {}
    for part in text.split(","):
        key, equals, value = (word.strip() for word in part.partition("="))
        if not equals or key not in grid.keys or key in found:
            raise ArchiveError(expected)
        found[key] = _parse_number(_TRUTH.get(value, value), f"target {key}")
    if len(found) != 2:
        raise ArchiveError(expected)
    cell = grid.find_cell(found[key] for key in grid.keys)
    if cell is None:
        raise ArchiveError(f"target: {quote_input(text)} lies outside the archive")
    return cell


def _parse_best(text: str | None, selection: Selection, kinds: KeyTypes) -> tuple[str, bool]:
    """Return the name of the fact that ranks levels, and whether its highest value is best."""
    if text is None:
        games = [registry.get_game(name) for name in selection.games]
        found = dict.fromkeys(get_mutations(game).tie_breaker for game in games)
        if len(found) > 1:
            raise ArchiveError("archive: several games; choose what is best with --best KEY")
        text = next(iter(found), "moves")
    key, colon, way = text.partition(":")
    if colon and way != "desc":
        raise ArchiveError(f"best: expected KEY or KEY:desc, found {quote_input(text)}")
    return require_key(key, kinds, _NUMBERS), bool(colon)


def _match_axis(text: str) -> Mapping[str, Any]:
    match = _AXIS.fullmatch(text)
    if match is None:
        expected = "KEY, KEY:LOW..HIGH or KEY:LOW..HIGH:BINS"
        raise ArchiveError(f"archive: expected {expected}, found {quote_input(text)}")
    return match.groupdict()


def _build_axis(match: Mapping[str, Any], extent: tuple[Number, Number, bool] | None) -> Axis:
    """Return the bins that ``match`` specifies, or bins over ``extent`` if it gives no range."""
    whole = extent is None or extent[2]
    if match["low"] is None:
        return build_axis(extent, MAX_WHOLE_BINS if whole else DEFAULT_BINS)
    key = f"archive {match['key']}"
    low, high = _parse_number(match["low"], key), _parse_number(match["high"], key)
    if not low < high:
        raise ArchiveError(f"{key}: expected LOW..HIGH, found {low}..{high}")
    whole = whole and isinstance(low, int) and isinstance(high, int)
    bins = None if match["bins"] is None else _parse_number(match["bins"], key)
    if bins is not None and not (isinstance(bins, int) and 1 <= bins <= MAX_BINS):
        raise ArchiveError(
            f"{key}: expected 1 to {MAX_BINS} bins, found {quote_input(match['bins'])}"
        )
    if whole:
        # Both ends are in the range, so it has high - low + 1 values. The last bin may be narrower.
        width = math.ceil((high - low + 1) / (bins or MAX_WHOLE_BINS))
        return Axis(True, (*range(int(low), int(high) + 1, width), int(high) + 1))
    number = bins or DEFAULT_BINS
    inner = (low + (high - low) * index / number for index in range(number))
    # The last edge is exclusive, but ``high`` belongs to the range, so use the next float above it.
    return Axis(False, (*(float(f"{edge:.12g}") for edge in inner), math.nextafter(high, math.inf)))


def _parse_number(text: str, key: str) -> Number:
    try:
        number = float(text)
        if not math.isfinite(number) or len(text) > 20:
            raise ValueError
        # "1e3" and "2.0" stay floats: only a string of digits is a whole number.
        return int(text) if re.fullmatch(r"-?\d+", text, re.ASCII) else number
    except ValueError:
        raise ArchiveError(f"{key}: expected a number, found {quote_input(text)}") from None
