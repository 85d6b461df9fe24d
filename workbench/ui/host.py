"""What panes and screens need of the app that shows them, without knowing the app itself.

The app knows its screens and screens know their panes; this keeps imports from running back.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from textual import constants
from textual.app import App

if TYPE_CHECKING:
    from workbench.document.browsing import Browser
    from workbench.document.document import Document
    from workbench.document.keeper import WorkKeeper
    from workbench.document.recovery import Orphan
    from workbench.service.solving import Snapshot, SolverService
    from workbench.terminal.link import Link
    from workbench.theme.theming import Theme
    from workbench.ui.comparing import Fetch, Side
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
        motion: moves are animated where the link allows; off from the start where the user has
            told Textual so (``TEXTUAL_ANIMATIONS=none``).
    """

    timer: bool = False
    warnings: bool = True
    aiming: bool = True
    states: bool = False
    preview: bool = True
    motion: bool = field(default_factory=lambda: constants.TEXTUAL_ANIMATIONS != "none")


class Host(App[int], inherit_bindings=False):
    """An app with a theme, an open document, a solver, and ways from screen to screen.

    Attributes:
        theme_glyphs: the theme that everything is drawn with.
        document: the open level, None while none is.
        solver: runs everything slow; None in tests of screens without it.
        browser: what the level browser has read so far.
        link: what the terminal can do.
        play_switches: what the player has switched on or off.
        design_layout: the layout chosen for the design screen.
        keeper: sees to it that nothing is lost.
        last_words: lines for the standard error after the screen is gone.
        work_waits: unsaved work of earlier sessions is offered again with the level browser.
    """

    theme_glyphs: Theme
    document: Document | None
    solver: SolverService | None
    browser: Browser
    keeper: WorkKeeper
    link: Link
    play_switches: Switches
    design_layout: Preset = 1
    last_words: list[str]
    work_waits: bool = False

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
    def open_play(self, document: Document, answer: Snapshot | None = None) -> None:
        """Plays a level by hand, over the screen that is there; records go beside its file.

        Args:
            document: the level.
            answer: what is known of its board already; see :class:`PlayScreen`.
        """

    @abstractmethod
    def open_comparison(
        self,
        own: Side,
        other: Side,
        solver: SolverService,
        *,
        take: Callable[[Side], None] | None = None,
        fetch: Fetch | None = None,
    ) -> None:
        """Sets two levels side by side, over the screen that is there.

        Args:
            own: the level at hand, which says whose game it is.
            other: what to compare it with; without a level if ``fetch`` makes it.
            solver: runs everything slow.
            take: makes the other level the one at hand; None where that cannot be.
            fetch: makes the other level.
        """

    @abstractmethod
    async def may_leave(self) -> bool:
        """Whether the open document may go; asks if it has unsaved changes. For a worker."""

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

    @abstractmethod
    async def save_document(self, document: Document, *, elsewhere: bool = False) -> bool:
        """Saves a document, asking for a place and about conflicts. For a worker."""

    @abstractmethod
    def say(self, message: str, role: str = "muted") -> None:
        """Shows a message on the screen on top, if it has a place for it."""
