"""Opening a catalogue."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.archive.progress import last_filled
from engine.errors import EngineError
from workbench.features.collection.catalogue_screen import CatalogueScreen
from workbench.features.collection.place import LEFT, Place
from workbench.features.collection.shelf import Shelf, ShelfQuery

if TYPE_CHECKING:
    from workbench.ui.host import Host


async def show(app: Host, path: Path, facts: str = "") -> None:
    """Shows a catalogue, at the place where this session has left it. For a worker.

    Args:
        app: that shows it.
        path: its file.
        facts: of the grid to be shown in place of that, as archives are asked for.

    Raises:
        EngineError: it cannot be read; names it.
    """
    shelf, place = Shelf(path), LEFT.get(path, Place())
    if facts:
        there = place if place.facts == facts else Place(facts=facts)
        place = replace(there, showing=ShelfQuery(), view="grid")
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
