"""Waiting for what an app does in its own time."""

from __future__ import annotations

from typing import Any

from plainly import until
from textual.app import App
from textual.pilot import Pilot

from workbench.features.play.screen import PlayScreen


async def settled(app: App[Any], pilot: Pilot[Any]) -> None:
    """Waits until the folders are read and everything is drawn."""
    await app.workers.wait_for_complete()
    await pilot.pause()


async def advised(pilot: Pilot[Any]) -> PlayScreen:
    """The play screen, once the solver has said all it knows and recordings are counted."""
    app = pilot.app
    await until(pilot, lambda: isinstance(app.screen, PlayScreen) and app.screen.is_mounted)
    screen = app.screen
    assert isinstance(screen, PlayScreen)
    await until(pilot, lambda: not screen.advice.is_searching and screen.records.count is not None)
    return screen
