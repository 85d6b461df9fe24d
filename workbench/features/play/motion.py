"""The frames of a move: pieces slide from where they were to where they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from engine.values.grid import Cell
from engine.values.picture import Picture, Piece
from workbench.terminal.link import Link

RATE = 30
"""Frames a second."""
MOST = 6
"""Frames of one move, at most: a fifth of a second."""


def refused(link: Link) -> str | None:
    """Why moves are not animated on a link, in a few words; None if they may be.

    Inside tmux or screen it is the session's own link that counts: tmux lets every new window
    know whether the attached client came over SSH.
    """
    if link.remote:
        return "not over SSH"
    if link.dumb or link.colours not in ("256", "truecolor"):
        return "not on this terminal"
    return None


def frames(pictures: Sequence[Picture]) -> list[Picture]:
    """What to show between the first and the last of the pictures of one move, each in turn.

    Pieces go straight along rows and columns, all at one speed, so that none overtakes
    another. A move with anything else in it (a piece that jumps, or that comes from nowhere or
    vanishes on the way) has no frames: it is shown at once.
    """
    ways = [_ways(before, after) for before, after in pairwise(pictures)]
    longest = sum(max(map(_length, way.values()), default=0) for way in ways if way)
    if not longest:
        return []
    # As many cells a frame as keep the whole move within the number of frames.
    stride = -(-longest // MOST)
    shown: list[Picture] = []
    for (_, after), way in zip(pairwise(pictures), ways, strict=True):
        if way:
            shown += _between(after, way, stride)
    # The last picture itself is shown by the caller.
    return shown[:-1] if ways[-1] else shown


def _ways(before: Picture, after: Picture) -> dict[Piece, tuple[Cell, Cell]] | None:
    """Where every piece starts and ends; None if that cannot be drawn as a slide."""
    if before.tiles != after.tiles:
        return None
    starts = {piece: cell for cell, piece in before.pieces.items()}
    ends = {piece: cell for cell, piece in after.pieces.items()}
    if starts.keys() != ends.keys() or len(starts) < len(before.pieces):
        return None
    ways = {piece: (cell, ends[piece]) for piece, cell in starts.items()}
    straight = all(a[0] == b[0] or a[1] == b[1] for a, b in ways.values())
    return ways if straight else None


def _between(
    after: Picture, ways: dict[Piece, tuple[Cell, Cell]], stride: int
) -> Iterator[Picture]:
    """The frames of one slide, its end included."""
    longest = max(map(_length, ways.values()), default=0)
    for gone in range(stride, longest, stride):
        pieces = {_on_the_way(*way, gone): piece for piece, way in ways.items()}
        yield replace(after, pieces=pieces)
    if longest:
        yield after


def _length(way: tuple[Cell, Cell]) -> int:
    (row, col), (to_row, to_col) = way
    return abs(to_row - row) + abs(to_col - col)


def _on_the_way(start: Cell, end: Cell, gone: int) -> Cell:
    """The cell of a piece that has gone so many cells towards its end."""
    row, col = (a + min(max(b - a, -gone), gone) for a, b in zip(start, end, strict=True))
    return row, col
