"""The rules about pairs, implemented on sets of cells to find the reasons for a layer.

The kernels record what these rules concluded, but not which pair of dots or which cell caused it.
To give reasons, and to apply the sound rules alone, a layer is derived again from the moment before
it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import combinations

from engine.games.linjat.board.line_notation import Cells
from engine.games.linjat.deduction import rulesets
from engine.games.linjat.deduction.deduction_snapshots import (
    DeductionMoment,
    Lines,
    intersect_lines,
)
from engine.values.grid import Cell


@dataclass(frozen=True, slots=True)
class Reason:
    """One conclusion, and the situation on the board that proves it.

    Attributes:
        kind: The kind of the rule behind the conclusion. A layer credited to one rule may also
            contain conclusions from the rules tried before it.
        number: The index of the number that the conclusion is about.
        claims: The cells that certainly belong to the number's line from now on.
        kills: The lines that only this conclusion rules out for the number.
        because: The cells that a reader should look at to follow the reason.
        text: The reason in one sentence.
        options: The lines that the number has left if the claims are the cells common to them;
            otherwise empty.
        hinges: The dots or the cell that the rule was applied to.
        others: The indices of the other numbers involved.
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
        """The name of the rule, as shown to players."""
        return rulesets.KIND_NAMES[self.kind]


def format_cell(cell: Cell) -> str:
    """Format a cell as ``row,col``."""
    return f"{cell[0]},{cell[1]}"


def format_ends(line: Cells) -> str:
    """Format a line as its two end cells, for example ``2,3-2,6``."""
    return f"{format_cell(line[0])}-{format_cell(line[-1])}"


def format_cells(cells: Collection[Cell]) -> str:
    """Format one or more cells as a list for a sentence, for example ``2,3, 2,4 and 2,5``."""
    words = [format_cell(cell) for cell in cells]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


