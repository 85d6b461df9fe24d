"""Opening a catalogue."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.features.catalogue.screen import LEFT, CatalogueScreen, Place
from workbench.features.catalogue.shelf import Shelf

if TYPE_CHECKING:
    from workbench.ui.host import Host


async def show(app: Host, path: Path) -> None:
    """Shows a catalogue, at the place where this session has left it. For a worker.

    Raises:
        EngineError: it cannot be read; names it.
    """
    shelf, place = Shelf(path), LEFT.get(path, Place())
    try:
        listing = await shelf.run(partial(shelf.listing, place.showing))
    except BaseException:
        shelf.close()
        raise
    await app.push_screen(CatalogueScreen(shelf, listing, place))
