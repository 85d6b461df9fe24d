"""The pattern database, which gives lower bounds on the turns needed to collect karma.

The value of a set of cells that are not on the top face is the fewest turns after which the
contents of each cell have been on top at least once. It ignores the monk, obstacles and soldiers.
No solution collects karma from all these cells in fewer turns, so the value is a lower bound.

Cells are counted from the first cell that is not on top. The set c1 < c2 < ... < ck with k cells
has the combinatorial number ``C(c1, 1) + C(c2, 2) + ... + C(ck, k)`` among all sets of that size.
For example, {0, 1} has the number C(0, 1) + C(1, 2) = 0, {0, 2} has C(0, 1) + C(2, 2) = 1, and
{1, 2} has C(1, 1) + C(2, 2) = 2. The sets of each size follow all smaller sets, so every set of up
to five of the 45 cells has its own index in one array of bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import comb
from pathlib import Path

import numpy as np

from engine.errors import LevelError
from engine.files.storage import hash_content, read_limited, replace_file
from engine.games.mazing_monk.cube.cube import CELLS, FACE, TARGETS
from engine.jit.decorators import Bytes, Ints, Longs

BELOW = CELLS - FACE
"""The number of cells that are not on the top face."""
MAX_CELLS = 5
"""The number of cells in the largest sets."""
_UNKNOWN = 255


@dataclass(frozen=True, slots=True)
class PatternDatabase:
    """The values of all sets with up to MAX_CELLS cells.

    Attributes:
        values: The value of every set, in turns.
        offsets: The index of the first set of each size, followed by the number of all sets.
        greatest: The greatest value of any set of each size.
    """

    values: Bytes
    offsets: tuple[int, ...]
    greatest: tuple[int, ...]


def list_offsets(cells: int) -> tuple[int, ...]:
    """Return the index of the first set of each size up to ``cells``, and the number of sets."""
    found = [0]
    for size in range(cells + 1):
        found.append(found[-1] + comb(BELOW, size))
    return tuple(found)


@cache
def load_patterns() -> PatternDatabase:
    """Load the values of all sets from the file in this package.

    If the file is missing or damaged, compute the values, which takes about a second.
    """
    firsts = list_offsets(MAX_CELLS)
    values = read_table(_FILE, firsts[-1])
    if values is None:
        values = compute_values(MAX_CELLS)
        values.flags.writeable = False
    greatest = tuple(int(values[first:last].max()) for first, last in pairwise(firsts))
    return PatternDatabase(values, firsts, greatest)


def compute_values(cells: int) -> Bytes:
    """Compute the values of all sets with at most ``cells`` cells."""
    firsts = list_offsets(cells)
    values = np.full(firsts[-1], _UNKNOWN, np.uint8)
    values[0] = 0
    for size in range(1, cells + 1):
        _solve_sets(values, _find_followers(size, firsts), firsts[size])
    return values


def _list_sets(size: int) -> Bytes:
    """Return all sets of ``size`` cells, ordered by number, each as a row of ascending cells."""
    sets = np.zeros((1, 0), np.uint8)
    for chosen in range(1, size + 1):
        # Sets whose cells are all below ``top`` come first, so a slice has all sets to which
        # ``top`` can be added.
        parts = [(sets[: comb(top, chosen - 1)], top) for top in range(chosen - 1, BELOW)]
        sets = np.concatenate(
            [np.column_stack((part, np.full(len(part), top, np.uint8))) for part, top in parts]
        )
    return sets


def _find_followers(size: int, firsts: tuple[int, ...]) -> list[Ints]:
    """Return the index of the set that each set with ``size`` cells becomes after each turn.

    The result has one array for each turn. Cells that the turn brings to the top are removed from
    the set.
    """
    sets = _list_sets(size)
    choose = np.array(
        [[comb(cell, member + 1) for member in range(size)] for cell in range(BELOW)], np.int32
    )
    found = []
    for targets in TARGETS:
        # Cells that reach the top get the highest indices, so that sorting puts them last.
        moved = np.array([(targets[cell] - FACE) % CELLS for cell in range(FACE, CELLS)], np.uint8)
        after = np.sort(moved[sets], axis=1)
        below = after < BELOW
        numbers = np.array(firsts, np.int32)[below.sum(axis=1)]
        for member in range(size):
            part = choose[np.minimum(after[:, member], BELOW - 1), member]
            numbers += np.where(below[:, member], part, 0)
        found.append(numbers)
    return found


def _solve_sets(values: Bytes, followers: list[Ints], first: int) -> None:
    """Compute the values of all sets of one size, given the values of all smaller sets."""
    here: Longs = np.arange(len(followers[0]))
    turns = 0
    # The value of a set is one more than the lowest value of any set that a turn makes of it.
    while len(here):
        turns += 1
        near = np.zeros(len(here), np.bool_)
        # A turn that brings a cell to the top leads to a smaller set, whose value is known already.
        for numbers in followers:
            near |= values[numbers[here]] == turns - 1
        values[first + here[near]] = turns
        here = here[~near]


_DIGEST = 64
_FILE = Path(__file__).with_name("patterns.table")
"""The file with the values. It is written when the package is built."""


def write_table(path: Path = _FILE) -> None:
    """Compute the values of all sets, and write them to a file with a checksum.

    Raises:
        LevelError: The file cannot be written.
    """
    table = compute_values(MAX_CELLS).tobytes()
    replace_file(path, hash_content(table).encode() + table)


def read_table(path: Path, size: int) -> Bytes | None:
    """Read ``size`` values from a file; return None if it is missing or damaged."""
    try:
        content = read_limited(path, _DIGEST + size)
    except LevelError:
        return None
    table = content[_DIGEST:]
    if len(table) != size or content[:_DIGEST] != hash_content(table).encode():
        return None
    return np.frombuffer(table, np.uint8)
