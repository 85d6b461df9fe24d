"""Fewer frames for apps without a terminal; ``conftest.py`` loads this.

A step of a test changes an app several times, and nothing looks at the frames between. What has
changed is drawn when the test waits for the app to be idle.
"""

from __future__ import annotations

from contextvars import copy_context
from functools import partial
from typing import Any

from textual._context import visible_screen_stack
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip

_refresh = Screen._compositor_refresh
_pause = Pilot.pause


def draw_changes(app: App[Any]) -> None:
    """Draw what has changed on the screen since the last frame."""
    compositor = app.screen._compositor
    if compositor._dirty_regions:
        # Textual leaves the screens beneath in the context, and other frames would show them.
        draw = partial(compositor.render_update, screen_stack=app._background_screens)
        copy_context().run(draw)


def draw_lines(app: App[Any]) -> list[Strip]:
    """Return the lines of the screen, with what shows of the screens beneath."""
    context = copy_context()
    context.run(visible_screen_stack.set, app._background_screens)
    return context.run(app.screen._compositor.render_strips)


def _refresh_or_owe(screen: Screen[Any]) -> None:
    if screen.app.is_headless and screen is screen.app.screen:
        screen._dirty_widgets.clear()
        screen.app._update_mouse_over(screen)
    else:
        _refresh(screen)


async def _pause_and_draw(pilot: Pilot[Any], delay: float | None = None) -> None:
    await _pause(pilot, delay)
    draw_changes(pilot.app)


Screen._compositor_refresh = _refresh_or_owe  # type: ignore[method-assign]
Pilot.pause = _pause_and_draw  # type: ignore[method-assign]
