"""The part of the app that sees to it that no work is lost, however the app ends."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.worker import WorkerFailed

from engine.errors import EngineError
from workbench.app.personal import Personal
from workbench.document.keeper import WorkKeeper
from workbench.folders import faults
from workbench.folders.state import State, user_state

if TYPE_CHECKING:
    from textual.driver import Driver

    from workbench.document.document import Document
    from workbench.document.recovery import Orphan


class Lasting(Personal, inherit_bindings=False):
    """An app whose open document is looked after by a :class:`WorkKeeper`.

    Attributes:
        keeper: sees to it that nothing is lost.
        last_words: lines for the standard error after the screen is gone.
    """

    _document: Document | None

    def attend(self, document: Document | None, state: State | None) -> None:
        """Begins to look after a document; after Textual's own constructor.

        Args:
            document: the level to open.
            state: where things are kept; the user's folder if None.
        """
        self.last_words: list[str] = []
        self.keeper = WorkKeeper(
            state or user_state(), self._post, self.say, self._renew_file, self._offer_recovery
        )
        self.document = document

    @property
    def document(self) -> Document | None:
        """The open level, None while none is; setting it lets the last one go, saved or not."""
        return self._document

    @document.setter
    def document(self, document: Document | None) -> None:
        self._document = document
        self.keeper.attend(document)

    def get_driver_class(self) -> type[Driver]:
        """Textual's driver, made to outlive its terminal where that is needed."""
        driver = super().get_driver_class()
        if driver.__name__ != "LinuxDriver":
            return driver
        from workbench.terminal.driver import TerminalDriver

        return TerminalDriver

    def _handle_exception(self, error: Exception) -> None:
        """One line in place of a traceback, which goes to a file; the app ends, work is kept."""
        if self.is_headless:  # tests want to see it
            super()._handle_exception(error)
        elif not self._exit:  # else a screen complains that it is torn down half made
            cause = error.error if isinstance(error, WorkerFailed) else error
            self.last_words.append(f"workbench: {faults.told(cause, self.keeper.state.root)}")
            self._return_code = 1
            self._close_messages_no_wait()

    def on_unmount(self) -> None:
        """However the app ends, the session does too."""
        self.keep_unsaved()

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

    async def recover(self, orphan: Orphan) -> bool:
        """Opens unsaved work of an earlier session; asks about that of this one. For a worker.

        Returns:
            False if the user backed out, with everything as it was.

        Raises:
            LevelError: it is no longer there.
        """
        if not await self.may_leave():
            return False
        self.document = self.keeper.recover(orphan)
        return True

    def _post(self, job: Callable[[], None]) -> None:
        with contextlib.suppress(RuntimeError):  # the app has ended meanwhile
            self.call_later(job)

    def _renew_file(self) -> None:
        self.tell_screens(lambda screen: screen.file_seen())

    async def offer_recovery(self) -> bool:
        """Asks what to do with unsaved work of earlier sessions; False if there is none."""
        orphans = await asyncio.to_thread(self.keeper.orphans)
        if orphans:
            self._offer_recovery(orphans)
        return bool(orphans)

    def _offer_recovery(self, orphans: list[Orphan]) -> None:
        from workbench.features.levels.recovery import RecoveryScreen

        self.push_screen(RecoveryScreen(orphans))
