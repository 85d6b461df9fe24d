"""Hints: the next conclusion that follows from the lines that a player has drawn.

A hint must be true for the board that the player sees, so it is deduced from the drawn lines. It
cannot be taken from the deduction that solved the empty board, which has ruled out lines that the
player can still draw.
"""

from __future__ import annotations

from engine.game.play_position import Position
from engine.game.reasoned_trace import Tip
from engine.games.linjat.board.line_notation import Cells, list_line_cells
from engine.games.linjat.deduction.deduction import Deduction, DeductionLayer, DeductionWalk
from engine.games.linjat.deduction.rulesets import (
    FIT,
    MEANINGS,
    OFF_SWITCH,
    RULES,
    SINGLE_SOLUTION,
    TITLES,
)
from engine.games.linjat.exact.solution_count import SolutionCount
from engine.games.linjat.explanations.premises import find_premises, format_conclusion
from engine.games.linjat.explanations.reasons import partition_lines

_WRONG = "take back: a line that cannot be right"


def find_next_hint(deduction: Deduction, count: SolutionCount, position: Position) -> Tip | None:
    """Return a hint about a wrong line or, if every line may be right, about the first conclusion.

    The result is None if the rules conclude nothing from the drawn lines.
    """
    drawn = tuple(list_line_cells(line) for line in position.pieces)
    wrong = _find_wrong_line(deduction, count, drawn)
    if wrong is not None:
        return wrong
    layer = _find_next_layer(deduction, drawn)
    return None if layer is None else _create_hint(layer)


def _find_wrong_line(
    deduction: Deduction, count: SolutionCount, drawn: tuple[Cells, ...]
) -> Tip | None:
    """Return a hint about a drawn line that cannot be right, or None if no such line is known."""
    moment = deduction.moments[-1]
    solved = count.found[0] if count.is_unique else None
    for number, cells in enumerate(drawn):
        possible = moment.alive[number] if solved is None else (solved[number],)
        if len(cells) > 1 and not any(set(cells) <= set(line) for line in possible):
            text = f"the line of {moment.format_number(number)} is drawn wrongly"
            return Tip(_WRONG, cells, (), text)
    return None


def _find_next_layer(deduction: Deduction, drawn: tuple[Cells, ...]) -> DeductionLayer | None:
    """Return the first valid layer that follows from the drawn lines, or None if none does."""
    switches = deduction.switches
    while True:
        walk = DeductionWalk(deduction.board, switches)
        walk.claim_lines(drawn)
        layer = walk.find_next_layer()
        if layer is None or _is_valid(layer):
            return layer
        # The published single-solution rule ignores contested placements, so it can be wrong.
        # Deduce again without it.
        switches |= 1 << OFF_SWITCH + SINGLE_SOLUTION


def _is_valid(layer: DeductionLayer) -> bool:
    """Return True if a layer's conclusions are valid for a player who assumes a unique solution.

    The single-solution rule is not valid for a number if some placement for it covers no dot but
    meets cells that another number can reach.
    """
    return not any(
        reason.kind == SINGLE_SOLUTION and partition_lines(layer.before, reason.number)[2]
        for reason in layer.reasons
    )


def _create_hint(layer: DeductionLayer) -> Tip:
    """Create a hint from the first claim in a layer and from the premises that lead to it."""
    reason = next(each for each in layer.reasons if each.claims)
    found = find_premises(layer.before, reason, [each for each in layer.reasons if not each.claims])
    because = {*reason.because, *(cell for premise in found for cell in premise.reason.because)}
    text = "; ".join((*(premise.text for premise in found), format_conclusion(reason, found)))
    if reason.kind == FIT and not reason.options:
        return Tip(_WRONG, tuple(sorted(because)), (), text)
    first, *others = dict.fromkeys(
        (*(RULES[premise.reason.kind - 1] for premise in found), layer.rule)
    )
    rule = "; then ".join((MEANINGS[first], *(TITLES[each] for each in others)))
    return Tip(rule, tuple(sorted(because)), reason.claims, text)
