"""Titles, rows and descriptions that present an optimisation and its family as text."""

from __future__ import annotations

from collections.abc import Sequence

from engine.stages.lineage import LineageMember
from workbench.features.optimisation.family_cursor import FamilyCursor
from workbench.session.generation.optimisations import Optimisation
from workbench.text.quantity_text import format_count
from workbench.theme.theme_loader import Theme
from workbench.ui.styled_lines import Line, Span, justify_line, wrap_text

MIN_TEXT_WIDTH = 36
"""The minimum width, in columns, of a row that describes a level's changes."""


def format_title(optimisation: Optimisation) -> str:
    """Return a title with the optimisation's number, state and seed."""
    return f"Run {optimisation.number} · {optimisation.state} · seed {optimisation.recipe.seed}"


def format_family_title(cursor: FamilyCursor) -> str:
    """Return a title with the generation of the cursor's level and the size of the family."""
    generation = f"generation {cursor.depth}/{len(cursor.branch) - 1}"
    return f"Family · {generation} · {len(cursor.tree):,} kept"


class NumberColumns:
    """The numeric columns in a list of levels, each as wide as its heading or widest number."""

    HEADS = ("step", "score", "gain")

    def __init__(self, steps: Sequence[int], scores: Sequence[int]) -> None:
        low, high = min(scores), max(scores)
        texts = (f"{max(steps):,}", max(f"{low:,}", f"{high:,}", key=len), f"{high - low:+,}")
        self._widths = [max(map(len, pair)) for pair in zip(self.HEADS, texts, strict=True)]

    @property
    def heading(self) -> Line:
        """The line with the column headings."""
        words = (f"{h:>{wide}}" for h, wide in zip(self.HEADS, self._widths, strict=True))
        return [(f" {' '.join(words)}", "muted")]

    def format_numbers(
        self, step: int, score: int, gain: int | None, *, here: bool = False
    ) -> list[Span]:
        """Return one level's numbers, aligned with the columns.

        Args:
            step: The step at which the level was accepted.
            score: The level's score.
            gain: The difference from the parent's score, or None for the first level.
            here: True if the level is under the cursor.
        """
        wide, high, far = self._widths
        change = "" if gain is None else f"{gain:+,}" if gain else "="
        role = "good" if gain and gain > 0 else "bad" if gain and gain < 0 else "muted"
        numbers = f"{step:>{wide},} {score:>{high},}"
        return [(numbers, "selected" if here else ""), (f" {change:>{far}}", role)]


def format_growth_row(
    growth: Sequence[tuple[int, int]], number: int, layout: NumberColumns, theme: Theme
) -> Line:
    """Return the row for the improvement at index ``number`` in ``growth``."""
    step, score = growth[number]
    gain = score - growth[number - 1][1] if number else None
    star = theme.get_symbol("won") if number else ""
    return [(" ", ""), *layout.format_numbers(step, score, gain), (f" {star}", "path")]


def format_row(
    cursor: FamilyCursor,
    depth: int,
    relative: LineageMember | None,
    layout: NumberColumns,
    theme: Theme,
    width: int,
) -> Line:
    """Return the row for one level on the cursor's branch.

    Args:
        cursor: The cursor in the family tree.
        depth: The level's index in the branch.
        relative: The level, or None if it has not been regenerated yet.
        layout: The numeric columns.
        theme: The theme to draw with.
        width: The width of the row in columns.
    """
    tree, entry = cursor.tree, cursor.branch[depth]
    gain = tree.get_score(entry) - tree.get_score(cursor.branch[depth - 1]) if depth else None
    here = depth == cursor.depth
    number, among = cursor.rank_siblings(entry)
    kin: list[Span] = [(f" {number}/{among}", "key" if here else "muted")] if among > 1 else []
    words = "the first level"
    if depth:
        words = "; ".join(relative.changes) if relative is not None else theme.get_symbol("more")
    left: list[Span] = [
        (theme.get_symbol("right") if here else " ", "key"),
        *layout.format_numbers(tree.get_iteration(entry), tree.get_score(entry), gain, here=here),
        (f" {theme.get_symbol('won') if cursor.is_record(depth) else ' '} ", "path"),
    ]
    if width >= MIN_TEXT_WIDTH:
        left.append((words, "" if entry in tree.best_line else "muted"))
    return justify_line(left, kin, width)


def draw_relative(
    cursor: FamilyCursor, relative: LineageMember | None, width: int, height: int
) -> Sequence[Line]:
    """Describe the level under the cursor, and say how many siblings and children it has.

    Args:
        cursor: The cursor in the family tree.
        relative: The level, or None if it has not been regenerated yet.
        width: The width of the text in columns.
        height: The largest number of lines to return.
    """
    entry = cursor.entry
    number, among = cursor.rank_siblings(entry)
    where = (
        "on the path to the best"
        if entry in cursor.tree.best_line
        else "not on the path to the best"
    )
    if entry == cursor.tree.best:
        where = "the best"
    kin = f", child {number} of {among} of its parent" if among > 1 else ""
    children = len(cursor.tree.list_children(entry))
    from_it = format_count(children, "child", "children") if children else "no children"
    changes = [] if relative is None else list(relative.changes)
    sentences = [*changes, f"{where}{kin}; {from_it}"]
    if height < 1:
        return []
    lines = wrap_text("; ".join(sentences), width, max_lines=height)
    return [[(line, "")] for line in lines]
