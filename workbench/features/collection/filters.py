"""Level filters: a condition, a fact to sort by, and a kind of stack for similar levels.

A gallery applies a filter itself, in three steps. It drops the levels that do not satisfy the
condition, sorts the rest by a fact, and puts levels with the same *stack key* into one stack. For
stacks of equal boards, the key is the board's fingerprint, which is the same for all eight
rotations and reflections. For equal solutions, the key is whichever of the eight images of the
moves comes first alphabetically: a quarter turn maps ``RU`` to ``DR``, and both have the key
``DL``. For a catalogue, a filter is translated into a query instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, get_args

from engine.errors import LevelError
from engine.evaluation.board_facts import list_fact_types
from engine.game.game import Game
from engine.game.level_expressions import has_words
from engine.generation.variants import Variant
from engine.values.expression import ExpressionError, get_fact, is_satisfied, parse_expression
from engine.values.level import Level, Table, format_canonical_board
from engine.values.toml_fields import read_value, read_word
from workbench.ui.wall.wall import Choice

StackKind = Literal["board", "solution", "walls"]
"""The property shared by stacked levels: the board (up to symmetry), the solution or the walls."""

_SYMMETRIES = ("RULD", "URDL", "LURD", "DLUR", "ULDR", "LDRU", "DRUL", "RDLU")
"""The images of the moves R, U, L and D, in this order, under each symmetry of the square."""

STACK_KINDS: tuple[StackKind | None, ...] = (*get_args(StackKind), None)
"""The kinds of stacks, in the order in which a command steps through them; None turns them off."""


@dataclass(frozen=True, slots=True)
class LevelFilter:
    """A rule that selects the levels to show, and sorts and stacks them.

    Attributes:
        where: The expression that levels must satisfy; empty to show all levels.
        sort: The fact to sort by; None for the original order.
        descending: True to start with the largest value.
        bar_condition: The expression for the chosen histogram bar; empty if none is chosen.
        stack: The kind of stacks; None for no stacks.
    """

    where: str = ""
    sort: str | None = None
    descending: bool = False
    bar_condition: str = ""
    stack: StackKind | None = None


def build_filter_table(level_filter: LevelFilter) -> dict[str, Any]:
    """Return a journal entry for the filter, in the form that :func:`read_filter` reads."""
    view = {
        "order": level_filter.sort,
        "backwards": level_filter.descending,
        "filter": level_filter.where,
    }
    return {"show": {**view, "narrowed": level_filter.bar_condition, "stack": level_filter.stack}}


def read_filter(entry: Table, game: Game) -> LevelFilter:
    """Read a gallery's filter from a journal entry.

    Raises:
        LevelError: The entry is malformed, or an expression is invalid.
    """
    table = read_value(entry, "show", dict)
    order = read_value(table, "order", str, "show.", None)
    if order is not None:
        read_word(table, "order", [*list_fact_types([game])], "show.")
    stack = read_value(table, "stack", str, "show.", None)
    if stack is not None:
        stack = read_word(table, "stack", get_args(StackKind), "show.")
    showing = LevelFilter(
        where=read_value(table, "filter", str, "show.", ""),
        sort=order,
        descending=read_value(table, "backwards", bool, "show.", False),
        bar_condition=read_value(table, "narrowed", str, "show.", ""),
        stack=stack,
    )
    # Refuse an invalid expression now, because it would fail whenever levels are shown.
    for key, text in (("filter", showing.where), ("narrowed", showing.bar_condition)):
        try:
            _ = text and compile_condition(game, text)
        except ExpressionError as error:
            raise LevelError(str(error), key=f"show.{key}") from error
    return showing


def build_stacks(
    game: Game,
    items: Sequence[Variant],
    stack_keys: Sequence[Mapping[StackKind, str]],
    choices: Mapping[int, Choice],
    level_filter: LevelFilter,
) -> list[list[int]]:
    """Filter, sort and stack the levels. Return each stack as a list of level numbers."""
    texts = [text for text in (level_filter.where, level_filter.bar_condition) if text]
    conditions = [compile_condition(game, text) for text in texts]
    shown = [
        n
        for n, exhibit in enumerate(items)
        if all(holds_of(exhibit, choices.get(n, "")) for holds_of in conditions)
    ]
    # A dict keeps its insertion order, so each stack appears where its first level was.
    stacks: dict[object, list[int]] = {}
    for n in _sort_levels(shown, items, level_filter):
        key = n if level_filter.stack is None else stack_keys[n][level_filter.stack]
        stacks.setdefault(key, []).append(n)
    return [*stacks.values()]


def _sort_levels(
    numbers: Sequence[int], items: Sequence[Variant], level_filter: LevelFilter
) -> Sequence[int]:
    """Sort levels by the filter's fact. In either direction, levels that lack it come last."""
    key = level_filter.sort
    if key is None:
        return numbers
    values = {n: get_fact(items[n].facts, key) for n in numbers}
    # A missing value cannot be compared with a number or a string.
    known = [n for n in numbers if values[n] is not None]
    known.sort(key=lambda n: _build_sort_key(values[n]), reverse=level_filter.descending)
    return [*known, *(n for n in numbers if values[n] is None)]


def compile_condition(game: Game, text: str) -> Callable[[Variant, Choice], bool]:
    """Compile an expression into a predicate that treats a level's decision as one of its tags.

    Raises:
        ExpressionError: The expression is not valid for the game's facts.
    """
    expression = parse_expression(text, list_fact_types([game]), allow_words=True)

    def is_match(exhibit: Variant, choice: Choice) -> bool:
        level, tags = exhibit.level, (*exhibit.level.tags, choice)
        # Plain words in an expression can match the title, the origin or a tag.
        words = (level.title, exhibit.origin, *tags)
        known = {**exhibit.facts, "game": level.game, "title": level.title, "author": level.author}
        return is_satisfied(expression, known, tags, partial(has_words, words))

    return is_match


def _build_sort_key(value: object) -> tuple[bool, Any]:
    """Return a sort key that puts numbers and booleans before strings."""
    return isinstance(value, str), value


def list_stack_keys(game: Game, level: Level, facts: Mapping[str, Any]) -> Mapping[StackKind, str]:
    """Return a level's key for each kind of stack. Levels with the same key form a stack."""
    moves = str(facts.get("solution") or "")
    return {
        "board": game.boards.compute_fingerprint(level.board).hex(),
        # An unsolved level has no moves. Its board is the key, so that it is not stacked with
        # others.
        "solution": _canonicalize_moves(moves) or format_canonical_board(level.board),
        "walls": _canonicalize_tiles(game.boards.draw_picture(level.board).tiles),
    }


def _canonicalize_tiles(tiles: Sequence[Sequence[str]]) -> str:
    """Return a string that is the same for ``tiles`` and all their rotations and reflections."""
    images = []
    # The eight symmetries are the four quarter turns, each with and without a reflection.
    for _ in range(4):
        tiles = [*zip(*tiles[::-1], strict=True)]
        images += [tiles, [row[::-1] for row in tiles]]
    return min("\n".join("|".join(row) for row in image) for image in images)


def _canonicalize_moves(moves: str) -> str:
    """Return a string that is the same for ``moves`` and all their rotations and reflections."""
    # Moves in another notation are returned unchanged, because their symmetries are not known.

    if not moves or not set(moves) <= set("RULD"):
        return moves
    return min(moves.translate(str.maketrans("RULD", turn)) for turn in _SYMMETRIES)
