"""The text that describes the differences between two levels, shown below their boards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from workbench.features.comparison import differences
from workbench.features.comparison.model import LevelComparison, SideBySide
from workbench.text import quantity_text
from workbench.ui.styled_lines import Line, wrap_text

MAX_CELLS = 12
"""The largest number of differing cells to list individually."""

Paragraph = tuple[str, str]
"""The text of a paragraph, and its role in the theme."""


def draw_lines(paragraphs: Sequence[Paragraph], width: int, height: int) -> Iterable[Line]:
    """Yield at least one line for each paragraph. Titles are the first to get further lines."""
    wrapped = [wrap_text(text, max(width, 10)) or [""] for text, _ in paragraphs]
    spare = height - len(wrapped)
    rooms = [1] * len(wrapped)
    # Spare lines go to the titles first, then to the other paragraphs in order.
    for n in sorted(range(len(wrapped)), key=lambda n: paragraphs[n][1] != "title"):
        more = max(min(len(wrapped[n]) - 1, spare), 0)
        rooms[n] += more
        spare -= more
    for (_, role), broken, room in zip(paragraphs, wrapped, rooms, strict=True):
        # The last line holds all the remaining text; the pane cuts it off at its edge.
        yield from ([(line, role)] for line in broken[: room - 1])
        yield [(" ".join(broken[room - 1 :]), role)]


def list_paragraphs(comparison: LevelComparison, views: SideBySide) -> list[Paragraph]:
    """Return paragraphs that say how the levels differ and what the current step shows."""
    said = [(_describe_cells(comparison, views), "differs" if views.cells else "muted")]
    game, left, right = comparison.game, comparison.left, comparison.right
    said.append((differences.compare_solutions(game, left, right), "title"))
    if left.level is not None and right.level is not None:
        settings = differences.compare_settings(game, left.level, right.level)
        if settings:
            said.append((f"different settings, left | right: {' · '.join(map(str, settings))}", ""))
    if comparison.steps is not None:
        left_says, right_says = views.left.caption, views.right.caption
        if left_says == right_says:
            said.append((f"both: {left_says}", "muted"))
        else:
            said += [(f"left: {left_says}", "muted"), (f"right: {right_says}", "muted")]
    return said


def _describe_cells(comparison: LevelComparison, views: SideBySide) -> str:
    if comparison.left.level is None or comparison.right.level is None:
        side = comparison.left if comparison.left.level is None else comparison.right
        return f"{side.label}: {side.problem or 'being generated'}"
    number = len(views.cells)
    if not number:
        return "no cells differ"
    listed = " ".join(
        quantity_text.format_brief_place(views.left.picture, *c) for c in views.cells[:MAX_CELLS]
    )
    more = " …" if number > MAX_CELLS else ""
    verb = "differs" if number == 1 else "differ"
    return f"{quantity_text.format_count(number, 'cell')} {verb}: {listed}{more}"
