"""Deduction by the sound rules alone, step by step, on sets of cells.

The compiled layers try rules that trust in a single solution before most sound ones, so what the
sound rules know by themselves at a moment has to be found apart from them. That is asked of one
finished puzzle at a time, and plain sets are quick enough for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.games.linjat.board.lines import Cells
from engine.games.linjat.deduce.moments import DeductionMoment
from engine.games.linjat.deduce.rederivation import Rederivation
from engine.games.linjat.deduce.rulesets import ONE_OF

Claims = dict[int, Cells]
"""By number the unowned cells that are concluded to be its own."""


def moments(start: DeductionMoment, switches: int) -> Iterator[DeductionMoment]:
    """How things stand at the start and after every layer by the sound rules, to the last one.

    Every layer takes the conclusions of the first rule that has any, as the compiled ones do.
    """
    moment: DeductionMoment | None = start
    while moment is not None:
        yield moment
        moment = _next(moment, switches)


def concluded(moment: DeductionMoment, switches: int) -> DeductionMoment:
    """How things stand after one layer of all sound rules together, whichever is tried first."""
    again = Rederivation(moment)
    again.play(ONE_OF, switches)
    found = covers(moment)
    for number, cells in again.claims().items():
        found[number] = tuple(sorted({*found.get(number, ()), *cells}))
    return _claimed(moment, again, found)


def covers(moment: DeductionMoment) -> Claims:
    """The open dots that a single number reaches."""
    found: dict[int, list[tuple[int, int]]] = {}
    for dot in moment.open_dots:
        reach = moment.reached_by(dot)
        if len(reach) == 1:
            found.setdefault(min(reach), []).append(dot)
    return {number: tuple(dots) for number, dots in found.items()}


def _next(moment: DeductionMoment, switches: int) -> DeductionMoment | None:
    """How things stand after one more layer; None once all is known, or no rule makes progress."""
    if not moment.open_dots and all(len(lines) == 1 for lines in moment.alive):
        return None
    while True:
        again = Rederivation(moment)
        claims = covers(moment) or again.first_claims(switches)
        if claims:
            return _claimed(moment, again, claims)
        if again.alive == moment.alive:
            return None
        moment = replace(moment, alive=again.alive)


def _claimed(moment: DeductionMoment, again: Rederivation, claims: Claims) -> DeductionMoment:
    """The moment with cells given to numbers; lines that they rule out are gone."""
    own = list(moment.own)
    for number, cells in claims.items():
        own[number] = tuple(sorted({*own[number], *cells}))
    owner = {cell: number for number, cells in enumerate(own) for cell in cells}
    alive = tuple(
        tuple(
            line
            for line in lines
            if set(line).issuperset(own[number])
            and all(owner.get(cell, number) == number for cell in line)
        )
        for number, lines in enumerate(again.alive)
    )
    return replace(moment, alive=alive, own=tuple(own))
