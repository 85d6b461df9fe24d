"""The app class, which handles start-up, screen changes, unsaved work and signals.

The class is deliberately small: the screens are in :mod:`workbench.features`, and slow work runs in
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
from workbench.app import fault_report, screen_opener
from workbench.app.board_display import BoardDisplay
from workbench.app.preferences import Preferences
from workbench.app.watchdog import Watchdog
from workbench.commands import keymap
from workbench.document.autosave import Autosave
from workbench.document.document import Document
from workbench.features import navigation
from workbench.paths.state_folder import StateFolder, get_user_state
from workbench.terminal import capabilities
from workbench.ui import pane_layout
from workbench.ui.commands import APP
from workbench.ui.host import Host, PlaySwitches

if TYPE_CHECKING:
    from workbench.service.solver_service import SolverService

StartScreen = Literal["levels", "design", "play"]


class WorkbenchApp(Host, inherit_bindings=False):
    """The workbench as a Textual app, with the user's theme and keys."""

    CSS_PATH = "app.tcss"
    TITLE = "Puzzle Workbench"
    ENABLE_COMMAND_PALETTE = False
    NOTIFICATION_TIMEOUT = 4
    BINDINGS: ClassVar[list[BindingType]] = [*keymap.make_bindings(APP)]
    HORIZONTAL_BREAKPOINTS = pane_layout.WIDTHS
    VERTICAL_BREAKPOINTS = pane_layout.HEIGHTS

    def __init__(
        self,
        document: Document | None = None,
        start: StartScreen = "levels",
        *,
        folder: Path | None = None,
        solver: SolverService | None = None,
        terminal: capabilities.Capabilities | None = None,
        theme: str | None = None,
        state: StateFolder | None = None,
        pack: Path | None = None,
        catalogue: Path | None = None,
    ) -> None:
        """Prepare the app.

        Args:
            document: The level to open, or None to start in the level browser.
            start: The screen to start with. If ``document`` is None, it is always the level
                browser.
            folder: The folder to browse. The default is the current folder.
            solver: The service that runs slow computations. By default, a new one is started when
                it is first needed, and closed when the app ends.
            terminal: The capabilities of the terminal. By default they are detected.
            theme: The name of the theme. The default depends on the environment, the user's
                configuration and the terminal.
            state: The folder for unsaved work and deleted levels. By default, it is the one that
                :func:`~workbench.paths.state_folder.get_user_state` returns.
            pack: The pack to open on top of the level browser. If ``start`` is ``play``, the pack's
                next level is opened for play.
            catalogue: The catalogue to open on top of the level browser.
        """
        terminal = terminal or capabilities.detect_terminal()
        self.preferences = Preferences(terminal, theme)
        super().__init__(terminal)
        state = state or get_user_state()
        self.autosave = Autosave(
            state,
            self._call_in_loop,
            self.show_message,
            self._show_file_change,
            partial(navigation.show_recovery, self),
        )
        self.board_display = BoardDisplay(self)
        self.command_actions |= self.board_display.bind_commands() | self.preferences.bind_commands(
            self
        )
        self.command_actions |= screen_opener.bind_commands(self, self.preferences.user_keys)
        self.document = document
        self._solver, self._is_solver_shared = solver, solver is not None
        self.folder = folder or Path()
        self.play_switches = PlaySwitches()
        self._watchdog: Watchdog | None = None
        # The design and playtest screens cannot start without a level.
        self._start_screen: StartScreen = start if document is not None else "levels"
        self._start_catalogue = catalogue
        self._start_pack = None if pack is None else (pack, start == "play")
        self.preferences.apply_to_app(self)

    def _make_first_screen(self) -> Screen[None]:
        if self.document is None or self._start_screen == "levels":
            from workbench.features.levels.screen import LevelsScreen

            return LevelsScreen()
        if self._start_screen == "play":
            from workbench.features.play.screen import PlayScreen

            return PlayScreen(self.document)
        return navigation.create_design_screen(self.document)

    async def on_mount(self) -> None:
        """Install the signal handlers, start the watchdog and open the first screen."""
        loop, root = asyncio.get_running_loop(), self.state.root
        for number in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, number) and not self.is_headless:
                # These signals would otherwise kill the app without saving work or restoring the
                # terminal.
                with contextlib.suppress(NotImplementedError):  # raised by the Windows event loop
                    loop.add_signal_handler(getattr(signal, number), self.exit_by_signal, number)
        if not self.is_headless:
            self._watchdog = Watchdog(
                loop, partial(fault_report.report_freeze, root), self._report_thaw
            )
        self.app_resume_signal.subscribe(self, lambda _: self._handle_resume())
        await self.push_screen(self._make_first_screen())
        if self._start_pack is not None:
            path, play = self._start_pack
            self.ask_question(navigation.open_pack(self, path, play=play))
        if self._start_catalogue is not None:
            navigation.open_catalogue(self, self._start_catalogue)
        # Wait for the first frame, because looking for problems would delay it.
        self.call_after_refresh(self.preferences.announce_problems, self)

    def _handle_resume(self) -> None:
        """Redraw everything when the app returns to the foreground after ``fg``."""
        self.action_redraw()
        self.refresh(layout=True)

    async def action_quit(self) -> None:
        """Quit the app, after asking about unsaved work."""
        self.ask_question(self._ask_and_quit())

    async def _ask_and_quit(self) -> None:
        from workbench.ui.exchange import save_questions

        if await save_questions.confirm_quit(self):
            self.document = None
            self.exit(0)

    def prepare_for_key(self) -> None:
        """Reload the theme if its files have changed. This is called before each key press."""
        self.preferences.follow_theme(self)

    def on_app_focus(self) -> None:
        """Check whether another program has changed the level's file or the theme's files."""
        self.autosave.check_disk()
        self.prepare_for_key()

    def format_failure(self, error: BaseException) -> str:
        """Write the traceback of an error to a file, and return a one-line message for the user."""
        return fault_report.report_fault(error, self.state.root)

    def _report_thaw(self, seconds: int) -> None:
        """Tell the user that the app was frozen. The watchdog calls this in its own thread."""
        file = self.state.root / fault_report.FAULT_FILE
        said = (
            f"The app did not respond for {seconds} seconds. Please report this and attach {file}"
        )
        self._call_in_loop(lambda: self.show_message(said, "bad"))

    def on_unmount(self) -> None:
        """Stop the watchdog, save unsaved work and close the solver, however the app ended."""
        if self._watchdog is not None:
            self._watchdog.stop()
        self.save_unsaved_work()
        if self._solver is not None and not self._is_solver_shared:
            self._solver.close()

    def exit_by_signal(self, name: str) -> None:
        """Save unsaved work and exit with the status for the signal ``name``."""
        self.save_unsaved_work()
        self.exit(return_code=128 + getattr(signal, name))

    def save_unsaved_work(self) -> None:
        """Write unsaved work to a recovery file, and announce the file in the exit messages."""
        try:
            kept = self.autosave.close()
        except EngineError as error:
            self.exit_messages.append(f"workbench: unsaved work was lost: {error}")
        else:
            if kept is not None:
                self.exit_messages.append(
                    f"workbench: unsaved work is stored in {kept}; the next start offers to "
                    "recover it"
                )

    def _call_in_loop(self, job: Callable[[], None]) -> None:
        # Other threads may still call this while the app ends, when there is no event loop left.
        with contextlib.suppress(RuntimeError):
            self.call_later(job)

    def _show_file_change(self) -> None:
        self.notify_screens(lambda screen: screen.update_file_status())

    async def action_command(self, command_id: str) -> None:
        """Run a registered command, through the current screen if that is a CommandScreen."""
        from workbench.ui.screen import CommandScreen

        if isinstance(self.screen, CommandScreen):
            await self.screen.action_command(command_id)
        elif command_id in self.command_actions:
            self.command_actions[command_id]()
        else:
            # The command has no table entry, so its action is a method of the app.
            await self.run_action(f"app.{command_id.partition('.')[2]}")

    def action_suspend(self) -> None:
        """Suspend the app, returning to the shell until the user runs ``fg``."""
        self.action_suspend_process()

    def show_theme(self, name: str) -> None:
        """Switch to the theme ``name``, and remember it for later starts."""
        self.preferences.show_theme(self, name)
