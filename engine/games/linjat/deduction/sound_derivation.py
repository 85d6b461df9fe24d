"""Deduction with the sound rules alone, layer by layer, on sets of cells.

The sound rules are those that hold even if the solution is not unique. The compiled layers try the
other two rules before most of the sound ones, so the conclusions from the sound rules alone must be
derived separately. Only one finished puzzle at a time needs them, so plain sets are fast enough.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.games.linjat.board.line_notation import Cells
from engine.games.linjat.deduction.deduction_snapshots import DeductionMoment
from engine.games.linjat.deduction.pair_rule_reasons import Rederivation
from engine.games.linjat.deduction.rulesets import ONE_OF

Claims = dict[int, Cells]
"""A mapping from a number's index to the unowned cells that it is found to own."""


def list_sound_moments(start: DeductionMoment, switches: int) -> Iterator[DeductionMoment]:
    """Yield ``start``, and then the moment after each layer of the sound rules.

    As in the compiled layers, each layer draws all conclusions from the first rule that has any.
    """
    moment: DeductionMoment | None = start
    while moment is not None:
        yield moment
        moment = _advance_moment(moment, switches)


def apply_all_rules(moment: DeductionMoment, switches: int) -> DeductionMoment:
    """Return the moment after a single layer that draws the conclusions of all sound rules."""
    again = Rederivation(moment)
    again.apply_rules(ONE_OF, switches)
    found = find_covers(moment)
    for number, cells in again.find_claims().items():
        found[number] = tuple(sorted({*found.get(number, ()), *cells}))
    return _claim_cells(moment, again, found)


def find_covers(moment: DeductionMoment) -> Claims:
    """Return the open dots that only one number reaches, grouped by the index of that number."""
    found: dict[int, list[tuple[int, int]]] = {}
    for dot in moment.open_dots:
        reach = moment.find_reaching(dot)
        if len(reach) == 1:
            found.setdefault(min(reach), []).append(dot)
    return {number: tuple(dots) for number, dots in found.items()}


def _advance_moment(moment: DeductionMoment, switches: int) -> DeductionMoment | None:
    """Return the moment after one more layer, or None if no rule concludes anything more."""
    if not moment.open_dots and all(len(lines) == 1 for lines in moment.alive):
        return None
    while True:
        again = Rederivation(moment)
        claims = find_covers(moment) or again.find_first_claims(switches)
        if claims:
            return _claim_cells(moment, again, claims)
        # No cell was claimed, but lines may have been ruled out. Try again without them, as the
        # compiled layers do with the switch RETRY.
        if again.alive == moment.alive:
            return None
        moment = replace(moment, alive=again.alive)


def _claim_cells(moment: DeductionMoment, again: Rederivation, claims: Claims) -> DeductionMoment:
    """Return ``moment`` with the claimed cells added and the lines that they rule out removed."""
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
