"""The next conclusion for a player who has drawn some lines."""

from __future__ import annotations

from engine.game.position import Position
from engine.game.reasoning import Tip
from engine.games.linjat.board.lines import Cells, cells_of_line, span
from engine.games.linjat.deduce.deduction import Deduction, DeductionLayer
from engine.games.linjat.deduce.rulesets import MEANINGS
from engine.games.linjat.exact.counting import Count
from engine.values.grid import Cell

_WRONG = "take back: a line that cannot be right"
_LEFT = "what is left: lines with a single place by now"


def tip(deduction: Deduction, count: Count, position: Position) -> Tip | None:
    """What to think of next: first a line that is wrong, then the first layer not drawn yet.

    Args:
        deduction: a run over the board that is played.
        count: its solutions.
        position: where play stands.
    """
    drawn = tuple(cells_of_line(line) for line in position.pieces)
    wrong = _wrong(deduction, count, drawn)
    if wrong is not None:
        return wrong
    for layer in deduction.layers:
        found = _of_layer(layer, drawn)
        if found is not None:
            return found
    return _rest(deduction, drawn) if deduction.solved else None


def _wrong(deduction: Deduction, count: Count, drawn: tuple[Cells, ...]) -> Tip | None:
    """A line that no solution has, as far as that is proven."""
    moment = deduction.layers[-1].after if deduction.layers else deduction.start
    solved = count.found[0] if count.unique else None
    for number, cells in enumerate(drawn):
        possible = moment.alive[number] if solved is None else (solved[number],)
        if len(cells) > 1 and not any(set(cells) <= set(line) for line in possible):
            text = f"the line of {moment.called(number)} cannot be as it is drawn"
            return Tip(_WRONG, cells, (), text)
    return None


def _of_layer(layer: DeductionLayer, drawn: tuple[Cells, ...]) -> Tip | None:
    """The first conclusion of a layer that is not drawn yet, with all that leads to it."""
    for reason in layer.reasons:
        missing = set(reason.claims) - set(drawn[reason.number])
        if missing:
            told = [each for each in layer.reasons if each.number == reason.number]
            because = {cell for each in told for cell in each.because}
            texts = dict.fromkeys(each.text for each in told)
            return Tip(MEANINGS[layer.rule], _sorted(because), reason.claims, "; ".join(texts))
    return None


def _rest(deduction: Deduction, drawn: tuple[Cells, ...]) -> Tip | None:
    """A line that the end of the run leaves without another place."""
    moment = deduction.layers[-1].after if deduction.layers else deduction.start
    for number, lines in enumerate(moment.alive):
        if set(lines[0]) != set(drawn[number]):
            (r1, c1), (r2, c2) = span(lines[0])
            text = f"{moment.called(number)} can only have its line from {r1},{c1} to {r2},{c2}"
            return Tip(_LEFT, (moment.home(number),), lines[0], text)
    return None


def _sorted(cells: set[Cell]) -> Cells:
    return tuple(sorted(cells))
