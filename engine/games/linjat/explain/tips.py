"""Hints: the next conclusion from the lines that a player has drawn.

A hint must be true of the board that the player sees. So it is deduced from the drawn lines, not
taken from the deduction that solved the empty board: that one knows lines to be out which the
player can still draw.
"""

from __future__ import annotations

from engine.game.position import Position
from engine.game.reasoning import Tip
from engine.games.linjat.board.lines import Cells, cells_of_line
from engine.games.linjat.deduce.deduction import Deduction, DeductionLayer, DeductionWalk
from engine.games.linjat.deduce.rulesets import (
    FIT,
    MEANINGS,
    OFF_AT,
    RULES,
    SINGLE_SOLUTION,
    TITLES,
)
from engine.games.linjat.exact.counting import Count
from engine.games.linjat.explain.grounds import grounds, tell
from engine.games.linjat.explain.reasons import piles

_WRONG = "take back: a line that cannot be right"


def next_tip(deduction: Deduction, count: Count, position: Position) -> Tip | None:
    """Return what to think of next: a line that is wrong, else the first conclusion.

    None if the rules conclude nothing from the drawn lines.
    """
    drawn = tuple(cells_of_line(line) for line in position.pieces)
    wrong = _wrong(deduction, count, drawn)
    if wrong is not None:
        return wrong
    layer = _next_layer(deduction, drawn)
    return None if layer is None else _tip_of(layer)


def _wrong(deduction: Deduction, count: Count, drawn: tuple[Cells, ...]) -> Tip | None:
    """A line that no solution has, as far as that is proven."""
    moment = deduction.moments[-1]
    solved = count.found[0] if count.unique else None
    for number, cells in enumerate(drawn):
        possible = moment.alive[number] if solved is None else (solved[number],)
        if len(cells) > 1 and not any(set(cells) <= set(line) for line in possible):
            text = f"the line of {moment.called(number)} cannot be as it is drawn"
            return Tip(_WRONG, cells, (), text)
    return None


def _next_layer(deduction: Deduction, drawn: tuple[Cells, ...]) -> DeductionLayer | None:
    """Return the first layer from the drawn lines whose conclusions follow; None without one."""
    switches = deduction.switches
    while True:
        walk = DeductionWalk(deduction.board, switches)
        walk.draw(drawn)
        layer = walk.next_layer()
        if layer is None or _follows(layer):
            return layer
        # What the rule leaves out may be wrong here: go on without it.
        switches |= 1 << OFF_AT + SINGLE_SOLUTION


def _follows(layer: DeductionLayer) -> bool:
    """Whether the conclusions of a layer follow, if only for who trusts in a single solution.

    Those of the single-solution rule do not where a number has a place that another one wants.
    """
    return not any(
        reason.kind == SINGLE_SOLUTION and piles(layer.before, reason.number)[2]
        for reason in layer.reasons
    )


def _tip_of(layer: DeductionLayer) -> Tip:
    """Return the first conclusion of a layer, with all that leads to it."""
    reason = next(each for each in layer.reasons if each.claims)
    found = grounds(layer.before, reason, [each for each in layer.reasons if not each.claims])
    because = {*reason.because, *(cell for ground in found for cell in ground.reason.because)}
    text = "; ".join((*(ground.text for ground in found), tell(reason, found)))
    if reason.kind == FIT and not reason.options:
        return Tip(_WRONG, tuple(sorted(because)), (), text)
    first, *others = dict.fromkeys(
        (*(RULES[ground.reason.kind - 1] for ground in found), layer.rule)
    )
    rule = "; then ".join((MEANINGS[first], *(TITLES[each] for each in others)))
    return Tip(rule, tuple(sorted(because)), reason.claims, text)
