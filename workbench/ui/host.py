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
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from textual import constants
from textual.css.query import NoMatches

from engine.errors import EngineError
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


T = TypeVar("T")


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


class Speaker(Protocol):
    """A screen, or what stands for one: the app, and a line for messages."""

    @property
    def workbench(self) -> Host:
        """The app."""

    def say(self, message: str, role: str = "muted") -> None:
        """Shows a message above the keys."""

    def ask(self, question: Coroutine[Any, Any, None]) -> None:
        """Runs what waits for answers, in place of what still does; says what goes wrong."""


async def finish_work(speaker: Speaker, work: Coroutine[Any, Any, T]) -> T:
    """Do work to its end, even if another question takes the place of the one that asked for it.

    What was begun in a thread cannot be taken back. So what follows from it, such as a note of
    what was saved, must not depend on who still waits. The app does not end before it.

    Args:
        speaker: says what goes wrong once nobody waits any more.
        work: writes files in a thread, and notes that.
    """
    task, works = asyncio.ensure_future(work), speaker.workbench.works
    works.add(task)
    task.add_done_callback(works.discard)

    def report(_: object) -> None:
        """Say what went wrong, unless the screen has gone, where it would be shown."""
        error = None if task.cancelled() else task.exception()
        if isinstance(error, EngineError | OSError):
            speaker.say(str(error), "bad")
        elif isinstance(error, Exception) and not isinstance(error, NoMatches):
            speaker.say(speaker.workbench.failure(error), "bad")

    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        task.add_done_callback(report)
        raise


class FileWork:
    """Changes of files that a screen makes: each is done to its end, and never two at a time.

    A key that is held down asks for the next change before the first one is done. It is refused,
    since it is meant for what the first one leaves.

    Args:
        speaker: says what goes wrong.
    """

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker
        self.refusal: str | None = None
        """Why files cannot be changed now; None if they can."""

    async def finish(self, work: Coroutine[Any, Any, None]) -> None:
        """Do work as :func:`finish_work` does; refuse it while other work goes on."""
        if self.refusal is not None:
            work.close()
            self._speaker.say(self.refusal)
            return
        self.refusal = "files are still being changed"
        await finish_work(self._speaker, self._do(work))

    async def _do(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        finally:
            self.refusal = None


class Host(TerminalApp, inherit_bindings=False):
    """An app with a theme, an open document, a solver, and ways from screen to screen.

    Attributes:
        play_switches: what the player has switched on or off.
        design_layout: the layout chosen for the design screen.
        keeper: sees to it that nothing is lost.
        folder: the folder that is browsed from the start.
        theme_glyphs: the theme that everything is drawn with.
        messages: the lines of messages since the start.
        works: the work that :func:`finish_work` is doing.
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
