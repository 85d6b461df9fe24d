"""The app: start-up, moving between screens, questions about unsaved work, signals.

It is small on purpose: screens live in :mod:`workbench.features`, and everything slow runs in
the solver service. Importing this module loads neither Numba nor any game.
"""

from __future__ import annotations

import asyncio
import gc
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from textual import events
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.binding import BindingType
from textual.screen import Screen

from engine.errors import EngineError
from workbench.app.lasting import Lasting
from workbench.commands import keymap
from workbench.document.browsing import Browser
from workbench.document.document import Document
from workbench.folders import config
from workbench.terminal import limits, link, output
from workbench.terminal.console import error as tell
from workbench.terminal.keyorder import KeyOrder
from workbench.ui import layout
from workbench.ui.commands import APP
from workbench.ui.host import Switches

if TYPE_CHECKING:
    from rich.console import RenderableType

    from engine.values.level import Level
    from workbench.folders.state import State
    from workbench.service.solving import Snapshot, SolverService
    from workbench.ui.comparing import Fetch, Side

Start = Literal["levels", "design", "play"]

SWITCH = 0.0005
"""Seconds after which a thread that computes lets another one have its turn."""


def run(
    path: Path | None = None,
    start: Start = "levels",
    *,
    level: Level | None = None,
    theme: str | None = None,
    mouse: bool | None = None,
) -> int:
    """Runs the app until the user leaves it.

    Args:
        path: a level to open, or a folder to browse; the current folder by default.
        start: the screen to begin with; ``design`` and ``play`` need a level.
        level: a level to open that has no file, in place of ``path``.
        theme: the theme to draw with; see :class:`WorkbenchApp`.
        mouse: ask the terminal for the mouse; without, it selects and copies text as ever. As
            the user's configuration says if None.

    Returns:
        The exit status; 2 with one line on the standard error for a file that is no level.
    """
    from workbench.service.solving import SolverService

    # A key goes through three threads; none of them should wait long for one that computes.
    sys.setswitchinterval(SWITCH)
    document, folder = None, Path()
    try:
        if path is not None and path.is_dir():
            folder, start = path, "levels"
        elif path is not None:
            document = Document.open(path)
        elif level is not None:
            document = Document.unsaved(level, None, None, None)
    except EngineError as error:
        tell(error)
        return 2
    solver = SolverService()
    # Before the app runs: its helper process must be started while there is one thread.
    solver.start(load=False)
    try:
        app = WorkbenchApp(document, start, folder=folder, solver=solver, theme=theme)
        status = app.run(mouse=app.settings.mouse if mouse is None else mouse)
        for line in app.last_words:
            tell(line)
        return app.return_code or status or 0
    finally:
        solver.close()


