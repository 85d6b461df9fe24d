"""Notes in the event log about parts of walls and about moves in backward placement.

A note is an event in a separate plane. A note on a wall is at the cell where a part of the wall
begins or ends. The value of a note packs a kind and up to four numbers. For example, the note on
part 2 of the first wall, which draws 3 tiles to the left, has this value::

    PART + 4 * ((0 * PARTS + 2) * LENGTHS + 3) + 2

Notes group other events into actions. If walls are painted with a symmetry, a tile and its images
form one action. The tiles of an inner wall are placed together, so they form one action with the
note on that wall. A step back in backward placement forms one action with all the pieces that it
moves.

Source: T. Rychnovsky's article on Fruit Dating, section "Generator", whose figures number the
iterations of walls.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from engine.games.fruit_dating.parameters import STAGE_NAMES, SYMMETRY_CHOICES
from engine.jit.decorators import Longs
from engine.stages.candidate import LOG_COLUMNS
from engine.tiles.candidate_arrays import PIECES, TILES
from engine.values.grid import DIRECTIONS, STEPS, SYMMETRIES, Symmetry

PARTS, LENGTHS = 16, 16
"""The bases for packing: a wall has fewer than PARTS parts, and a part fewer than LENGTHS tiles."""

SYMMETRY, PART, CUT, END, INNER, BACK = 1, 1 << 16, 2 << 16, 3 << 16, 4 << 16, 5 << 16
"""The lowest value of each kind of note."""
ROUND = 16
"""The number added to a symmetry note's value if all four images of a quarter turn are painted."""

LONGEST, TOUCHES, IMAGE_TOUCHES = range(3)
"""The reasons why an inner wall ends."""

_ENDED = {
    LONGEST: "as long as it may be",
    TOUCHES: "the next would touch something, or is locked",
    IMAGE_TOUCHES: "the next one's image would touch something, or is locked",
}

_STAGE, _PLANE, _CELL, _NEW = map(LOG_COLUMNS.index, ("stage", "plane", "cell", "new"))
_FRUIT = STAGE_NAMES.index("fruit")
_NONE = SYMMETRY_CHOICES.index("none")


@dataclass(frozen=True, slots=True)
class WallNote:
    """A decoded note on a wall.

    Attributes:
        kind: The kind of note, which is one of the values from :data:`PART` to :data:`INNER`.
        wall: The number of the wall, counted from 1.
        part: The number of the part, counted from 1; for an inner wall, the reason why it ended.
        length: The number of tiles to draw in a part; in other notes, the number of tiles painted.
        direction: The direction in which the wall is drawn.
    """

    kind: int
    wall: int
    part: int
    length: int
    direction: int

    @property
    def text(self) -> str:
        """The note as text for designers."""
        way = DIRECTIONS[self.direction]
        name = f"wall {self.wall}, iteration {self.part}"
        if self.kind == PART:
            return f"{name}: {_format_tiles(self.length)} {way}"
        if self.kind == CUT:
            return f"{name} ends at the border after {_format_tiles(self.length)}"
        if self.kind == END:
            why = "0 is drawn for the next part" if self.length else "it has no room"
            return f"wall {self.wall} ends: {why}"
        done = f"{_format_tiles(self.length)} {way}" if self.length else f"no tile {way}"
        return f"inner wall {self.wall}: {done}, {_ENDED[self.part]}"


def _format_tiles(number: int) -> str:
    return "1 tile" if number == 1 else f"{number} tiles"


def _format_moves(number: int) -> str:
    return "1 move" if number == 1 else f"{number} moves"


def decode_tilts(log: Longs) -> tuple[int, ...]:
    """Return the tilts that backward placement used, in the order of play.

    The result is empty if fruit was placed by weight.
    """
    backward = log[(log[:, _PLANE] != TILES) & (log[:, _STAGE] == _FRUIT), :]
    values = [int(value) for value in backward[:, _NEW] if value >= BACK]
    return tuple((value - BACK) % 4 for value in reversed(values))