class Rederivation:
    """A second application of the rules about pairs, to the moment before a layer.

    Reach stays as it was when the layer began, except where the dependency rule removes numbers
    from it. Lines that a rule rules out are removed immediately.

    Attributes:
        found: The reasons found so far, for lines that were ruled out and for dots that a number
            can no longer cover.
    """

    def __init__(self, before: DeductionMoment) -> None:
        self._before = before
        self._alive = list(before.alive)
        self._reach = dict(before.reach)
        self.found: list[Reason] = []

    @property
    def alive(self) -> tuple[Lines, ...]:
        """The lines that each number has left after the rules applied so far."""
        return tuple(self._alive)

    def apply_rules(self, last: int, switches: int) -> None:
        """Apply the rules about pairs in order, up to and including ``last``.

        Args:
            last: The kind of the last rule to apply, or FIT to apply none of these rules.
            switches: The active corrections from :mod:`engine.games.linjat.deduction.rulesets`, as
                bits.
        """
        for kind in self._apply_each_rule(switches):
            if kind == last:
                break

    def find_first_claims(self, switches: int) -> dict[int, Cells]:
        """Apply rules one by one until ``fit`` can claim cells; return these cells for each number.

        The result is empty if ``fit`` cannot claim any cells even after the last rule.
        """
        found = (self.find_claims() for _ in self._apply_each_rule(switches))
        return next(filter(None, found), {})

    def _apply_each_rule(self, switches: int) -> Iterator[int]:
        """Yield FIT, then apply the rules about pairs in order, yielding the kind of each."""
        yield rulesets.FIT
        self._apply_square(switches & rulesets.SQUARE_AT_DISTANCE != 0)
        yield rulesets.SQUARE
        self._apply_dependency(switches & rulesets.DEPENDENCY_EVERYWHERE != 0)
        yield rulesets.DEPENDENCY
        self._apply_one_of()
        yield rulesets.ONE_OF

    def find_claims(self) -> dict[int, Cells]:
        """Return the cells that the rule ``fit`` claims for each number.

        These are the cells common to all of the number's feasible lines.
        """
        owner, found = self._before.owner, {}
        for number, lines in enumerate(self._alive):
            # A number without feasible lines is a contradiction. Only the kernels report those.
            shared = intersect_lines(line for line in lines if self._is_feasible(number, line))
            if shared is not None and (cells := shared - owner.keys()):
                found[number] = tuple(sorted(cells))
        return found

    def _is_feasible(self, number: int, line: Cells) -> bool:
        return all(number in self._reached_by(cell) for cell in line)

    def _reached_by(self, cell: Cell) -> frozenset[int]:
        return self._reach.get(cell, frozenset())

    def _add_reason(
        self,
        kind: int,
        number: int,
        kills: Lines,
        because: Cells,
        text: str,
        hinges: Cells,
        others: tuple[int, ...],
    ) -> None:
        """Add a reason, and remove the lines that it rules out."""
        self.found.append(Reason(kind, number, (), kills, because, text, (), hinges, others))
        self._alive[number] = tuple(line for line in self._alive[number] if line not in kills)

    def _apply_square(self, at_distance: bool) -> None:
        """Rule out lines that cover neither of two dots which only the same two numbers reach."""
        before = self._before
        pairs = [dot for dot in before.open_dots if len(self._reached_by(dot)) == 2]
        for number, (_, _, value) in enumerate(before.numbers):
            own = [dot for dot in pairs if number in self._reached_by(dot)]
            for one, other in combinations(own, 2):
                both = self._reached_by(one)
                # The published rule ignores dots whose distance equals the number's value, although
                # the number cannot cover both.
                far = _is_apart(one, other, value if at_distance else value + 1)
                if both != self._reached_by(other) or not far:
                    continue
                (partner,) = both - {number}
                kills = tuple(x for x in self._alive[number] if one not in x and other not in x)
                because = (before.get_home(number), before.get_home(partner), one, other)
                text = (
                    f"{before.format_number(number)} and {before.format_number(partner)} share the "
                    f"dots at {format_cell(one)} and {format_cell(other)}, "
                    "and neither can cover both: each takes one"
                )
                if kills:
                    hinges, others = (one, other), (partner,)
                    self._add_reason(rulesets.SQUARE, number, kills, because, text, hinges, others)

    def _apply_dependency(self, everywhere: bool) -> None:
        """Tie two dots to each other if all lines over the first one also cover the second."""
        before = self._before
        for dot in before.open_dots:
            if len(self._reached_by(dot)) < 2:
                continue
            sets = [
                intersect_lines(line for line in self._alive[number] if dot in line)
                for number in self._reached_by(dot)
            ]
            for other in sorted(before.dots):
                # The published program stops at the number of numbers instead of the number of
                # cells, so it considers only the first cells.
                index = other[0] * (before.board.cols + 1) + other[1] + 1
                seen = everywhere or index < len(before.numbers)
                # None represents a number without a line over the dot. It cannot contradict the
                # dependency.
                if other != dot and seen and all(s is None or other in s for s in sets):
                    self._tie_dots(dot, other)

    def _tie_dots(self, dot: Cell, other: Cell) -> None:
        """Remove every number that reaches only one of two dots from that dot's reach."""
        before, here, there = self._before, self._reached_by(dot), self._reached_by(other)
        homes = tuple(before.get_home(number) for number in sorted(here | there))
        for cell, away in ((dot, here - there), (other, there - here)):
            for number in sorted(away):
                text = (
                    f"whoever covers the dot at {format_cell(dot)} also covers that at "
                    f"{format_cell(other)}, so {before.format_number(number)} does not cover "
                    f"{format_cell(cell)}"
                )
                hinges, others = (dot, other), tuple(sorted(here))
                because = (*hinges, *homes)
                self._add_reason(rulesets.DEPENDENCY, number, (), because, text, hinges, others)
        self._reach[dot] = self._reach[other] = here & there

    def _apply_one_of(self) -> None:
        """Rule out lines that would block both of two numbers facing each other across a cell.

        Only one of the two numbers can cover the cell. The other must cover the cells common to its
        lines that avoid it. If a third number's line meets such cells for both numbers, it is
        impossible, whichever of the two covers the cell between them.
        """
        before = self._before
        for cell in sorted(before.reach):
            pair = self._find_facing_pair(cell)
            if cell in before.owner or pair is None:
                continue
            # The cells that each of the two numbers must cover if it avoids ``cell``.
            one, other = (intersect_lines(x for x in self._alive[n] if cell not in x) for n in pair)
            for third in sorted(
                (self._find_reaching(one) & self._find_reaching(other)).difference(pair)
            ):
                kills = tuple(
                    x
                    for x in self._alive[third]
                    if _has_common_cell(x, one) and _has_common_cell(x, other)
                )
                ways = {
                    at
                    for x in kills
                    for at in x
                    if _has_common_cell([at], one) or _has_common_cell([at], other)
                }
                because = (cell, before.get_home(pair[0]), before.get_home(pair[1]), *sorted(ways))
                text = (
                    f"only one line can cover {format_cell(cell)}, so "
                    f"{before.format_number(pair[0])} or {before.format_number(pair[1])} goes "
                    f"another way, and {before.format_number(third)} would be in the way of both"
                )
                if kills:
                    self._add_reason(rulesets.ONE_OF, third, kills, because, text, (cell,), pair)

    def _find_facing_pair(self, cell: Cell) -> tuple[int, int] | None:
        """Return two numbers in one row or column that reach ``cell``, or None if there are none.

        If there are several such pairs, the first one in reading order is returned.
        """
        for one, other in combinations(sorted(self._reached_by(cell)), 2):
            (row, col), (r, c) = self._before.get_home(one), self._before.get_home(other)
            if row == r or col == c:
                return one, other
        return None

    def _find_reaching(self, cells: frozenset[Cell] | None) -> frozenset[int]:
        """Return the indices of the numbers that reach any of ``cells``; None means every cell."""
        wanted = self._reach if cells is None else cells
        return frozenset().union(*map(self._reached_by, wanted))

    def explain_fit(self, number: int, claims: Cells) -> Reason:
        """Return the reason why every line that the number has left covers ``claims``."""
        before, alive = self._before, self._alive[number]
        options = tuple(x for x in alive if self._is_feasible(number, x))
        called = before.format_number(number)
        if not options:
            text = f"no line is left for {called}"
        elif len(options) == 1:
            text = f"the only line left for {called} has {format_cells(claims)}"
        else:
            both = "both" if len(options) == 2 else f"all {len(options)}"
            text = f"{both} lines left for {called} have {format_cells(claims)}"
        # The dependency rule may have removed dots from the number's reach. Lines over these dots
        # are ruled out too, so a reader should look at them.
        off = {
            cell
            for cell in before.dots
            if number in before.find_reaching(cell) - self._reached_by(cell)
        }
        kills = tuple(line for line in alive if line not in options)
        because = {*off, *before.own[number], *_find_blocking_cells(before, number)}
        return Reason(rulesets.FIT, number, claims, kills, tuple(sorted(because)), text, options)


def _find_blocking_cells(moment: DeductionMoment, number: int) -> Iterator[Cell]:
    """Yield the nearest cell in each direction that limits the number's lines.

    Such a cell belongs to another number and is less than the number's value away.
    """
    row, col, value = moment.numbers[number]
    for down, right in ((0, 1), (-1, 0), (0, -1), (1, 0)):
        for steps in range(1, value):
            cell = (row + steps * down, col + steps * right)
            if moment.owner.get(cell, number) != number:
                yield cell
                break


def _is_apart(one: Cell, other: Cell, least: int) -> bool:
    """Return True if two cells share no row or column, or are at least ``least`` cells apart."""
    rows, cols = abs(one[0] - other[0]), abs(one[1] - other[1])
    return (rows > 0 and cols > 0) or rows + cols >= least


def _has_common_cell(line: Collection[Cell], cells: frozenset[Cell] | None) -> bool:
    return cells is None or any(cell in cells for cell in line)
