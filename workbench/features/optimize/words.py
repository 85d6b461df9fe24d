"""A family and an optimisation in words: titles, rows and the sentence about one level."""

from __future__ import annotations

from collections.abc import Sequence

from engine.staging.lineage import Relative
from workbench.features.optimize.walking import FamilyWalk
from workbench.session.making.optimisations import Optimisation
from workbench.text.status import count
from workbench.theme.theming import Theme
from workbench.ui.lines import Line, Span, columns, wrap

WORDY = 36
"""Columns from which a row has room for words."""


def title(shown: Optimisation) -> str:
    """Which optimisation it is, and what has become of it."""
    return f"Run {shown.number} · {shown.state} · seed {shown.recipe.seed}"


def family_title(walk: FamilyWalk) -> str:
    """How large the family is, and how far the cursor's level is from the first."""
    generation = f"generation {walk.depth}/{len(walk.branch) - 1}"
    return f"Family · {generation} · {len(walk.tree):,} kept"


class Columns:
    """The columns of numbers in a list of levels, as wide as their numbers."""

    HEADS = ("step", "score", "gain")

    def __init__(self, steps: Sequence[int], scores: Sequence[int]) -> None:
        low, high = min(scores), max(scores)
        texts = (f"{max(steps):,}", max(f"{low:,}", f"{high:,}", key=len), f"{high - low:+,}")
        self._widths = [max(map(len, pair)) for pair in zip(self.HEADS, texts, strict=True)]

    @property
    def heading(self) -> Line:
        """What the columns are."""
        words = (f"{h:>{wide}}" for h, wide in zip(self.HEADS, self._widths, strict=True))
        return [(f" {' '.join(words)}", "muted")]

    def numbers(self, step: int, score: int, gain: int | None, *, here: bool = False) -> list[Span]:
        """The columns of one level; no gain for the first one."""
        wide, high, far = self._widths
        change = "" if gain is None else f"{gain:+,}" if gain else "="
        role = "good" if gain and gain > 0 else "bad" if gain and gain < 0 else "muted"
        numbers = f"{step:>{wide},} {score:>{high},}"
        return [(numbers, "selected" if here else ""), (f" {change:>{far}}", role)]


def growth_row(
    growth: Sequence[tuple[int, int]], number: int, layout: Columns, theme: Theme
) -> Line:
    """An improvement, as a row."""
    step, score = growth[number]
    gain = score - growth[number - 1][1] if number else None
    star = theme.symbol("won") if number else ""
    return [(" ", ""), *layout.numbers(step, score, gain), (f" {star}", "path")]


def row(
    walk: FamilyWalk,
    depth: int,
    relative: Relative | None,
    layout: Columns,
    theme: Theme,
    width: int,
) -> Line:
    """A level of the branch, as a row.

    ``relative`` is None while the level has not been made once more.
    """
    tree, entry = walk.tree, walk.branch[depth]
    gain = tree.score(entry) - tree.score(walk.branch[depth - 1]) if depth else None
    here = depth == walk.depth
    number, among = walk.siblings(entry)
    kin: list[Span] = [(f" {number}/{among}", "key" if here else "muted")] if among > 1 else []
    words = "the first level"
    if depth:
        words = "; ".join(relative.changes) if relative is not None else theme.symbol("more")
    left: list[Span] = [
        (theme.symbol("right") if here else " ", "key"),
        *layout.numbers(tree.iteration(entry), tree.score(entry), gain, here=here),
        (f" {theme.symbol('won') if walk.is_record(depth) else ' '} ", "path"),
    ]
    if width >= WORDY:
        left.append((words, "" if entry in tree.bloodline else "muted"))
    return columns(left, kin, width)


def relative_lines(
    walk: FamilyWalk, relative: Relative | None, width: int, height: int
) -> Sequence[Line]:
    """The level of the cursor in full."""
    entry = walk.entry
    number, among = walk.siblings(entry)
    where = "on the way to the best" if entry in walk.tree.bloodline else "not on the way to it"
    if entry == walk.tree.best:
        where = "the best"
    kin = f", {number} of {count(among, 'level')} kept from its parent" if among > 1 else ""
    children = len(walk.tree.children(entry))
    from_it = f"{count(children, 'level')} kept from it" if children else "nothing kept from it"
    changes = [] if relative is None else list(relative.changes)
    sentences = [*changes, f"{where}{kin}; {from_it}"]
    if height < 1:
        return []
    lines = wrap("; ".join(sentences), width, max_lines=height)
    return [[(line, "")] for line in lines]
