"""Why the conclusions of a layer follow: for every one the cells and dots that force it.

Computed only when somebody asks, from how things stood before the layer and after it. What rules
without claims of their own do (square, dependency, one of two) is played through again here, on
sets of cells, because a reason names the pair of dots or the cell that it hangs on, which the
kernels do not keep.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from engine.games.linjat.compiled import Cell, Cells
from engine.games.linjat.moments import Moment
from engine.games.linjat.rulesets import (
    COVER,
    DEPENDENCY,
    DEPENDENCY_EVERYWHERE,
    FIT,
    SINGLE_SOLUTION,
    SQUARE,
    SQUARE_AT_DISTANCE,
    UNCONTESTED,
)

Lines = tuple[Cells, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """One conclusion, and what forces it.

    Attributes:
        number: the number concluded on.
        claims: cells that its line has from now on.
        kills: lines that it can no longer have, and that nothing but this rules out.
        because: the cells and dots to look at.
        text: the reason in one sentence.
        options: for cells that all lines left have, those lines.
    """

    number: int
    claims: Cells
    kills: Lines
    because: Cells
    text: str
    options: Lines = ()


def reasons(before: Moment, after: Moment, kind: int, switches: int) -> tuple[Reason, ...]:
    """Why everything that a layer concluded follows.

    Args:
        before: how things stood when the layer looked at the board.
        after: how they stood at its end.
        kind: the rule that fired; 0 for a layer that only ruled out placements.
        switches: corrections of :mod:`engine.games.linjat.rulesets`.
    """
    gains = [
        (number, tuple(sorted(set(own) - set(before.own[number]))))
        for number, own in enumerate(after.own)
        if len(own) > len(before.own[number])
    ]
    if kind == UNCONTESTED:
        return tuple(_uncontested(before, after, *gain) for gain in gains)
    if kind == COVER:
        return tuple(_cover(before, *gain) for gain in gains)
    if kind == SINGLE_SOLUTION:
        return tuple(_single_solution(before, *gain) for gain in gains)
    again = _Again(before)
    if kind != FIT:
        again.squares(switches & SQUARE_AT_DISTANCE != 0)
    if kind not in (FIT, SQUARE):
        again.dependencies(switches & DEPENDENCY_EVERYWHERE != 0)
    if kind not in (FIT, SQUARE, DEPENDENCY):
        again.either_ors()
    wanted = {number for number, _ in gains}
    kept = [reason for reason in again.found if reason.kills or reason.number in wanted]
    return (*kept, *(again.fit(*gain) for gain in gains))


def place(cell: Cell) -> str:
    """A cell in words."""
    return f"{cell[0]},{cell[1]}"


def _listed(cells: Collection[Cell]) -> str:
    words = [place(cell) for cell in cells]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _uncontested(before: Moment, after: Moment, number: int, claims: Cells) -> Reason:
    kills = tuple(line for line in before.alive[number] if line not in after.alive[number])
    text = (
        f"{before.called(number)} reaches no open dot and nobody else reaches {_listed(claims)}; "
        "if there is one solution only, its line is there"
    )
    return Reason(number, claims, kills, (before.home(number), *claims), text)


def _cover(before: Moment, number: int, claims: Cells) -> Reason:
    dots = f"the dot{'s' if len(claims) > 1 else ''} at {_listed(claims)}"
    text = f"only {before.called(number)} can still reach {dots}"
    return Reason(number, claims, (), (before.home(number), *claims), text)


def _single_solution(before: Moment, number: int, claims: Cells) -> Reason:
    open_dots = set(before.open_dots)
    lines = before.alive[number]
    dotted = [line for line in lines if open_dots & set(line)]
    plain = [
        line
        for line in lines
        if line not in dotted
        and all(cell in before.owner or before.reached_by(cell) == {number} for cell in line)
    ]
    if dotted and len(plain) >= 2:
        spots = " and ".join(f"{place(line[0])}-{place(line[-1])}" for line in plain[:2])
        text = (
            f"nothing tells {spots} apart for {before.called(number)}; if there is one solution "
            f"only, its line covers a dot, and with it {_listed(claims)}"
        )
        because = {cell for line in plain[:2] for cell in line}
        because |= {cell for line in dotted for cell in line if cell in open_dots}
        return Reason(number, claims, (), tuple(sorted(because)), text)
    # A dot that became its own by the second look of the layer at covering.
    return _cover(before, number, claims)


class _Again:
    """A layer played through again, from the rule that is tried after fit on.

    Reach stays as it was when the layer looked at the board, but for what the dependency rule
    takes off it; lines that a rule takes away are gone at once.
    """

    def __init__(self, before: Moment) -> None:
        self._before = before
        self._alive = list(before.alive)
        self._reach = dict(before.reach)
        self.found: list[Reason] = []

    def _reached_by(self, cell: Cell) -> frozenset[int]:
        return self._reach.get(cell, frozenset())

    def _kill(self, number: int, kills: Lines, because: Cells, text: str) -> None:
        if kills:
            self.found.append(Reason(number, (), kills, because, text))
            self._alive[number] = tuple(x for x in self._alive[number] if x not in kills)

    def squares(self, at_distance: bool) -> None:
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
                self._kill(
                    number,
                    tuple(x for x in self._alive[number] if one not in x and other not in x),
                    (before.home(number), before.home(partner), one, other),
                    f"{before.called(number)} and {before.called(partner)} share the dots at "
                    f"{place(one)} and {place(other)}, and neither can cover both: each takes one",
                )

    def dependencies(self, everywhere: bool) -> None:
        """Dots that whoever covers another dot must cover too."""
        before = self._before
        for dot in before.open_dots:
            if len(self._reached_by(dot)) < 2:
                continue
            sets = [
                _common([line for line in self._alive[number] if dot in line])
                for number in self._reached_by(dot)
            ]
            for other in sorted(before.dots):
                index = other[0] * (before.cols + 1) + other[1] + 1
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
                self.found.append(Reason(number, (), (), (dot, other, *homes), text))
        self._reach[dot] = self._reach[other] = here & there

    def either_ors(self) -> None:
        """Cells between two numbers in line: one of the two must go another way, and fill it."""
        before = self._before
        for cell in sorted(before.reach):
            pair = self._facing(cell)
            if cell in before.owner or pair is None:
                continue
            one, other = (_common([x for x in self._alive[n] if cell not in x]) for n in pair)
            for third in range(len(before.numbers)):
                if third in pair or not (self._meets(third, one) and self._meets(third, other)):
                    continue
                kills = tuple(x for x in self._alive[third] if _in(x, one) and _in(x, other))
                ways = {at for x in kills for at in x if _in([at], one) or _in([at], other)}
                homes = (before.home(pair[0]), before.home(pair[1]))
                self._kill(
                    third,
                    kills,
                    (cell, *homes, *sorted(ways)),
                    f"only one line can cover {place(cell)}, so {before.called(pair[0])} or "
                    f"{before.called(pair[1])} goes another way, and {before.called(third)} would "
                    "be in the way of both",
                )

    def _facing(self, cell: Cell) -> tuple[int, int] | None:
        """The first two numbers in one row or column that reach a cell."""
        for one, other in combinations(sorted(self._reached_by(cell)), 2):
            (row, col), (r, c) = self._before.home(one), self._before.home(other)
            if row == r or col == c:
                return one, other
        return None

    def _meets(self, number: int, cells: frozenset[Cell] | None) -> bool:
        """Whether a number reaches any of some cells; None is every cell."""
        wanted = self._reach if cells is None else cells
        return any(number in self._reached_by(cell) for cell in wanted)

    def fit(self, number: int, claims: Cells) -> Reason:
        """Why cells are in every line that a number has left."""
        before, alive = self._before, self._alive[number]
        options = tuple(x for x in alive if all(number in self._reached_by(cell) for cell in x))
        called = before.called(number)
        if not options:
            text = f"no line is left for {called}"
        elif len(options) == 1:
            text = f"the only line left for {called} has {_listed(claims)}"
        else:
            both = "both" if len(options) == 2 else f"all {len(options)}"
            text = f"{both} lines left for {called} have {_listed(claims)}"
        off = {
            cell
            for cell in before.dots
            if number in before.reached_by(cell) - self._reached_by(cell)
        }
        kills = tuple(line for line in alive if line not in options)
        because = {*off, *before.own[number], *_blocking(before, number)}
        return Reason(number, claims, kills, tuple(sorted(because)), text, options)


def _blocking(moment: Moment, number: int) -> Iterator[Cell]:
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


def _common(lines: Sequence[Cells]) -> frozenset[Cell] | None:
    """The cells of all lines; None, for every cell, if there are no lines."""
    return frozenset.intersection(*map(frozenset, lines)) if lines else None


def _in(line: Collection[Cell], cells: frozenset[Cell] | None) -> bool:
    return cells is None or any(cell in cells for cell in line)
