"""Animation of a move, in which pieces slide from their old cells to their new ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from engine.values.grid import Cell
from engine.values.picture import DrawnPiece, Picture
from workbench.terminal.capabilities import Capabilities

FRAME_RATE = 30
"""The number of frames per second."""
MAX_FRAMES = 6
"""The largest number of frames for one move, which together take 0.2 s."""


def find_refusal(link: Capabilities) -> str | None:
    """Return the reason why moves cannot be animated on this terminal, or None if they can.

    Inside tmux, the terminal counts as remote if the attached client is connected over SSH, because
    tmux passes the SSH variables on to every new window.
    """
    if link.remote:
        return "unavailable over SSH"
    if link.dumb or link.colours not in ("256", "truecolor"):
        return "unavailable on this terminal"
    return None


def make_frames(pictures: Sequence[Picture]) -> list[Picture]:
    """Return the frames that animate one move, in order.

    Pieces slide along rows and columns, all at the same speed, so none overtakes another. Any other
    change, such as a piece that jumps, appears or vanishes, is not animated.

    Args:
        pictures: The pictures before the move, after each of its slides, and after the move.

    Returns:
        The frames between the first and the last picture, excluding both.
    """
    ways = [_find_slides(before, after) for before, after in pairwise(pictures)]
    # The slides in a move run one after another. Each takes as long as its longest path.
    longest = sum(max(map(_measure_slide, way.values()), default=0) for way in ways if way)
    if not longest:
        return []
    # Round the number of cells per frame up, so that the move takes at most MAX_FRAMES.
    stride = -(-longest // MAX_FRAMES)
    shown: list[Picture] = []
    for (_, after), way in zip(pairwise(pictures), ways, strict=True):
        if way:
            shown += _make_slide_frames(after, way, stride)
    # Leave out the last picture, because the caller shows it.
    return shown[:-1] if ways[-1] else shown


def _find_slides(before: Picture, after: Picture) -> dict[DrawnPiece, tuple[Cell, Cell]] | None:
    """Return the cells where each piece starts and ends, or None if the change is not a slide."""
    if before.tiles != after.tiles:
        return None
    starts = {piece: cell for cell, piece in before.pieces.items()}
    ends = {piece: cell for cell, piece in after.pieces.items()}
    # Fewer starts than pieces mean that two pieces look the same, so their slides are ambiguous.
    if starts.keys() != ends.keys() or len(starts) < len(before.pieces):
        return None
    ways = {piece: (cell, ends[piece]) for piece, cell in starts.items()}
    straight = all(a[0] == b[0] or a[1] == b[1] for a, b in ways.values())
    return ways if straight else None


def _make_slide_frames(
    after: Picture, slides: dict[DrawnPiece, tuple[Cell, Cell]], stride: int
) -> Iterator[Picture]:
    """Yield the frames for one slide, ending with ``after``; if nothing moves, yield no frames."""
    longest = max(map(_measure_slide, slides.values()), default=0)
    for gone in range(stride, longest, stride):
        pieces = {_find_slide_cell(*way, gone): piece for piece, way in slides.items()}
        yield replace(after, pieces=pieces)
    if longest:
        yield after


def _measure_slide(slide: tuple[Cell, Cell]) -> int:
    (row, col), (to_row, to_col) = slide
    return abs(to_row - row) + abs(to_col - col)


def _find_slide_cell(start: Cell, end: Cell, gone: int) -> Cell:
    """Return the cell that a piece has reached after sliding by ``gone`` cells."""
    # A slide is straight, so only one of the two coordinates changes.
    row, col = (a + min(max(b - a, -gone), gone) for a, b in zip(start, end, strict=True))
    return row, col