class WorkbenchApp(Lasting, inherit_bindings=False):
    """The workbench.

    Attributes:
        link: what the terminal can do.
        solver: runs everything slow; None in tests of screens without it.
        browser: what the level browser has read so far.
        play_switches: what the player has switched on or off.
    """

    CSS_PATH = "app.tcss"
    TITLE = "Puzzle Workbench"
    ENABLE_COMMAND_PALETTE = False
    NOTIFICATION_TIMEOUT = 4
    BINDINGS: ClassVar[list[BindingType]] = [*keymap.bound(APP)]
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - as Textual declares it
        (0, "-too-narrow"), (layout.LEAST[0], "-narrow"),
        (layout.TWO, "-medium"), (layout.WIDE, "-wide"),
    ]  # fmt: skip
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012 - as Textual declares it
        (0, "-too-low"), (layout.LEAST[1], "-low"), (32, "-high"),
    ]  # fmt: skip

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
    ) -> None:
        """Prepares the app.

        Args:
            document: the level to open.
            start: the screen to begin with.
            folder: the folder to browse.
            solver: runs everything slow.
            terminal: what the terminal can do; found out by default.
            theme: the theme to draw with; chosen by the environment, the user's configuration
                and the terminal by default.
            state: where unsaved work and deleted levels are kept; the user's folder by default.
        """
        self.link = terminal or link.detect()
        self.read_choices(self.link, theme)
        super().__init__()
        self.animation_level = "none"
        self.attend(document, state)
        self.solver = solver
        own = (self.keeper.state.root, config.folder())
        self.browser = Browser(folder or Path(), own=own)
        self.play_switches = Switches()
        self._shown = output.Memory()
        self._keys = KeyOrder(self, super().on_event)
        self._start: Start = start if document is not None else "levels"
        limits.limit_colours(self, self.link)
        self.apply_choices()

    # Start and end.

    def first_screen(self) -> Screen[None]:
        """The screen to begin with."""
        if self._start == "play" and self.document is not None:
            from workbench.features.play.placing import play_screen

            return play_screen(self.document)
        if self._start == "design" and self.document is not None:
            return self._design_screen(self.document)
        from workbench.features.levels.screen import LevelsScreen

        return LevelsScreen()

    async def on_mount(self) -> None:
        """Takes care of signals: nothing is lost, and the terminal is left as it was."""
        loop = asyncio.get_running_loop()
        for number in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, number) and not self.is_headless:
                loop.add_signal_handler(getattr(signal, number), self.hang_up, number)
        self.app_resume_signal.subscribe(self, lambda _: self._resumed())
        await self.push_screen(self.first_screen())
        self.keeper.start()
        self.call_after_refresh(self.report_problems)

    def _resumed(self) -> None:
        """The shell has given the terminal back."""
        self.action_redraw()
        self.refresh(layout=True)

    async def action_quit(self) -> None:
        """Leaves the app; asks about unsaved work."""
        self.run_worker(self._quit(), group="question", exclusive=True)

    async def _quit(self) -> None:
        if await self.may_leave():
            self.document = None
            self.exit(0)

    def on_app_focus(self) -> None:
        """The user may have changed the level or the theme in another program."""
        self.keeper.look()
        self.follow_theme()

    async def on_event(self, event: events.Event) -> None:
        """Handles keys one after the other, everything else at once."""
        if not isinstance(event, events.Key):
            await super().on_event(event)
        elif not event.is_forwarded:
            self.follow_theme()
            await self._keys.take(event)
        elif not self._keys.astray(event):
            await super().on_event(event)

    # Frames.

    def screen_filled(self) -> None:
        """Does what can wait until there is something to look at."""
        if self.solver is not None:
            self.solver.load()
        if not gc.isenabled():
            gc.freeze()
            gc.enable()

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        sent = self.is_running and not self._batch_count and not self.is_headless
        if sent and isinstance(renderable, LayoutUpdate | ChopsUpdate):
            difference = self._shown.reduce(renderable, self.size)
            super()._display(screen, difference if difference.pieces else None)
        else:
            super()._display(screen, renderable)

    def on_resize(self) -> None:
        """Terminals move what they show about when their size changes."""
        self._shown.forget()

    def action_redraw(self) -> None:
        """Draws everything again, whatever the terminal shows now."""
        self._shown.forget()
        self.screen.refresh()

    # Screens.

    def open_levels(self) -> None:
        """Goes to the level browser; asks about unsaved work first."""
        self.run_worker(self._open_levels(), group="question", exclusive=True)

    async def _open_levels(self) -> None:
        from workbench.features.levels.screen import LevelsScreen

        if await self.may_leave():
            self.document = None
            await self.switch_screen(LevelsScreen())
            if self.work_waits:
                await self.offer_recovery()

    def open_design(self, document: Document, *, generate: bool = False) -> None:
        """Opens a level in the design screen, in place of the screen that is there.

        Args:
            document: the level.
            generate: begin by generating one from a new seed.
        """
        self.document = document
        self.switch_screen(self._design_screen(document, generate=generate))

    def _design_screen(self, document: Document, *, generate: bool = False) -> Screen[None]:
        from workbench.app.parts import PARTS
        from workbench.features.design.screen import DesignScreen

        return DesignScreen(document, PARTS, generate=generate)

    def open_play(self, document: Document, answer: Snapshot | None = None) -> None:
        """Plays a level by hand, over the screen that is there; records go beside its file."""
        from workbench.features.play.placing import play_screen

        self.push_screen(play_screen(document, answer))

    def open_comparison(
        self,
        own: Side,
        other: Side,
        solver: SolverService,
        *,
        take: Callable[[Side], None] | None = None,
        fetch: Fetch | None = None,
    ) -> None:
        """Sets two levels side by side, over the screen that is there."""
        from workbench.features.compare.screen import CompareScreen

        self.push_screen(CompareScreen(own, other, solver, take=take, fetch=fetch))

    async def may_leave(self) -> bool:
        """Whether the open document may go; asks if it has unsaved changes. For a worker."""
        from workbench.ui import saving

        return await saving.may_leave(self)

    async def save_document(self, document: Document, *, elsewhere: bool = False) -> bool:
        """Saves a document, asking for a place and about conflicts. For a worker.

        Args:
            document: what to save.
            elsewhere: ask for another place even if it has one.

        Returns:
            False if it was not saved.
        """
        from workbench.ui import saving

        return await saving.save(self, document, elsewhere=elsewhere)

    # Commands of the context ``app``.

    async def action_command(self, command_id: str) -> None:
        """Does a command of the registry, through the screen if it is one of ours."""
        from workbench.ui.screen import CommandScreen

        if isinstance(self.screen, CommandScreen):
            await self.screen.action_command(command_id)
        else:
            await self.run_action(f"app.{command_id.partition('.')[2]}")

    def action_help(self) -> None:
        """Shows every key of the screen."""
        from workbench.ui.help import HelpScreen, contexts_of, sections
        from workbench.ui.screen import CommandScreen

        if isinstance(screen := self.screen, CommandScreen):
            listed = sections(contexts_of(screen, screen.CONTEXTS), screen.offers)
            self.push_screen(HelpScreen(self.theme_glyphs, listed, self.user_keys.report))

    def action_palette(self) -> None:
        """Finds a command by name."""
        from workbench.app.palette import Palette

        if not isinstance(self.screen, Palette):
            self.push_screen(Palette())

    def action_suspend(self) -> None:
        """Goes back to the shell until its ``fg``."""
        self.action_suspend_process()

    def say(self, message: str, role: str = "muted") -> None:
        """Shows a message on the screen on top, if it has a place for it."""
        from workbench.ui.screen import CommandScreen

        if isinstance(self.screen, CommandScreen):
            self.screen.say(message, role)
