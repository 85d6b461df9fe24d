"""The lines from the states of one layer down to those of the next.

All lines that leave a state are one *net*: down from its port, along a track, and down again to
every column where it enters a state of the next layer. Ports avoid the columns in which other
nets end, so two nets never share a column, and nets that overlap get tracks of their own. Where
a line crosses another one, the one that goes down stays whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.ui.graph.rows import StateRow

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
_SIGNS = {
    UP | DOWN: "│", LEFT | RIGHT: "─", UP | RIGHT: "└", UP | LEFT: "┘", DOWN | RIGHT: "┌",
    DOWN | LEFT: "┐", UP | DOWN | RIGHT: "├", UP | DOWN | LEFT: "┤", LEFT | RIGHT | DOWN: "┬",
    LEFT | RIGHT | UP: "┴", LEFT | RIGHT | UP | DOWN: "┼",
}  # fmt: skip
UPRIGHT = _SIGNS[UP | DOWN]


@dataclass(frozen=True, slots=True)
class Net:
    """The lines that leave one state.

    Attributes:
        source: the number of its spot in the upper row.
        port: the column in which they leave it.
        ends: the columns in which they enter states of the lower row.
    """

    source: int
    port: int
    ends: tuple[int, ...]

    @property
    def first(self) -> int:
        """Its leftmost column."""
        return min(self.port, *self.ends)

    @property
    def last(self) -> int:
        """Its rightmost column."""
        return max(self.port, *self.ends)


Cell = tuple[str, int]
"""A sign, and the number of the spot that it belongs to."""


def nets(above: StateRow, below: StateRow) -> list[Net]:
    """The nets between two rows, the lower one linked to the upper one."""
    ends: dict[int, list[int]] = {}
    for spot in below.spots:
        for (source, _), column in zip(spot.entries, spot.entry_columns, strict=True):
            ends.setdefault(source, []).append(column)
    taken = {column: source for source, columns in ends.items() for column in columns}
    found = []
    for source, columns in ends.items():
        spot = above.spots[source]
        middle = spot.left + (spot.width - 1) // 2
        under = range(spot.label_left, spot.label_left + len(spot.label))
        free = [column for column in under if taken.get(column, source) == source]
        # Straight down where that can be, else from the middle of the name.
        port = min(free, key=lambda c: (c not in columns, abs(c - middle)), default=middle)
        found.append(Net(source, port, tuple(columns)))
    return found


def tracks(found: Sequence[Net]) -> dict[int, int]:
    """The track of every net that goes sideways, by its source: the first that is free there."""
    ends: list[int] = []
    placed: dict[int, int] = {}
    for net in sorted(found, key=lambda net: net.first):
        if net.first == net.last:
            continue
        track = next((n for n, end in enumerate(ends) if end < net.first - 1), len(ends))
        ends[track : track + 1] = [net.last]
        placed[net.source] = track
    return placed


def draw(found: Sequence[Net], placed: dict[int, int]) -> list[dict[int, Cell]]:
    """The signs of every track by column, the uppermost first; at least one line."""
    height = max(placed.values(), default=0) + 1
    lines: list[dict[int, Cell]] = [{} for _ in range(height)]
    for net in found:
        track = placed.get(net.source, height)
        for number, line in enumerate(lines):
            if number < track:
                line[net.port] = UPRIGHT, net.source
            elif number > track:
                for column in net.ends:
                    line[column] = UPRIGHT, net.source
    for net in found:
        if net.source in placed:
            line = lines[placed[net.source]]
            for column in range(net.first, net.last + 1):
                line.setdefault(column, (_SIGNS[_arms(net, column)], net.source))
    return lines


def _arms(net: Net, column: int) -> int:
    """The directions in which a net goes on from a column of its track."""
    return (
        (UP if column == net.port else 0)
        | (DOWN if column in net.ends else 0)
        | (LEFT if column > net.first else 0)
        | (RIGHT if column < net.last else 0)
    )
