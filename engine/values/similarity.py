"""Similarity between two boards of a game, regardless of orientation and the names of colours.

Each part of a board, such as walls or pieces, is split into *tokens*: one token is one object on
one cell. The similarity of a part is the Sørensen-Dice coefficient of its tokens: twice the number
of common tokens, divided by the number of tokens on both boards. The similarity of whole boards is
the mean over all parts that at least one of the boards has.

Boards are compared in the alignment that makes them most similar: under every symmetry of the grid
that the game allows, with the colours of one board matched to those of the other, and, if their
sizes differ, at every offset at which the smaller board fits. The result is multiplied by the share
of cells that both boards cover, so boards have a similarity of 1 only if their tokens are the same.

For example, if two boards have 8 and 10 walls and 6 of these coincide, the similarity of their
walls is 2 * 6 / (8 + 10) = 0.67.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

SIMILARITY = "similarity"
"""The name of the fact for the overall similarity of two levels."""
_BYTES = 16
_TINY = 1e-9


class CellToken(NamedTuple):
    """One object on a cell, with its kind and, if objects of that kind have colours, its colour."""

    row: int
    col: int
    kind: str
    colour: str = ""


CellTokens = Mapping[str, frozenset[CellToken]]
"""A mapping from each part of a board to its tokens. All boards of a game have the same parts."""


def list_similarity_keys(parts: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the facts for overall similarity and for the similarity of each part."""
    return (SIMILARITY, *(f"{part}_{SIMILARITY}" for part in parts))


class TokenBoard(NamedTuple):
    """A board's size and its tokens."""

    rows: int
    cols: int
    tokens: CellTokens


class SimilarityReference(NamedTuple):
    """A board to compare others with, stored as its image under every symmetry."""

    images: tuple[TokenBoard, ...]

    def compute_similarities(self, other: TokenBoard) -> dict[str, float]:
        """Return the similarity to another board, from 0 to 1, overall and for each part.

        The overall similarity uses the same alignment for all parts. The similarity of a single
        part uses the best alignment for that part.
        """
        parts = tuple(other.tokens)
        wholes = (parts, *((part,) for part in parts))
        found = (
            max(_compute_similarity(one, other, each) for one in self.images) for each in wholes
        )
        return dict(zip(list_similarity_keys(parts), found, strict=True))

    def compute_similarity(self, other: TokenBoard) -> float:
        """Return the overall similarity to another board, from 0 to 1."""
        return max(_compute_similarity(one, other, tuple(other.tokens)) for one in self.images)

    def compute_fingerprint(self, part: str) -> bytes:
        """Return a digest of one part of the board that ignores symmetries and colours."""
        texts = (
            repr((image.rows, image.cols, sorted({mark[:3] for mark in image.tokens[part]})))
            for image in self.images
        )
        return hashlib.blake2b(min(texts).encode(), digest_size=_BYTES).digest()


def _compute_similarity(one: TokenBoard, other: TokenBoard, parts: Sequence[str]) -> float:
    """Return the similarity of two boards in their best alignment, averaged over ``parts``."""
    had = [part for part in parts if one.tokens[part] or other.tokens[part]]
    common = min(one.rows, other.rows) * min(one.cols, other.cols)
    share = common / (one.rows * one.cols + other.rows * other.cols - common)
    if not had:
        return share
    pairs = [(one.tokens[part], other.tokens[part]) for part in had]
    if (one.rows, one.cols) == (other.rows, other.cols):
        return share * _measure_overlap(pairs, 0, 0)
    # For boards of different sizes, try the offsets in order of their upper bounds, and stop as
    # soon as no bound exceeds the best value found.
    best = 0.0
    downs, rights = _list_offsets(one.rows - other.rows), _list_offsets(one.cols - other.cols)
    for (down, right), most in _bound_offsets(pairs, downs, rights):
        if most / len(pairs) + _TINY <= best:
            break
        best = max(best, _measure_overlap(pairs, down, right))
    return share * best


def _list_offsets(spare: int) -> range:
    """Return the possible offsets along an axis on which the boards differ by ``spare`` cells."""
    return range(min(spare, 0), max(spare, 0) + 1)


def _bound_offsets(
    pairs: Sequence[tuple[frozenset[CellToken], frozenset[CellToken]]], downs: range, rights: range
) -> list[tuple[tuple[int, int], float]]:
    """Return the offsets at which two boards have tokens in common, best first.

    Each offset comes with an upper bound on the sum of the parts' similarities. The bound treats
    all colours as equal, because matching the colours can only lower the similarity.
    """
    bounds: dict[tuple[int, int], float] = {}
    for mine, theirs in pairs:
        weight = 2 / (len(mine) + len(theirs))
        cells: dict[str, list[tuple[int, int]]] = {}
        for row, col, kind, _ in theirs:
            cells.setdefault(kind, []).append((row, col))
        # Every pair of tokens of the same kind votes for the offset that makes them coincide.
        for row, col, kind, _ in mine:
            for own_row, own_col in cells.get(kind, ()):
                place = row - own_row, col - own_col
                if place[0] in downs and place[1] in rights:
                    bounds[place] = bounds.get(place, 0.0) + weight
    return sorted(bounds.items(), key=lambda entry: (-entry[1], entry[0]))


def _measure_overlap(
    pairs: Sequence[tuple[frozenset[CellToken], frozenset[CellToken]]], down: int, right: int
) -> float:
    """Return the mean similarity of pairs of parts after shifting the second part of each pair."""
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
            # Coloured tokens count only if their colours are matched. The best matching depends on
            # all parts together, so it is found later.
            if own or colour:
                renamed[-1][own, colour] += 1
            else:
                alike[-1] += 1
    totals = [len(mine) + len(theirs) for mine, theirs in pairs]
    names = _match_colours(renamed, totals) if any(renamed) else {}
    for number, met in enumerate(renamed):
        alike[number] += sum(met[pair] for pair in names.items())
    return sum(2 * n / total for n, total in zip(alike, totals, strict=True)) / len(pairs)


def _match_colours(
    pair_counts: Sequence[Counter[tuple[str, str]]], totals: Sequence[int]
) -> dict[str, str]:
    """Match the colours of one board to those of another so that the most tokens agree.

    This is a maximum-weight bipartite matching by dynamic programming. For each set of the other
    board's colours, it stores the best matching of these to the colours handled so far. Boards have
    few colours, so there are few sets.
    """
    weight: dict[tuple[str, str], float] = {}
    for counts, total in zip(pair_counts, totals, strict=True):
        for pair, number in counts.items():
            weight[pair] = weight.get(pair, 0.0) + number / total
    best: dict[frozenset[str], tuple[float, dict[str, str]]] = {frozenset(): (0.0, {})}
    for own in sorted({own for own, _ in weight}):
        # A colour may also remain unmatched, so keep all matchings found so far.
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
