"""Dialogs for galleries and catalogues: the order, the filter, and a histogram bar."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.values.expression import ExpressionError
from workbench.features.collection.collection_text import format_fact_name
from workbench.features.collection.filters import LevelFilter
from workbench.ui.dialogs import LinePrompt
from workbench.ui.pick_list import PickableRow, PickRow
from workbench.ui.wall.histogram_bins import Bar, draw_bars

if TYPE_CHECKING:
    from workbench.ui.host import Host

_BAR_WIDTH = 44
"""The width in columns of a histogram bar, including its label and number."""


async def ask_key(app: Host, question: str, keys: Sequence[str], current: str | None) -> str | None:
    """Ask for one of several facts. Return None if the user cancels the dialog.

    The cursor starts at the fact ``current``.
    """
    rows = [PickableRow(format_fact_name(key)) for key in keys]
    cursor = keys.index(current) if current in keys else 0
    at = await app.push_screen_wait(PickRow(question, rows, cursor))
    return None if at is None else keys[at]


async def ask_order(
    app: Host, first: str, keys: Sequence[str], level_filter: LevelFilter
) -> LevelFilter | None:
    """Ask for the fact to sort by. Choosing the current fact again reverses the order.

    Args:
        app: The app in which to show the dialog.
        first: The label for the original order.
        keys: The facts to choose from.
        level_filter: The current filter and order.

    Returns:
        The new filter and order, or None if the user cancelled the dialog.
    """
    question = "Sort by which fact? Choose the current one to reverse the order."
    picked = await ask_key(app, question, [first, *keys], level_filter.sort)
    if picked is None:
        return None
    key = None if picked == first else picked
    # The original order cannot be reversed.
    again = key is not None and key == level_filter.sort
    return replace(level_filter, sort=key, descending=again and not level_filter.descending)


async def ask_filter(
    app: Host, example: str, parse: Callable[[str], object], level_filter: LevelFilter
) -> LevelFilter | None:
    """Ask for an expression that every level must satisfy to be shown.

    Args:
        app: The app in which to show the dialog.
        example: An expression to show as an example, after two that are valid on every screen.
        parse: A function that parses an expression, raising ExpressionError if it is invalid.
        level_filter: The current filter and order.

    Returns:
        The new filter and order, or None if the user cancelled the dialog.
    """

    def find_fault(text: str) -> str | None:
        try:
            _ = text.strip() and parse(text.strip())
        except ExpressionError as problem:
            return str(problem)
        return None

    prompt = (
        f"Show only levels with ... (such as moves>8, tag:kept or {example}; leave empty for all)"
    )
    text = await app.push_screen_wait(LinePrompt(prompt, level_filter.where, find_fault))
    return None if text is None else replace(level_filter, where=text.strip())


async def ask_bar(app: Host, question: str, bars: Sequence[Bar], *others: str) -> int | None:
    """Ask for a histogram bar or one of ``others``.

    Returns:
        The index of the choice, where ``others`` are counted after the bars; None if the user
        cancelled the dialog.
    """
    plain = app.theme_glyphs.is_ascii
    lines = draw_bars(bars, _BAR_WIDTH, plain=plain) if bars else ()
    texts = ["".join(text for text, _ in line) for line in lines]
    at: int | None = await app.push_screen_wait(
        PickRow(question, [PickableRow(text) for text in (*texts, *others)])
    )
    return at
