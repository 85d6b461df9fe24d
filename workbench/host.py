"""What panes and screens need of the app that shows them, without knowing the app itself.

The app knows its screens and screens know their panes; this keeps imports from running back.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.app import App

if TYPE_CHECKING:
    from engine.level import Level
    from workbench.browsing import Browser
    from workbench.document import Document
    from workbench.service.solving import SolverService
    from workbench.theming import Theme


class Host(App[int], inherit_bindings=False):
    """An app with a theme, an open document, a solver, and ways from screen to screen.

    Attributes:
        theme_glyphs: the theme that everything is drawn with.
        document: the open level, None while none is.
        solver: runs everything slow; None in tests of screens without it.
        browser: what the level browser has read so far.
    """

    theme_glyphs: Theme
    document: Document | None
    solver: SolverService | None
    browser: Browser

    @abstractmethod
    def hold_frames(self) -> Callable[[], None]:
        """Sends nothing to the terminal until the returned function is called."""

    @abstractmethod
    def open_levels(self) -> None:
        """Goes to the level browser; asks about unsaved work first."""

    @abstractmethod
    def open_design(self, document: Document, *, generate: bool = False) -> None:
        """Opens a level in the design screen, in place of the screen that is there."""

    @abstractmethod
    def open_play(self, level: Level) -> None:
        """Plays a level by hand, over the screen that is there."""

    @abstractmethod
    async def may_leave(self) -> bool:
        """Whether the open document may go; asks if it has unsaved changes. For a worker."""

    @abstractmethod
    async def save_document(self, document: Document, *, elsewhere: bool = False) -> bool:
        """Saves a document, asking for a place and about conflicts. For a worker."""

    @abstractmethod
    def say(self, message: str, role: str = "muted") -> None:
        """Shows a message on the screen on top, if it has a place for it."""
