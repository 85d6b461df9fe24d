"""Which levels are shown: filtered by expressions, ordered by a fact, stacked by likeness."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, get_args

from engine.errors import LevelError
from engine.evaluation.boardfacts import kinds_of_boards
from engine.game.expressions import has_words
from engine.game.game import Game
from engine.generation.variants import Variant
from engine.values.entries import take, word
from engine.values.expression import ExpressionError, fact, holds, parse
from engine.values.level import Level, Table, canonical_board
from workbench.ui.wall.wall import Choice

Likeness = Literal["board", "solution", "walls"]
"""In what levels can be alike: the same up to symmetry, the same solution, the same walls."""

_TURNS = ("RULD", "URDL", "LURD", "DLUR", "ULDR", "LDRU", "DRUL", "RDLU")
"""What the moves right, up, left and down become under each symmetry of a square."""

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
    game: Game,
    exhibits: Sequence[Variant],
    alike: Sequence[Mapping[Likeness, str]],
    choices: Mapping[int, Choice],
    showing: Showing,
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
        key = n if showing.stack is None else alike[n][showing.stack]
        stacks.setdefault(key, []).append(n)
    return [*stacks.values()]


def _ordered(
    numbers: Sequence[int], exhibits: Sequence[Variant], showing: Showing
) -> Sequence[int]:
    """Levels by a fact; at the end those that have it not."""
    key = showing.sort
    if key is None:
        return numbers
    values = {n: fact(exhibits[n].facts, key) for n in numbers}
    known = [n for n in numbers if values[n] is not None]
    known.sort(key=lambda n: _rank(values[n]), reverse=showing.falling)
    return [*known, *(n for n in numbers if values[n] is None)]


def condition(game: Game, text: str) -> Callable[[Variant, Choice], bool]:
    """Whether an expression holds for a level; what was decided about it is among its tags.

    Raises:
        ExpressionError: it is none over facts of the game.
    """
    expression = parse(text, kinds_of_boards([game]), words=True)

    def asked(exhibit: Variant, choice: Choice) -> bool:
        """Asks it of the facts, the tags and the words of a level."""
        level, tags = exhibit.level, (*exhibit.level.tags, choice)
        words = (level.title, exhibit.origin, *tags)
        known = {**exhibit.facts, "game": level.game, "title": level.title, "author": level.author}
        return holds(expression, known, tags, partial(has_words, words))

    return asked


def _rank(value: object) -> tuple[bool, Any]:
    """A value to order by: numbers and truths before words."""
    return isinstance(value, str), value


def likenesses(game: Game, level: Level, facts: Mapping[str, Any]) -> Mapping[Likeness, str]:
    """What a level has in common with those that are alike."""
    moves = str(facts.get("solution") or "")
    return {
        "board": game.boards.fingerprint(level.board).hex(),
        "solution": _unturned(moves) or canonical_board(level.board),
        "walls": _unturned_ground(game.boards.picture(level.board).tiles),
    }


def _unturned_ground(tiles: Sequence[Sequence[str]]) -> str:
    """One text for all images of some tiles under the symmetries of a square."""
    images = []
    for _ in range(4):
        tiles = [*zip(*tiles[::-1], strict=True)]
        images += [tiles, [row[::-1] for row in tiles]]
    return min("\n".join("|".join(row) for row in image) for image in images)


def _unturned(moves: str) -> str:
    """One text for all images of some moves under the symmetries of a square."""
    if not moves or not set(moves) <= set("RULD"):
        return moves
    return min(moves.translate(str.maketrans("RULD", turn)) for turn in _TURNS)
