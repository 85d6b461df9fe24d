"""Uniqueness leaks in a puzzle: conclusions that hold only because the solution is unique.

A player who assumes that there is only one solution can draw four kinds of conclusions. This module
looks for them at every moment of a deduction with the sound rules, from the start until the board
is solved or the rules are stuck. Two of the kinds are published rules, the uncontested place
(rule 1) and the single-solution shortcut (rule 3):

- *uncontested*: a number reaches no open dot, shares cells with other numbers, and has a placement
  that no other number can use. A line anywhere else could be moved there, so it must be there.
- *single solution*: two placements are interchangeable if they cover no dot and no other number can
  use them. The number's line is therefore on neither of them, and covers the cells common to all
  others. The published rule ignores contested placements among the others, and may then be wrong.
  Here they are included, so a leak is always true.

:mod:`engine.games.linjat.explanations.uniqueness_conclusions` defines the other two kinds, *place
to spare* and *exchange*. They are reported only if they add something to the conclusions found
before.

A conclusion is not a leak if it holds for all lines of its number after one more layer that
applies all sound rules, because the assumption then saves nothing. A conclusion is reported once,
at the first moment when it can be drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from engine.games.linjat.board.line_notation import Cells, find_span, format_move
from engine.games.linjat.deduction import sound_derivation
from engine.games.linjat.deduction.deduction import Deduction
from engine.games.linjat.deduction.deduction_snapshots import DeductionMoment, intersect_lines
from engine.games.linjat.deduction.pair_rule_reasons import Reason
from engine.games.linjat.deduction.rulesets import EXCHANGE, PLACE_TO_SPARE
from engine.games.linjat.explanations.premises import list_drawable_lines
from engine.games.linjat.explanations.reasons import (
    explain_single_solution,
    explain_uncontested,
    is_exclusive,
    partition_lines,
)
from engine.games.linjat.explanations.uniqueness_conclusions import find_exchanges
from engine.values.uniqueness_leak import Leak

_EXCHANGE_KINDS = (PLACE_TO_SPARE, EXCHANGE)
"""The kinds of conclusions that are omitted if they only repeat earlier ones, as they often do."""


class LeakFinder:
    """A callable that finds the leaks in a puzzle that is proven to have only one solution.

    Args:
        deduction: The deduction on the puzzle's board. The finder uses the same corrections.
    """

    def __init__(self, deduction: Deduction) -> None:
        self._deduction = deduction

    def __call__(self) -> tuple[Leak, ...]:
        """Return all leaks, in the order in which they occur."""
        return self._found_leaks

    @cached_property
    def _found_leaks(self) -> tuple[Leak, ...]:
        switches = self._deduction.switches
        moments = tuple(sound_derivation.list_sound_moments(self._deduction.start, switches))
        found: list[Leak] = []
        known: set[tuple[int, int, Cells]] = set()
        for layer, moment in enumerate(moments):
            new = [
                thought
                for thought in list_uniqueness_conclusions(moment)
                if (thought.kind, thought.number, thought.claims) not in known
            ]
            if not new:
                continue
            # A leak must conclude more than all sound rules together could at this moment.
            after = sound_derivation.apply_all_rules(moment, switches)
            for thought in new:
                given = {
                    c for _, number, claims in known if number == thought.number for c in claims
                }
                repeated = thought.kind in _EXCHANGE_KINDS and given.issuperset(thought.claims)
                if not repeated and not _has_claims(after, thought):
                    known.add((thought.kind, thought.number, thought.claims))
                    found.append(_create_leak(_qualify_text(thought, moment), layer, moments))
        return tuple(found)


def list_uniqueness_conclusions(moment: DeductionMoment) -> Iterator[Reason]:
    """Yield all conclusions from uniqueness at a moment, starting with the published rules."""
    for reason in list_published_conclusions(moment):
        yield replace(reason, because=tuple(sorted({*reason.because, *reason.claims})))
    yield from find_exchanges(moment)


def _qualify_text(conclusion: Reason, moment: DeductionMoment) -> Reason:
    """Return a conclusion, noting in its text if it relies on lines having been ruled out."""
    drawable = list_drawable_lines(moment)
    if drawable == moment.alive:
        return conclusion
    # No note is needed if the conclusion also follows from the lines that can still be drawn.
    visible = replace(moment, alive=drawable)
    if any(
        replace(conclusion, text=each.text) == each for each in list_uniqueness_conclusions(visible)
    ):
        return conclusion
    text = f"without the lines that pairs of dots or numbers have ruled out, {conclusion.text}"
    return replace(conclusion, text=text)


def _has_claims(moment: DeductionMoment, conclusion: Reason) -> bool:
    """Return True if every line that a conclusion's number has left covers all cells it claims."""
    return all(set(conclusion.claims) <= set(line) for line in moment.alive[conclusion.number])


def list_published_conclusions(moment: DeductionMoment) -> Iterator[Reason]:
    """Yield the conclusions from the two published rules at a moment, number by number."""
    for number in range(len(moment.numbers)):
        spot = _find_uncontested_line(moment, number)
        if spot is not None:
            claims = tuple(cell for cell in spot if cell not in moment.owner)
            yield explain_uncontested(moment, (spot,), number, claims)
        dotted, plain, others = partition_lines(moment, number)
        if dotted and len(plain) >= 2:
            shared = intersect_lines((*dotted, *others)) or frozenset()
            claims = tuple(sorted(shared - moment.owner.keys()))
            if claims:
                yield explain_single_solution(moment, number, claims)


def _find_uncontested_line(moment: DeductionMoment, number: int) -> Cells | None:
    """Return a number's first line whose cells no other number can use; None if there is none.

    The result is also None if the number reaches an open dot, or if no other number can use any
    cell on its lines.
    """
    if any(number in moment.find_reaching(dot) for dot in moment.open_dots):
        return None
    lines = moment.alive[number]
    plain = [line for line in lines if is_exclusive(moment, number, line)]
    if len(plain) == len(lines):
        return None
    return next((line for line in plain if set(line) - set(moment.own[number])), None)


def _create_leak(conclusion: Reason, layer: int, moments: Sequence[DeductionMoment]) -> Leak:
    moment, later = moments[layer], range(layer + 1, len(moments))
    proven = next((number for number in later if _has_claims(moments[number], conclusion)), None)
    moves = tuple(
        format_move(moment.get_home(number), find_span(own))
        for number, own in enumerate(moment.own)
        if len(own) > 1
    )
    home, said = (
        moment.get_home(conclusion.number),
        (conclusion.claims, conclusion.because, conclusion.text),
    )
    return Leak(conclusion.rule, home, *said, layer, proven, moves)
