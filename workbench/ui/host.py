"""The interface through which panes and screens use the app.

The app imports its screens, and screens import their panes. Panes and screens also need the app, so
this base class declares its interface without causing an import cycle.
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
from workbench.paths import user_config_file
from workbench.terminal.base_screens import AppScreen, Dialog
from workbench.terminal.terminal_app import TerminalApp
from workbench.ui.message_log import MessageLog
from workbench.ui.tour import Tour

if TYPE_CHECKING:
    from workbench.browser.level_browser import LevelBrowser
    from workbench.document.autosave import Autosave
    from workbench.document.document import Document
    from workbench.paths.state_folder import StateFolder
    from workbench.service.solver_service import SolverService
    from workbench.terminal.capabilities import Capabilities
    from workbench.theme.theme_loader import Theme
    from workbench.ui.pane_layout import LayoutPreset


@dataclass(slots=True)
class PlaySwitches:
    """The settings for playing, which are kept from one level to the next.

    Attributes:
        timer: True to show the time played.
        warnings: True to announce detours and dead states without being asked.
        aiming: True if hints and warnings aim at a better kind of win, in games that have one.
        states: True to show the state graph next to the board if there is room.
        preview: True to show the effect of turning a line before it is turned.
        faces: True to show only one face of the board at a time, in games whose boards have faces.
        motion: True to animate moves if the connection is fast enough. The initial value is False
            if the user has turned off animations in Textual (``TEXTUAL_ANIMATIONS=none``).
    """

    timer: bool = False
    warnings: bool = True
    aiming: bool = True
    states: bool = False
    preview: bool = True
    faces: bool = False
    motion: bool = field(default_factory=lambda: constants.TEXTUAL_ANIMATIONS != "none")


class Host(TerminalApp, inherit_bindings=False):
    """The app as its screens see it: with a theme, an open document, a solver and messages.

    Attributes:
        play_switches: The settings for playing.
        design_layout: The layout chosen for the design screen.
        autosave: The autosave, which protects unsaved work.
        folder: The folder that the level browser shows at the start.
        theme_glyphs: The theme with which everything is drawn.
        messages: The messages shown since the app started.
        pending_work: The work that :func:`workbench.ui.screen.finish_work` has yet to finish.
        command_actions: A mapping from command ids to actions, for those of the app's commands that
            are not methods.
        has_recoverable_work: True if the level browser should offer unsaved work from earlier
            sessions.
        way_back: A function that returns to the screen from which the level was opened, or None if
            there is no such screen.
        generated_levels: The levels generated since the app started. Only the gallery knows their
            type.
    """

    _solver: SolverService | None = None
    autosave: Autosave
    folder: Path
    theme_glyphs: Theme
    _has_announced: bool = False
    play_switches: PlaySwitches
    design_layout: LayoutPreset = 1
    has_recoverable_work: bool = False
    way_back: Callable[[], None] | None = None
    generated_levels: object = None

    def __init__(self, capabilities: Capabilities) -> None:
        super().__init__(capabilities)
        self.messages = MessageLog()
        self.pending_work: set[asyncio.Future[Any]] = set()
        self.command_actions: dict[str, Action] = {}

    async def finish_pending_work(self, timeout: float = 10.0) -> None:
        """Wait at most ``timeout`` seconds for pending files to be written and recorded."""
        if self.pending_work:
            self.show_message("Writing files...")
            await asyncio.wait([*self.pending_work], timeout=timeout)

    @cached_property
    def tour(self) -> Tour:
        """The tour that starts when the app is run for the first time."""
        return Tour()

    @property
    def workbench(self) -> Host:
        """The app itself. Screens have a property of the same name."""
        return self

    def action_tour(self) -> None:
        """Start or end the tour."""
        self.tour.toggle_tour()

    def ask_question(self, question: Coroutine[None, None, None]) -> None:
        """Run a sequence of dialogs, replacing any sequence that is already running."""
        self.run_worker(question, group="question", exclusive=True)

    @property
    def state(self) -> StateFolder:
        """The folder for unsaved work, deleted levels and other data kept between sessions."""
        return self.autosave.state

    @property
    def solver(self) -> SolverService:
        """The service that runs slow computations in the background."""
        if self._solver is None:
            from workbench.service.solver_service import SolverService

            self._solver = SolverService()
        return self._solver

    @cached_property
    def browser(self) -> LevelBrowser:
        """The model of the level browser, whose folders may not have been read completely yet."""
        from workbench.browser.level_browser import LevelBrowser

        return LevelBrowser(
            self.folder, own=(self.state.root, user_config_file.find_config_folder())
        )

    @property
    def document(self) -> Document | None:
        """The open level, or None if there is none.

        Setting the property closes the previous level, even if it is unsaved.
        """
        return self._document

    @document.setter
    def document(self, document: Document | None) -> None:
        self._document = document
        self.autosave.watch_document(document)

    def screen_filled(self) -> None:
        """Do the work that was put off until the first frame is visible."""
        # Garbage collection is off during start-up. The objects made so far live as long as the
        # app, so exclude them from all later collections.
        if not gc.isenabled():
            gc.freeze()
            gc.enable()
        self.autosave.start()
        if not self._has_announced:
            self._has_announced = True
            self.announce_batches()

    def announce_batches(self) -> None:
        """Show a message if a batch or an archive search is running or was interrupted."""
        # Most users never run a batch, so avoid even starting a thread for it.
        if self.state.batches.is_dir():
            self.run_worker(self._announce_batches(), group="greeting")

    async def _announce_batches(self) -> None:
        from workbench.browser import recent_batches

        greeting = await asyncio.to_thread(recent_batches.format_greeting, self.state.batches)
        if greeting:
            self.show_message(f"{greeting}. Press {keymap.get_key_hint('app.batches')} to show it.")

    def prepare_for_stop(self) -> None:
        """Save unsaved work before the process is suspended, because it may never be resumed."""
        self.autosave.flush()
        self.notify_screens(lambda screen: screen.finish_writing())

    def show_message(self, message: str, role: str = "muted") -> None:
        """Show a message in the style ``role`` on the topmost screen that is not a dialog."""
        # Dialogs have no line for messages.
        below = (screen for screen in reversed(self.screen_stack) if not isinstance(screen, Dialog))
        screen = next(below, None)
        if isinstance(screen, AppScreen):
            screen.show_message(message, role)

    def notify_screens(self, call: Callable[[AppScreen[Any]], None]) -> None:
        """Call a function for every screen. If a screen has no widgets yet, the call is delayed."""
        for screen in self.screen_stack:
            if isinstance(screen, AppScreen):
                if screen.has_widgets:
                    call(screen)
                else:
                    screen.call_later(call, screen)
