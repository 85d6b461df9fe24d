"""The premises of a conclusion: earlier reasons that it needs but that the board does not show.

A conclusion is about the lines that numbers have left. A player can see that most other lines are
impossible, because they would run into another line or miss a cell that their number owns. But the
rules about pairs rule out lines that could still be drawn. Often these rules claim no cells, and a
simpler rule uses their result, in the same layer or a later one. A player who is told the
conclusion then also needs to know which lines are ruled out, and why. The reasons that rule them
out are the *premises* of the conclusion.

For example, a two-dot square rules out the vertical line for a 3. Two layers later, fit claims the
cell next to the 3, because all of its horizontal lines cover that cell. On the board the vertical
line still looks possible, so the square is a premise for fit's conclusion.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.games.linjat.board.line_notation import Cells, decode_placements
from engine.games.linjat.deduction import rulesets
from engine.games.linjat.deduction.deduction_snapshots import DeductionMoment, Lines
from engine.games.linjat.deduction.pair_rule_reasons import Reason, format_ends
from engine.games.linjat.deduction.placement_masks import list_starts
from engine.values.grid import Cell

Option = tuple[int, Cells]
"""The index of a number, and a line that the number might have."""


@dataclass(frozen=True, slots=True)
class Premise:
    """An earlier reason that a conclusion depends on.

    Attributes:
        reason: The reason, which was found before the conclusion.
        lines: The lines that the reason rules out and the conclusion assumes to be impossible,
            although they could still be drawn.
    """

    reason: Reason
    lines: Lines

    @property
    def text(self) -> str:
        """The reason in one sentence, including the lines that it rules out."""
        return f"{self.reason.text}; that rules out {format_lines(self.lines)}"


def format_lines(lines: Lines) -> str:
    """Format several lines in a sentence, each as its two end cells."""
    return " and ".join(map(format_ends, lines))


def list_board_lines(moment: DeductionMoment, number: int) -> Lines:
    """Return every line that passes through a number and fits on the board.

    Other numbers are ignored.
    """
    board, found = moment.board, moment.numbers[number]
    starts = int(list_starts(*found, board.rows, board.cols))
    return tuple(dict.fromkeys(decode_placements(*found, starts)))  # a 1 has the same line twice


def list_drawable_lines(moment: DeductionMoment) -> tuple[Lines, ...]:
    """Return, for each number, the lines that are compatible with the owned cells at a moment.

    A player could still draw them, even if a rule has ruled them out.
    """

    def is_free(number: int, line: Cells) -> bool:
        own = set(moment.own[number]) <= set(line)
        return own and all(moment.owner.get(cell, number) == number for cell in line)

    return tuple(
        tuple(line for line in list_board_lines(moment, number) if is_free(number, line))
        for number in range(len(moment.numbers))
    )


def find_premises(
    moment: DeductionMoment, conclusion: Reason, earlier: Sequence[Reason]
) -> tuple[Premise, ...]:
    """Return the premises of a conclusion, in the order of ``earlier``.

    Args:
        moment: The moment at which the conclusion is explained. A player sees the cells that are
            owned at that moment.
        conclusion: The conclusion to explain.
        earlier: The reasons found before the conclusion, in order.
    """
    drawable = list_drawable_lines(moment)
    missing = set(_list_required(moment, drawable, conclusion, conclusion.kills))
    found: list[Premise] = []
    # A reason depends only on earlier ones, so a single backward pass finds all premises. Each
    # premise adds the lines that it in turn assumes to be impossible.
    for reason in reversed(earlier):
        lines = tuple(
            line for line in _list_ruled_out(drawable, reason) if (reason.number, line) in missing
        )
        if lines:
            found.append(Premise(reason, lines))
            missing.difference_update((reason.number, line) for line in lines)
            missing.update(_list_required(moment, drawable, reason, lines))
    return tuple(reversed(found))


def merge_premises(found: Iterable[Premise]) -> tuple[Premise, ...]:
    """Merge premises that have the same reason into one premise with all of their lines."""
    # Compare reasons by identity, because equal reasons from different layers are different
    # premises.
    lines: dict[int, dict[Cells, None]] = {}
    reasons: dict[int, Reason] = {}
    for premise in found:
        reasons[id(premise.reason)] = premise.reason
        lines.setdefault(id(premise.reason), {}).update(dict.fromkeys(premise.lines))
    return tuple(Premise(reason, tuple(lines[key])) for key, reason in reasons.items())


def format_conclusion(conclusion: Reason, found: Sequence[Premise]) -> str:
    """Format a conclusion as one sentence that a player can check after reading its premises."""
    out = sum(len(premise.lines) for premise in found)
    if not out:
        return conclusion.text
    return f"without {'that line' if out == 1 else 'these lines'}, {conclusion.text}"


def _list_ruled_out(drawable: Sequence[Lines], reason: Reason) -> Iterator[Cells]:
    """Yield the drawable lines that a reason rules out for its number."""
    away = None
    if reason.kind == rulesets.DEPENDENCY and reason.number not in reason.others:
        # ``others`` are the numbers that reached the first dot. Any other number reached only the
        # second dot and was removed from its reach.
        away = reason.hinges[1]
    for line in drawable[reason.number]:
        if line in reason.kills or away in line:
            yield line


def _list_required(
    moment: DeductionMoment, drawable: Sequence[Lines], reason: Reason, lines: Lines
) -> Iterator[Option]:
    """Yield the drawable lines that a reason assumes to be impossible.

    ``lines`` are the lines that the reason itself rules out.
    """
    numbers = range(len(drawable))
    if reason.kind == rulesets.COVER:
        yield from _list_lines_over(
            drawable, _exclude_numbers(numbers, {reason.number}), reason.claims
        )
    elif reason.kind == rulesets.FIT:
        left = [line for line in drawable[reason.number] if line not in reason.options]
        yield from ((reason.number, line) for line in left)
    elif reason.kind == rulesets.SQUARE:
        pair = {reason.number, *reason.others}
        yield from _list_lines_over(drawable, _exclude_numbers(numbers, pair), reason.hinges)
    elif reason.kind == rulesets.DEPENDENCY:
        dot, other = reason.hinges
        for number, line in _list_lines_over(drawable, numbers, (dot,)):
            if other not in line or number not in reason.others:
                yield number, line
    elif reason.kind == rulesets.ONE_OF:
        (cell,) = reason.hinges
        for number in reason.others:
            for line in drawable[number]:
                if cell not in line and not all(set(line) & set(each) for each in lines):
                    yield number, line
    elif reason.kind == rulesets.UNCONTESTED:
        yield from _list_lines_over(drawable, (reason.number,), moment.open_dots)
        yield from _list_lines_over(
            drawable, _exclude_numbers(numbers, {reason.number}), reason.claims
        )
    else:
        open_dots = set(moment.open_dots)
        spots = [cell for cell in reason.because if cell not in {*open_dots, *moment.owner}]
        yield from _list_lines_over(drawable, _exclude_numbers(numbers, {reason.number}), spots)
        for line in drawable[reason.number]:
            if open_dots.intersection(line) and not set(reason.claims) <= set(line):
                yield reason.number, line


def _exclude_numbers(numbers: Iterable[int], some: set[int]) -> list[int]:
    return [number for number in numbers if number not in some]


def _list_lines_over(
    drawable: Sequence[Lines], numbers: Iterable[int], cells: Iterable[Cell]
) -> Iterator[Option]:
    """Yield the lines of ``numbers`` that cover at least one of ``cells``."""
    wanted = set(cells)
    for number in numbers:
        yield from ((number, line) for line in drawable[number] if wanted.intersection(line))
