"""Reasons for the conclusions in a layer: the cells and dots that force each conclusion.

The reasons are computed on demand from the moments before and after the layer.
"""

from __future__ import annotations

from engine.games.linjat.board.line_notation import Cells
from engine.games.linjat.deduction.deduction_snapshots import DeductionMoment, Lines
from engine.games.linjat.deduction.pair_rule_reasons import (
    Reason,
    Rederivation,
    format_cells,
    format_ends,
)
from engine.games.linjat.deduction.rulesets import COVER, ONE_OF, SINGLE_SOLUTION, UNCONTESTED
from engine.games.linjat.explanations.premises import find_premises


def find_reasons(
    before: DeductionMoment, after: DeductionMoment, kind: int, switches: int
) -> tuple[Reason, ...]:
    """Return the reasons for everything that a layer concluded.

    Args:
        before: The moment before the layer.
        after: The moment after the layer.
        kind: The kind of rule that the layer is credited to, or 0 if the layer claimed no cells.
        switches: The active corrections from :mod:`engine.games.linjat.deduction.rulesets`, as
            bits.
    """
    gains = [
        (number, tuple(sorted(set(own) - set(before.own[number]))))
        for number, own in enumerate(after.own)
        if len(own) > len(before.own[number])
    ]
    if kind == UNCONTESTED:
        return tuple(explain_uncontested(before, after.alive[gain[0]], *gain) for gain in gains)
    if kind == COVER:
        return tuple(_explain_cover(before, *gain) for gain in gains)
    if kind == SINGLE_SOLUTION:
        return tuple(explain_single_solution(before, *gain) for gain in gains)
    again = Rederivation(before)
    again.apply_rules(kind or ONE_OF, switches)
    wanted = {number for number, _ in gains}
    fits = [again.explain_fit(*gain) for gain in gains]
    found, kept = again.found, []
    # Going backwards, every reason that has this one as a premise has been examined already.
    for index in reversed(range(len(found))):
        # A reason without ruled-out lines only removed a dot from a number's reach. It is dropped
        # unless a claim or another kept reason depends on it.
        if found[index].kills or found[index].number in wanted or index in kept:
            rests_on = find_premises(before, found[index], found[:index])
            kept += [index, *(found.index(premise.reason) for premise in rests_on)]
    return (*(found[index] for index in sorted(set(kept))), *fits)


def explain_uncontested(before: DeductionMoment, left: Lines, number: int, claims: Cells) -> Reason:
    """Return the reason, based on uniqueness, why a number takes an uncontested placement."""
    kills = tuple(line for line in before.alive[number] if line not in left)
    text = (
        f"{before.format_number(number)} reaches no open dot and nobody else reaches "
        f"{format_cells(claims)}; if there is one solution only, its line is there"
    )
    return Reason(UNCONTESTED, number, claims, kills, (before.get_home(number), *claims), text)


def _explain_cover(before: DeductionMoment, number: int, claims: Cells) -> Reason:
    dots = f"the dot{'s' if len(claims) > 1 else ''} at {format_cells(claims)}"
    text = f"only {before.format_number(number)} can still reach {dots}"
    because = (before.get_home(number), *claims)
    return Reason(COVER, number, claims, (), because, text, hinges=claims)


def partition_lines(moment: DeductionMoment, number: int) -> tuple[Lines, Lines, Lines]:
    """Split a number's lines into three groups.

    Returns:
        The lines over an open dot; of the others, the lines whose cells no other number can use;
        and the rest.
    """
    lines, open_dots = moment.alive[number], set(moment.open_dots)
    dotted = tuple(line for line in lines if open_dots.intersection(line))
    rest = [line for line in lines if line not in dotted]
    plain = tuple(line for line in rest if is_exclusive(moment, number, line))
    return dotted, plain, tuple(line for line in rest if line not in plain)


def is_exclusive(moment: DeductionMoment, number: int, line: Cells) -> bool:
    """Return True if no other number can use any cell in ``line``."""
    return all(cell in moment.owner or moment.find_reaching(cell) == {number} for cell in line)


def explain_single_solution(before: DeductionMoment, number: int, claims: Cells) -> Reason:
    """Return the reason, based on uniqueness, why a number avoids interchangeable placements."""
    open_dots = set(before.open_dots)
    dotted, plain, others = partition_lines(before, number)
    if dotted and len(plain) >= 2:
        spots = " and ".join(map(format_ends, plain[:2]))
        rest = f"covers a dot, and with it {format_cells(claims)}"
        if others:
            # The line may also lie where another number's line could, and then it covers no dot.
            shared = all(set(claims) <= set(line) for line in others)
            places = "its other places" if shared else "its places with a dot"
            rest = f"is in neither, and all {places} have {format_cells(claims)}"
        text = (
            f"nothing tells {spots} apart for {before.format_number(number)}; "
            f"if there is one solution only, its line {rest}"
        )
        because = {cell for line in plain[:2] for cell in line}
        because |= {cell for line in dotted for cell in line if cell in open_dots}
        return Reason(SINGLE_SOLUTION, number, claims, (), tuple(sorted(because)), text, dotted)
    # Without interchangeable lines, the number got these dots when the rule applied cover again.
    return _explain_cover(before, number, claims)
