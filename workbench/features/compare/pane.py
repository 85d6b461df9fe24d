"""How two levels differ, in words, below their boards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from workbench.features.compare import differences
from workbench.features.compare.model import LevelComparison, SideBySide
from workbench.text import status
from workbench.ui.lines import Line, wrap

MOST_CELLS = 12
"""Cells that are named one by one."""

Paragraph = tuple[str, str]
"""A text and its role."""


def lines(said: Sequence[Paragraph], width: int, height: int) -> Iterable[Line]:
    """Paragraphs, each on a line; those above go on where there is room, titles first."""
    wrapped = [wrap(text, max(width, 10)) or [""] for text, _ in said]
    spare = height - len(wrapped)
    rooms = [1] * len(wrapped)
    for n in sorted(range(len(wrapped)), key=lambda n: said[n][1] != "title"):
        more = max(min(len(wrapped[n]) - 1, spare), 0)
        rooms[n] += more
        spare -= more
    for (_, role), broken, room in zip(said, wrapped, rooms, strict=True):
        yield from ([(line, role)] for line in broken[: room - 1])
        yield [(" ".join(broken[room - 1 :]), role)]


def paragraphs(comparison: LevelComparison, showing: SideBySide) -> list[Paragraph]:
    """A comparison in words: what differs, what was set otherwise, what just happened."""
    said = [(_cells(comparison, showing), "differs" if showing.cells else "muted")]
    game, left, right = comparison.game, comparison.left, comparison.right
    said.append((differences.solutions(game, left, right), "title"))
    if left.level is not None and right.level is not None:
        settings = differences.settings(game, left.level, right.level)
        if settings:
            said.append((f"set otherwise, left | right: {' · '.join(map(str, settings))}", ""))
    if comparison.steps is not None:
        left_says, right_says = showing.left.caption, showing.right.caption
        if left_says == right_says:
            said.append((f"both: {left_says}", "muted"))
        else:
            said += [(f"left: {left_says}", "muted"), (f"right: {right_says}", "muted")]
    return said


def _cells(comparison: LevelComparison, showing: SideBySide) -> str:
    if comparison.left.level is None or comparison.right.level is None:
        side = comparison.left if comparison.left.level is None else comparison.right
        return f"{side.label}: {side.problem or 'is being made'}"
    number = len(showing.cells)
    if not number:
        return "no cell differs here"
    listed = " ".join(
        status.place_brief(showing.left.picture, *c) for c in showing.cells[:MOST_CELLS]
    )
    more = " …" if number > MOST_CELLS else ""
    verb = "differs" if number == 1 else "differ"
    return f"{status.count(number, 'cell')} {verb}: {listed}{more}"
