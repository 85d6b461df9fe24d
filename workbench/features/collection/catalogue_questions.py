"""What a catalogue asks: in which order, and which levels are shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from engine.catalogue.keys import asked
from workbench.commands import Action, each_unless, lacking
from workbench.features.collection.asking import ask_bar, ask_filter, ask_key, ask_order
from workbench.features.collection.views import CatalogueViews
from workbench.features.collection.words import fact_name, fact_value
from workbench.text.status import count
from workbench.ui.lists import PickableRow, PickRow
from workbench.ui.screen import CommandScreen
from workbench.ui.wall.bars import Bar

if TYPE_CHECKING:
    from workbench.ui.host import Host

LISTED = 500
"""Values of a fact that are listed."""


class CatalogueQuestions:
    """Asks on the screen of a catalogue."""

    def __init__(self, screen: CommandScreen, views: CatalogueViews) -> None:
        self._screen, self._views = screen, views

    @property
    def _app(self) -> Host:
        return self._screen.workbench

    def commands(self) -> Mapping[str, Action]:
        """What has to be asked for."""
        ask, pages = self._screen.ask, self._views.pages
        some = lacking(lambda: pages.count, "no level is shown")
        any_ = lacking(lambda: pages.listing.total, "no level is in it")
        of_some: dict[str, Action] = {"catalogue.narrow": lambda: ask(self._narrow())}
        of_any: dict[str, Action] = {
            "catalogue.order": lambda: ask(self._order()),
            "catalogue.filter": lambda: ask(self._filter()),
            "catalogue.frequencies": lambda: ask(self._frequencies()),
        }
        return {**each_unless(some, of_some), **each_unless(any_, of_any)}

    async def _order(self) -> None:
        listing = self._views.pages.listing
        showing = await ask_order(self._app, "as they came", listing.keys, listing.showing)
        if showing is not None:
            await self._views.show(showing)

    async def _filter(self) -> None:
        listing = self._views.pages.listing
        parse = partial(asked, kinds=listing.kinds)
        showing = await ask_filter(self._app, "own.stars>=3", parse, listing.showing)
        if showing is not None:
            await self._views.show(showing)

    async def _narrow(self) -> None:
        """Asks for a bar of the histogram."""
        listing = self._views.pages.listing
        if not listing.bars:
            self._screen.say(f"no level has {fact_name(listing.key)}")
            return
        question = f"Show only levels with which {fact_name(listing.key)}?"
        at = await ask_bar(self._app, question, listing.bars)
        if at is not None:
            await self.narrow_to(listing.key, listing.bars[at])

    async def narrow_to(self, key: str, bar: Bar) -> None:
        """Shows only levels of a bar, of those that are shown."""
        await self._also(bar.asks(key))

    async def _also(self, condition: str) -> None:
        showing = self._views.pages.listing.showing
        where = f"({showing.where}) and {condition}" if showing.where else condition
        await self._views.show(replace(showing, where=where))

    async def _frequencies(self) -> None:
        """Lists the values of a fact; shows the levels of one."""
        listing, shelf = self._views.pages.listing, self._views.shelf
        key = await ask_key(self._app, "Frequencies of which fact?", listing.keys, listing.key)
        if key is None:
            return
        found = await shelf.run(partial(shelf.frequencies, listing.showing, key))
        most = max((number for _, number in found), default=1)
        rows = [_frequency(value, number, most) for value, number in found[:LISTED]]
        more = f", the first {LISTED}" if len(found) > LISTED else ""
        question = f"{fact_name(key)}: {count(len(found), 'value')}{more}. Show those of which?"
        at = await self._app.push_screen_wait(PickRow(question, rows))
        if at is not None:
            value = found[at][0]
            assert isinstance(value, str | int | float)
            await self._also(Bar("", value, value, 0).asks(key))


def _frequency(value: object, number: int, most: int) -> PickableRow:
    bar = "#" * max(round(number / most * 20), 1)
    refused = "what is not there cannot be asked for" if value is None else None
    return PickableRow(fact_value(value), note=f"{number:>9,} {bar}", refused=refused)
