"""The ways from screen to screen: each is imported when it is first gone to."""

from __future__ import annotations

import asyncio
from functools import cached_property
from typing import TYPE_CHECKING

from engine.errors import EngineError
from workbench.commands import keymap
from workbench.document.document import Document
from workbench.ui.navigator import Navigator

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from textual.screen import Screen

    from engine.game.game import Game
    from engine.search.maps.statemap import StateMap
    from engine.search.solved import Solved
    from engine.values.level import Level
    from engine.values.parameters import Value
    from workbench.document.recovery import Orphan
    from workbench.features.collection.seen import Seen
    from workbench.service.solving import Snapshot
    from workbench.session.playing.playtest import Assignment, Playtest
    from workbench.session.sides import Fetch, Side
    from workbench.ui.host import Host


class Navigation(Navigator):
    """Opens the screens of an app."""

    def __init__(self, app: Host) -> None:
        self._app = app
        self._way_back: Callable[[], None] | None = None
        """Leads back to where the level at hand was shown from."""

    def open_levels(self) -> None:
        """Goes to the level browser; asks about unsaved work first."""
        self._app.ask(self._open_levels())

    async def _open_levels(self) -> None:
        from workbench.features.levels.screen import LevelsScreen
        from workbench.ui.exchange import saving

        if await saving.may_leave(self._app):
            self._app.document = self._way_back = None
            await self._app.switch_screen(LevelsScreen())
            if self._app.work_waits:
                await self._app.offer_recovery()

    def open_design(self, document: Document, *, generate: bool = False) -> None:
        """Opens a level in the design screen, in place of the screen that is there.

        With ``generate``, one is generated there from a new seed.
        """
        self._way_back = None
        self._app.document = document
        self._app.switch_screen(self.design_screen(document, generate=generate))

    def design_screen(self, document: Document, *, generate: bool = False) -> Screen[None]:
        """The design screen with all of its parts, for a level."""
        from workbench.app.parts import FIRST, further
        from workbench.features.design.screen import DesignScreen

        return DesignScreen(document, FIRST, further, generate=generate)

    def open_play(
        self,
        document: Document,
        answer: Snapshot | None = None,
        assignment: Assignment | None = None,
    ) -> None:
        """Plays a level by hand, over the screen that is there; records go beside its file."""
        from workbench.features.play.play import PlayScreen

        self._app.push_screen(PlayScreen(document, answer, assignment))

    async def open_runs(self, game: str | None) -> None:
        """Asks for a campaign or for infinite play, and shows it. For a worker.

        ``game`` is the name of the game that a new one is thought to be of, if there is one.
        """
        from workbench.features.playlists.runs import play_through

        await play_through(self._app, game)

    async def open_pack(self, path: Path, *, play: bool = False) -> None:
        """Shows a pack over the screen that is there, or says why it cannot be read.

        For a worker. It is played at once if ``play`` says so.
        """
        from workbench.features.playlists.desk import PackDesk
        from workbench.features.playlists.screen import PackScreen

        try:
            desk = await asyncio.to_thread(PackDesk, path, self._app.keeper.state)
        except EngineError as error:
            self._app.say(str(error), "bad")
        else:
            await self._app.push_screen(PackScreen(desk, play=play))

    async def open_packs(self) -> None:
        """Asks for a pack in the folder that is browsed, or makes one, and shows it. For a worker.

        Raises:
            EngineError: it cannot be read, or there are no levels for a new one.
        """
        from workbench.features.playlists.opening import choose_pack

        await choose_pack(self._app, self._app.browser.folder, self._app.browser.target_folder)

    async def open_new_pack(self, files: Sequence[Path]) -> None:
        """Shows a new pack of the levels in some files, put in order. For a worker.

        Raises:
            EngineError: there are no levels for one, or too many.
        """
        from workbench.features.playlists.opening import show_new

        await show_new(self._app, files)

    async def recover_pack(self, orphan: Orphan) -> Callable[[], None]:
        """Takes over the unsaved changes of a pack; see :class:`Navigator`."""
        from workbench.features.playlists.desk import PackDesk
        from workbench.features.playlists.screen import PackScreen

        keeper = self._app.keeper
        desk = await asyncio.to_thread(PackDesk.recovered, orphan, keeper.state)
        keeper.recover_pack(orphan, desk, desk.kept)

        def show() -> None:
            """Show it."""
            self._app.push_screen(PackScreen(desk))

        return show

    def open_gallery(self, wish: Level) -> None:
        """Fills a wall with levels like one, by its provenance, over the screen that is there."""
        from workbench.features.collection import opening

        opening.begin(self._app, wish)

    async def open_galleries(self, game: str | None) -> None:
        """Asks for a gallery to go on with, those of a game first, and shows it. For a worker.

        Raises:
            EngineError: it cannot be read.
        """
        from workbench.features.collection import opening

        await opening.go_on(self._app, game)

    async def begin_batch(self, game: Game, settings: Mapping[str, Value]) -> None:
        """Asks for a number and a catalogue, and begins a batch by some parameters. For a worker.

        Raises:
            EngineError: the batch was refused.
        """
        from workbench.features.batch import starting

        await starting.begin(self._app, game, settings)

    def open_batch(self, path: Path) -> None:
        """Shows the batch of a catalogue over the screen that is there."""
        from workbench.features.batch.screen import BatchScreen

        self._app.push_screen(BatchScreen(path))

    def open_catalogue(self, path: Path, facts: str = "") -> None:
        """Shows a catalogue over the screen that is there, or says why it cannot be read."""
        self._app.ask(self._open_catalogue(path, facts))

    async def _open_catalogue(self, path: Path, facts: str) -> None:
        from workbench.features.collection.opening import show_catalogue

        try:
            await show_catalogue(self._app, path, facts)
        except EngineError as error:
            self._app.say(str(error), "bad")

    def note_generated(self, level: Level, solved: Solved) -> None:
        """Remembers a level that was generated, with what the solver says of it."""
        self._seen.note(level, solved)

    def open_seen(self, game: str) -> None:
        """Shows the levels of a game that were generated since the start."""
        from workbench.features.collection import opening

        opening.show_seen(self._app, self._seen, game)

    @cached_property
    def _seen(self) -> Seen:
        from workbench.features.collection.seen import Seen

        return Seen(self._app.keeper.state.galleries)

    def show_level(self, level: Level, words: str, back: Callable[[], None]) -> None:
        """Makes a level the one at hand, where undo takes that back, else opens it."""
        self._app.ask(self._show_level(level, words, back))

    async def _show_level(self, level: Level, words: str, back: Callable[[], None]) -> None:
        from workbench.features.design.screen import DesignScreen
        from workbench.ui.exchange import saving

        screen = self._app.screen
        if isinstance(screen, DesignScreen) and screen.document.level.game == level.game:
            screen.session.take(level, words)
            back_key, undo = keymap.key("design.cancel"), keymap.key("design.undo")
            leads = f"{back_key} leads back there, {undo} brings back what was here"
            self._app.say(f"{words}; {leads}")
        elif await saving.may_leave(self._app):
            self.open_design(Document(level))
            leads = f"{keymap.key('design.cancel')} leads back there"
            self._app.call_after_refresh(self._app.say, f"{words}; {leads}")
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

        self._app.push_screen(CompareScreen(own, other, take=take, fetch=fetch))

    def open_states(self, session: Playtest, states: StateMap) -> None:
        """Shows the picture of the states of a level that is played, and where its play stands."""
        from workbench.features.graph.screen import StateGraphScreen

        board, moves = session.level.board, session.playthrough.moves
        self._app.push_screen(
            StateGraphScreen(session.game, board, states, moves=moves, playing=True)
        )
