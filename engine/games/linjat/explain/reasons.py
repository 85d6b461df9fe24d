"""Why the conclusions of a layer follow: for every one the cells and dots that force it.

Computed on demand, from how things stood before the layer and after it.
"""

from __future__ import annotations

from engine.games.linjat.board.lines import Cells
from engine.games.linjat.deduce.moments import DeductionMoment, Lines
from engine.games.linjat.deduce.rederivation import Reason, Rederivation, ends, listed
from engine.games.linjat.deduce.rulesets import COVER, ONE_OF, SINGLE_SOLUTION, UNCONTESTED
from engine.games.linjat.explain.grounds import grounds


def reasons(
    before: DeductionMoment, after: DeductionMoment, kind: int, switches: int
) -> tuple[Reason, ...]:
    """Why everything that a layer concluded follows.

    ``kind`` is the rule that fired, 0 for a layer that only ruled out placements.
    """
    gains = [
        (number, tuple(sorted(set(own) - set(before.own[number]))))
        for number, own in enumerate(after.own)
        if len(own) > len(before.own[number])
    ]
    if kind == UNCONTESTED:
        return tuple(of_uncontested(before, after.alive[gain[0]], *gain) for gain in gains)
    if kind == COVER:
        return tuple(_cover(before, *gain) for gain in gains)
    if kind == SINGLE_SOLUTION:
        return tuple(of_single_solution(before, *gain) for gain in gains)
    again = Rederivation(before)
    again.play(kind or ONE_OF, switches)
    wanted = {number for number, _ in gains}
    fits = [again.fit(*gain) for gain in gains]
    found, kept = again.found, []
    for index in reversed(range(len(found))):
        # A reason that only takes a dot off another number may be what a kept one rests on.
        if found[index].kills or found[index].number in wanted or index in kept:
            rests_on = grounds(before, found[index], found[:index])
            kept += [index, *(found.index(ground.reason) for ground in rests_on)]
    return (*(found[index] for index in sorted(set(kept))), *fits)


def of_uncontested(before: DeductionMoment, left: Lines, number: int, claims: Cells) -> Reason:
    """Why a number that serves no dot takes a place of its own, if there is one solution only."""
    kills = tuple(line for line in before.alive[number] if line not in left)
    text = (
        f"{before.called(number)} reaches no open dot and nobody else reaches {listed(claims)}; "
        "if there is one solution only, its line is there"
    )
    return Reason(UNCONTESTED, number, claims, kills, (before.home(number), *claims), text)


def _cover(before: DeductionMoment, number: int, claims: Cells) -> Reason:
    dots = f"the dot{'s' if len(claims) > 1 else ''} at {listed(claims)}"
    text = f"only {before.called(number)} can still reach {dots}"
    because = (before.home(number), *claims)
    return Reason(COVER, number, claims, (), because, text, hinges=claims)


def piles(moment: DeductionMoment, number: int) -> tuple[Lines, Lines, Lines]:
    """The lines left for a number: over an open dot, where no other can go, and all others."""
    lines, open_dots = moment.alive[number], set(moment.open_dots)
    dotted = tuple(line for line in lines if open_dots.intersection(line))
    rest = [line for line in lines if line not in dotted]
    plain = tuple(line for line in rest if is_plain(moment, number, line))
    return dotted, plain, tuple(line for line in rest if line not in plain)


def is_plain(moment: DeductionMoment, number: int, line: Cells) -> bool:
    """Whether no other number can go where a line would."""
    return all(cell in moment.owner or moment.reached_by(cell) == {number} for cell in line)


def of_single_solution(before: DeductionMoment, number: int, claims: Cells) -> Reason:
    """Why a number with two places that are alike has neither, if there is one solution only."""
    open_dots = set(before.open_dots)
    dotted, plain, others = piles(before, number)
    if dotted and len(plain) >= 2:
        spots = " and ".join(map(ends, plain[:2]))
        rest = f"covers a dot, and with it {listed(claims)}"
        if others:
            # Its line may also be where others want to go, and then covers no dot.
            shared = all(set(claims) <= set(line) for line in others)
            places = "its other places" if shared else "its places with a dot"
            rest = f"is in neither, and all {places} have {listed(claims)}"
        text = (
            f"nothing tells {spots} apart for {before.called(number)}; if there is one solution "
            f"only, its line {rest}"
        )
        because = {cell for line in plain[:2] for cell in line}
        because |= {cell for line in dotted for cell in line if cell in open_dots}
        return Reason(SINGLE_SOLUTION, number, claims, (), tuple(sorted(because)), text, dotted)
    # A dot that became its own by the second look of the layer at covering.
    return _cover(before, number, claims)
