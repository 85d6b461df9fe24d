"""The app: start-up, moving between screens, questions about unsaved work, signals.

It is small on purpose: screens live in :mod:`workbench.features`, and everything slow runs in
the solver service. Importing this module loads neither Numba nor any game.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from textual.binding import BindingType
from textual.screen import Screen

from engine.errors import EngineError
from workbench.app.preferences import Preferences
from workbench.commands import keymap
from workbench.document.document import Document
from workbench.document.keeper import WorkKeeper
from workbench.folders import config, state
from workbench.folders.state import State, user_state
from workbench.terminal import link
from workbench.ui import layout, saving
from workbench.ui.commands import APP
from workbench.ui.host import Host, Switches

if TYPE_CHECKING:
    from engine.game.game import Game
    from engine.search.maps.statemap import StateMap
    from engine.search.solved import Solved
    from engine.values.level import Level
    from engine.values.parameters import Value
    from workbench.document.browsing import Browser
    from workbench.document.recovery import Orphan
    from workbench.features.gallery.seen import Seen
    from workbench.service.solving import Snapshot, SolverService
    from workbench.session.playing.playtest import Assignment, Playtest
    from workbench.session.sides import Fetch, Side
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
        self.document = document
        self._solver, self._lends = solver, solver is not None
        self._folder = folder or Path()
        self.play_switches = Switches()
        self._greeted = False
        self._way_back: Callable[[], None] | None = None
        """Leads back to where the level at hand was shown from."""
        self._start: Start = start if document is not None else "levels"
        self._catalogue = catalogue
        self._pack = None if pack is None else (pack, start == "play")
        self.preferences.apply(self)

    @cached_property
    def browser(self) -> Browser:
        """What the level browser has read so far."""
        from workbench.document.browsing import Browser

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
        return self._design_screen(self.document)

    async def on_mount(self) -> None:
        """Takes care of signals: nothing is lost, and the terminal is left as it was."""
        loop = asyncio.get_running_loop()
        for number in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, number) and not self.is_headless:
                loop.add_signal_handler(getattr(signal, number), self.hang_up, number)
        self.app_resume_signal.subscribe(self, lambda _: self._resumed())
        await self.push_screen(self._first_screen())
        if self._pack is not None:
            self._ask(self._open_pack(*self._pack))
        if self._catalogue is not None:
            self.open_catalogue(self._catalogue)
        if self.preferences.problem:
            self.call_after_refresh(self.say, self.preferences.problem, "warning")

    def _resumed(self) -> None:
        """The shell has given the terminal back."""
        self.action_redraw()
        self.refresh(layout=True)

    def _ask(self, question: Coroutine[None, None, None]) -> None:
        """Runs what may have to ask something first, in place of a question that is open."""
        self.run_worker(question, group="question", exclusive=True)

    async def action_quit(self) -> None:
        """Leaves the app; asks about unsaved work."""
        self._ask(self._quit())

    async def _quit(self) -> None:
        if await saving.may_leave(self):
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

    def on_unmount(self) -> None:
        """However the app ends, the session does too."""
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
        self.tell_screens(lambda screen: screen.file_seen())

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

    def open_levels(self) -> None:
        """Goes to the level browser; asks about unsaved work first."""
        self._ask(self._open_levels())

    async def _open_levels(self) -> None:
        from workbench.features.levels.screen import LevelsScreen

        if await saving.may_leave(self):
            self.document = self._way_back = None
            await self.switch_screen(LevelsScreen())
            if self.work_waits:
                await self.offer_recovery()

    def open_design(self, document: Document, *, generate: bool = False) -> None:
        """Opens a level in the design screen, in place of the screen that is there.

        With ``generate``, one is generated there from a new seed.
        """
        self._way_back = None
        self.document = document
        self.switch_screen(self._design_screen(document, generate=generate))

    def _design_screen(self, document: Document, *, generate: bool = False) -> Screen[None]:
        from workbench.app.parts import PARTS
        from workbench.features.design.screen import DesignScreen

        return DesignScreen(document, PARTS, generate=generate)

    def open_play(
        self,
        document: Document,
        answer: Snapshot | None = None,
        assignment: Assignment | None = None,
    ) -> None:
        """Plays a level by hand, over the screen that is there; records go beside its file."""
        from workbench.features.play.play import PlayScreen

        self.push_screen(PlayScreen(document, answer, assignment))

    async def open_runs(self, game: str | None) -> None:
        """Asks for a campaign or for infinite play, and shows it. For a worker.

        ``game`` is the name of the game that a new one is thought to be of, if there is one.
        """
        from workbench.features.campaign.runs import play_through

        await play_through(self, game)

    async def _open_pack(self, path: Path, play: bool) -> None:
        """Shows a pack over the screen that is there, or says why it cannot be read."""
        from workbench.features.packs.desk import PackDesk
        from workbench.features.packs.screen import PackScreen

        try:
            desk = await asyncio.to_thread(PackDesk, path, self.keeper.state)
        except EngineError as error:
            self.say(str(error), "bad")
        else:
            await self.push_screen(PackScreen(desk, play=play))

    async def open_packs(self) -> None:
        """Asks for a pack in the folder that is browsed, or makes one, and shows it. For a worker.

        Raises:
            EngineError: it cannot be read, or there are no levels for a new one.
        """
        from workbench.features.packs.opening import choose_pack

        await choose_pack(self, self.browser.folder, self.browser.target_folder)

    async def open_new_pack(self, files: Sequence[Path]) -> None:
        """Shows a new pack of the levels in some files, put in order. For a worker.

        Raises:
            EngineError: there are no levels for one, or too many.
        """
        from workbench.features.packs.opening import show_new

        await show_new(self, files)

    def open_gallery(self, wish: Level) -> None:
        """Fills a wall with levels like one, by its provenance, over the screen that is there."""
        from workbench.features.gallery import opening

        opening.begin(self, wish)

    async def open_galleries(self, game: str | None) -> None:
        """Asks for a gallery to go on with, those of a game first, and shows it. For a worker.

        Raises:
            EngineError: it cannot be read.
        """
        from workbench.features.gallery import opening

        await opening.go_on(self, game)

    async def begin_batch(self, game: Game, settings: Mapping[str, Value]) -> None:
        """Asks for a number and a catalogue, and begins a batch by some parameters. For a worker.

        Raises:
            EngineError: the batch was refused.
        """
        from workbench.features.batch import starting

        await starting.begin(self, game, settings)

    def action_batches(self) -> None:
        """Lists the batches that were begun."""
        from workbench.features.batch import starting

        self._ask(starting.choose(self))

    def open_batch(self, path: Path) -> None:
        """Shows the batch of a catalogue over the screen that is there."""
        from workbench.features.batch.screen import BatchScreen

        self.push_screen(BatchScreen(path))

    async def _greet(self) -> None:
        """Says that a batch or a filling goes on, or was cut short, if that is so."""
        from workbench.document import batches

        greeting = await asyncio.to_thread(batches.greeting, self.keeper.state.batches)
        if greeting:
            self.say(f"{greeting}; {keymap.key('app.batches')} shows it")

    def open_catalogue(self, path: Path, facts: str = "") -> None:
        """Shows a catalogue over the screen that is there, or says why it cannot be read."""
        self._ask(self._open_catalogue(path, facts))

    async def _open_catalogue(self, path: Path, facts: str) -> None:
        from workbench.features.catalogue.opening import show

        try:
            await show(self, path, facts)
        except EngineError as error:
            self.say(str(error), "bad")

    def note_generated(self, level: Level, solved: Solved) -> None:
        """Remembers a level that was generated, with what the solver says of it."""
        self._seen.note(level, solved)

    def open_seen(self, game: str) -> None:
        """Shows the levels of a game that were generated since the start."""
        from workbench.features.gallery import opening

        opening.show_seen(self, self._seen, game)

    @cached_property
    def _seen(self) -> Seen:
        from workbench.features.gallery.seen import Seen

        return Seen(self.keeper.state.galleries)

    def show_level(self, level: Level, words: str, back: Callable[[], None]) -> None:
        """Makes a level the one at hand, where undo takes that back, else opens it."""
        self._ask(self._show_level(level, words, back))

    async def _show_level(self, level: Level, words: str, back: Callable[[], None]) -> None:
        from workbench.features.design.screen import DesignScreen

        screen = self.screen
        if isinstance(screen, DesignScreen) and screen.document.level.game == level.game:
            screen.take(level, words)
        elif await saving.may_leave(self):
            self.open_design(Document(level))
        else:
            return
        self._way_back = back

    def leave_level(self) -> None:
        """Goes back to where the level was shown from, else to the level browser."""
        back, self._way_back = self._way_back, None
        (back or self.open_levels)()

    def open_comparison(
        self,
        own: Side,
        other: Side,
        *,
        take: Callable[[Side], None] | None = None,
        fetch: Fetch | None = None,
    ) -> None:
        """Sets two levels side by side, over the screen that is there."""
        from workbench.features.compare.screen import CompareScreen

        self.push_screen(CompareScreen(own, other, take=take, fetch=fetch))

    def open_states(self, session: Playtest, states: StateMap) -> None:
        """Shows the picture of the states of a level that is played, and where its play stands."""
        from workbench.features.graph.screen import StateGraphScreen

        board, moves = session.level.board, session.playthrough.moves
        self.push_screen(StateGraphScreen(session.game, board, states, moves=moves, playing=True))

    async def recover(self, orphan: Orphan) -> bool:
        """Opens unsaved work of an earlier session; asks about that of this one. For a worker.

        Returns:
            False if the user backed out, with everything as it was.

        Raises:
            LevelError: it is no longer there.
        """
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
        else:
            await self.run_action(f"app.{command_id.partition('.')[2]}")

    def action_help(self) -> None:
        """Explains the screen: its keys, its signs, the game and the words."""
        from workbench.ui.help import HelpPane, HelpScreen
        from workbench.ui.manual.screens import pages
        from workbench.ui.screen import CommandScreen

        if isinstance(screen := self.screen, CommandScreen):
            report = self.preferences.user_keys.report
            self.push_screen(HelpScreen(HelpPane(pages(screen), report)))

    def action_experiments(self) -> None:
        """Shows the experiments of all games."""
        from engine.game import registry
        from workbench.features.experiments.screen import ExperimentsScreen

        if isinstance(self.screen, ExperimentsScreen):
            return
        if found := registry.experiments():
            self.push_screen(ExperimentsScreen(found))
        else:
            self.say("no game has experiments")

    def action_palette(self) -> None:
        """Finds a command by name."""
        from workbench.app.palette import Palette

        if not isinstance(self.screen, Palette):
            self.push_screen(Palette())

    def action_suspend(self) -> None:
        """Goes back to the shell until its ``fg``."""
        self.action_suspend_process()

    def show_theme(self, name: str) -> None:
        """Draws with another theme from now on and from the next start on."""
        self.preferences.show_theme(self, name)

    def action_theme(self) -> None:
        """Draws with the next theme."""
        self.show_theme(self.preferences.next_theme())

    def action_choose_theme(self) -> None:
        """Lists the themes."""
        from workbench.app.themes import ThemesScreen

        def take(name: str | None) -> None:
            """Shows the theme that was chosen, if one was."""
            if name is not None:
                self.show_theme(name)

        game = self.document.level.game if self.document is not None else None
        self.push_screen(ThemesScreen(self.theme_glyphs, game), take)

    def action_reload_theme(self) -> None:
        """Reads the files of the theme again."""
        self.preferences.reload_theme(self)
