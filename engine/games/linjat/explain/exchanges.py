"""Trust in a single solution, by exchange: what could lie elsewhere just as well is not there.

If the lines of some numbers could be taken away and put elsewhere, where no other number can ever
go, and cover every dot there that they cover now, a solution with these lines would have a twin.
So in a single solution they do not lie like that. Two thoughts of a player come of it:

- *place to spare*: a line of one number is out if the number has another place that no other
  can use, with all the open dots of the line.
- *exchange*: a line of one number is out if, wherever a second number goes beside it, the two can
  be laid in another way, on cells that only these two can use, with all the open dots of both.

Nothing but the cells that each number can still reach, and the dots that are still open, is
looked at; that others cannot use a cell has been proven by then.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engine.games.linjat.board.lines import Cells
from engine.games.linjat.deduce.moments import DeductionMoment, common
from engine.games.linjat.deduce.rederivation import Reason, ends, listed
from engine.games.linjat.deduce.rulesets import EXCHANGE, PLACE_TO_SPARE
from engine.games.linjat.explain.reasons import is_plain


def exchanges(moment: DeductionMoment) -> Iterator[Reason]:
    """All that the two thoughts conclude at a moment, of every number by itself."""
    for number in range(len(moment.numbers)):
        found = _spare(moment, number)
        if found is not None:
            yield found
    for one, other in _neighbours(moment):
        yield from _exchanged(moment, one, other)


def _dots(moment: DeductionMoment, *lines: Cells) -> frozenset[tuple[int, int]]:
    """The open dots on some lines."""
    return frozenset(moment.open_dots).intersection(*[{cell for line in lines for cell in line}])


def _claims(moment: DeductionMoment, number: int, out: tuple[Cells, ...]) -> Cells:
    """The unowned cells that all lines share that are left once some are out."""
    shared = common(line for line in moment.alive[number] if line not in out)
    return tuple(sorted(shared - moment.owner.keys())) if shared and out else ()


def _spare(moment: DeductionMoment, number: int) -> Reason | None:
    """The lines of a number that a place to spare rules out, if anything follows."""
    lines = moment.alive[number]
    spare = {line: _dots(moment, line) for line in lines if is_plain(moment, number, line)}
    by = {
        line: other
        for line in lines
        for other, dots in spare.items()
        if other != line and _dots(moment, line) <= dots
    }
    claims = _claims(moment, number, tuple(by))
    if not claims:
        return None
    free = sorted(set(by.values()))
    because = {moment.home(number), *claims, *(cell for line in free for cell in line)}
    text = (
        f"nobody else can use {' or '.join(map(ends, free))}, so {moment.called(number)} could "
        f"lie there in place of {' or '.join(map(ends, by))}; if there is one solution only, it "
        f"has {listed(claims)}"
    )
    return Reason(PLACE_TO_SPARE, number, claims, (), tuple(sorted(because)), text)


def _neighbours(moment: DeductionMoment) -> Iterator[tuple[int, int]]:
    """Pairs of undecided numbers that reach a common cell."""
    undecided = [n for n, lines in enumerate(moment.alive) if len(lines) > 1]
    cells = {n: {cell for line in moment.alive[n] for cell in line} for n in undecided}
    for one, other in combinations(undecided, 2):
        if cells[one] & cells[other]:
            yield one, other


def _exchanged(moment: DeductionMoment, one: int, other: int) -> Iterator[Reason]:
    """What the exchange of two numbers' lines rules out, if anything follows."""
    ways = [
        (a, b, _dots(moment, a, b))
        for a in moment.alive[one]
        for b in moment.alive[other]
        if not set(a) & set(b)
    ]
    pair = {one, other}
    free = [
        (a, b, dots)
        for a, b, dots in ways
        if all(
            moment.owner[cell] in pair if cell in moment.owner else moment.reached_by(cell) <= pair
            for cell in (*a, *b)
        )
    ]
    twin = {
        (a, b): next(((x, y) for x, y, there in free if (x, y) != (a, b) and dots <= there), None)
        for a, b, dots in ways
    }
    for number, partner, side in ((one, other, 0), (other, one, 1)):
        instead = {
            line: [twin[way] for way in twin if way[side] == line] for line in moment.alive[number]
        }
        out = tuple(line for line, found in instead.items() if found and all(found))
        claims = _claims(moment, number, out)
        if not claims:
            continue
        used = [line for each in out for way in instead[each] if way for line in way]
        cells = {cell for line in used for cell in line}
        because = {moment.home(number), moment.home(partner), *claims, *cells}
        text = (
            f"were the line of {moment.called(number)} {' or '.join(map(ends, out))}, it and that "
            f"of {moment.called(partner)} could lie in another way, on cells that nobody else can "
            "use and over the same dots; if there is one solution only, the first has "
            f"{listed(claims)}"
        )
        yield Reason(EXCHANGE, number, claims, (), tuple(sorted(because)), text)
