"""Rules that claim no cells of their own, played through again on sets of cells.

The kernels keep what these rules lead to, not what it hangs on: the pair of dots, or the cell, that
a reason names. For reasons, and for what sound rules know by themselves, a layer is played
through once more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import combinations

from engine.games.linjat.board.lines import Cells
from engine.games.linjat.deduce import rulesets
from engine.games.linjat.deduce.moments import DeductionMoment, Lines, common
from engine.values.grid import Cell


@dataclass(frozen=True, slots=True)
class Reason:
    """One conclusion, and what forces it.

    Attributes:
        kind: the rule by which it follows; of a layer by a late rule some follow by earlier ones.
        number: the number concluded on.
        claims: cells that its line has from now on.
        kills: lines that it can no longer have, and that nothing but this rules out.
        because: the cells and dots to look at.
        text: the reason in one sentence.
        options: for cells that all lines left have, those lines.
        hinges: the dots, or the cell, that the rule was applied to.
        others: the other numbers that have a part in it.
    """

    kind: int
    number: int
    claims: Cells
    kills: Lines
    because: Cells
    text: str
    options: Lines = ()
    hinges: Cells = ()
    others: tuple[int, ...] = ()

    @property
    def rule(self) -> str:
        """What players may call the rule."""
        return rulesets.NAMES_OF_KINDS[self.kind]


def place(cell: Cell) -> str:
    """A cell in words."""
    return f"{cell[0]},{cell[1]}"


def ends(line: Cells) -> str:
    """A line in words, by its ends."""
    return f"{place(line[0])}-{place(line[-1])}"


def listed(cells: Collection[Cell]) -> str:
    """Cells in words."""
    words = [place(cell) for cell in cells]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


class Rederivation:
    """A layer played through again, from the rule that is tried after fit on.

    Reach stays as it was when the layer looked at the board, but for what the dependency rule
    takes off it; lines that a rule takes away are gone at once.

    Attributes:
        found: why lines were ruled out, and dots taken off, by now.
    """

    def __init__(self, before: DeductionMoment) -> None:
        self._before = before
        self._alive = list(before.alive)
        self._reach = dict(before.reach)
        self.found: list[Reason] = []

    @property
    def alive(self) -> tuple[Lines, ...]:
        """The lines that every number has left by now."""
        return tuple(self._alive)

    def play(self, last: int, switches: int) -> None:
        """Tries the rules after fit, in their order, up to one of them.

        FIT as the last one stands for none at all; ``switches`` are corrections of
        :mod:`engine.games.linjat.deduce.rulesets`.
        """
        for kind in self._rules(switches):
            if kind == last:
                break

    def first_claims(self, switches: int) -> dict[int, Cells]:
        """Tries the rules until fit concludes something after one; what, by number."""
        found = (self.claims() for _ in self._rules(switches))
        return next(filter(None, found), {})

    def _rules(self, switches: int) -> Iterator[int]:
        """Stops before the first rule, and after each; its kind."""
        yield rulesets.FIT
        self._squares(switches & rulesets.SQUARE_AT_DISTANCE != 0)
        yield rulesets.SQUARE
        self._dependencies(switches & rulesets.DEPENDENCY_EVERYWHERE != 0)
        yield rulesets.DEPENDENCY
        self._either_ors()
        yield rulesets.ONE_OF

    def claims(self) -> dict[int, Cells]:
        """What fit concludes now: by number the unowned cells that all its lines left have."""
        owner, found = self._before.owner, {}
        for number, lines in enumerate(self._alive):
            shared = common(line for line in lines if self._feasible(number, line))
            if shared is not None and (cells := shared - owner.keys()):
                found[number] = tuple(sorted(cells))
        return found

    def _feasible(self, number: int, line: Cells) -> bool:
        return all(number in self._reached_by(cell) for cell in line)

    def _reached_by(self, cell: Cell) -> frozenset[int]:
        return self._reach.get(cell, frozenset())

    def _note(
        self,
        kind: int,
        number: int,
        kills: Lines,
        because: Cells,
        text: str,
        hinges: Cells,
        others: tuple[int, ...],
    ) -> None:
        """Notes why lines, gone from now on, or dots are no longer a number's."""
        self.found.append(Reason(kind, number, (), kills, because, text, (), hinges, others))
        self._alive[number] = tuple(line for line in self._alive[number] if line not in kills)

    def _squares(self, at_distance: bool) -> None:
        """Two dots that the same two numbers share, and neither can cover both."""
        before = self._before
        pairs = [dot for dot in before.open_dots if len(self._reached_by(dot)) == 2]
        for number, (_, _, value) in enumerate(before.numbers):
            own = [dot for dot in pairs if number in self._reached_by(dot)]
            for one, other in combinations(own, 2):
                both = self._reached_by(one)
                far = _apart(one, other, value if at_distance else value + 1)
                if both != self._reached_by(other) or not far:
                    continue
                (partner,) = both - {number}
                kills = tuple(x for x in self._alive[number] if one not in x and other not in x)
                because = (before.home(number), before.home(partner), one, other)
                text = (
                    f"{before.called(number)} and {before.called(partner)} share the dots at "
                    f"{place(one)} and {place(other)}, and neither can cover both: each takes one"
                )
                if kills:
                    hinges, others = (one, other), (partner,)
                    self._note(rulesets.SQUARE, number, kills, because, text, hinges, others)

    def _dependencies(self, everywhere: bool) -> None:
        """Dots that a line over another dot must cover too."""
        before = self._before
        for dot in before.open_dots:
            if len(self._reached_by(dot)) < 2:
                continue
            sets = [
                common(line for line in self._alive[number] if dot in line)
                for number in self._reached_by(dot)
            ]
            for other in sorted(before.dots):
                index = other[0] * (before.board.cols + 1) + other[1] + 1
                seen = everywhere or index < len(before.numbers)
                if other != dot and seen and all(s is None or other in s for s in sets):
                    self._tie(dot, other)

    def _tie(self, dot: Cell, other: Cell) -> None:
        """Only who reaches both of two dots may cover either."""
        before, here, there = self._before, self._reached_by(dot), self._reached_by(other)
        homes = tuple(before.home(number) for number in sorted(here | there))
        for cell, away in ((dot, here - there), (other, there - here)):
            for number in sorted(away):
                text = (
                    f"whoever covers the dot at {place(dot)} also covers that at {place(other)}, "
                    f"so {before.called(number)} does not cover {place(cell)}"
                )
                hinges, others = (dot, other), tuple(sorted(here))
                because = (*hinges, *homes)
                self._note(rulesets.DEPENDENCY, number, (), because, text, hinges, others)
        self._reach[dot] = self._reach[other] = here & there

    def _either_ors(self) -> None:
        """Cells between two numbers in line: one of the two must go another way, and fill it."""
        before = self._before
        for cell in sorted(before.reach):
            pair = self._facing(cell)
            if cell in before.owner or pair is None:
                continue
            one, other = (common(x for x in self._alive[n] if cell not in x) for n in pair)
            for third in sorted((self._reaching(one) & self._reaching(other)).difference(pair)):
                kills = tuple(x for x in self._alive[third] if _in(x, one) and _in(x, other))
                ways = {at for x in kills for at in x if _in([at], one) or _in([at], other)}
                because = (cell, before.home(pair[0]), before.home(pair[1]), *sorted(ways))
                text = (
                    f"only one line can cover {place(cell)}, so {before.called(pair[0])} or "
                    f"{before.called(pair[1])} goes another way, and {before.called(third)} would "
                    "be in the way of both"
                )
                if kills:
                    self._note(rulesets.ONE_OF, third, kills, because, text, (cell,), pair)

    def _facing(self, cell: Cell) -> tuple[int, int] | None:
        """The first two numbers in one row or column that reach a cell."""
        for one, other in combinations(sorted(self._reached_by(cell)), 2):
            (row, col), (r, c) = self._before.home(one), self._before.home(other)
            if row == r or col == c:
                return one, other
        return None

    def _reaching(self, cells: frozenset[Cell] | None) -> frozenset[int]:
        """The numbers that reach any of some cells; None is every cell."""
        wanted = self._reach if cells is None else cells
        return frozenset().union(*map(self._reached_by, wanted))

    def fit(self, number: int, claims: Cells) -> Reason:
        """Why cells are in every line that a number has left."""
        before, alive = self._before, self._alive[number]
        options = tuple(x for x in alive if self._feasible(number, x))
        called = before.called(number)
        if not options:
            text = f"no line is left for {called}"
        elif len(options) == 1:
            text = f"the only line left for {called} has {listed(claims)}"
        else:
            both = "both" if len(options) == 2 else f"all {len(options)}"
            text = f"{both} lines left for {called} have {listed(claims)}"
        off = {
            cell
            for cell in before.dots
            if number in before.reached_by(cell) - self._reached_by(cell)
        }
        kills = tuple(line for line in alive if line not in options)
        because = {*off, *before.own[number], *_blocking(before, number)}
        return Reason(rulesets.FIT, number, claims, kills, tuple(sorted(because)), text, options)


def _blocking(moment: DeductionMoment, number: int) -> Iterator[Cell]:
    """The nearest cells on a number's cross that others own."""
    row, col, value = moment.numbers[number]
    for down, right in ((0, 1), (-1, 0), (0, -1), (1, 0)):
        for steps in range(1, value):
            cell = (row + steps * down, col + steps * right)
            if moment.owner.get(cell, number) != number:
                yield cell
                break


def _apart(one: Cell, other: Cell, least: int) -> bool:
    """Whether two cells are in no common row or column, or far from each other."""
    rows, cols = abs(one[0] - other[0]), abs(one[1] - other[1])
    return (rows > 0 and cols > 0) or rows + cols >= least


def _in(line: Collection[Cell], cells: frozenset[Cell] | None) -> bool:
    return cells is None or any(cell in cells for cell in line)
