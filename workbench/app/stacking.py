"""The part of the app that keeps its screens in order, whatever arrives at the same moment."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from textual.await_complete import AwaitComplete
from textual.screen import Screen

from workbench.ui.host import Host

if TYPE_CHECKING:
    from workbench.ui.screen import CommandScreen


class Unseen(Screen[None]):
    """The screen under all others, which Textual has before the first one is there."""

    def _compositor_refresh(self) -> None:
        return


class Stacking(Host, inherit_bindings=False):
    """An app whose questions go with who asked them, and with the screen that they are over."""

    def get_default_screen(self) -> Screen[None]:
        """A screen that is never drawn."""
        return Unseen()

    async def push_screen_wait(self, screen: Screen[Any] | str, *, mode: str | None = None) -> Any:
        """Shows a screen and waits for its answer. For a worker.

        When the worker is cancelled, since its screen has gone or the same was asked for
        again, nobody waits for the answer: the question goes too.
        """
        try:
            return await super().push_screen_wait(screen, mode=mode)
        except asyncio.CancelledError:
            if isinstance(screen, Screen):
                screen.dismiss()
            raise

    def switch_screen(self, screen: Screen[Any] | str) -> AwaitComplete:
        """Shows a screen in place of the one that is there, and of the questions over that."""
        while self.screen.is_modal:
            self.screen.dismiss()
        return super().switch_screen(screen)

    async def _replace_screen(self, screen: Screen[Any]) -> Screen[Any]:
        # Taken apart while it is still being made, a screen would miss its own parts.
        if not screen._closed:
            await screen._mounted_event.wait()
        return await super()._replace_screen(screen)

    def tell_screens(self, tell: Callable[[CommandScreen], None]) -> None:
        """Tells every screen something; one that is still being made hears it afterwards."""
        from workbench.ui.screen import CommandScreen

        for screen in self.screen_stack:
            if isinstance(screen, CommandScreen):
                if screen.is_mounted:
                    tell(screen)
                else:
                    screen.call_later(tell, screen)