def decode_symmetry(value: int) -> Symmetry:
    """Return the symmetry encoded by a note's value, or the identity if walls have no symmetry."""
    return SYMMETRIES[value % ROUND - SYMMETRY - _NONE]


def decode_note(value: int) -> WallNote:
    """Decode the value of a note on a wall."""
    kind = value >> 16 << 16
    # Only notes on parts and inner walls have a direction, in the lowest two bits.
    rest, direction = divmod(value - kind, 4) if kind in (PART, INNER) else (value - kind, 0)
    wall, part, length = rest // (PARTS * LENGTHS), rest // LENGTHS % PARTS, rest % LENGTHS
    return WallNote(kind, wall + 1, part, length, direction)


class NoteTexts(Mapping[int, str]):
    """A mapping from the values of notes to their text. The value 0 means that there is no note."""

    def __getitem__(self, value: int) -> str:
        """Return the text of a note."""
        if value == 0:
            return "."
        if value >= BACK:
            back, direction = divmod(value - BACK, 4)
            return f"{_format_moves(back + 1)} before the win, by the tilt {DIRECTIONS[direction]}"
        if value >= PART:
            return decode_note(value).text
        symmetry = decode_symmetry(value)
        if symmetry is SYMMETRIES[0]:
            return "walls are painted one tile at a time"
        if value > ROUND:
            return f"walls are painted four tiles at a time, round by {symmetry.name}"
        return f"walls are painted two tiles at a time, the second by {symmetry.name}"

    def __iter__(self) -> Iterator[int]:
        """Iterate over the values of symmetry notes only, because there are too many others."""
        return iter(range(SYMMETRY + _NONE, SYMMETRY + _NONE + len(SYMMETRIES)))

    def __len__(self) -> int:
        """Return the number of values that the iterator yields."""
        return len(SYMMETRIES)


def find_actions_and_labels(log: Longs, rows: int, cols: int) -> tuple[Longs, Longs]:
    """Find where each action begins in an event log, and label the log's events.

    Returns:
        The indices of the events that begin actions, and a label for each event. The label is the
        number shown on the cell in the figures of the article on Fruit Dating: that of a wall
        segment or of an inner wall. It is 0 for all other events.
    """
    # An event is joined if it belongs to the action of an earlier event.
    joined = np.zeros(len(log), np.bool_)
    labels = np.zeros(len(log), np.int64)
    symmetry, turns, label, at_once = SYMMETRIES[0], 1, 0, False
    path: set[int] = set()
    images: set[int] = set()
    walls = STAGE_NAMES.index("walls")
    for index in np.flatnonzero((log[:, _STAGE] == walls) | (log[:, _STAGE] == walls + 1)):
        cell, value = int(log[index, _CELL]), int(log[index, _NEW])
        if log[index, _PLANE] != TILES:
            images = set()
            if value < PART:
                symmetry, turns = decode_symmetry(value), 3 if value > ROUND else 1
                continue
            note = decode_note(value)
            at_once = note.kind == INNER
            if note.kind in (PART, INNER):
                label = note.wall if at_once else note.part
                down, right = STEPS[note.direction]
                # Only the tiles on the path of this part have images.
                path = {cell + n * (down * cols + right) for n in range(1, note.length + 1)}
            continue
        labels[index] = label
        joined[index] = at_once or cell in images
        # The images directly follow their tile. Some may be missing, because an image that is
        # already a wall has no event.
        images.discard(cell)
        if not joined[index]:
            images = set()
            if cell in path:
                place = divmod(cell, cols)
                for _ in range(turns):
                    place = symmetry.transform_cell(*place, rows, cols)
                    images.add(place[0] * cols + place[1])
    if decode_tilts(log):
        fruit = log[:, _STAGE] == _FRUIT
        joined[fruit] = log[fruit, _PLANE] == PIECES
    return np.flatnonzero(~joined), labels
