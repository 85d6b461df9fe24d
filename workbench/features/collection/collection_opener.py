"""Functions that open catalogues, new galleries and earlier galleries."""

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
from workbench.features.collection.gallery_model import Gallery
from workbench.features.collection.journal import (
    Journal,
    count_levels,
    is_session_history,
    list_journals,
    read_game_name,
)
from workbench.features.collection.session_history import SessionHistory
from workbench.text.quantity_text import format_count
from workbench.ui.pick_list import PickableRow, PickRow

if TYPE_CHECKING:
    from textual.widget import AwaitMount

    from workbench.ui.host import Host

MAX_OFFERED = 50
"""The largest number of galleries that the dialog lists."""


def start_gallery(app: Host, template: Level) -> None:
    """Show a new gallery, and start filling it with levels generated from ``template``."""
    journal = Journal.create(app.autosave.state.galleries, template.game)
    show_gallery(app, Gallery.create(template, journal), fill=True)


def show_gallery(app: Host, gallery: Gallery, *, fill: bool = False) -> AwaitMount:
    """Show a gallery on top of the current screen. If ``fill`` is true, start generating levels."""
    from workbench.features.collection.gallery_screen import GalleryScreen

    return app.push_screen(GalleryScreen(gallery, fill=fill))


async def continue_gallery(app: Host, game: str | None) -> None:
    """Let the user choose a gallery, and show it. Galleries for ``game`` are listed first.

    Call this in a worker.

    Raises:
        EngineError: The gallery's file cannot be read. The message names it.
    """
    found = await asyncio.to_thread(list_journals, app.autosave.state.galleries)
    # Sorting is stable, so within each group the most recent gallery remains first.
    found = sorted(found, key=lambda path: (is_session_history(path), read_game_name(path) != game))
    more = (
        f" The latest {MAX_OFFERED} of {len(found):,} are listed."
        if len(found) > MAX_OFFERED
        else ""
    )
    found = found[:MAX_OFFERED]
    if not found:
        app.show_message(
            f"No galleries yet. {keymap.get_key_hint('design.gallery')} on the design "
            "screen makes one."
        )
        return
    at: int | None = 0
    if len(found) > 1:
        titles = {each.name: each.title for each in registry.list_games()}
        rows = await asyncio.to_thread(lambda: [_build_row(path, titles) for path in found])
        at = await app.push_screen_wait(PickRow(f"Reopen which gallery?{more}", rows))
    if at is not None:
        await show_gallery(app, await asyncio.to_thread(Gallery.open, found[at]))


def show_session_history(app: Host, history: SessionHistory, game: str) -> None:
    """Show the levels that have been generated for a game in this session."""
    gallery = history.get_gallery(game)
    if gallery is None:
        app.show_message(
            f"No levels generated yet. {keymap.get_key_hint('design.new-seed')} generates one."
        )
    else:
        show_gallery(app, gallery)


def _build_row(path: Path, titles: Mapping[str, str]) -> PickableRow:
    """Build a gallery's row: its game, its number of levels, and the time of its last change."""
    game, levels = read_game_name(path), format_count(count_levels(path), "level")
    moment = f"{datetime.fromtimestamp(path.stat().st_mtime):%Y-%m-%d %H:%M}"
    seen = ", seen while designing" if is_session_history(path) else ""
    return PickableRow(titles.get(game, game), note=f"{levels}, {moment}{seen}")


async def show_catalogue(app: Host, path: Path, facts: str = "") -> None:
    """Show a catalogue, restoring the view and cursor from earlier in this session.

    Call this in a worker.

    Args:
        app: The app in which to show the catalogue.
        path: The path of the catalogue.
        facts: The two facts of the grid to show, written as on the command line. If empty, the last
            view is restored.

    Raises:
        EngineError: The catalogue cannot be read. The message names it.
    """
    from engine.archive.fill_progress import find_last_facts
    from workbench.features.collection.async_catalogue import AsyncCatalogue
    from workbench.features.collection.catalogue_screen import CatalogueScreen
    from workbench.features.collection.catalogue_views import VIEW_STATES, CatalogueViewState
    from workbench.features.collection.filters import LevelFilter

    catalogue, place = AsyncCatalogue(path), VIEW_STATES.get(path, CatalogueViewState())
    if facts:
        there = place if place.facts == facts else CatalogueViewState(facts=facts)
        place = replace(there, level_filter=LevelFilter(), view="grid")
    try:
        try:
            listing = await catalogue.run(partial(catalogue.list_levels, place.level_filter))
        except EngineError:
            # The path may now hold a different file, whose levels lack the facts used by the
            # filter.
            place = CatalogueViewState()
            listing = await catalogue.run(partial(catalogue.list_levels, place.level_filter))
        if not place.facts:
            place = replace(place, facts=find_last_facts(await catalogue.run(catalogue.list_runs)))
    # Even if this worker is cancelled, the catalogue's thread must be ended.
    except BaseException:
        catalogue.close()
        raise
    await app.push_screen(CatalogueScreen(catalogue, listing, place))
