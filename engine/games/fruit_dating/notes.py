"""What the log records beside tiles and pieces: of walls their parts, of fruit moves backwards.

A note is an event in a plane of its own, at the cell where something begins or ends; its value
packs what there is to know. Where walls are painted with a symmetry, a tile and its image are one
action, and an inner wall, whose tiles are placed at once, is one with its note. So is a step back
where fruit is placed backwards, with all that it moves.

Source: T. Rychnovsky's article on Fruit Dating, section "Generator", whose figures number the
iterations of walls.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from engine.games.fruit_dating.parameters import STAGE_NAMES, SYMMETRY_CHOICES
from engine.jit.marks import Longs
from engine.staging.generation import LOG_COLUMNS
from engine.tiles.generator import PIECES, TILES
from engine.values.grid import DIRECTIONS, STEPS, SYMMETRIES, Symmetry

PARTS, LENGTHS = 16, 16
"""More than a wall has parts, and a part tiles."""

SYMMETRY, PART, CUT, END, INNER, BACK = 1, 1 << 16, 2 << 16, 3 << 16, 4 << 16, 5 << 16
"""The lowest values of each kind of note."""
ROUND = 16
"""Added to the note of a symmetry that is gone all the way round."""

LONGEST, TOUCHES, IMAGE_TOUCHES = range(3)
"""Why an inner wall goes no further."""

_ENDED = {
    LONGEST: "as long as it may be",
    TOUCHES: "the next would touch something, or is locked",
    IMAGE_TOUCHES: "the next one's image would touch something, or is locked",
}

_STAGE, _PLANE, _CELL, _NEW = map(LOG_COLUMNS.index, ("stage", "plane", "cell", "new"))
_FRUIT = STAGE_NAMES.index("fruit")
_NONE = SYMMETRY_CHOICES.index("none")


@dataclass(frozen=True, slots=True)
class DecodedNote:
    """A note taken apart.

    Attributes:
        kind: :data:`SYMMETRY` to :data:`INNER`.
        wall: its number, from 1.
        part: the iteration, from 1; of an inner wall why it ended.
        length: of a part the tiles that were drawn for it, else those that came of it.
        direction: in which it is drawn.
    """

    kind: int
    wall: int
    part: int
    length: int
    direction: int

    @property
    def text(self) -> str:
        """The note in words."""
        way = DIRECTIONS[self.direction]
        name = f"wall {self.wall}, iteration {self.part}"
        if self.kind == PART:
            return f"{name}: {_tiles(self.length)} {way}"
        if self.kind == CUT:
            return f"{name} ends at the border after {_tiles(self.length)}"
        if self.kind == END:
            why = "0 is drawn for the next part" if self.length else "it has no room"
            return f"wall {self.wall} ends: {why}"
        done = f"{_tiles(self.length)} {way}" if self.length else f"no tile {way}"
        return f"inner wall {self.wall}: {done}, {_ENDED[self.part]}"


def _tiles(number: int) -> str:
    return "1 tile" if number == 1 else f"{number} tiles"


def _moves(number: int) -> str:
    return "1 move" if number == 1 else f"{number} moves"


def tilts(log: Longs) -> tuple[int, ...]:
    """The tilts, in order, that fruit was placed backwards by; none where it was not."""
    backward = log[(log[:, _PLANE] != TILES) & (log[:, _STAGE] == _FRUIT), :]
    values = [int(value) for value in backward[:, _NEW] if value >= BACK]
    return tuple((value - BACK) % 4 for value in reversed(values))


def symmetry_of(value: int) -> Symmetry:
    """The symmetry that a note of it names; the identity where walls are painted singly."""
    return SYMMETRIES[value % ROUND - SYMMETRY - _NONE]


def note_of(value: int) -> DecodedNote:
    """Decodes a value, but for the symmetry."""
    kind = value >> 16 << 16
    rest, direction = divmod(value - kind, 4) if kind in (PART, INNER) else (value - kind, 0)
    wall, part, length = rest // (PARTS * LENGTHS), rest // LENGTHS % PARTS, rest % LENGTHS
    return DecodedNote(kind, wall + 1, part, length, direction)


class NoteTexts(Mapping[int, str]):
    """Every note in words, by its value; 0 is no note."""

    def __getitem__(self, value: int) -> str:
        """A note in words."""
        if value == 0:
            return "."
        if value >= BACK:
            back, direction = divmod(value - BACK, 4)
            return f"{_moves(back + 1)} before the win, by the tilt {DIRECTIONS[direction]}"
        if value >= PART:
            return note_of(value).text
        symmetry = symmetry_of(value)
        if symmetry is SYMMETRIES[0]:
            return "walls are painted one tile at a time"
        if value > ROUND:
            return f"walls are painted four tiles at a time, round by {symmetry.name}"
        return f"walls are painted two tiles at a time, the second by {symmetry.name}"

    def __iter__(self) -> Iterator[int]:
        """The values of symmetries; the others are too many to be listed."""
        return iter(range(SYMMETRY + _NONE, SYMMETRY + _NONE + len(SYMMETRIES)))

    def __len__(self) -> int:
        """How many values are listed."""
        return len(SYMMETRIES)


def actions_and_labels(log: Longs, rows: int, cols: int) -> tuple[Longs, Longs]:
    """What the notes of a log make of its other events.

    Returns:
        The events that begin whole actions, and for every event the number that stands on its
        cell in the article's figures: the iteration of a wall, of an inner wall its own number;
        0 for all that is no wall.
    """
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
                symmetry, turns = symmetry_of(value), 3 if value > ROUND else 1
                continue
            note = note_of(value)
            at_once = note.kind == INNER
            if note.kind in (PART, INNER):
                label = note.wall if at_once else note.part
                down, right = STEPS[note.direction]
                path = {cell + n * (down * cols + right) for n in range(1, note.length + 1)}
            continue
        labels[index] = label
        joined[index] = at_once or cell in images
        images.discard(cell)
        if not joined[index]:
            images = set()
            if cell in path:
                place = divmod(cell, cols)
                for _ in range(turns):
                    place = symmetry.cell(*place, rows, cols)
                    images.add(place[0] * cols + place[1])
    if tilts(log):
        fruit = log[:, _STAGE] == _FRUIT
        joined[fruit] = log[fruit, _PLANE] == PIECES
    return np.flatnonzero(~joined), labels
