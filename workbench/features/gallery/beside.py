"""What stands beside the wall: the level under the cursor, a histogram, why levels were refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from textual import events
from textual.message import Message

from engine.game.game import Game
from engine.making.wishes import kinds_of_boards
from engine.values.expression import fact
from workbench.document import verdict
from workbench.document.status import count
from workbench.features.gallery.gallery import Gallery
from workbench.features.gallery.making import Run
from workbench.ui.lines import Line, WordsPane, cut
from workbench.ui.wall.bars import Bar, Value, bar_lines, bars
from workbench.ui.wall.wall import Tile

REASONS = 8
"""Reasons of refusals that are listed."""
_FIRST = ("moves", "turns", "layers", "difficulty", "stars")
"""Facts to order by that come first, where a game has them."""
_UNTELLING = frozenset(
    ("solution", "complete", "solvable", "optimal", "states_seen", "transitions", "expanded")
)
"""Facts that are the same of all levels that are kept, or tell more of the search."""


class GalleryTiles:
    """The stacks of a gallery as tiles of the wall.

    Attributes:
        marked: the number of the level that waits to be compared; None for none.
    """

    def __init__(self, gallery: Gallery) -> None:
        self._gallery = gallery
        self._tiles: dict[int, Tile] = {}
        self.marked: int | None = None

    @property
    def game(self) -> str:
        """The name of the game."""
        return self._gallery.game.name

    @property
    def count(self) -> int:
        """How many stacks there are."""
        return len(self._gallery.stacks)

    def tile(self, place: int) -> Tile:
        """The first level of the stack at a place that is not rejected, else the first."""
        gallery, stack = self._gallery, self._gallery.stacks[place]
        number = top_of(gallery, stack)
        if number not in self._tiles:
            exhibit = gallery.exhibits[number]
            picture = gallery.game.boards.picture(exhibit.level.board)
            caption = caption_of(gallery.game, exhibit.facts)
            self._tiles[number] = Tile(number, picture, caption)
        drawn, choice = self._tiles[number], gallery.choices.get(number, "")
        marked = self.marked in stack
        if (drawn.choice, drawn.alike, drawn.marked) != (choice, len(stack), marked):
            drawn = Tile(number, drawn.picture, drawn.caption, choice, len(stack), marked)
            self._tiles[number] = drawn
        return drawn


class BesidePane(WordsPane):
    """The histogram and the reasons; a bar can be clicked."""

    @dataclass
    class Picked(Message):
        """A bar was clicked, by its number from 0."""

        bar: int

    def on_click(self, event: events.Click) -> None:
        """Hands the bar on; the heading stands above the first."""
        offset = event.get_content_offset(self)
        if offset is not None and offset.y > 0:
            self.post_message(self.Picked(offset.y - 1))


def caption_of(game: Game, facts: Mapping[str, Any]) -> str:
    """The two or three facts that tell levels of a game apart, in a few words."""
    short, ways = verdict.short(game, facts), facts.get("shortest_solutions")
    one_fact = len(short.split()) == len(("7", "moves"))
    return f"{short} {count(ways, 'way')}" if one_fact and ways else short


def top_of(gallery: Gallery, stack: Sequence[int]) -> int:
    """The number of the level of a stack that is shown: the first that is not rejected."""
    return next((n for n in stack if gallery.choices.get(n) != "rejected"), stack[0])


def orders(gallery: Gallery) -> list[str]:
    """The facts that levels can be ordered by: those that are not the same of all."""
    found: dict[str, set[Value]] = {}
    for key in kinds_of_boards([gallery.game]).keys() - _UNTELLING:
        values = {fact(exhibit.facts, key) for exhibit in gallery.exhibits} - {None}
        if len(values) > 1 or (values and key in _FIRST):
            found[key] = values
    return [*(key for key in _FIRST if key in found), *sorted(found.keys() - set(_FIRST))]


def histogram(gallery: Gallery) -> tuple[str, Sequence[Bar]]:
    """The fact that is told by a histogram, and its bars, of the levels that are shown."""
    key = gallery.showing.order or next(iter(orders(gallery)), "")
    shown = (n for stack in gallery.stacks for n in stack)
    values = (
        fact(gallery.exhibits[n].facts, key) for n in shown if gallery.choices.get(n) != "rejected"
    )
    return key, bars(value for value in values if value is not None)


def lines(gallery: Gallery, run: Run | None, *, plain: bool, width: int) -> Iterator[Line]:
    """The histogram, and why levels were refused."""
    key, found = histogram(gallery)
    if found:
        yield [(key.replace("_", " "), "key")]
        yield from bar_lines(found, width, plain=plain)
        yield [("", "")]
    yield from _refused(gallery, run, width)


def _refused(gallery: Gallery, run: Run | None, width: int) -> Iterable[Line]:
    reasons = gallery.rejections + Counter({} if run is None else run.refused)
    if not reasons:
        return
    yield [("refused", "key"), (f" {sum(reasons.values()):,}", "muted")]
    for reason, number in reasons.most_common(REASONS):
        yield cut([(f"{number:>6,} {reason}", "muted")], width)
