"""What a test sees of the design screen, and how it waits for it."""

from __future__ import annotations

import asyncio
import time

from textual import events

from workbench.terminal.key_queue import get_key_name


def frame(app) -> str:
    """The screen as text, one line for each of its own."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


async def until(pilot, condition, seconds=60.0):
    """Waits until something is so, and all that came of it has been handled.

    Fails with the screen as it is when it never is.
    """
    end = time.monotonic() + seconds
    await pilot.pause()
    while not condition():
        assert time.monotonic() < end, "it never came to be so:\n" + frame(pilot.app)
        await asyncio.sleep(0.01)
        await pilot.pause()
    if not pilot.app._exit:
        await handled(pilot.app)


async def press(pilot, *keys):
    """Presses keys, each once everything that the one before led to has been handled.

    Pilot's own ``press`` waits until the process is idle, 60 ms a key; this waits for the
    queues of messages to be empty.
    """
    app = pilot.app
    for key in keys:
        if key == "escape":
            await _judged(app)
        name = key if len(key) > 1 else get_key_name(key)
        app.post_message(events.Key(name, key if len(key) == 1 else None))
        await handled(app)


async def _judged(app, turns=50):
    """Give a short search for the verdict time to end: escape would stop it, and do no more.

    Turns are counted, not seconds: on a busy machine they take longer, as the search does.
    """
    session = getattr(app.screen, "session", None)
    while getattr(session, "is_busy", False) and not session.generator.is_generating and turns:
        await asyncio.sleep(0.01)
        turns -= 1


async def handled(app, seconds=60.0):
    """Waits until no message waits to be handled, and panes stand where they were put.

    A screen that was just opened is there before it is mounted. An app that has failed, or is
    never done, fails the test.
    """
    quiet, patience, end = 0, 500, time.monotonic() + seconds
    while quiet < 5:
        await asyncio.sleep(0)
        if app._exception is not None:
            raise app._exception
        assert time.monotonic() < end, "it was never done:\n" + frame(app)
        pumps = [app, app.screen, *app.screen.walk_children()]
        busy = any(
            not pump._is_mounted or not pump._message_queue.empty() or pump._next_callbacks
            for pump in pumps
        )
        if not busy and app.screen._layout_required and patience:
            busy, patience = True, patience - 1
            await asyncio.sleep(0.002)
        quiet = 0 if busy else quiet + 1


async def arrived(solver, lane, calls):
    """Waits until a lane of the service has nothing to do, and has what it found reported.

    ``calls`` is where the service put what it had to report.
    """
    while solver.get_control(lane) is not None:
        await asyncio.sleep(0.01)
    while calls:
        calls.pop()()


async def settled(pilot):
    """Waits until nothing is being computed; gives the session."""
    await until(pilot, lambda: hasattr(pilot.app.screen, "session"))
    session = pilot.app.screen.session
    await until(pilot, lambda: not session.is_busy and not session.generator.is_generating)
    await pilot.pause()
    return session


def status(app) -> str:
    """The status line."""
    return app.screen.query_one("#verdict").text


def caption(app) -> str:
    """Name, moment and caption of the timeline."""
    return app.screen.query_one("#timeline").text


def said(app) -> str:
    """The message in the key line."""
    return app.screen.query_one("KeyLine").message
