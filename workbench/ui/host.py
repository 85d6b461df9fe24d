"""What panes and screens need of the app that shows them, without knowing the app itself.

The app knows its screens and screens know their panes; this keeps imports from running back.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from textual import constants

from workbench.terminal.app import TerminalApp
from workbench.terminal.screens import Leaving
from workbench.ui.said import Messages
from workbench.ui.tour import Tour

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from engine.game.game import Game
    from engine.search.maps.statemap import StateMap
    from engine.search.solved import Solved
    from engine.values.level import Level
    from engine.values.parameters import Value
    from workbench.document.browsing import Browser
    from workbench.document.document import Document
    from workbench.document.keeper import WorkKeeper
    from workbench.document.recovery import Orphan
    from workbench.folders.config import Wish
    from workbench.service.solving import Snapshot, SolverService
    from workbench.session.playing.playtest import Assignment, Playtest
    from workbench.session.sides import Fetch, Side
    from workbench.terminal.graphics import Graphics
    from workbench.theme.theming import Theme
    from workbench.ui.layout import Preset


@dataclass(slots=True)
class Switches:
    """Choices that stay from one level to the next.

    Attributes:
        timer: the time played is shown.
        warnings: being off track, and dead ends, are told unasked.
        aiming: hints and warnings are about better kinds of win, in games that have some.
        states: the picture of the states is shown beside the board, where there is room.
        preview: what a turn of a line would do is shown before it is made.
        faces: only a part of the board is seen at a time, in games that have such views.
        motion: moves are animated where the link allows; off from the start where the user has
            told Textual so (``TEXTUAL_ANIMATIONS=none``).
    """

    timer: bool = False
    warnings: bool = True
    aiming: bool = True
    states: bool = False
    preview: bool = True
    faces: bool = False
    motion: bool = field(default_factory=lambda: constants.TEXTUAL_ANIMATIONS != "none")


class Host(TerminalApp, inherit_bindings=False):
    """An app with a theme, an open document, a solver, and ways from screen to screen.

    Attributes:
        play_switches: what the player has switched on or off.
        design_layout: the layout chosen for the design screen.
        keeper: sees to it that nothing is lost.
        no_pictures: why boards are not shown as images, None if they are.
        work_waits: unsaved work of earlier sessions is offered again with the level browser.
    """

    _solver: SolverService | None = None
    keeper: WorkKeeper
    play_switches: Switches
    design_layout: Preset = 1
    no_pictures: str | None = "not asked for"
    work_waits: bool = False

    @cached_property
    def messages(self) -> Messages:
        """What was said in the lines of messages since the start."""
        return Messages()

    @cached_property
    def tour(self) -> Tour:
        """The tour of the first start."""
        return Tour()

    def action_tour(self) -> None:
        """Begins the tour, or ends it."""
        self.tour.turn()

    def action_messages(self) -> None:
        """Lists what was said."""
        if self.messages:
            from workbench.ui.messages import MessagesScreen

            self.push_screen(MessagesScreen(self.messages))
        else:
            self.say("nothing was said yet")

    @property
    def solver(self) -> SolverService:
        """Runs everything slow."""
        if self._solver is None:
            from workbench.service.solving import SolverService

            self._solver = SolverService()
        return self._solver

    @property
    @abstractmethod
    def browser(self) -> Browser:
        """What the level browser has read so far."""

    @property
    @abstractmethod
    def theme_glyphs(self) -> Theme:
        """The theme that everything is drawn with."""

    @property
    def document(self) -> Document | None:
        """The open level, None while none is; setting it lets the last one go, saved or not."""
        return self._document

    @document.setter
    def document(self, document: Document | None) -> None:
        """Opens it, and has it kept safe from now on."""
        self._document = document
        self.keeper.attend(document)

    @abstractmethod
    def screen_filled(self) -> None:
        """A screen has everything that its first frame shows."""

    @abstractmethod
    def open_levels(self) -> None:
        """Goes to the level browser; asks about unsaved work first."""

    @abstractmethod
    def open_design(self, document: Document, *, generate: bool = False) -> None:
        """Opens a level in the design screen, in place of the screen that is there."""

    @abstractmethod
    def open_play(
        self,
        document: Document,
        answer: Snapshot | None = None,
        assignment: Assignment | None = None,
    ) -> None:
        """Plays a level by hand, over the screen that is there; records go beside its file.

        Args:
            document: the level.
            answer: what is known of its board already, with a guide to its positions; None to
                have it searched.
            assignment: why the level is played; None if nothing is to be reported.
        """

    @abstractmethod
    async def open_runs(self, game: str | None) -> None:
        """Asks for a campaign or for infinite play, and shows it. For a worker.

        ``game`` is the name of the game that a new one is thought to be of, if there is one.
        """

    @abstractmethod
    async def open_packs(self) -> None:
        """Asks for a pack, or makes one, and shows it. For a worker.

        Raises:
            EngineError: it cannot be read, or there are no levels for a new one.
        """

    @abstractmethod
    async def open_new_pack(self, files: Sequence[Path]) -> None:
        """Shows a new pack of the levels in some files, put in order. For a worker.

        Raises:
            EngineError: there are no levels for one, or too many.
        """

    @abstractmethod
    def open_gallery(self, wish: Level) -> None:
        """Fills a wall with levels like one, by its provenance, over the screen that is there."""

    @abstractmethod
    async def open_galleries(self, game: str | None) -> None:
        """Asks for a gallery to go on with, those of a game first, and shows it. For a worker.

        Raises:
            EngineError: it cannot be read.
        """

    @abstractmethod
    async def begin_batch(self, game: Game, settings: Mapping[str, Value]) -> None:
        """Asks for a number and a catalogue, and begins a batch by some parameters. For a worker.

        Raises:
            EngineError: the batch was refused.
        """

    @abstractmethod
    def open_catalogue(self, path: Path, facts: str = "") -> None:
        """Shows a catalogue over the screen that is there, or says why it cannot be read.

        It is where this session has left it, or its grid of two facts if these are given.
        """

    @abstractmethod
    def open_batch(self, path: Path) -> None:
        """Shows the batch of a catalogue over the screen that is there."""

    @abstractmethod
    def note_generated(self, level: Level, solved: Solved) -> None:
        """Remembers a level that was generated, with what the solver says of it."""

    @abstractmethod
    def open_seen(self, game: str) -> None:
        """Shows the levels of a game that were generated since the start."""

    @abstractmethod
    def show_level(self, level: Level, words: str, back: Callable[[], None]) -> None:
        """Makes a level the one at hand, where undo takes that back, else opens it.

        Args:
            level: the level.
            words: where it comes from.
            back: goes back there, once the level is left.
        """

    @abstractmethod
    def leave_level(self) -> None:
        """Goes back to where the level was shown from, else to the level browser."""

    @abstractmethod
    def open_comparison(
        self,
        own: Side,
        other: Side,
        *,
        take: Callable[[Side], None] | None = None,
        fetch: Fetch | None = None,
    ) -> None:
        """Sets two levels side by side, over the screen that is there.

        Args:
            own: the level at hand, which says whose game it is.
            other: what to compare it with; without a level if ``fetch`` makes it.
            take: makes the other level the one at hand; None where that cannot be.
            fetch: makes the other level.
        """

    @abstractmethod
    def open_states(self, session: Playtest, states: StateMap) -> None:
        """Shows the picture of the states of a level that is played, and where its play stands."""

    @abstractmethod
    async def recover(self, orphan: Orphan) -> bool:
        """Makes unsaved work of an earlier session the open document. For a worker.

        Returns:
            False if the user backed out, with everything as it was.

        Raises:
            LevelError: it is no longer there.
        """

    @abstractmethod
    async def offer_recovery(self) -> bool:
        """Asks what to do with unsaved work of earlier sessions; False if there is none."""

    def begin_pictures(self, wish: Wish) -> None:
        """Asks the terminal how to send it images if they are wanted. Before the app runs."""
        if not wish:
            return
        from workbench.terminal import graphics

        self.no_pictures = graphics.unwanted(wish, self.link)
        if self.no_pictures is None:
            self._take_graphics(graphics.ask())

    def _take_graphics(self, found: Graphics | str) -> None:
        self.no_pictures = found if isinstance(found, str) else None
        self.use_graphics(None if isinstance(found, str) else found)

    def action_pictures(self) -> None:
        """Shows boards as images, or as text again."""
        from workbench.terminal import graphics

        if self.placements is not None:
            found: Graphics | str = "not asked for"
        elif reason := graphics.impossible(self.link):
            found = reason
        else:
            # What reads the keys would take the terminal's answers for some.
            with self.suspend():
                found = graphics.ask()
        shown, wanted = isinstance(found, graphics.Graphics), self.placements is None
        self._take_graphics(found)
        self.action_redraw()
        self.tell_screens(lambda screen: screen.theme_changed())
        told = "on" if shown else self.no_pictures if wanted else "off"
        self.say(f"pictures: {told}", "warning" if wanted and not shown else "muted")

    def say(self, message: str, role: str = "muted") -> None:
        """Shows a message on the screen on top, if it has a line for it."""
        if isinstance(self.screen, Leaving):
            self.screen.say(message, role)

    def action_larger_cells(self) -> None:
        """Draws the cells of the boards in sight larger."""
        self._resize_cells(1, "larger cells would not fit")

    def action_smaller_cells(self) -> None:
        """Draws the cells of the boards in sight smaller."""
        self._resize_cells(-1, "these are the smallest cells")

    def _resize_cells(self, steps: int, refusal: str) -> None:
        from workbench.ui.board import BoardView

        boards = [board for board in self.screen.query(BoardView) if board.size]
        if not boards:
            self.say("there is no board on this screen")
        elif not sum(board.resize_cells(steps) for board in boards):
            self.say(refusal)

    def tell_screens(self, tell: Callable[[Leaving[Any]], None]) -> None:
        """Tells every screen something; one that is still being made hears it afterwards."""
        for screen in self.screen_stack:
            if isinstance(screen, Leaving):
                if screen.stands:
                    tell(screen)
                else:
                    screen.call_later(tell, screen)
