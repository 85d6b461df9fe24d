"""A second, slow reading of the thesis's solver, with turns by geometry and lists that are sorted.

Nothing of the engine's is used. A cube is its 54 characters, the monk left out: below him is path.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from monk_reference import ENTRANCE, EXIT, SPOTS, TURN_WORDS, attacked, turned_spot, ways

ORDERS = ("karma", "moves", "newest", "distance")


@dataclass
class Record:
    """A cube with the monk on a square of it, right after a turn."""

    number: int
    cube: str
    square: int
    cost: int
    stalled: int
    parent: Record | None
    taken: bool = False
    solved: bool = False


def turned(cube: str, word: str) -> str:
    """What a turn makes of a cube."""
    return "".join(cube[source] for source in _sources(word))


@cache
def _sources(word: str) -> list[int]:
    """By cell, the cell whose content a turn brings there."""
    came = {turned_spot(place, word): number for number, place in enumerate(SPOTS)}
    return [came[place] for place in SPOTS]


@cache
def turns_to_top(cell: int) -> int:
    """The fewest turns that bring a cell to the top, all else ignored."""
    turns, places = 0, {SPOTS[cell]}
    while not any(place in SPOTS[:9] for place in places):
        turns += 1
        places = {turned_spot(place, word) for place in places for word in TURN_WORDS}
    return turns


@cache
def solved_top(cube: str, square: int) -> tuple[str, int, int, tuple[int, ...]]:
    """All karma in reach picked up, the nearest next: the cube, how much, where, all squares."""
    tiles = dict(zip(SPOTS, cube, strict=True))
    where, picked = SPOTS[square], 0
    reached = sorted(map(SPOTS.index, ways(tiles, where)))
    left = [number for number in reached if cube[number] == "*"]
    while left:
        found = ways(tiles, where)
        nearest = min(left, key=lambda number: (len(found[SPOTS[number]]), number))
        left.remove(nearest)
        where, picked = SPOTS[nearest], picked + 1
    after = "".join("." if number in reached else tile for number, tile in enumerate(cube))
    return after, picked, SPOTS.index(where), tuple(reached)


def children(cube: str, squares: tuple[int, ...]) -> Iterator[tuple[int, str]]:
    """Every square to turn from and the cube after each turn that does not kill, in order."""
    for square in squares:
        for word in TURN_WORDS:
            if turned_spot(SPOTS[square], word) == SPOTS[square]:
                after = turned(cube, word)
                if not _killed(after, square):
                    yield square, after


@cache
def _killed(cube: str, square: int) -> bool:
    return attacked(dict(zip(SPOTS, cube, strict=True)), SPOTS[square])


@dataclass
class Published:
    """A search of the thesis's solver.

    Args:
        text: the 54 characters of the board.
        needed: karma that is needed.
        order: one of ORDERS, or ``mixed``.
    """

    text: str
    needed: int
    stall: int = 4
    order: str = "karma"
    every: bool = False
    recount: bool = False
    most: int = 1_000

    def __post_init__(self) -> None:
        """Searches, until the first solution, the end, or ``most`` records."""
        cube = self.text.replace("M", ".")
        self.spare = cube.count("*") - self.needed
        self.records = [Record(0, cube, SPOTS.index(ENTRANCE), 0, 0, None)]
        self.known = {(cube, 0): self.records[0]}
        self.taken, self.most_waiting, self.full = 0, 0, False
        while waiting := [record for record in self.records if not record.taken]:
            self.most_waiting = max(self.most_waiting, len(waiting))
            self._take(self._best(waiting))
            if self.full or (self.solutions and not self.every):
                break

    @property
    def solutions(self) -> list[Record]:
        return [record for record in self.records if record.solved]

    @property
    def least(self) -> int | None:
        """The moves of the cheapest solution, the way out included."""
        totals = []
        for record in self.solutions:
            _, picked, last, _ = solved_top(record.cube, record.square)
            totals.append(record.cost + picked + (SPOTS[last] != EXIT))
        return min(totals, default=None)

    def _best(self, waiting: list[Record]) -> Record:
        order = ORDERS[self.taken % len(ORDERS)] if self.order == "mixed" else self.order
        line = sorted(waiting, key=lambda record: self._rank(order, record))
        going = [record for record in line if not self.stall or record.stalled < self.stall]
        return (going or line)[0]

    def _rank(self, order: str, record: Record) -> tuple[int, ...]:
        karma = [number for number, tile in enumerate(record.cube) if tile == "*"]
        missing = max(0, len(karma) - self.spare)
        if order == "karma":
            return missing, record.cost, record.number
        if order == "moves":
            return record.cost, missing, record.number
        if order == "newest":
            return (-record.number,)
        far = missing + sum(sorted(map(turns_to_top, karma))[:missing])
        return far, record.cost, record.number

    def _take(self, record: Record) -> None:
        record.taken = True
        self.taken += 1
        cube, picked, last, squares = solved_top(record.cube, record.square)
        if cube.count("*") <= self.spare and SPOTS.index(EXIT) in squares:
            record.solved = True
            return
        for square, after in children(cube, squares):
            cost = record.cost + picked + 1 + (square != last)
            stands = picked == 0 and square == record.square
            self._reach(record, after, square, cost, record.stalled + 1 if stands else 0)
            if self.full:
                return

    def _reach(self, parent: Record, cube: str, square: int, cost: int, stalled: int) -> None:
        """A record reached for the first time, or again."""
        old = self.known.get((cube, square))
        if old is None:
            if len(self.records) == self.most:
                self.full = True
                return
            record = Record(len(self.records), cube, square, cost, stalled, parent)
            self.records.append(record)
            self.known[cube, square] = record
        elif cost < old.cost:
            less = old.cost - cost
            old.cost, old.stalled, old.parent = cost, stalled, parent
            if self.recount:
                self._count_anew(old, less)

    def _count_anew(self, record: Record, less: int) -> None:
        for other in self.records:
            if other.parent is record:
                other.cost -= less
                self._count_anew(other, less)


def enumerated(text: str, needed: int) -> tuple[int, int | None]:
    """How many solutions there are, and the fewest moves, over all records layer by layer."""
    cube = text.replace("M", ".")
    spare = cube.count("*") - needed
    layers: dict[int, set[tuple[str, int]]] = {0: {(cube, 0)}}
    done: set[tuple[str, int]] = set()
    ends, cost = [], 0
    while cost <= max(layers):
        for record in layers.get(cost, set()) - done:
            done.add(record)
            after, picked, last, squares = solved_top(*record)
            if after.count("*") <= spare and SPOTS.index(EXIT) in squares:
                ends.append(cost + picked + (SPOTS[last] != EXIT))
                continue
            for square, other in children(after, squares):
                moves = cost + picked + 1 + (square != last)
                layers.setdefault(moves, set()).add((other, square))
        cost += 1
    return len(ends), min(ends, default=None)
