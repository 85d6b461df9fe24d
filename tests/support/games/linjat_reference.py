"""Linjat read slowly and plainly from its rules, to hold the compiled engine against.

Nothing here is shared with ``engine``: no imports, no bits. A placement is a frozen set of cells,
reach is a dictionary of sets, and every rule is written as sections 2 and 3 of the rules have it.
Where the two readings differ, one of them is wrong.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

Cell = tuple[int, int]
Placement = frozenset[Cell]

DEPENDENCY_EVERYWHERE = "dependency-everywhere"
SQUARE_AT_DISTANCE = "square-at-distance"
RETRY = "retry-after-silent-kills"
SINGLE_ONE = "single-placement-of-1"
OVERLAP_CHECK = "overlap-check"
CORRECTIONS = (DEPENDENCY_EVERYWHERE, SQUARE_AT_DISTANCE, RETRY, SINGLE_ONE, OVERLAP_CHECK)
PUBLISHED: frozenset[str] = frozenset()
CORRECTED = frozenset(CORRECTIONS)

UNSOUND = ("uncontested", "single_solution")


@dataclass(frozen=True)
class RefBoard:
    """A board: its shape, its numbers as (cell, value) in list order, and its dots."""

    rows: int
    cols: int
    numbers: tuple[tuple[Cell, int], ...]
    dots: frozenset[Cell]

    @property
    def cells(self) -> list[Cell]:
        """All cells in board order."""
        return list(itertools.product(range(self.rows), range(self.cols)))

    def published(self) -> tuple[str, ...]:
        """The rows as published puzzles have them."""
        glyphs = {cell: str(value) for cell, value in self.numbers} | dict.fromkeys(self.dots, ".")
        return tuple(
            "".join(glyphs.get((row, col), " ") for col in range(self.cols))
            for row in range(self.rows)
        )


@dataclass(frozen=True)
class RefLayer:
    """One layer that fired: its rule, its width, and how things stand after it."""

    rule: str
    width: int
    owner: dict[Cell, int]
    alive: tuple[tuple[Placement, ...], ...]


@dataclass(frozen=True)
class RefDeduction:
    """How a deduction ended (solved, stuck or impossible), its layers, and what was left."""

    end: str
    layers: tuple[RefLayer, ...]
    alive: tuple[tuple[Placement, ...], ...]

    @property
    def trace(self) -> list[list[object]]:
        """Rule and width of every layer, as the sample data has them."""
        return [[layer.rule, layer.width] for layer in self.layers]

    @property
    def sound(self) -> bool:
        """Whether every layer follows from the rules of the game alone."""
        return not any(layer.rule in UNSOUND for layer in self.layers)


def from_published(rows: Sequence[str]) -> RefBoard:
    """The board of rows in which ``.`` is a dot and a blank is empty."""
    glyphs = {(r, c): glyph for r, line in enumerate(rows) for c, glyph in enumerate(line)}
    numbers = tuple((cell, int(glyph)) for cell, glyph in glyphs.items() if glyph.isdigit())
    dots = frozenset(cell for cell, glyph in glyphs.items() if glyph == ".")
    return RefBoard(len(rows), len(rows[0]), numbers, dots)


def placements(board: RefBoard, number: int, *, single_one: bool) -> list[Placement]:
    """The start list of a number, those first that reach furthest up and left."""
    (row, col), value = board.numbers[number]
    others = {cell for cell, _ in board.numbers} - {(row, col)}
    found = []
    for back in reversed(range(value)):
        level = [(row, col - back + step) for step in range(value)]
        upright = [(row - back + step, col) for step in range(value)]
        for line in (level,) if value == 1 and single_one else (level, upright):
            inside = all(0 <= r < board.rows and 0 <= c < board.cols for r, c in line)
            if inside and not others & set(line):
                found.append(frozenset(line))
    return found


def common(lines: Collection[Placement]) -> Placement | None:
    """The cells that all lines have; None, for every cell there is, where there are no lines."""
    return frozenset.intersection(*lines) if lines else None


@dataclass
class Solver:
    """A deduction under way.

    A number of 1 has two equal placements in the published rules; sets of cells cannot
    distinguish them, so placements are kept in lists.
    """

    board: RefBoard
    switches: frozenset[str]
    alive: list[list[Placement]] = field(init=False)
    owner: dict[Cell, int] = field(init=False)
    reach: dict[Cell, set[int]] = field(init=False)

    def __post_init__(self) -> None:
        self.numbers = range(len(self.board.numbers))
        self.cells = self.board.cells
        self.dots = sorted(self.board.dots)
        self.home = [cell for cell, _ in self.board.numbers]
        self.value = [value for _, value in self.board.numbers]
        one = SINGLE_ONE in self.switches
        self.alive = [placements(self.board, n, single_one=one) for n in self.numbers]
        self.cross = [self.cross_of(n) for n in self.numbers]
        self.owner = {cell: n for n, cell in enumerate(self.home)}
        self.look()

    # What the rules are written with.

    def look(self) -> None:
        """Recompute the reach of every cell; placements on foreign cells die."""
        self.reach = {cell: set() for cell in self.cells}
        for number in self.numbers:
            foreign = self.foreign(number)
            self.alive[number] = [line for line in self.alive[number] if not line & foreign]
            for cell in frozenset().union(*self.alive[number]):
                self.reach[cell].add(number)

    def foreign(self, number: int) -> set[Cell]:
        """The cells that a number may want and another owns."""
        return {cell for cell in self.cross[number] if self.owner.get(cell, number) != number}

    def contested(self, number: int) -> set[Cell]:
        """The unowned cells that a number may want and another reaches."""
        return {
            cell
            for cell in self.cross[number]
            if cell not in self.owner and self.reach[cell] - {number}
        }

    def cross_of(self, number: int) -> list[Cell]:
        """All cells in the number's row and column at distance < n."""
        row, col = self.home[number]
        return [
            (r, c)
            for r, c in self.cells
            if (r == row or c == col) and abs(r - row) + abs(c - col) < self.value[number]
        ]

    def open_dots(self) -> list[Cell]:
        """The unowned dots, in board order."""
        return [cell for cell in self.dots if cell not in self.owner]

    def claim(self, cell: Cell, number: int) -> None:
        """Set the owner, and kill the placements of the number that lack the cell."""
        self.owner[cell] = number
        self.alive[number] = [line for line in self.alive[number] if cell in line]

    # The rules, each saying how much progress it made.

    def uncontested(self) -> int:
        dots = set(self.open_dots())
        for number in self.numbers:
            reached = {cell for cell in self.cross[number] if number in self.reach[cell]}
            contested = self.contested(number)
            if reached & dots or not reached & contested:
                continue
            for line in self.alive[number]:
                free = line - self.owner.keys()
                if free and not line & contested and not line & self.foreign(number):
                    self.alive[number] = [line]
                    for cell in free:
                        self.owner[cell] = number
                    return 1
        return 0

    def cover(self) -> int:
        forced = [(dot, *self.reach[dot]) for dot in self.open_dots() if len(self.reach[dot]) == 1]
        for dot, number in forced:
            self.claim(dot, number)
        return len({number for _, number in forced})

    def single(self) -> int:
        count = 0
        for number in self.numbers:
            dots = set(self.open_dots())
            foreign, contested = self.foreign(number), self.contested(number)
            lines = [line for line in self.alive[number] if not line & foreign]
            dotted = [line for line in lines if line & dots]
            plain = [line for line in lines if not line & dots and not line & contested]
            if len(plain) >= 2 and dotted:
                certain = frozenset.intersection(*dotted) - self.owner.keys()
                for cell in certain:
                    self.claim(cell, number)
                count += len(certain)
        if count:
            self.cover()
        return count

    def fit(self) -> int:
        count = 0
        for number in self.numbers:
            if not self.alive[number]:
                continue
            reached = {cell for cell in self.cross[number] if number in self.reach[cell]}
            feasible = [line for line in self.alive[number] if line <= reached]
            # Where there is no feasible line at all, every cell is in all of them.
            certain = frozenset(self.cross[number]).intersection(*feasible) - self.owner.keys()
            for cell in certain:
                self.claim(cell, number)
            count += bool(certain)
        return count

    def square(self) -> int:
        doubles = [dot for dot in self.open_dots() if len(self.reach[dot]) == 2]
        for number in self.numbers:
            dots = [dot for dot in doubles if number in self.reach[dot]]
            for one, other in itertools.combinations(dots, 2):
                if self.reach[one] == self.reach[other] and self.apart(one, other, number):
                    self.alive[number] = [
                        line for line in self.alive[number] if one in line or other in line
                    ]
        return self.fit()

    def apart(self, one: Cell, other: Cell, number: int) -> bool:
        """Whether a number cannot cover both cells with one line, as far as the rule sees."""
        if one[0] != other[0] and one[1] != other[1]:
            return True
        distance = abs(one[0] - other[0]) + abs(one[1] - other[1])
        if SQUARE_AT_DISTANCE in self.switches:
            return distance >= self.value[number]
        return distance > self.value[number]

    def dependency(self) -> int:
        for dot in self.open_dots():
            if len(self.reach[dot]) < 2:
                continue
            sets = [
                common([line for line in self.alive[number] if dot in line])
                for number in self.reach[dot]
            ]
            for other in self.dots:
                if other == dot or not self.within_limit(other):
                    continue
                if all(cells is None or other in cells for cells in sets):
                    both = self.reach[dot] & self.reach[other]
                    self.reach[dot], self.reach[other] = both, set(both)
        return self.fit()

    def within_limit(self, cell: Cell) -> bool:
        """Whether the published rule looks for a dependent dot on that cell."""
        if DEPENDENCY_EVERYWHERE in self.switches:
            return True
        return cell[0] * (self.board.cols + 1) + cell[1] + 1 < len(self.home)

    def one_of(self) -> int:
        for cell in self.cells:
            if cell in self.owner or len(self.reach[cell]) < 2:
                continue
            pair = self.facing(cell)
            if pair is None:
                continue
            first, second = (
                common([line for line in self.alive[number] if cell not in line]) for number in pair
            )
            for third in self.reaching(first) & self.reaching(second) - set(pair):
                self.alive[third] = [
                    line
                    for line in self.alive[third]
                    if not (meets(line, first) and meets(line, second))
                ]
        return self.fit()

    def facing(self, cell: Cell) -> tuple[int, int] | None:
        """The first two numbers with reach of the cell in one row or one column."""
        for one, other in itertools.combinations(sorted(self.reach[cell]), 2):
            (row, col), (r, c) = self.home[one], self.home[other]
            if row == r or col == c:
                return one, other
        return None

    def reaching(self, cells: Placement | None) -> set[int]:
        """The numbers with reach into a set of cells."""
        return set().union(*(self.reach[cell] for cell in (self.cells if cells is None else cells)))

    # Layers.

    def layer(self) -> tuple[str, int] | None:
        """Try the rules in order until one makes progress."""
        self.look()
        for rule, work in (
            ("uncontested", self.uncontested),
            ("cover", self.cover),
            ("single_solution", self.single),
            ("fit", self.fit),
            ("square", self.square),
            ("dependency", self.dependency),
            ("one_of", self.one_of),
        ):
            count = work()
            if count:
                return rule, count
        return None

    def solved(self) -> bool:
        return all(len(lines) == 1 for lines in self.alive) and not self.open_dots()

    def overlapping(self) -> bool:
        """Whether the lines of a solved board share a cell."""
        lines = [lines[0] for lines in self.alive]
        return len(frozenset().union(*lines)) < sum(map(len, lines))

    def impossible(self) -> bool:
        return not all(self.alive) or any(not self.reach[dot] for dot in self.board.dots)

    def left(self) -> tuple[tuple[Placement, ...], ...]:
        return tuple(tuple(lines) for lines in self.alive)

    def run(self) -> RefDeduction:
        layers: list[RefLayer] = []
        while True:
            before = sum(map(len, self.alive))
            fired = self.layer()
            if fired is None:
                if SINGLE_ONE in self.switches and not layers and self.solved():
                    return RefDeduction("solved", (), self.left())
                if RETRY in self.switches and sum(map(len, self.alive)) < before:
                    continue
                return RefDeduction("stuck", tuple(layers), self.left())
            layers.append(RefLayer(*fired, dict(self.owner), self.left()))
            if self.solved():
                wrong = OVERLAP_CHECK in self.switches and self.overlapping()
                return RefDeduction("impossible" if wrong else "solved", tuple(layers), self.left())
            if self.impossible():
                return RefDeduction("impossible", tuple(layers), self.left())


