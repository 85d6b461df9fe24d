"""Commands that play a pack's levels or reset its wins."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from engine.errors import EngineError
from engine.values.playtest_record import PlayRecord
from workbench.commands import Action, GuardedAction
from workbench.document.document import Document
from workbench.features import navigation
from workbench.features.playlists.pack_document import PackDocument
from workbench.session.playtest.playtest import PlayAssignment
from workbench.text import pack_text
from workbench.ui.dialogs import ChoicePrompt
from workbench.ui.screen import CommandScreen, finish_work

NO_LEVEL = "the pack has no levels"
"""The reason why commands that need a level are unavailable in an empty pack."""


class PackPlayer:
    """Commands that play a pack's levels and reset its wins.

    Args:
        document: The pack whose levels are played.
        screen: The screen that shows the pack.
        get_place: A function that returns the index of the level under the cursor.
        go_to_place: A function that moves the cursor to the level at an index.
    """

    def __init__(
        self,
        document: PackDocument,
        screen: CommandScreen,
        get_place: Callable[[], int],
        go_to_place: Callable[[int], None],
    ) -> None:
        self._document, self._screen, self._get_place, self._go_to_place = (
            document,
            screen,
            get_place,
            go_to_place,
        )

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions that play levels and reset wins."""
        return {
            "pack.play": GuardedAction(
                self._explain_unplayable, lambda: self.play_level(self._get_place())
            ),
            "pack.next": GuardedAction(self._explain_all_won, self._play_next),
            "pack.repeat": lambda: self._screen.ask_question(self._ask_to_reset()),
        }

    def _explain_unplayable(self) -> str | None:
        levels = self._document.levels
        return (levels[self._get_place()].trouble or None) if levels else NO_LEVEL

    def _explain_all_won(self) -> str | None:
        if not self._document.levels:
            return NO_LEVEL
        return None if self._document.next_place is not None else "all levels are won"

    def _play_next(self) -> None:
        upcoming = self._document.next_place
        if upcoming is not None:
            self._go_to_place(upcoming)
            self.play_level(upcoming)

    def play_level(self, place: int) -> None:
        """Play the level at ``place``, offering the next unwon level after a win."""
        level = self._document.levels[place].level
        if level is None or not self._screen.is_active:
            return

        def save_win(moves: tuple[str, ...], record: PlayRecord) -> None:
            try:
                self._document.wins.save_win(level, moves, record)
            except EngineError as error:
                self._screen.workbench.show_message(str(error), "bad")
            self._screen.update_content()

        facts = (
            ("pack", f"{self._document.title}, level {place + 1} of {len(self._document.pack)}"),
        )
        assignment = PlayAssignment(
            save_win,
            next_step="continues with the next level",
            facts=facts,
            go_to_next=self._continue,
        )
        navigation.open_play(
            self._screen.workbench,
            Document(level, self._document.get_file(place)),
            assignment=assignment,
        )

    def _continue(self) -> None:
        if self._document.next_place is None:
            self._screen.show_message("All levels are won.", "good")
        else:
            self._play_next()

    async def _ask_to_reset(self) -> None:
        question = pack_text.format_forget_question(self._document.won_count)
        asked = ChoicePrompt(question, [("f", "Forget wins")], stay="Cancel")
        if await self._screen.workbench.push_screen_wait(asked) is not None:
            await finish_work(self._screen, self._reset_wins(self._document.digests))

    async def _reset_wins(self, boards: frozenset[str]) -> None:
        """Delete all wins on boards with the given digests."""
        await asyncio.to_thread(self._document.wins.forget_wins, boards)
        self._screen.update_content()
