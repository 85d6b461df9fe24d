"""The app: start-up, moving between screens, questions about unsaved work, signals.

It is small on purpose: screens live in :mod:`workbench.features`, and everything slow runs in
the solver service. Importing this module loads neither Numba nor any game.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from textual.binding import BindingType
from textual.screen import Screen

from engine.errors import EngineError
from workbench.app import screens
from workbench.app.pictures import Pictures
from workbench.app.preferences import Preferences
from workbench.app.watchdog import Watchdog
from workbench.commands import keymap
from workbench.document.document import Document
from workbench.document.keeper import WorkKeeper
from workbench.features import navigation
from workbench.folders import state
from workbench.folders.state import State, user_state
from workbench.terminal import link
from workbench.ui import layout
from workbench.ui.commands import APP
from workbench.ui.host import Host, Switches

if TYPE_CHECKING:
    from workbench.service.solving import SolverService

Start = Literal["levels", "design", "play"]


class WorkbenchApp(Host, inherit_bindings=False):
    """The workbench, with the theme and the keys that the user prefers."""

    CSS_PATH = "app.tcss"
    TITLE = "Puzzle Workbench"
    ENABLE_COMMAND_PALETTE = False
    NOTIFICATION_TIMEOUT = 4
    BINDINGS: ClassVar[list[BindingType]] = [*keymap.bound(APP)]
    HORIZONTAL_BREAKPOINTS = layout.WIDTHS
    VERTICAL_BREAKPOINTS = layout.HEIGHTS

    def __init__(
        self,
        document: Document | None = None,
        start: Start = "levels",
        *,
        folder: Path | None = None,
        solver: SolverService | None = None,
        terminal: link.Link | None = None,
        theme: str | None = None,
        state: State | None = None,
        pack: Path | None = None,
        catalogue: Path | None = None,
    ) -> None:
        """Prepares the app.

        Args:
            document: the level to open.
            start: the screen to begin with.
            folder: the folder to browse.
            solver: runs everything slow; by default one that starts when it is first needed and
                ends with the app.
            terminal: what the terminal can do; found out by default.
            theme: the theme to draw with; chosen by the environment, the user's configuration
                and the terminal by default.
            state: where unsaved work and deleted levels are kept; the user's folder by default.
            pack: the pack to open over the level browser, to be played on with if the app starts
                by playing.
            catalogue: the catalogue to open over the level browser.
        """
        terminal = terminal or link.detect()
        self.preferences = Preferences(terminal, theme)
        super().__init__(terminal)
        state = state or user_state()
        self.keeper = WorkKeeper(
            state, self._post, self.say, self._renew_file, partial(navigation.show_recovery, self)
        )
        self.pictures = Pictures(self)
        self.acts |= self.pictures.commands() | self.preferences.commands(self)
        self.acts |= screens.list_commands(self, self.preferences.user_keys)
        self.document = document
        self._solver, self._lends = solver, solver is not None
        self.folder = folder or Path()
        self.play_switches = Switches()
        self._watchdog: Watchdog | None = None
        self._start: Start = start if document is not None else "levels"
        self._catalogue = catalogue
        self._pack = None if pack is None else (pack, start == "play")
        self.preferences.apply(self)

    def _first_screen(self) -> Screen[None]:
        if self.document is None or self._start == "levels":
            from workbench.features.levels.screen import LevelsScreen

            return LevelsScreen()
        if self._start == "play":
            from workbench.features.play.play import PlayScreen

            return PlayScreen(self.document)
        return navigation.make_design_screen(self.document)

    async def on_mount(self) -> None:
        """Takes care of signals: nothing is lost, and the terminal is left as it was."""
        loop, root = asyncio.get_running_loop(), self.state.root
        for number in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, number) and not self.is_headless:
                with contextlib.suppress(NotImplementedError):  # the loop of Windows
                    loop.add_signal_handler(getattr(signal, number), self.hang_up, number)
        if not self.is_headless:
            self._watchdog = Watchdog(loop, partial(state.report_freeze, root), self._thawed)
        self.app_resume_signal.subscribe(self, lambda _: self._resumed())
        await self.push_screen(self._first_screen())
        if self._pack is not None:
            path, play = self._pack
            self.ask(navigation.open_pack(self, path, play=play))
        if self._catalogue is not None:
            navigation.open_catalogue(self, self._catalogue)
        self.call_after_refresh(self.preferences.announce_problems, self)

    def _resumed(self) -> None:
        """The shell has given the terminal back."""
        self.action_redraw()
        self.refresh(layout=True)

    async def action_quit(self) -> None:
        """Leaves the app; asks about unsaved work."""
        self.ask(self._quit())

    async def _quit(self) -> None:
        from workbench.ui.exchange import saving

        if await saving.may_quit(self):
            self.document = None
            self.exit(0)

    def before_key(self) -> None:
        """The user may have changed the theme in another program."""
        self.preferences.follow_theme(self)

    def on_app_focus(self) -> None:
        """The user may have changed the level too."""
        self.keeper.look()
        self.before_key()

    def failure(self, error: BaseException) -> str:
        """One line for the user; what to report of the fault goes to a file."""
        return state.report(error, self.state.root)

    def _thawed(self, seconds: int) -> None:
        """In the watchdog's thread: says that the app answers again."""
        file = self.state.root / state.FAULT
        said = f"The app did not answer for {seconds} seconds. Please report it with {file}"
        self._post(lambda: self.say(said, "bad"))

    def on_unmount(self) -> None:
        """However the app ends, the session does too."""
        if self._watchdog is not None:
            self._watchdog.stop()
        self.keep_unsaved()
        if self._solver is not None and not self._lends:
            self._solver.close()

    def hang_up(self, name: str) -> None:
        """Ends the app from outside, by the signal of that name: unsaved work is kept."""
        self.keep_unsaved()
        self.exit(return_code=128 + getattr(signal, name))

    def keep_unsaved(self) -> None:
        """Keeps what is unsaved for the next start, and says where; nothing is kept after that."""
        try:
            kept = self.keeper.close()
        except EngineError as error:
            self.last_words.append(f"workbench: unsaved work is lost: {error}")
        else:
            if kept is not None:
                self.last_words.append(
                    f"workbench: unsaved work kept in {kept}; the next start offers to recover it"
                )

    def _post(self, job: Callable[[], None]) -> None:
        with contextlib.suppress(RuntimeError):  # the app has ended meanwhile
            self.call_later(job)

    def _renew_file(self) -> None:
        self.notify_screens(lambda screen: screen.file_seen())

    async def action_command(self, command_id: str) -> None:
        """Does a command of the registry, through the screen if it is one of ours."""
        from workbench.ui.screen import CommandScreen

        if isinstance(self.screen, CommandScreen):
            await self.screen.action_command(command_id)
        elif command_id in self.acts:
            self.acts[command_id]()
        else:
            await self.run_action(f"app.{command_id.partition('.')[2]}")

    def action_suspend(self) -> None:
        """Goes back to the shell until its ``fg``."""
        self.action_suspend_process()

    def show_theme(self, name: str) -> None:
        """Draws with another theme from now on and from the next start on."""
        self.preferences.show_theme(self, name)
