"""How alike two boards of a game are, whatever their turn and the names of their colours.

A board is taken apart into *marks*, each something on a cell, in *parts* such as walls and pieces.
Of one part two boards are as alike as the share of their marks that the other has too, the
coefficient of Sørensen and Dice: twice the marks in common, of the marks of both. Of the whole they
are so on average over the parts that either has.

One board is laid over the other in the way that suits them best: under every symmetry of the grid
that the game knows, with the colours of the one called by those of the other, and where their sizes
differ at every place where the smaller fits. What lies beyond then counts too, by the share of
cells that they have in common. So boards are alike by 1 if they have the same marks, and only then.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

SIMILARITY = "similarity"
"""The fact that says how alike two levels are as a whole."""
_BYTES = 16
_TINY = 1e-9


class Mark(NamedTuple):
    """Something on a cell; of what comes in colours, the kind and the colour."""

    row: int
    col: int
    kind: str
    colour: str = ""


Marks = Mapping[str, frozenset[Mark]]
"""The marks of a board by the name of the part, the same parts for every board of a game."""


def keys_of(parts: Sequence[str]) -> tuple[str, ...]:
    """The facts that say how alike two levels are: as a whole, and in each part."""
    return (SIMILARITY, *(f"{part}_{SIMILARITY}" for part in parts))


class Marked(NamedTuple):
    """What is on a board, and how large that is."""

    rows: int
    cols: int
    marks: Marks


@dataclass(frozen=True, slots=True)
class Model:
    """A board that others are compared with, as it is after every symmetry."""

    images: tuple[Marked, ...]

    def similarities(self, other: Marked) -> dict[str, float]:
        """How alike another board is, 0 to 1, by the keys of :func:`keys_of`.

        As a whole it is laid over this one in one way; each part by itself in its own best one.
        """
        parts = tuple(other.marks)
        wholes = (parts, *((part,) for part in parts))
        found = (max(_alike(one, other, each) for one in self.images) for each in wholes)
        return dict(zip(keys_of(parts), found, strict=True))

    def similarity(self, other: Marked) -> float:
        """How alike another board is as a whole."""
        return max(_alike(one, other, tuple(other.marks)) for one in self.images)

    def fingerprint(self, part: str) -> bytes:
        """A digest of one part of the board: the same for what is the same after a symmetry.

        Colours do not count.
        """
        texts = (
            repr((image.rows, image.cols, sorted({mark[:3] for mark in image.marks[part]})))
            for image in self.images
        )
        return hashlib.blake2b(min(texts).encode(), digest_size=_BYTES).digest()


def _alike(one: Marked, other: Marked, parts: Sequence[str]) -> float:
    """How alike two boards are in some parts on average, laid over each other in the best way."""
    had = [part for part in parts if one.marks[part] or other.marks[part]]
    common = min(one.rows, other.rows) * min(one.cols, other.cols)
    share = common / (one.rows * one.cols + other.rows * other.cols - common)
    if not had:
        return share
    pairs = [(one.marks[part], other.marks[part]) for part in had]
    if (one.rows, one.cols) == (other.rows, other.cols):
        return share * _in_common(pairs, 0, 0)
    best = 0.0
    downs, rights = _between(one.rows - other.rows), _between(one.cols - other.cols)
    for (down, right), most in _bounds(pairs, downs, rights):
        if most / len(pairs) + _TINY <= best:
            break
        best = max(best, _in_common(pairs, down, right))
    return share * best


def _between(spare: int) -> range:
    """The places of one side along another that is longer by so much, or shorter."""
    return range(min(spare, 0), max(spare, 0) + 1)


def _bounds(
    pairs: Sequence[tuple[frozenset[Mark], frozenset[Mark]]], downs: range, rights: range
) -> list[tuple[tuple[int, int], float]]:
    """The places where boards have anything in common, with what that is at most, all together.

    It is that where colours do not count; the most comes first.
    """
    bounds: dict[tuple[int, int], float] = {}
    for mine, theirs in pairs:
        weight = 2 / (len(mine) + len(theirs))
        cells: dict[str, list[tuple[int, int]]] = {}
        for row, col, kind, _ in theirs:
            cells.setdefault(kind, []).append((row, col))
        for row, col, kind, _ in mine:
            for own_row, own_col in cells.get(kind, ()):
                place = row - own_row, col - own_col
                if place[0] in downs and place[1] in rights:
                    bounds[place] = bounds.get(place, 0.0) + weight
    return sorted(bounds.items(), key=lambda entry: (-entry[1], entry[0]))


def _in_common(
    pairs: Sequence[tuple[frozenset[Mark], frozenset[Mark]]], down: int, right: int
) -> float:
    """The share of marks in common, on average over pairs of which the second is moved."""
    alike: list[int] = []
    renamed: list[Counter[tuple[str, str]]] = []
    for mine, theirs in pairs:
        colours = {mark[:3]: mark.colour for mark in mine}
        alike.append(0)
        renamed.append(Counter())
        for row, col, kind, colour in theirs:
            own = colours.get((row + down, col + right, kind))
            if own is None:
                continue
            if own or colour:
                renamed[-1][own, colour] += 1
            else:
                alike[-1] += 1
    totals = [len(mine) + len(theirs) for mine, theirs in pairs]
    names = _renaming(renamed, totals) if any(renamed) else {}
    for number, met in enumerate(renamed):
        alike[number] += sum(met[pair] for pair in names.items())
    return sum(2 * n / total for n, total in zip(alike, totals, strict=True)) / len(pairs)


def _renaming(met: Sequence[Counter[tuple[str, str]]], totals: Sequence[int]) -> dict[str, str]:
    """The colours of one board with the names that they get on another, so that most agree.

    It is a matching of the greatest weight: of every set of names that were given, the best way to
    give them to the colours so far.
    """
    weight: dict[tuple[str, str], float] = {}
    for counts, total in zip(met, totals, strict=True):
        for pair, number in counts.items():
            weight[pair] = weight.get(pair, 0.0) + number / total
    best: dict[frozenset[str], tuple[float, dict[str, str]]] = {frozenset(): (0.0, {})}
    for own in sorted({own for own, _ in weight}):
        following = dict(best)
        for given, (reached, names) in best.items():
            for (mine, theirs), more in weight.items():
                if mine != own or theirs in given:
                    continue
                wider = given | {theirs}
                if wider not in following or following[wider][0] < reached + more:
                    following[wider] = (reached + more, {**names, own: theirs})
        best = following
    return max(best.values(), key=lambda entry: entry[0])[1]
