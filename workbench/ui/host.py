"""What panes and screens need of the app that shows them, without knowing how it starts.

The app knows its screens and screens know their panes; this keeps imports from running back.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual import constants

from workbench.commands import Action, keymap
from workbench.folders import config
from workbench.terminal.app import TerminalApp
from workbench.terminal.screens import Dialog, Leaving
from workbench.ui.said import Messages
from workbench.ui.tour import Tour

if TYPE_CHECKING:
    from workbench.browser.browsing import Browser
    from workbench.document.document import Document
    from workbench.document.keeper import WorkKeeper
    from workbench.folders.state import State
    from workbench.service.solving import SolverService
    from workbench.terminal.link import Link
    from workbench.theme.theming import Theme
    from workbench.ui.layout import Preset


@dataclass(slots=True)
class Switches:
    """Choices that stay from one level to the next.

    Attributes:
        timer: the time played is shown.
        warnings: being off track, and dead ends, are announced unasked.
        aiming: hints and warnings are about better kinds of win, in games that have some.
        states: the picture of the states is shown beside the board, where there is room.
        preview: what a turn of a line would do is shown before it is made.
        faces: only a part of the board is seen at a time, in games that have such views.
        motion: moves are animated where the link allows; off from the start where the user has
            asked Textual for that (``TEXTUAL_ANIMATIONS=none``).
    """

    timer: bool = False
    warnings: bool = True
    aiming: bool = True
    states: bool = False
    preview: bool = True
    faces: bool = False
    motion: bool = field(default_factory=lambda: constants.TEXTUAL_ANIMATIONS != "none")


class Host(TerminalApp, inherit_bindings=False):
    """An app with a theme, an open document, a solver, and ways from screen to screen.

    Attributes:
        play_switches: what the player has switched on or off.
        design_layout: the layout chosen for the design screen.
        keeper: sees to it that nothing is lost.
        folder: the folder that is browsed from the start.
        theme_glyphs: the theme that everything is drawn with.
        messages: the lines of messages since the start.
        works: the work that :func:`workbench.ui.screen.finish_work` is doing.
        acts: the commands of the app that have no method of their own, by their ids.
        work_waits: unsaved work of earlier sessions is offered again with the level browser.
        way_back: leads back to where the open level was shown from; None if it was opened.
        seen: the levels generated since the start, of a type that the gallery knows.
    """

    _solver: SolverService | None = None
    keeper: WorkKeeper
    folder: Path
    theme_glyphs: Theme
    _greeted: bool = False
    play_switches: Switches
    design_layout: Preset = 1
    work_waits: bool = False
    way_back: Callable[[], None] | None = None
    seen: object = None

    def __init__(self, link: Link) -> None:
        super().__init__(link)
        self.messages = Messages()
        self.works: set[asyncio.Future[Any]] = set()
        self.acts: dict[str, Action] = {}

    async def finish_works(self, patience: float = 10.0) -> None:
        """Wait until files are written and that is noted, some seconds at most."""
        if self.works:
            self.say("waiting for files to be written")
            await asyncio.wait([*self.works], timeout=patience)

    @cached_property
    def tour(self) -> Tour:
        """The tour of the first start."""
        return Tour()

    @property
    def workbench(self) -> Host:
        """The app: it speaks on the screen on top."""
        return self

    def action_tour(self) -> None:
        """Begins the tour, or ends it."""
        self.tour.turn()

    def ask(self, question: Coroutine[None, None, None]) -> None:
        """Runs what may have to ask something first, in place of a question that is open."""
        self.run_worker(question, group="question", exclusive=True)

    @property
    def state(self) -> State:
        """Where unsaved work, deleted levels and records are kept."""
        return self.keeper.state

    @property
    def solver(self) -> SolverService:
        """Runs everything slow."""
        if self._solver is None:
            from workbench.service.solving import SolverService

            self._solver = SolverService()
        return self._solver

    @cached_property
    def browser(self) -> Browser:
        """What the level browser has read so far."""
        from workbench.browser.browsing import Browser

        return Browser(self.folder, own=(self.state.root, config.folder()))

    @property
    def document(self) -> Document | None:
        """The open level, None while none is; setting it lets the last one go, saved or not."""
        return self._document

    @document.setter
    def document(self, document: Document | None) -> None:
        """Opens it, and has it kept safe from now on."""
        self._document = document
        self.keeper.attend(document)

    def screen_filled(self) -> None:
        """Does what can wait until there is something to look at."""
        if not gc.isenabled():
            gc.freeze()
            gc.enable()
        self.keeper.start()
        if not self._greeted:
            self._greeted = True
            self.greet()

    def greet(self) -> None:
        """Say that a batch or a filling goes on, or was cut short, if that is so."""
        if self.state.batches.is_dir():
            self.run_worker(self._greet(), group="greeting")

    async def _greet(self) -> None:
        from workbench.browser import batches

        greeting = await asyncio.to_thread(batches.greeting, self.state.batches)
        if greeting:
            self.say(f"{greeting}; {keymap.key('app.batches')} shows it")

    def before_stop(self) -> None:
        """What is unsaved is kept before the process is stopped: it may be killed then."""
        self.keeper.flush()
        self.notify_screens(lambda screen: screen.finish_writing())

    def say(self, message: str, role: str = "muted") -> None:
        """Show a message on the screen on top, or below the question that is open there."""
        below = (screen for screen in reversed(self.screen_stack) if not isinstance(screen, Dialog))
        screen = next(below, None)
        if isinstance(screen, Leaving):
            screen.say(message, role)

    def notify_screens(self, notify: Callable[[Leaving[Any]], None]) -> None:
        """Notifies every screen; one that is still being made is notified afterwards."""
        for screen in self.screen_stack:
            if isinstance(screen, Leaving):
                if screen.stands:
                    notify(screen)
                else:
                    screen.call_later(notify, screen)
