"""The screen of a catalogue: its levels on a wall or in a table, to find, judge and take some."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Literal

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import ContentSwitcher

from engine.catalogue import exporting
from engine.catalogue.marking import MOST_STARS
from engine.catalogue.query import Selection
from engine.catalogue.store import Catalogue
from engine.errors import EngineError
from engine.values.budget import Control
from engine.values.level import Level
from workbench.commands import Action, each_unless, keymap, lacking
from workbench.document.status import count
from workbench.features.catalogue import words
from workbench.features.catalogue.pages import Pages, choice_of
from workbench.features.catalogue.questions import CatalogueQuestions
from workbench.features.catalogue.shelf import Listing, Said, Shelf, Showing, Shown
from workbench.features.catalogue.views import CatalogueTable, CatalogueWall
from workbench.folders.resources import brief
from workbench.service.lanes import Outcome
from workbench.session.sides import Side
from workbench.ui.keyline import KeyLine
from workbench.ui.lines import Line, retitle
from workbench.ui.screen import CommandScreen
from workbench.ui.wall.beside import BesidePane
from workbench.ui.wall.wall import WallPane

LANE = "catalogue"
"""The lane that writes files."""
LOOK = 2.0
"""Seconds between two looks whether levels have come."""
WIDE = 100
"""Columns of a screen from which on there is room beside the levels."""
View = Literal["wall", "table"]
VIEWS: tuple[View, ...] = ("wall", "table")
_NAMED = ("filter", "reload", "back")
_OTHER: Mapping[str, str] = {"kept": "rejected", "rejected": "kept"}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a catalogue was left.

    Attributes:
        number: of the level under the cursor; 0 for the first.
    """

    showing: Showing = field(default_factory=Showing)
    view: View = "wall"
    number: int = 0


LEFT: dict[Path, Place] = {}
"""Where catalogues were left in this session, by their files."""


@dataclass(frozen=True, slots=True)
class Step:
    """What was said of a level, to be taken back."""

    number: int
    before: Said
    after: Said


