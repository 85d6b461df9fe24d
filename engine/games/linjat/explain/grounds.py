"""What a conclusion rests on that the board does not show.

A conclusion speaks of the lines that numbers have left. Most lines that are out cannot be drawn:
they would run into another line, or lack a cell that is known to be their number's. The rules of
pairs rule out lines that could still be drawn. The layer that does so often concludes nothing of
it by itself; a simpler rule does, in that layer or in a later one. So a player who is told the
conclusion has to be told which lines are out, and why. The reasons that say so are its *grounds*.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.games.linjat.board.lines import Cells, placements
from engine.games.linjat.deduce import rulesets
from engine.games.linjat.deduce.crosses import start_list
from engine.games.linjat.deduce.moments import DeductionMoment, Lines
from engine.games.linjat.deduce.rederivation import Reason, ends
from engine.values.grid import Cell

Option = tuple[int, Cells]
"""A number and a line that it might have."""


@dataclass(frozen=True, slots=True)
class Ground:
    """A reason that a conclusion rests on.

    Attributes:
        reason: the reason, which comes before the conclusion.
        lines: the lines that it rules out for its number and that could still be drawn.
    """

    reason: Reason
    lines: Lines

    @property
    def text(self) -> str:
        """The reason in one sentence, with the lines that it rules out."""
        return f"{self.reason.text}; that rules out {list_lines(self.lines)}"


def list_lines(lines: Lines) -> str:
    """Return lines in words, by their ends."""
    return " and ".join(map(ends, lines))


def board_lines(moment: DeductionMoment, number: int) -> Lines:
    """Return every line over a number that lies on the board."""
    board, found = moment.board, moment.numbers[number]
    starts = int(start_list(*found, board.rows, board.cols))
    return tuple(dict.fromkeys(placements(*found, starts)))  # a 1 has the same one twice


def drawable_lines(moment: DeductionMoment) -> tuple[Lines, ...]:
    """Return the lines that every number could have by the owned cells alone."""

    def is_free(number: int, line: Cells) -> bool:
        own = set(moment.own[number]) <= set(line)
        return own and all(moment.owner.get(cell, number) == number for cell in line)

    return tuple(
        tuple(line for line in board_lines(moment, number) if is_free(number, line))
        for number in range(len(moment.numbers))
    )


def grounds(
    moment: DeductionMoment, conclusion: Reason, earlier: Sequence[Reason]
) -> tuple[Ground, ...]:
    """Return the reasons that a conclusion rests on, in their order.

    Args:
        moment: what is known where the conclusion is told; its owned cells are what the board
            shows.
        conclusion: the conclusion.
        earlier: the reasons before it, in their order.
    """
    drawable = drawable_lines(moment)
    missing = set(_excluded(moment, drawable, conclusion, conclusion.kills))
    found: list[Ground] = []
    # A reason can only rest on those before it, so one pass backwards meets them all.
    for reason in reversed(earlier):
        lines = tuple(
            line for line in _ruled_out(drawable, reason) if (reason.number, line) in missing
        )
        if lines:
            found.append(Ground(reason, lines))
            missing.difference_update((reason.number, line) for line in lines)
            missing.update(_excluded(moment, drawable, reason, lines))
    return tuple(reversed(found))


def merge(found: Iterable[Ground]) -> tuple[Ground, ...]:
    """Return the grounds of several conclusions, each reason once, with the lines for all."""
    lines: dict[int, dict[Cells, None]] = {}
    reasons: dict[int, Reason] = {}
    for ground in found:
        reasons[id(ground.reason)] = ground.reason
        lines.setdefault(id(ground.reason), {}).update(dict.fromkeys(ground.lines))
    return tuple(Ground(reason, tuple(lines[key])) for key, reason in reasons.items())


def tell(conclusion: Reason, found: Sequence[Ground]) -> str:
    """Return a conclusion in one sentence that can be checked once its grounds were told."""
    out = sum(len(ground.lines) for ground in found)
    if not out:
        return conclusion.text
    return f"without {'that line' if out == 1 else 'these lines'}, {conclusion.text}"


def _ruled_out(drawable: Sequence[Lines], reason: Reason) -> Iterator[Cells]:
    """Yield the lines that a reason rules out for its number."""
    away = None
    if reason.kind == rulesets.DEPENDENCY and reason.number not in reason.others:
        # A number that is taken off the first dot was taken off the other one before.
        away = reason.hinges[1]
    for line in drawable[reason.number]:
        if line in reason.kills or away in line:
            yield line


def _excluded(
    moment: DeductionMoment, drawable: Sequence[Lines], reason: Reason, lines: Lines
) -> Iterator[Option]:
    """Yield the drawable lines that must be out for a reason to hold.

    ``lines`` are those that the reason itself rules out.
    """
    numbers = range(len(drawable))
    if reason.kind == rulesets.COVER:
        yield from _over(drawable, _without(numbers, {reason.number}), reason.claims)
    elif reason.kind == rulesets.FIT:
        left = [line for line in drawable[reason.number] if line not in reason.options]
        yield from ((reason.number, line) for line in left)
    elif reason.kind == rulesets.SQUARE:
        pair = {reason.number, *reason.others}
        yield from _over(drawable, _without(numbers, pair), reason.hinges)
    elif reason.kind == rulesets.DEPENDENCY:
        dot, other = reason.hinges
        for number, line in _over(drawable, numbers, (dot,)):
            if other not in line or number not in reason.others:
                yield number, line
    elif reason.kind == rulesets.ONE_OF:
        (cell,) = reason.hinges
        for number in reason.others:
            for line in drawable[number]:
                if cell not in line and not all(set(line) & set(each) for each in lines):
                    yield number, line
    elif reason.kind == rulesets.UNCONTESTED:
        yield from _over(drawable, (reason.number,), moment.open_dots)
        yield from _over(drawable, _without(numbers, {reason.number}), reason.claims)
    else:
        open_dots = set(moment.open_dots)
        spots = [cell for cell in reason.because if cell not in {*open_dots, *moment.owner}]
        yield from _over(drawable, _without(numbers, {reason.number}), spots)
        for line in drawable[reason.number]:
            if open_dots.intersection(line) and not set(reason.claims) <= set(line):
                yield reason.number, line


def _without(numbers: Iterable[int], some: set[int]) -> list[int]:
    return [number for number in numbers if number not in some]


def _over(
    drawable: Sequence[Lines], numbers: Iterable[int], cells: Iterable[Cell]
) -> Iterator[Option]:
    """Yield the lines of some numbers over any of some cells."""
    wanted = set(cells)
    for number in numbers:
        yield from ((number, line) for line in drawable[number] if wanted.intersection(line))
