"""The app: start-up, moving between screens, questions about unsaved work, signals.

It is small on purpose: screens live in :mod:`workbench.features`, and everything slow runs in
the solver service. Importing this module loads neither Numba nor any game.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from textual.binding import BindingType
from textual.screen import Screen

from engine.errors import EngineError
from workbench.app.pictures import Pictures
from workbench.app.preferences import Preferences
from workbench.app.screens import AppScreens
from workbench.app.watchdog import Watchdog
from workbench.commands import keymap
from workbench.document.document import Document
from workbench.document.keeper import WorkKeeper
from workbench.features import navigation
from workbench.folders import config, state
from workbench.folders.state import State, user_state
from workbench.terminal import link
from workbench.ui import layout
from workbench.ui.commands import APP
from workbench.ui.host import Host, Switches

if TYPE_CHECKING:
    from workbench.browser.browsing import Browser
    from workbench.document.recovery import Orphan
    from workbench.service.solving import SolverService
    from workbench.theme.theming import Theme

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
            state, self._post, self.say, self._renew_file, self._offer_recovery
        )
        self.pictures = Pictures(self)
        self.acts |= self.pictures.commands() | self.preferences.commands(self)
        self.acts |= AppScreens(self, self.preferences.user_keys).commands()
        self.document = document
        self._solver, self._lends = solver, solver is not None
        self._folder = folder or Path()
        self.play_switches = Switches()
        self._greeted = False
        self._watchdog: Watchdog | None = None
        self._start: Start = start if document is not None else "levels"
        self._catalogue = catalogue
        self._pack = None if pack is None else (pack, start == "play")
        self.preferences.apply(self)

    @cached_property
    def browser(self) -> Browser:
        """What the level browser has read so far."""
        from workbench.browser.browsing import Browser

        return Browser(self._folder, own=(self.keeper.state.root, config.folder()))

    @property
    def theme_glyphs(self) -> Theme:
        """The theme that everything is drawn with."""
        return self.preferences.theme

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
        loop, root = asyncio.get_running_loop(), self.keeper.state.root
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
        return state.report(error, self.keeper.state.root)

    def _thawed(self, seconds: int) -> None:
        """In the watchdog's thread: says that the app answers again."""
        file = self.keeper.state.root / state.FAULT
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

    def screen_filled(self) -> None:
        """Does what can wait until there is something to look at."""
        if not gc.isenabled():
            gc.freeze()
            gc.enable()
        self.keeper.start()
        if not self._greeted:
            self._greeted = True
            self._begin_greeting()

    def _begin_greeting(self) -> None:
        if self.keeper.state.batches.is_dir():
            self.run_worker(self._greet(), group="greeting")

    async def _greet(self) -> None:
        """Says that a batch or a filling goes on, or was cut short, if that is so."""
        from workbench.browser import batches

        greeting = await asyncio.to_thread(batches.greeting, self.keeper.state.batches)
        if greeting:
            self.say(f"{greeting}; {keymap.key('app.batches')} shows it")

    async def recover(self, orphan: Orphan) -> bool:
        """Opens unsaved work of an earlier session; asks about that of this one. For a worker.

        Returns:
            False if the user backed out, with everything as it was.

        Raises:
            LevelError: it is no longer there.
        """
        from workbench.ui.exchange import saving

        if not await saving.may_leave(self):
            return False
        self.document = self.keeper.recover(orphan)
        return True

    async def offer_recovery(self) -> bool:
        """Asks what to do with unsaved work of earlier sessions; False if there is none."""
        orphans = await asyncio.to_thread(self.keeper.orphans)
        if orphans:
            self._offer_recovery(orphans)
        return bool(orphans)

    def _offer_recovery(self, orphans: list[Orphan]) -> None:
        from workbench.features.levels.recovery import RecoveryScreen

        # What was said before that is covered by it.
        self.push_screen(RecoveryScreen(orphans), lambda _: self._begin_greeting())

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
