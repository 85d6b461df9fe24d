"""A pack on a screen of its own: its levels, the one under the cursor, and the curve."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.geometry import Size

from engine.errors import EngineError
from engine.game import registry
from engine.playlists.selection import Standing
from engine.values.budget import Control
from engine.values.level import Level
from engine.values.picture import Picture
from workbench.commands import Action, Unless, each_unless
from workbench.features.playlists import panes
from workbench.features.playlists.desk import PackDesk
from workbench.features.playlists.files import PackFiles
from workbench.features.playlists.panes import PackPane, PackWall
from workbench.features.playlists.playing import EMPTY, PackPlaying
from workbench.service.lanes import Outcome
from workbench.text import packs
from workbench.ui.boards.board import BoardView
from workbench.ui.boards.pictured import PicturedBoard
from workbench.ui.linepane import WordsPane, retitle
from workbench.ui.lines import Line
from workbench.ui.screen import CommandScreen

T = TypeVar("T")


LANE = "modes"
"""The lane that looks at levels, and for others."""


class PackScreen(CommandScreen):
    """Shows a pack, changes it and plays it.

    Args:
        desk: the pack.
        play: whether to play on at once.
        order: whether to put its levels in order at once.
    """

    CONTEXTS = ("pack",)
    DEFAULT_CSS = """
    PackScreen #upper { height: 1fr; }
    PackScreen #levels { width: 1fr; min-width: 36; }
    PackScreen #level { width: 1fr; }
    PackScreen WordsPane#about { height: 5; }
    PackScreen #curve { height: 6; }
    PackScreen.-high #curve { height: 12; }
    PackScreen.-high WordsPane#about { height: 9; }
    PackScreen PackWall { display: none; height: 1fr; padding: 0; }
    PackScreen.-wall PackWall { display: block; }
    PackScreen.-wall PackPane, PackScreen.-wall BoardView { display: none; }
    PackScreen.-wall #level { width: 36; }
    PackScreen.-wall WordsPane#about { height: 1fr; }
    """

    def __init__(self, desk: PackDesk, *, play: bool = False, order: bool = False) -> None:
        super().__init__()
        self._desk = desk
        self._plays, self._orders = play, order
        self._looking = ""
        self._request: Control | None = None
        self._files = PackFiles(desk, self)
        self._playing = PackPlaying(desk, self, lambda: self.at, self.go)

    def contents(self) -> ComposeResult:
        """The levels beside what there is of the one under the cursor, above the curve."""
        self.set_class(panes.has_wall(self.app.size), "-wall")
        with Vertical():
            with Horizontal(id="upper"):
                with Vertical(id="levels", classes="pane"):
                    yield PackPane(self._desk)
                    yield PackWall(self._desk)
                with Vertical(id="level", classes="pane"):
                    yield PicturedBoard()
                    yield WordsPane(id="about")
            yield WordsPane(id="curve", classes="pane")

    def on_mount(self) -> None:
        """Looks at the levels, puts them in order and plays on if that is wanted."""
        self.query_one(BoardView).can_focus = False
        upcoming = self._desk.upcoming
        self._arrange(self.app.size, upcoming or 0)
        if self._orders:
            self._order()
        else:
            self._stand()
        if self._plays and upcoming is not None:
            self.call_after_refresh(self._playing.play, upcoming)

    def on_resize(self, event: events.Resize) -> None:
        """There may be room for a wall, or no longer."""
        self._arrange(event.size, self.at)
        self.call_after_refresh(self.renew)

    def _arrange(self, size: Size, at: int) -> None:
        """Shows the levels as a wall where there is room for one, else as a list."""
        self.set_class(panes.has_wall(size), "-wall")
        self.query_one("#about").styles.max_height = None
        self.levels.cursor = at
        self.levels.focus()

    def on_unmount(self) -> None:
        """Stops what is being looked for."""
        self.workbench.solver.stop(LANE)

    @property
    def levels(self) -> PackPane | PackWall:
        """The list, or the wall."""
        return self.query_one(PackWall) if self.has_class("-wall") else self.query_one(PackPane)

    def go(self, place: int) -> None:
        """Puts the cursor on a level."""
        self.levels.go(place)

    @property
    def at(self) -> int:
        """The place of the level under the cursor."""
        return min(self.levels.cursor, max(len(self._desk.pack) - 1, 0))

    # Showing.

    @on(PackPane.Moved)
    @on(PackWall.Moved)
    def _moved(self) -> None:
        self.renew()

    @on(PackPane.Opened)
    @on(PackWall.Opened)
    def _opened(self) -> None:
        self.call_later(self.action_command, "pack.play")

    def renew(self) -> None:
        """Shows the pack as it is now, and has it kept."""
        desk = self._desk
        self.workbench.keeper.keep_pack(desk, desk.kept)
        changed = f" {self.workbench.theme_glyphs.symbol('dirty')}" if desk.unsaved else ""
        retitle(self.query_one("#levels"), f"{desk.title}{changed}", desk.standing)
        self.levels.renew()
        if not self.has_class("-wall"):
            self._show_board()
        self.query_one("#about", WordsPane).show(self._level_lines)
        curve = self.query_one("#curve", WordsPane)
        stands = "" if desk.stands is None else packs.summary([*desk.stands.values()])
        curve.retitle(packs.named(desk.pack.by), self._looking or stands)
        curve.show(self._curve)
        self.key_line.renew()

    def _show_board(self) -> None:
        """Draws the level under the cursor in full, which the wall has no room and no bytes for."""
        levels, board = self._desk.levels, self.query_one(BoardView)
        level = levels[self.at].level if levels else None
        if level is None:
            board.show(Picture(()))
            return
        picture = registry.get(level.game).boards.picture(level.board)
        room = self.query_one("#level").content_size
        self.query_one("#about").styles.max_height = panes.left_by(picture, room)
        board.show(picture, level.game)

    def _level_lines(self, width: int, height: int) -> Iterable[Line]:
        return panes.level_lines(self._desk, self.at, width, height)

    def _curve(self, width: int, height: int) -> Iterable[Line]:
        ascii_only = self.workbench.theme_glyphs.ascii
        return panes.curve(self._desk, self.at, width, height, ascii_only=ascii_only)

    # What takes long.

    def _look(self, title: str, job: Callable[[Control], T], done: Callable[[T], None]) -> None:
        """Does something in the background, and then something else with what comes of it."""
        self._looking = title

        def ended(outcome: Outcome[T]) -> None:
            """In a thread: hands it over."""
            self.hop(lambda: self._ended(request, outcome, done))

        self._request = request = self.workbench.solver.background(job, ended, LANE)
        self.renew()

    def _ended(self, request: Control, outcome: Outcome[T], done: Callable[[T], None]) -> None:
        """Takes what was found, unless it was stopped or another look was begun meanwhile."""
        if request is not self._request:
            return
        self._looking, self._request = "", None
        if outcome.error:
            self.say(outcome.error, "bad")
        if outcome.value is not None and not outcome.cancelled:
            try:
                done(outcome.value)
            except EngineError as error:
                self.say(str(error), "bad")
        self.renew()
        if self._desk.stands is None and not outcome.error:
            self._stand()

    def _stand(self) -> None:
        """Finds out how the levels stand."""
        self._look("looking at the levels", self._desk.prepare_standing(), self._stood)

    def _stood(self, stands: Standing) -> None:
        self._desk.stands = stands

    # Commands.

    def commands(self) -> Mapping[str, Action]:
        """What moves, changes, plays and saves."""
        desk = self._desk
        on_level: dict[str, Action] = {
            "pack.move-up": lambda: self._move(-1),
            "pack.move-down": lambda: self._move(1),
            "pack.pin": lambda: self._change(desk.pinned, self.at),
            "pack.lock": lambda: self._change(desk.locked, self.at),
            "pack.remove": lambda: self._change(desk.removed, self.at),
            "pack.replace": self._replace,
            "pack.order": self._order,
        }
        moves = {name: partial(self._move_cursor, name) for name in self.levels.motions("pack")}
        return {
            **moves,
            **each_unless(self._empty, on_level),
            **self._playing.commands(),
            "pack.undo": Unless(lambda: None if desk.can_undo else "nothing to undo", self._undo),
            "pack.redo": Unless(lambda: None if desk.can_redo else "nothing to redo", self._redo),
            **self._files.commands(),
            "pack.back": self._back,
        }

    def _empty(self) -> str | None:
        return None if self._desk.levels else EMPTY

    def _move_cursor(self, name: str) -> None:
        """Moves the cursor of the list or the wall, whichever there is now."""
        self.levels.motions("pack")[name]()

    # Changing.

    def _change(self, change: Callable[..., None], *places: int) -> None:
        """Changes the pack, or says why that cannot be."""
        try:
            change(*places)
        except EngineError as error:
            self.say(str(error), "bad")
            return
        self.say(self._desk.done)
        self._changed()

    def _changed(self) -> None:
        """Shows another version of the pack, and finds out how its levels stand."""
        self.levels.cursor = self.at
        self._stand()

    def _move(self, by: int) -> None:
        to = self.at + by
        if 0 <= to < len(self._desk.pack):
            at, before = self.at, self._desk.pack
            self._change(self._desk.moved, at, to)
            if self._desk.pack is not before:
                self.levels.go(to)

    def _replace(self) -> None:
        at = self.at

        def found(other: tuple[Level, Path | None]) -> None:
            """Puts it in."""
            self._desk.replaced(at, *other)
            self.say(self._desk.done, "good")

        if self._desk.pack.levels[at].locked:
            self.say(f"level {at + 1} is locked", "bad")
        else:
            job = self._desk.prepare_other(at)
            self._look(f"looking for another like level {at + 1}", job, found)

    def _order(self) -> None:
        def found(order: list[int]) -> None:
            """Takes it."""
            before = self._desk.pack
            self._desk.ordered(order)
            changed = self._desk.pack is not before
            self.say(self._desk.done if changed else "it is in order")

        self._look("putting the levels in order", self._desk.prepare_order(), found)

    def _undo(self) -> None:
        self._go_through(self._desk.undo, "undone")

    def _redo(self) -> None:
        self._go_through(self._desk.redo, "done again")

    def _go_through(self, step: Callable[[], str], said: str) -> None:
        """Goes to another version; the cursor stays on its level, wherever that stands then."""
        desk = self._desk
        before = desk.levels[self.at].digest if desk.levels else ""
        self.say(f"{said}: {step()}")
        self._changed()
        boards = [each.digest for each in desk.levels]
        if before in boards:
            self.levels.go(boards.index(before))

    # Leaving.

    def _back(self) -> None:
        if self._looking:
            self.workbench.solver.stop(LANE)
            self._looking, self._request = "", None
            self.say("stopped")
            self.renew()
        else:
            self.ask(self._leave())

    async def _leave(self) -> None:
        if await self.may_leave():
            self.dismiss()

    async def may_leave(self) -> bool:
        """Asks about unsaved changes, which are then saved or given up."""
        leaves = await self._files.may_leave()
        if leaves:
            self.workbench.keeper.keep_pack(self._desk, None)
        return leaves
