"""The ways from screen to screen, for those who know neither the app nor the other screens."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from engine.game.game import Game
    from engine.search.maps.statemap import StateMap
    from engine.search.solved import Solved
    from engine.values.level import Level
    from engine.values.parameters import Value
    from workbench.document.document import Document
    from workbench.document.recovery import Orphan
    from workbench.service.solving import Snapshot
    from workbench.session.playing.playtest import Assignment, Playtest
    from workbench.session.sides import Fetch, Side


class Navigator(ABC):
    """Opens every screen that is reached from others."""

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
    async def open_pack(self, path: Path, *, play: bool = False) -> None:
        """Shows a pack over the screen that is there, or says why it cannot be read.

        For a worker. It is played at once if ``play`` says so.
        """

    @abstractmethod
    async def open_packs(self) -> None:
        """Asks for a pack, or makes one, and shows it. For a worker.

        Raises:
            EngineError: it cannot be read, or there are no levels for a new one.
        """

    @abstractmethod
    async def recover_pack(self, orphan: Orphan) -> Callable[[], None]:
        """Takes over the unsaved changes of a pack that an earlier session left. For a worker.

        Returns:
            What shows the pack over the screen that is there then.

        Raises:
            LevelError: they are no longer there, or cannot be read.
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
