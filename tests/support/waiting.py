"""Waiting for what an app does in its own time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import frames
from textual.app import App
from textual.pilot import Pilot

from workbench.features.play.play import PlayScreen


async def until(pilot: Pilot[Any], condition: Callable[[], object], seconds: float = 60.0) -> None:
    """Waits until something is so; fails with the screen as it is when it never is."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never came to be so:\n" + frames.frame(pilot.app)
        await pilot.pause()
        await asyncio.sleep(0.01)
    await pilot.pause()


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
    await until(pilot, lambda: not screen.advice.searching and screen.records.count is not None)
    return screen
