"""Fewer frames for apps without a terminal; ``conftest.py`` loads this.

A step of a test changes an app several times, and nothing looks at the frames between. What has
changed is drawn when the test waits for the app to be idle.
"""

from __future__ import annotations

from typing import Any

from textual._compositor import Compositor, CompositorUpdate
from textual._context import active_app
from textual.app import App
from textual.pilot import Pilot

_render_update = Compositor.render_update
_pause = Pilot.pause


def draw_changes(app: App[Any]) -> None:
    """Draw what has changed on the screen since the last frame."""
    compositor = app.screen._compositor
    if compositor._dirty_regions:
        _render_update(compositor, screen_stack=app._background_screens)


def _owe_update(compositor: Compositor, *arguments: Any, **named: Any) -> CompositorUpdate | None:
    app = active_app.get(None)
    if app is None or not app.is_headless:
        return _render_update(compositor, *arguments, **named)
    return None


async def _pause_and_draw(pilot: Pilot[Any], delay: float | None = None) -> None:
    await _pause(pilot, delay)
    draw_changes(pilot.app)


Compositor.render_update = _owe_update  # type: ignore[method-assign]
Pilot.pause = _pause_and_draw  # type: ignore[method-assign]
