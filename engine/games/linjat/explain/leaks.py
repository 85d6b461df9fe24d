"""Where a puzzle leaks: what trust in a single solution gives away before it can be proven.

Four thoughts of a player who trusts that there is one solution are tried here for every number at
every moment of a deduction by the sound rules, from the start to the moment at which that one ends,
solved or stuck. Two of them are published rules, the uncontested place (rule 1) and the
single-solution shortcut (rule 3):

- *uncontested*: a number reaches no open dot, but cells that others want too, and has a place
  that no other can use. A line anywhere else could be moved there, so it is there already.
- *single solution*: two places without a dot that no other can use are alike, so the line of
  their number is in neither, and has the cells that all its other places share. The published
  rule leaves out of these the places that are contested, and may then be wrong; here they count,
  so a leak is always true.

The two others, *place to spare* and *exchange*, are those of
:mod:`engine.games.linjat.explain.exchanges`. They are given where the first two give nothing away.

What all lines of the number have after one more layer by the sound rules is no leak, whichever of
them the solver would have tried first: then trust is worth nothing. A conclusion counts once, at
the first moment at which it can be drawn, by whichever thought.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from engine.games.linjat.board.lines import Cells, span, word_of
from engine.games.linjat.deduce import sound
from engine.games.linjat.deduce.deduction import Deduction
from engine.games.linjat.deduce.moments import DeductionMoment, common
from engine.games.linjat.deduce.rederivation import Reason
from engine.games.linjat.deduce.rulesets import EXCHANGE, PLACE_TO_SPARE
from engine.games.linjat.explain.exchanges import exchanges
from engine.games.linjat.explain.grounds import drawable_lines
from engine.games.linjat.explain.reasons import is_plain, of_single_solution, of_uncontested, piles
from engine.values.leaks import Leak

_LATER = (PLACE_TO_SPARE, EXCHANGE)
"""Thoughts that also lead to what the others do; these are not given then."""


class Leaks:
    """The leaks of a puzzle proven to have one solution, by the corrections of a deduction."""

    def __init__(self, deduction: Deduction) -> None:
        self._deduction = deduction

    def __call__(self) -> tuple[Leak, ...]:
        """Return all of them, the earliest first."""
        return self._leaks

    @cached_property
    def _leaks(self) -> tuple[Leak, ...]:
        switches = self._deduction.switches
        moments = tuple(sound.moments(self._deduction.start, switches))
        found: list[Leak] = []
        known: set[tuple[int, int, Cells]] = set()
        for layer, moment in enumerate(moments):
            new = [
                thought
                for thought in thoughts(moment)
                if (thought.kind, thought.number, thought.claims) not in known
            ]
            if not new:
                continue
            after = sound.concluded(moment, switches)
            for thought in new:
                given = {
                    c for _, number, claims in known if number == thought.number for c in claims
                }
                repeated = thought.kind in _LATER and given.issuperset(thought.claims)
                if not repeated and not _has_all(after, thought):
                    known.add((thought.kind, thought.number, thought.claims))
                    found.append(_leak(_honest(thought, moment), layer, moments))
        return tuple(found)


def thoughts(moment: DeductionMoment) -> Iterator[Reason]:
    """All that trust in a single solution concludes at a moment, the published rules first."""
    for reason in shortcuts(moment):
        yield replace(reason, because=tuple(sorted({*reason.because, *reason.claims})))
    yield from exchanges(moment)


def _honest(thought: Reason, moment: DeductionMoment) -> Reason:
    """Return a thought that says so if it leaves out lines that can still be drawn."""
    drawable = drawable_lines(moment)
    if drawable == moment.alive:
        return thought
    visible = replace(moment, alive=drawable)
    if any(replace(thought, text=each.text) == each for each in thoughts(visible)):
        return thought
    text = f"without the lines that pairs of dots or numbers have ruled out, {thought.text}"
    return replace(thought, text=text)


def _has_all(moment: DeductionMoment, thought: Reason) -> bool:
    """Whether every line left for a number has the cells that are concluded to be its own."""
    return all(set(thought.claims) <= set(line) for line in moment.alive[thought.number])


def shortcuts(moment: DeductionMoment) -> Iterator[Reason]:
    """What trust in a single solution concludes at a moment, of every number by itself."""
    for number in range(len(moment.numbers)):
        spot = _uncontested(moment, number)
        if spot is not None:
            claims = tuple(cell for cell in spot if cell not in moment.owner)
            yield of_uncontested(moment, (spot,), number, claims)
        dotted, plain, others = piles(moment, number)
        if dotted and len(plain) >= 2:
            shared = common((*dotted, *others)) or frozenset()
            claims = tuple(sorted(shared - moment.owner.keys()))
            if claims:
                yield of_single_solution(moment, number, claims)


def _uncontested(moment: DeductionMoment, number: int) -> Cells | None:
    """The first place of a number without dots to serve that no other can use."""
    if any(number in moment.reached_by(dot) for dot in moment.open_dots):
        return None
    lines = moment.alive[number]
    plain = [line for line in lines if is_plain(moment, number, line)]
    if len(plain) == len(lines):
        return None
    return next((line for line in plain if set(line) - set(moment.own[number])), None)


def _leak(thought: Reason, layer: int, moments: Sequence[DeductionMoment]) -> Leak:
    moment, later = moments[layer], range(layer + 1, len(moments))
    proven = next((number for number in later if _has_all(moments[number], thought)), None)
    moves = tuple(
        word_of(moment.home(number), span(own))
        for number, own in enumerate(moment.own)
        if len(own) > 1
    )
    home, said = moment.home(thought.number), (thought.claims, thought.because, thought.text)
    return Leak(thought.rule, home, *said, layer, proven, moves)
