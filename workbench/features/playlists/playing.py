"""A pack that is played: the level under the cursor, the next one, from the beginning again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from engine.errors import EngineError
from engine.values.records import PlayRecord
from workbench.commands import Action, Unless
from workbench.document.document import Document
from workbench.features import navigation
from workbench.features.playlists.desk import PackDesk
from workbench.session.playing.playtest import Assignment
from workbench.ui.dialogs import Choose
from workbench.ui.screen import CommandScreen, finish_work

EMPTY = "no level is in it"
"""Why nothing can be done with the level under the cursor."""


class PackPlaying:
    """Plays the levels of a pack.

    Args:
        desk: the pack.
        screen: the screen that shows it.
        at: returns the place of the level under the cursor.
        go: puts the cursor on a level.
    """

    def __init__(
        self,
        desk: PackDesk,
        screen: CommandScreen,
        at: Callable[[], int],
        go: Callable[[int], None],
    ) -> None:
        self._desk, self._screen, self._at, self._go = desk, screen, at, go

    def commands(self) -> Mapping[str, Action]:
        """What plays, and forgets what was played."""
        return {
            "pack.play": Unless(self._unplayable, lambda: self.play(self._at())),
            "pack.next": Unless(self._all_won, self._play_on),
            "pack.repeat": lambda: self._screen.ask(self._begin_again()),
        }

    def _unplayable(self) -> str | None:
        levels = self._desk.levels
        return (levels[self._at()].trouble or None) if levels else EMPTY

    def _all_won(self) -> str | None:
        if not self._desk.levels:
            return EMPTY
        return None if self._desk.upcoming is not None else "all levels are won"

    def _play_on(self) -> None:
        upcoming = self._desk.upcoming
        if upcoming is not None:
            self._go(upcoming)
            self.play(upcoming)

    def play(self, at: int) -> None:
        """Plays a level; after a win the next one that was not won follows."""
        level = self._desk.levels[at].level
        if level is None or not self._screen.is_active:
            return

        def won(moves: tuple[str, ...], record: PlayRecord) -> None:
            """Keeps the win at once."""
            try:
                self._desk.wins.keep(level, moves, record)
            except EngineError as error:
                self._screen.workbench.say(str(error), "bad")
            self._screen.renew()

        facts = (("pack", f"{self._desk.title}, level {at + 1} of {len(self._desk.pack)}"),)
        assignment = Assignment(won, onward="goes on", facts=facts, follow=self._follow)
        navigation.open_play(
            self._screen.workbench, Document(level, self._desk.file(at)), assignment=assignment
        )

    def _follow(self) -> None:
        if self._desk.upcoming is None:
            self._screen.say("all levels are won", "good")
        else:
            self._play_on()

    async def _begin_again(self) -> None:
        question = f"Forget the wins of {self._desk.number_won} levels?"
        asked = Choose(question, [("f", "Forget them")], stay="Cancel")
        if await self._screen.workbench.push_screen_wait(asked) is not None:
            await finish_work(self._screen, self._forget(self._desk.boards))

    async def _forget(self, boards: frozenset[str]) -> None:
        """Forgets the wins of the levels that were asked about."""
        await asyncio.to_thread(self._desk.wins.forget, boards)
        self._screen.renew()
