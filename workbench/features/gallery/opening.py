"""Opening a gallery: a new one, or one that was left."""

from __future__ import annotations

import asyncio
from datetime import datetime
from typing import TYPE_CHECKING

from engine.values.level import Level
from workbench.features.gallery.gallery import Gallery
from workbench.features.gallery.journal import Journal, game_of, journals
from workbench.features.gallery.screen import GalleryScreen
from workbench.ui.lists import PickableRow, PickRow

if TYPE_CHECKING:
    from workbench.ui.host import Host

MOST = 50
"""Galleries that are offered."""


def begin(app: Host, wish: Level) -> None:
    """Shows a new gallery, which fills itself by a wish."""
    journal = Journal.new(app.keeper.state.galleries, wish.game)
    app.push_screen(GalleryScreen(Gallery.begin(wish, journal), fill=True))


async def go_on(app: Host, game: str | None) -> None:
    """Asks which gallery to go on with, those of a game first, and shows it. For a worker.

    Raises:
        EngineError: its file cannot be read; names it.
    """
    found = await asyncio.to_thread(journals, app.keeper.state.galleries)
    found = sorted(found, key=lambda path: game_of(path) != game)[:MOST]
    if not found:
        app.say("no gallery yet: m a on the design screen fills one")
        return
    at: int | None = 0
    if len(found) > 1:
        rows = [PickableRow(game_of(path), note=_moment(path.stat().st_mtime)) for path in found]
        at = await app.push_screen_wait(PickRow("Go on with which gallery?", rows))
    if at is not None:
        gallery = await asyncio.to_thread(Gallery.reopened, Journal(found[at]))
        await app.push_screen(GalleryScreen(gallery))


def _moment(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds):%Y-%m-%d %H:%M}"