def meets(cells: Collection[Cell], others: Placement | None) -> bool:
    """Whether two sets of cells share one; None is the set of all."""
    return bool(cells) if others is None else any(cell in others for cell in cells)


def solve(board: RefBoard, switches: frozenset[str] = CORRECTED) -> RefDeduction:
    """The layers of a board."""
    return Solver(board, switches).run()


# --- counting by brute force ---------------------------------------------------------------


def solutions(board: RefBoard) -> Iterator[tuple[Placement, ...]]:
    """Every solution: all ways to give each number a line, kept if they meet the rules."""
    choices = [placements(board, n, single_one=True) for n in range(len(board.numbers))]

    def extend(
        chosen: tuple[Placement, ...], used: frozenset[Cell]
    ) -> Iterator[tuple[Placement, ...]]:
        if len(chosen) == len(choices):
            if board.dots <= used:
                yield chosen
            return
        for line in choices[len(chosen)]:
            if not line & used:
                yield from extend((*chosen, line), used | line)

    yield from extend((), frozenset())


# --- boards --------------------------------------------------------------------------------


def random_board(seed: int) -> RefBoard:
    """A board of any size and density, most of them broken or with many solutions."""
    draw = random.Random(seed)
    rows, cols = draw.choice([(4, 4), (4, 7), (6, 5), (9, 6), (10, 7), (11, 8), (13, 9)])
    cells = list(itertools.product(range(rows), range(cols)))
    draw.shuffle(cells)
    highest = draw.choice([3, 5, 5, 8, 9])
    lowest = draw.choice([1, 2, 2, 2])
    count = draw.randint(1, max(2, round(rows * cols * draw.choice([0.1, 0.2, 0.25, 0.4]))))
    numbers = [(cell, draw.randint(lowest, highest)) for cell in cells[:count]]
    dots = cells[count : count + draw.randint(0, rows * cols // draw.choice([3, 5, 8]))]
    return RefBoard(rows, cols, tuple(sorted(numbers)), frozenset(dots))


def puzzle_like(seed: int) -> RefBoard:
    """A board made from a solution: lines laid at random, dots on some of their cells."""
    draw = random.Random(seed)
    rows, cols = draw.choice([(6, 5), (9, 6), (10, 7), (11, 8), (13, 9)])
    often = draw.choice([0.3, 0.5, 0.7])
    used: set[Cell] = set()
    numbers: list[tuple[Cell, int]] = []
    dots: set[Cell] = set()
    for _ in range(rows * cols):
        length = draw.randint(2, 5)
        down, right = draw.choice([(0, 1), (1, 0)])
        row, col = draw.randrange(rows), draw.randrange(cols)
        line = [(row + n * down, col + n * right) for n in range(length)]
        if used & set(line) or not all(r < rows and c < cols for r, c in line):
            continue
        used |= set(line)
        home = draw.choice(line)
        numbers.append((home, length))
        dots |= {cell for cell in line if cell != home and draw.random() < often}
    return RefBoard(rows, cols, tuple(sorted(numbers)), frozenset(dots))


def broken(board: RefBoard, seed: int) -> RefBoard:
    """A board with a few things changed: dots come, go and move, numbers grow and shrink."""
    draw = random.Random(seed)
    numbers, dots = dict(board.numbers), set(board.dots)
    for _ in range(draw.randint(1, 4)):
        change = draw.randrange(3)
        free = [cell for cell in board.cells if cell not in numbers and cell not in dots]
        if change == 0 and dots:
            dots.remove(draw.choice(sorted(dots)))
        if change < 2 and free:
            dots.add(draw.choice(free))
        if change == 2:
            home = draw.choice(sorted(numbers))
            numbers[home] = min(9, max(1, numbers[home] + draw.choice([-1, 1])))
    return RefBoard(board.rows, board.cols, tuple(sorted(numbers.items())), frozenset(dots))