class CatalogueScreen(CommandScreen):
    """Shows the levels of a catalogue.

    Args:
        shelf: reads and marks it; closed with the screen.
        listing: what is shown at first.
        place: where it was left.
    """

    CONTEXTS = ("catalogue",)
    DEFAULT_CSS = """
    CatalogueScreen #levels { width: 1fr; }
    CatalogueScreen ContentSwitcher { height: 1fr; }
    CatalogueScreen WallPane { height: 1fr; padding: 0; }
    CatalogueScreen #beside { width: 32; display: none; }
    CatalogueScreen.-beside #beside { display: block; }
    """

    def __init__(self, shelf: Shelf, listing: Listing, place: Place) -> None:
        super().__init__()
        self.shelf = shelf
        self.pages = Pages(shelf, listing, self.hop, self._read)
        self._wall, self._table = CatalogueWall(self.pages), CatalogueTable(self.pages)
        self._place = place
        self._view: View = place.view
        self._questions = CatalogueQuestions(self)
        self._done: list[Step] = []
        self._undone: list[Step] = []
        self._changed = ""
        self._writing = False

    def contents(self) -> ComposeResult:
        """The levels, and what stands beside them."""
        with Horizontal():
            with (
                Vertical(id="levels", classes="pane"),
                ContentSwitcher(initial=self._view),
            ):
                yield self._wall
                yield self._table
            yield BesidePane(id="beside", classes="pane")

    def on_mount(self) -> None:
        """Shows the levels as they were left."""
        self.set_class(self.app.size.width >= WIDE, "-beside")
        self.pane.cursor = self.pages.place_of(self._place.number)
        self.pane.focus()
        self.query_one(BesidePane).show(self._beside)
        self.set_interval(LOOK, self._look)
        self.renew()

    def on_resize(self, event: events.Resize) -> None:
        """There may be room beside the levels, or no longer."""
        self.set_class(event.size.width >= WIDE, "-beside")

    def on_unmount(self) -> None:
        """Closes the file; what is being written is given up, the place is kept."""
        LEFT[self.shelf.path] = self._here
        self.workbench.solver.stop(LANE)
        self.shelf.close()

    # What is under the cursor.

    @property
    def pane(self) -> CatalogueWall | CatalogueTable:
        """The view that is shown."""
        return self._wall if self._view == "wall" else self._table

    @property
    def level(self) -> Shown | None:
        """The level under the cursor, if it is read."""
        return self.pages.at(self.pane.cursor)

    @property
    def _here(self) -> Place:
        ids = self.pages.listing.ids
        number = ids[self.pane.cursor] if ids else 0
        return Place(self.pages.listing.showing, self._view, number)

    # Showing.

    def renew(self) -> None:
        """Shows what is known now."""
        listing, pane = self.pages.listing, self.pane
        pane.cursor = max(0, min(pane.cursor, self.pages.count - 1))
        pane.renew()
        title = " · ".join(words.title(self.shelf.path, listing))
        retitle(self.query_one("#levels"), title, " · ".join(words.state(listing, self._changed)))
        self._tell()
        self.refresh_keys()

    def _tell(self) -> None:
        """Tells of the level under the cursor."""
        shown = self.level
        if shown is not None:
            line = words.about(shown)
        elif self.pages.count:
            line = [("reading ...", "muted")]
        else:
            keys = {name: keymap.key(f"catalogue.{name}") for name in _NAMED}
            line = words.nothing(self.pages.listing, keys)
        self.query_one(KeyLine).tell(line)
        self.query_one(BesidePane).renew()

    def _beside(self, width: int, height: int) -> Iterable[Line]:
        theme = self.workbench.theme_glyphs
        if self._view == "table":
            return words.whole(self.level, theme, width) if self.level is not None else ()
        return words.histogram(self.pages.listing, width, plain=theme.ascii)

    def _read(self, problem: str) -> None:
        """Levels have been read."""
        if not self.stands:
            return
        if problem:
            self.say(problem, "bad")
        self.pane.renew()
        self._tell()

    def _look(self) -> None:
        """Finds out whether levels have come."""
        listing = self.pages.listing

        def told(done: Future[bool]) -> None:
            """In the thread: hands the answer over."""
            error = done.exception()
            changed = str(error) if error is not None else "new ones came" if done.result() else ""
            self.hop(partial(self._looked, listing, changed))

        if self.is_active:
            asked = self.shelf.submit(partial(self.shelf.changed, listing))
            asked.add_done_callback(told)

    def _looked(self, listing: Listing, changed: str) -> None:
        again = f"; {keymap.key('catalogue.reload')} reads them"
        changed = changed + again if changed == "new ones came" else changed
        if self.stands and listing is self.pages.listing and changed != self._changed:
            self._changed = changed
            self.renew()

    @on(WallPane.Moved)
    @on(CatalogueTable.Moved)
    def _moved(self) -> None:
        self._tell()

    @on(WallPane.Opened)
    @on(CatalogueTable.Opened)
    def _opened(self) -> None:
        self.call_later(self.action_command, "catalogue.open")

    @on(BesidePane.Picked)
    def _picked(self, message: BesidePane.Picked) -> None:
        listing = self.pages.listing
        if self._view == "wall" and message.bar < len(listing.bars):
            self.ask(self._questions.narrow_to(listing.key, listing.bars[message.bar]))

    async def show(self, showing: Showing) -> None:
        """Shows other levels or in another order, the cursor on its level if that is shown."""
        number = self._here.number
        self.pages.listing = await self.shelf.run(partial(self.shelf.listing, showing))
        self._changed = ""
        self.pane.cursor = self.pages.place_of(number)
        self.renew()

    # Commands.

    def commands(self) -> Mapping[str, Action]:
        """What moves, chooses, says and shows."""
        here = lacking(lambda: self.level, "no level is under the cursor")
        of_one: dict[str, Action] = {
            "catalogue.open": lambda: self.ask(self._open()),
            "catalogue.keep": partial(self._choose, "kept"),
            "catalogue.reject": partial(self._choose, "rejected"),
            "catalogue.larger": partial(self._star, 1),
            "catalogue.smaller": partial(self._star, -1),
            "catalogue.compare": lambda: self.ask(self._compare()),
            "catalogue.more": lambda: self.ask(self._more()),
        }
        return {
            **self._motions(),
            **each_unless(here, of_one),
            "catalogue.next-view": self._turn_view,
            "catalogue.reload": lambda: self.ask(self._reload()),
            "catalogue.undo": partial(self._turn_back, "nothing to undo"),
            "catalogue.redo": partial(self._turn_on, "nothing to redo"),
            "catalogue.back": self._back,
            **self._questions.commands(),
        }

    def _motions(self) -> Mapping[str, Action]:
        """What moves the cursor of the view that is shown."""
        table, wall = self._table, self._wall.motions("catalogue")
        rows: dict[str, Action] = {
            **table.motions("catalogue"),
            "catalogue.left": partial(table.shift, -1),
            "catalogue.right": partial(table.shift, 1),
        }
        return {name: partial(self._move, wall[name], rows[name]) for name in wall}

    def _move(self, on_wall: Action, in_table: Action) -> None:
        (on_wall if self._view == "wall" else in_table)()

    def _turn_view(self) -> None:
        """Shows the next view, the cursor on the same level."""
        at = self.pane.cursor
        self._view = VIEWS[(VIEWS.index(self._view) + 1) % len(VIEWS)]
        self.query_one(ContentSwitcher).current = self._view
        self.pane.cursor = at
        self.pane.focus()
        self.call_after_refresh(self.renew)

    async def _reload(self) -> None:
        self.pages.forget()
        await self.show(self.pages.listing.showing)

    # Saying something of levels.

    def _choose(self, choice: str) -> None:
        """Keeps or rejects, or takes that back; the cursor goes on."""
        shown = self.level
        assert shown is not None
        tags = shown.said.tags - {choice, _OTHER[choice]}
        if choice_of(shown.entry.tags) != choice:
            tags |= {choice}
        self.say_of(shown, replace(shown.said, tags=tags))
        self.pane.go(self.pane.cursor + 1)

    def _star(self, by: int) -> None:
        shown = self.level
        assert shown is not None
        stars = max(0, min(shown.said.stars + by, MOST_STARS))
        self.say_of(shown, replace(shown.said, stars=stars))

    def say_of(self, shown: Shown, said: Said) -> None:
        """Says something of a level: it is shown once it is written."""
        if said != shown.said:
            step = Step(shown.entry.id, shown.said, said)
            self._done.append(step)
            self._undone.clear()
            self._say(step.number, step.before, step.after)

    def _turn_back(self, nothing: str) -> None:
        if not self._done:
            self.say(nothing)
            return
        self._undone.append(step := self._done.pop())
        self._say(step.number, step.after, step.before)
        self.pane.go(self.pages.place_of(step.number))

    def _turn_on(self, nothing: str) -> None:
        if not self._undone:
            self.say(nothing)
            return
        self._done.append(step := self._undone.pop())
        self._say(step.number, step.before, step.after)
        self.pane.go(self.pages.place_of(step.number))

    def _say(self, number: int, before: Said, after: Said) -> None:
        asked = self.shelf.submit(partial(self.shelf.say, number, after.instead_of(before)))
        asked.add_done_callback(lambda done: self.hop(partial(self._said, done)))

    def _said(self, done: Future[Shown]) -> None:
        try:
            self.pages.put(done.result())
        except EngineError as error:
            self.say(str(error), "bad")
        self.renew()

    # Levels elsewhere.

    async def _whole(self) -> tuple[int, Level]:
        """The number and the whole of the level under the cursor."""
        shown = self.level
        assert shown is not None
        level = await self.shelf.run(partial(self.shelf.level, shown.entry))
        return shown.entry.id, level

    async def _open(self) -> None:
        """Opens the level in the design screen, from where esc leads back here."""
        workbench, back = self.workbench, partial(self.workbench.open_catalogue, self.shelf.path)
        number, level = await self._whole()
        self.dismiss(None)
        workbench.call_later(workbench.show_level, level, f"catalogue level {number}", back)

    async def _more(self) -> None:
        _, level = await self._whole()
        self.workbench.open_gallery(level)

    async def _compare(self) -> None:
        """Marks the level; again on another one, compares the two; again on the same, unmarks."""
        shown, marked = self.level, self.pages.marked
        assert shown is not None
        number = shown.entry.id
        if marked in (None, number):
            self.pages.marked = number if marked is None else None
        else:
            assert marked is not None
            other = (await self.shelf.run(partial(self.shelf.page, [marked])))[marked]
            one = await self.shelf.run(partial(self.shelf.level, other.entry))
            _, two = await self._whole()
            self.pages.marked = None
            sides = Side(f"level {marked}", one), Side(f"level {number}", two)
            self.workbench.open_comparison(*sides)
        self.renew()

    # Files.

    def write(self, showing: Showing, out: Path) -> None:
        """Writes levels to files, in the background; back stops it."""
        kinds = self.pages.listing.kinds

        def job(control: Control) -> int:
            """Reads them by itself: the levels in sight need not wait."""
            with Catalogue.open(self.shelf.path) as catalogue:
                selection = Selection(catalogue, showing.query(kinds))

                def step(_: int) -> None:
                    """After each level."""
                    control.require_going_on()

                return exporting.export([selection], out, step)

        def ended(outcome: Outcome[int]) -> None:
            """In the lane's thread: hands the number over."""
            self.hop(partial(self._written, out, outcome))

        self._writing = True
        self.say(f"writing to {brief(out)}")
        self.workbench.solver.background(job, ended, LANE)

    def _written(self, out: Path, outcome: Outcome[int]) -> None:
        self._writing = False
        if outcome.error is not None:
            self.say(outcome.error, "bad")
        elif outcome.cancelled or outcome.value is None:
            self.say(f"stopped; what was written to {brief(out)} is there", "warning")
        else:
            self.say(f"{count(outcome.value, 'level')} written to {brief(out)}", "good")
            self.workbench.tell_screens(lambda screen: screen.file_seen())

    def _back(self) -> None:
        if self._writing:
            self.workbench.solver.stop(LANE)
        elif self.pages.marked is not None:
            self.pages.marked = None
            self.renew()
        else:
            self.dismiss(None)
