"""Conclusions from uniqueness: a line that could equally well lie elsewhere is impossible.

Suppose that some lines could be moved to cells that no other number can ever use, and would still
cover the same dots. A solution with these lines would then not be the only one, so they cannot be
part of a unique solution. A player can draw two kinds of conclusions from this:

- *place to spare*: a line for one number is impossible if the number has another line on cells that
  no other number can use, and that line covers the same open dots.
- *exchange*: a line for one number is impossible if, together with any line for a second number, it
  can be exchanged for two other lines. The other lines must lie on cells that only these two
  numbers can use, and must cover the same open dots.

Both kinds are found from what is proven at one moment: the cells that each number can still reach,
and the dots that are still open.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engine.games.linjat.board.line_notation import Cells
from engine.games.linjat.deduction.deduction_snapshots import DeductionMoment, intersect_lines
from engine.games.linjat.deduction.pair_rule_reasons import Reason, format_cells, format_ends
from engine.games.linjat.deduction.rulesets import EXCHANGE, PLACE_TO_SPARE
from engine.games.linjat.explanations.reasons import is_exclusive


def find_exchanges(moment: DeductionMoment) -> Iterator[Reason]:
    """Yield all conclusions that follow from places to spare and from exchanges at one moment."""
    for number in range(len(moment.numbers)):
        found = _find_spare_place(moment, number)
        if found is not None:
            yield found
    for one, other in _list_neighbours(moment):
        yield from _find_exchange(moment, one, other)


def _find_dots(moment: DeductionMoment, *lines: Cells) -> frozenset[tuple[int, int]]:
    """Return the open dots that at least one of ``lines`` covers."""
    return frozenset(moment.open_dots).intersection(*[{cell for line in lines for cell in line}])


def _find_claims(moment: DeductionMoment, number: int, out: tuple[Cells, ...]) -> Cells:
    """Return the unowned cells common to a number's lines, ignoring the lines in ``out``.

    There are none if ``out`` is empty, because nothing then follows from uniqueness.
    """
    shared = intersect_lines(line for line in moment.alive[number] if line not in out)
    return tuple(sorted(shared - moment.owner.keys())) if shared and out else ()


def _find_spare_place(moment: DeductionMoment, number: int) -> Reason | None:
    """Return the conclusion from a number's places to spare, or None if nothing follows."""
    lines = moment.alive[number]
    spare = {line: _find_dots(moment, line) for line in lines if is_exclusive(moment, number, line)}
    # Map each line that could be replaced to a line that could replace it.
    by = {
        line: other
        for line in lines
        for other, dots in spare.items()
        if other != line and _find_dots(moment, line) <= dots
    }
    claims = _find_claims(moment, number, tuple(by))
    if not claims:
        return None
    free = sorted(set(by.values()))
    because = {moment.get_home(number), *claims, *(cell for line in free for cell in line)}
    text = (
        f"nobody else can use {' or '.join(map(format_ends, free))}, so "
        f"{moment.format_number(number)} could lie there in place of "
        f"{' or '.join(map(format_ends, by))}; if there is one solution only, it has "
        f"{format_cells(claims)}"
    )
    return Reason(PLACE_TO_SPARE, number, claims, (), tuple(sorted(because)), text)


def _list_neighbours(moment: DeductionMoment) -> Iterator[tuple[int, int]]:
    """Yield the pairs of undecided numbers that can reach at least one common cell."""
    undecided = [n for n, lines in enumerate(moment.alive) if len(lines) > 1]
    cells = {n: {cell for line in moment.alive[n] for cell in line} for n in undecided}
    for one, other in combinations(undecided, 2):
        if cells[one] & cells[other]:
            yield one, other


def _find_exchange(moment: DeductionMoment, one: int, other: int) -> Iterator[Reason]:
    """Yield the conclusions that follow from exchanging the lines of two numbers."""
    ways = [
        (a, b, _find_dots(moment, a, b))
        for a in moment.alive[one]
        for b in moment.alive[other]
        if not set(a) & set(b)
    ]
    pair = {one, other}
    # The pairs of lines whose cells no other number can ever use.
    free = [
        (a, b, dots)
        for a, b, dots in ways
        if all(
            moment.owner[cell] in pair
            if cell in moment.owner
            else moment.find_reaching(cell) <= pair
            for cell in (*a, *b)
        )
    ]
    twin = {
        (a, b): next(((x, y) for x, y, there in free if (x, y) != (a, b) and dots <= there), None)
        for a, b, dots in ways
    }
    for number, partner, side in ((one, other, 0), (other, one, 1)):
        # A line is impossible only if it can be exchanged together with every line for the partner
        # that is compatible with it.
        instead = {
            line: [twin[way] for way in twin if way[side] == line] for line in moment.alive[number]
        }
        out = tuple(line for line, found in instead.items() if found and all(found))
        claims = _find_claims(moment, number, out)
        if not claims:
            continue
        used = [line for each in out for way in instead[each] if way for line in way]
        cells = {cell for line in used for cell in line}
        because = {moment.get_home(number), moment.get_home(partner), *claims, *cells}
        text = (
            f"were the line of {moment.format_number(number)} "
            f"{' or '.join(map(format_ends, out))}, it and that of {moment.format_number(partner)} "
            "could lie in another way, on cells that nobody else can use and over the same dots; "
            f"if there is one solution only, the first has {format_cells(claims)}"
        )
        yield Reason(EXCHANGE, number, claims, (), tuple(sorted(because)), text)
