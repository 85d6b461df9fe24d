"""The catalogue screen's dialogs for the order, the filter, and the frequencies of values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from engine.catalogue.query_keys import parse_query
from workbench.commands import Action, guard_all, require_value
from workbench.features.collection.catalogue_views import CatalogueViews
from workbench.features.collection.collection_text import format_fact_name, format_fact_value
from workbench.features.collection.order_and_filter_dialogs import (
    ask_bar,
    ask_filter,
    ask_key,
    ask_order,
)
from workbench.text.quantity_text import format_count
from workbench.text.refusals import EMPTY_CATALOGUE, NO_LEVELS_SHOWN
from workbench.ui.pick_list import PickableRow, PickRow
from workbench.ui.screen import CommandScreen
from workbench.ui.wall.histogram_bins import Bar

if TYPE_CHECKING:
    from workbench.ui.host import Host

MAX_LISTED = 500
"""The largest number of values that are listed for a fact."""


class CatalogueQuestions:
    """The catalogue screen's commands that begin with a dialog."""

    def __init__(self, screen: CommandScreen, views: CatalogueViews) -> None:
        self._screen, self._views = screen, views

    @property
    def _app(self) -> Host:
        return self._screen.workbench

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions that ask for an order, a filter, a histogram bar or a fact."""
        ask, pages = self._screen.ask_question, self._views.pages
        some = require_value(lambda: pages.count, NO_LEVELS_SHOWN)
        any_ = require_value(lambda: pages.listing.total, EMPTY_CATALOGUE)
        of_some: dict[str, Action] = {"catalogue.narrow": lambda: ask(self._ask_bar())}
        of_any: dict[str, Action] = {
            "catalogue.order": lambda: ask(self._ask_order()),
            "catalogue.filter": lambda: ask(self._ask_filter()),
            "catalogue.frequencies": lambda: ask(self._show_frequencies()),
        }
        return {**guard_all(some, of_some), **guard_all(any_, of_any)}

    async def _ask_order(self) -> None:
        listing = self._views.pages.listing
        showing = await ask_order(
            self._app, "order of generation", listing.keys, listing.level_filter
        )
        if showing is not None:
            await self._views.show_levels(showing)

    async def _ask_filter(self) -> None:
        listing = self._views.pages.listing
        parse = partial(parse_query, kinds=listing.kinds)
        showing = await ask_filter(self._app, "own.stars>=3", parse, listing.level_filter)
        if showing is not None:
            await self._views.show_levels(showing)

    async def _ask_bar(self) -> None:
        """Ask for a bar of the histogram, and show only the levels that it counts."""
        listing = self._views.pages.listing
        if not listing.bars:
            self._screen.show_message(f"No level has the fact {format_fact_name(listing.key)}.")
            return
        question = f"Show only which values of {format_fact_name(listing.key)}?"
        at = await ask_bar(self._app, question, listing.bars)
        if at is not None:
            await self.narrow_to(listing.key, listing.bars[at])

    async def narrow_to(self, key: str, bar: Bar) -> None:
        """Restrict the visible levels to those counted by a bar of the histogram for ``key``."""
        await self._add_condition(bar.make_condition(key))

    async def _add_condition(self, condition: str) -> None:
        showing = self._views.pages.listing.level_filter
        where = f"({showing.where}) and {condition}" if showing.where else condition
        await self._views.show_levels(replace(showing, where=where))

    async def _show_frequencies(self) -> None:
        """Ask for a fact, list its values and their frequencies, and filter by the chosen value."""
        listing, catalogue = self._views.pages.listing, self._views.catalogue
        key = await ask_key(self._app, "Count the values of which fact?", listing.keys, listing.key)
        if key is None:
            return
        found = await catalogue.run(partial(catalogue.count_values, listing.level_filter, key))
        most = max((number for _, number in found), default=1)
        rows = [_build_row(value, number, most) for value, number in found[:MAX_LISTED]]
        more = f" (the first {MAX_LISTED} are listed)" if len(found) > MAX_LISTED else ""
        question = (
            f"{format_fact_name(key)}: {format_count(len(found), 'value')}{more}. "
            "Show levels with which value?"
        )
        at = await self._app.push_screen_wait(PickRow(question, rows))
        if at is not None:
            # Only bars can build conditions, so use a bar that covers just this value.
            value = found[at][0]
            assert isinstance(value, str | int | float)
            await self._add_condition(Bar("", value, value, 0).make_condition(key))


def _build_row(value: object, number: int, max_count: int) -> PickableRow:
    bar = "#" * max(round(number / max_count * 20), 1)
    # No condition selects the levels that lack the fact, so their row cannot be chosen.
    refused = "a missing value cannot be filtered" if value is None else None
    return PickableRow(format_fact_value(value), note=f"{number:>9,} {bar}", refusal=refused)
