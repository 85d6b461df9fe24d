"""Questions of every screen of levels: in which order, and which of them are shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.values.expression import ExpressionError
from workbench.features.collection.showing import Showing
from workbench.features.collection.words import fact_name
from workbench.ui.dialogs import Ask
from workbench.ui.lists import PickableRow, PickRow
from workbench.ui.wall.bars import Bar, bar_lines

if TYPE_CHECKING:
    from workbench.ui.host import Host

_BARS = 44
"""Columns of a bar with its label and its number."""


async def ask_key(app: Host, question: str, keys: Sequence[str], now: str | None) -> str | None:
    """Ask for one of some facts, with the cursor on the present one; None for none."""
    rows = [PickableRow(fact_name(key)) for key in keys]
    cursor = keys.index(now) if now in keys else 0
    at = await app.push_screen_wait(PickRow(question, rows, cursor))
    return None if at is None else keys[at]


async def ask_order(app: Host, first: str, keys: Sequence[str], showing: Showing) -> Showing | None:
    """Ask by which fact levels are ordered; the same fact again turns the order round.

    Args:
        app: that asks.
        first: what the order in which levels came is called.
        keys: the facts to choose from.
        showing: what is shown now.

    Returns:
        What is to be shown, or None if nothing was chosen.
    """
    question = "Order by which fact? The same again turns it round."
    picked = await ask_key(app, question, [first, *keys], showing.sort)
    if picked is None:
        return None
    key = None if picked == first else picked
    again = key is not None and key == showing.sort
    return replace(showing, sort=key, falling=again and not showing.falling)


async def ask_filter(
    app: Host, example: str, parse: Callable[[str], object], showing: Showing
) -> Showing | None:
    """Ask for the expression that has to hold of levels.

    Args:
        app: that asks.
        example: of an expression, after two that every screen takes.
        parse: raises an ExpressionError for a text that is no expression.
        showing: what is shown now.

    Returns:
        What is to be shown, or None if nothing was answered.
    """

    def fault(text: str) -> str | None:
        """What is wrong with an expression; None if nothing is, and for an empty text."""
        try:
            _ = text.strip() and parse(text.strip())
        except ExpressionError as problem:
            return str(problem)
        return None

    prompt = f"Show only levels such as: moves>8, tag:kept, {example} (empty: all)"
    text = await app.push_screen_wait(Ask(prompt, showing.where, fault))
    return None if text is None else replace(showing, where=text.strip())


async def ask_bar(app: Host, question: str, found: Sequence[Bar], *others: str) -> int | None:
    """Ask for a bar of a histogram, or one of other rows below; return its number, or None."""
    plain = app.theme_glyphs.ascii
    lines = bar_lines(found, _BARS, plain=plain) if found else ()
    texts = ["".join(text for text, _ in line) for line in lines]
    at: int | None = await app.push_screen_wait(
        PickRow(question, [PickableRow(text) for text in (*texts, *others)])
    )
    return at
