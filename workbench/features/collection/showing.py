"""Which levels are shown: filtered by expressions, ordered by a fact, stacked by likeness."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, get_args

from engine.errors import LevelError
from engine.evaluation.boardfacts import kinds_of_boards
from engine.game.game import Game
from engine.values.entries import take, word
from engine.values.expression import ExpressionError, fact, holds, parse
from engine.values.level import Table
from workbench.features.collection.exhibits import Exhibit, Likeness
from workbench.ui.wall.wall import Choice

STACKS: tuple[Likeness | None, ...] = (*get_args(Likeness), None)
"""What can be stacked, in the order in which it is gone through."""


@dataclass(frozen=True, slots=True)
class Showing:
    """Which levels are shown, and in which order.

    Attributes:
        where: the expression that has to hold; empty for all.
        sort: the fact that orders them; None for the order in which they came.
        falling: the greatest first.
        narrowed: the expression of the bar that was chosen; empty for none.
        stack: in what levels are alike that are stacked; None for no stacks.
    """

    where: str = ""
    sort: str | None = None
    falling: bool = False
    narrowed: str = ""
    stack: Likeness | None = None


def view_table(showing: Showing) -> dict[str, Any]:
    """Return the entry that :func:`read_view` reads."""
    view = {"order": showing.sort, "backwards": showing.falling, "filter": showing.where}
    return {"show": {**view, "narrowed": showing.narrowed, "stack": showing.stack}}


def read_view(entry: Table, game: Game) -> Showing:
    """Read what of a gallery is shown.

    Raises:
        LevelError: an entry of another type, or a filter that is no expression.
    """
    table = take(entry, "show", dict)
    order = take(table, "order", str, "show.", None)
    if order is not None:
        word(table, "order", [*kinds_of_boards([game])], "show.")
    stack = take(table, "stack", str, "show.", None)
    if stack is not None:
        stack = word(table, "stack", get_args(Likeness), "show.")
    showing = Showing(
        where=take(table, "filter", str, "show.", ""),
        sort=order,
        falling=take(table, "backwards", bool, "show.", False),
        narrowed=take(table, "narrowed", str, "show.", ""),
        stack=stack,
    )
    for key, text in (("filter", showing.where), ("narrowed", showing.narrowed)):
        try:
            _ = text and condition(game, text)
        except ExpressionError as error:
            raise LevelError(str(error), key=f"show.{key}") from error
    return showing


def stacked(
    game: Game, exhibits: Sequence[Exhibit], choices: Mapping[int, Choice], showing: Showing
) -> list[list[int]]:
    """The numbers of the levels that are shown, in order, those of a stack together."""
    texts = [text for text in (showing.where, showing.narrowed) if text]
    conditions = [condition(game, text) for text in texts]
    shown = [
        n
        for n, exhibit in enumerate(exhibits)
        if all(holds_of(exhibit, choices.get(n, "")) for holds_of in conditions)
    ]
    stacks: dict[object, list[int]] = {}
    for n in _ordered(shown, exhibits, showing):
        alike = n if showing.stack is None else exhibits[n].alike[showing.stack]
        stacks.setdefault(alike, []).append(n)
    return [*stacks.values()]


def _ordered(
    numbers: Sequence[int], exhibits: Sequence[Exhibit], showing: Showing
) -> Sequence[int]:
    """Levels by a fact; at the end those that have it not."""
    key = showing.sort
    if key is None:
        return numbers
    values = {n: fact(exhibits[n].facts, key) for n in numbers}
    known = [n for n in numbers if values[n] is not None]
    known.sort(key=lambda n: _rank(values[n]), reverse=showing.falling)
    return [*known, *(n for n in numbers if values[n] is None)]


def condition(game: Game, text: str) -> Callable[[Exhibit, Choice], bool]:
    """Whether an expression holds for a level; what was decided about it is among its tags.

    Raises:
        ExpressionError: it is none over facts of the game.
    """
    expression = parse(text, kinds_of_boards([game]), words=True)

    def asked(exhibit: Exhibit, choice: Choice) -> bool:
        """Asks it of the facts, the tags and the words of a level."""
        level, tags = exhibit.level, (*exhibit.level.tags, choice)
        words = (level.title, exhibit.origin, *tags)
        known = {**exhibit.facts, "game": level.game, "title": level.title, "author": level.author}
        return holds(expression, known, tags, partial(_said, words))

    return asked


def _said(texts: Iterable[str], words: str) -> bool:
    """Whether words are in one of some texts."""
    return any(words.casefold() in text.casefold() for text in texts)


def _rank(value: object) -> tuple[bool, Any]:
    """A value to order by: numbers and truths before words."""
    return isinstance(value, str), value
