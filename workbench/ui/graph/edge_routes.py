"""The routing of lines from the states in one layer to those in the next.

All lines that leave a state form one *net*. It leads down from its *port*, which is a column, along
a horizontal *track*, and down again to every column where it enters a state in the next layer.
Ports avoid the columns in which other nets end, and nets that overlap horizontally get different
tracks. Where two lines cross, the vertical one is drawn.

Nets are taken from left to right, and each is assigned to the first track that is free. This is the
left-edge algorithm from channel routing, which uses the fewest tracks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.ui.graph.layer_layout import StateRow

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
        source: The number of the state's spot in the upper row.
        port: The column in which the lines leave that spot.
        ends: The columns in which the lines enter spots in the lower row.
    """

    source: int
    port: int
    ends: tuple[int, ...]

    @property
    def first(self) -> int:
        """The leftmost column of the net."""
        return min(self.port, *self.ends)

    @property
    def last(self) -> int:
        """The rightmost column of the net."""
        return max(self.port, *self.ends)


TrackCell = tuple[str, int]
"""A line-drawing character, and the number of the spot in the upper row whose net it shows."""


def make_nets(above: StateRow, below: StateRow) -> list[Net]:
    """Return the nets that connect the row ``above`` with the row ``below``."""
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
        # Prefer a port straight above one of the ends, and then one near the middle of the label.
        port = min(free, key=lambda c: (c not in columns, abs(c - middle)), default=middle)
        found.append(Net(source, port, tuple(columns)))
    return found


def assign_tracks(nets: Sequence[Net]) -> dict[int, int]:
    """Assign a track to each net that has a horizontal line.

    Returns:
        A mapping from the source of each such net to the number of its track.
    """
    ends: list[int] = []
    placed: dict[int, int] = {}
    for net in sorted(nets, key=lambda net: net.first):
        if net.first == net.last:
            continue
        # Leave at least one blank column between two nets on the same track.
        track = next((n for n, end in enumerate(ends) if end < net.first - 1), len(ends))
        ends[track : track + 1] = [net.last]
        placed[net.source] = track
    return placed


def draw_tracks(nets: Sequence[Net], placed: dict[int, int]) -> list[dict[int, TrackCell]]:
    """Return, for each track from the top down, a mapping from column to :data:`TrackCell`.

    There is at least one track, even if no net needs one.

    Args:
        nets: All nets between two rows.
        placed: The tracks that :func:`assign_tracks` has assigned to the nets.
    """
    height = max(placed.values(), default=0) + 1
    lines: list[dict[int, TrackCell]] = [{} for _ in range(height)]
    # Draw vertical lines first, because they hide horizontal ones. A net leads down from its port
    # to its track, and from its track down to its ends.
    for net in nets:
        track = placed.get(net.source, height)
        for number, line in enumerate(lines):
            if number < track:
                line[net.port] = UPRIGHT, net.source
            elif number > track:
                for column in net.ends:
                    line[column] = UPRIGHT, net.source
    for net in nets:
        if net.source in placed:
            line = lines[placed[net.source]]
            for column in range(net.first, net.last + 1):
                line.setdefault(column, (_SIGNS[_find_arms(net, column)], net.source))
    return lines


def _find_arms(net: Net, column: int) -> int:
    """Return the directions, as bits, in which lines of a net leave ``column`` of its track."""
    return (
        (UP if column == net.port else 0)
        | (DOWN if column in net.ends else 0)
        | (LEFT if column > net.first else 0)
        | (RIGHT if column < net.last else 0)
    )
