"""Opening a gallery, a new one or one that was left, or a catalogue."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import EngineError
from engine.game import registry
from engine.values.level import Level
from workbench.commands import keymap
from workbench.features.collection.gallery import Gallery
from workbench.features.collection.journal import Journal, game_of, is_of_seen, journals, levels_in
from workbench.features.collection.seen import Seen
from workbench.text.status import count
from workbench.ui.lists import PickableRow, PickRow

if TYPE_CHECKING:
    from textual.widget import AwaitMount

    from workbench.ui.host import Host

MOST = 50
"""Galleries that are offered."""


def begin(app: Host, wish: Level) -> None:
    """Shows a new gallery, which fills itself by a wish."""
    journal = Journal.new(app.keeper.state.galleries, wish.game)
    show_gallery(app, Gallery.begin(wish, journal), fill=True)


def show_gallery(app: Host, gallery: Gallery, *, fill: bool = False) -> AwaitMount:
    """Show a gallery over the screen that is there; ``fill`` has levels made at once."""
    from workbench.features.collection.gallery_screen import GalleryScreen

    return app.push_screen(GalleryScreen(gallery, fill=fill))


async def go_on(app: Host, game: str | None) -> None:
    """Asks which gallery to go on with, those of a game first, and shows it. For a worker.

    Raises:
        EngineError: its file cannot be read; names it.
    """
    found = await asyncio.to_thread(journals, app.keeper.state.galleries)
    found = sorted(found, key=lambda path: (is_of_seen(path), game_of(path) != game))
    more = f" The first {MOST} of {len(found):,}." if len(found) > MOST else ""
    found = found[:MOST]
    if not found:
        app.say(f"no gallery yet: {keymap.key('design.gallery')} on the design screen fills one")
        return
    at: int | None = 0
    if len(found) > 1:
        titles = {each.name: each.title for each in registry.all_games()}
        rows = await asyncio.to_thread(lambda: [_row(path, titles) for path in found])
        at = await app.push_screen_wait(PickRow(f"Go on with which gallery?{more}", rows))
    if at is not None:
        await show_gallery(app, await asyncio.to_thread(Gallery.at, found[at]))


def show_seen(app: Host, seen: Seen, game: str) -> None:
    """Shows what the session has generated of a game."""
    gallery = seen.of(game)
    if gallery is None:
        app.say(f"nothing generated yet: {keymap.key('design.new-seed')} draws a level")
    else:
        show_gallery(app, gallery)


def _row(path: Path, titles: Mapping[str, str]) -> PickableRow:
    """A gallery: its game, how many levels hang there, when it was last written."""
    game, levels = game_of(path), count(levels_in(path), "level")
    moment = f"{datetime.fromtimestamp(path.stat().st_mtime):%Y-%m-%d %H:%M}"
    seen = ", seen while designing" if is_of_seen(path) else ""
    return PickableRow(titles.get(game, game), note=f"{levels}, {moment}{seen}")


async def show_catalogue(app: Host, path: Path, facts: str = "") -> None:
    """Shows a catalogue, at the place where this session has left it. For a worker.

    Args:
        app: that shows it.
        path: its file.
        facts: of the grid to be shown in place of that, as archives are asked for.

    Raises:
        EngineError: it cannot be read; names it.
    """
    from engine.archive.progress import last_filled
    from workbench.features.collection.catalogue_screen import CatalogueScreen
    from workbench.features.collection.shelf import Shelf
    from workbench.features.collection.showing import Showing
    from workbench.features.collection.views import LEFT, Place

    shelf, place = Shelf(path), LEFT.get(path, Place())
    if facts:
        there = place if place.facts == facts else Place(facts=facts)
        place = replace(there, showing=Showing(), view="grid")
    try:
        try:
            listing = await shelf.run(partial(shelf.listing, place.showing))
        except EngineError:  # another file may have its name now, whose levels have other facts
            place = Place()
            listing = await shelf.run(partial(shelf.listing, place.showing))
        if not place.facts:
            place = replace(place, facts=last_filled(await shelf.run(shelf.runs)))
    except BaseException:
        shelf.close()
        raise
    await app.push_screen(CatalogueScreen(shelf, listing, place))
