"""Pattern databases: in how many turns some cells of the cube can all have been on top.

The value of a set of cells below the top face is the fewest turns after which each of them has
been on top at least once, whatever the monk, obstacles and soldiers make of it. No play fetches
karma from those cells in fewer turns.

A set of k cells, counted from the first below the top, has the combinatorial number
``C(c1, 1) + C(c2, 2) + ... + C(ck, k)`` among the sets of its size; the sets of each size come
after all smaller ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import comb
from pathlib import Path

import numpy as np

from engine.errors import LevelError
from engine.files.storage import digest_of, read_limited, replace_file
from engine.games.mazing_monk.cube.cube import CELLS, FACE, TARGETS
from engine.jit.marks import Bytes, Ints, Longs

BELOW = CELLS - FACE
"""Cells that are not on the top face."""
MOST_CELLS = 5
"""Cells of the largest sets."""
_UNKNOWN = 255


@dataclass(frozen=True, slots=True)
class Patterns:
    """The values of all sets of up to MOST_CELLS cells.

    Attributes:
        values: the turns of every set.
        offsets: by size, the number of the first set of that size; then how many sets there are.
        greatest: by size, the greatest value.
    """

    values: Bytes
    offsets: tuple[int, ...]
    greatest: tuple[int, ...]


def offsets(cells: int) -> tuple[int, ...]:
    """By size of a set, the number of the first; then the number of all sets of up to ``cells``."""
    found = [0]
    for size in range(cells + 1):
        found.append(found[-1] + comb(BELOW, size))
    return tuple(found)


@cache
def patterns() -> Patterns:
    """The values of all sets, from the package's file, or computed in a second without it."""
    firsts = offsets(MOST_CELLS)
    values = read_table(_FILE, firsts[-1])
    if values is None:
        values = compute_values(MOST_CELLS)
        values.flags.writeable = False
    greatest = tuple(int(values[first:last].max()) for first, last in pairwise(firsts))
    return Patterns(values, firsts, greatest)


def compute_values(cells: int) -> Bytes:
    """The values of all sets of up to so many cells, computed from nothing."""
    firsts = offsets(cells)
    values = np.full(firsts[-1], _UNKNOWN, np.uint8)
    values[0] = 0
    for size in range(1, cells + 1):
        _settle(values, _followers(size, firsts), firsts[size])
    return values


def _sets(size: int) -> Bytes:
    """All sets of a size in the order of their numbers, a row of rising cells for each."""
    sets = np.zeros((1, 0), np.uint8)
    for chosen in range(1, size + 1):
        # In the order of numbers, the sets below a cell are the first ones.
        parts = [(sets[: comb(top, chosen - 1)], top) for top in range(chosen - 1, BELOW)]
        sets = np.concatenate(
            [np.column_stack((part, np.full(len(part), top, np.uint8))) for part, top in parts]
        )
    return sets


def _followers(size: int, firsts: tuple[int, ...]) -> list[Ints]:
    """For every turn, the numbers of the sets that are left of each set of a size."""
    sets = _sets(size)
    choose = np.array(
        [[comb(cell, member + 1) for member in range(size)] for cell in range(BELOW)], np.int32
    )
    found = []
    for targets in TARGETS:
        # Cells that come to the top are the greatest now, and left out of the number.
        moved = np.array([(targets[cell] - FACE) % CELLS for cell in range(FACE, CELLS)], np.uint8)
        after = np.sort(moved[sets], axis=1)
        below = after < BELOW
        numbers = np.array(firsts, np.int32)[below.sum(axis=1)]
        for member in range(size):
            part = choose[np.minimum(after[:, member], BELOW - 1), member]
            numbers += np.where(below[:, member], part, 0)
        found.append(numbers)
    return found


def _settle(values: Bytes, followers: list[Ints], first: int) -> None:
    """Finds the values of the sets of a size; those of smaller sets are known."""
    here: Longs = np.arange(len(followers[0]))
    turns = 0
    while len(here):
        turns += 1
        near = np.zeros(len(here), np.bool_)
        for numbers in followers:
            near |= values[numbers[here]] == turns - 1
        values[first + here[near]] = turns
        here = here[~near]


_DIGEST = 64
_FILE = Path(__file__).with_name("patterns.table")
"""The values, written when the package is built."""


def write_table(path: Path = _FILE) -> None:
    """Write the values of all sets to a file, with a checksum.

    Raises:
        LevelError: the file cannot be written.
    """
    table = compute_values(MOST_CELLS).tobytes()
    replace_file(path, digest_of(table).encode() + table)


def read_table(path: Path, size: int) -> Bytes | None:
    """Return the values in a file of ``size`` values, or None if it is missing or damaged."""
    try:
        content = read_limited(path, _DIGEST + size)
    except LevelError:
        return None
    table = content[_DIGEST:]
    if len(table) != size or content[:_DIGEST] != digest_of(table).encode():
        return None
    return np.frombuffer(table, np.uint8)
