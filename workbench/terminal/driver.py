"""Textual's terminal driver, for a terminal that may go away at any moment.

Textual writes in a thread that ends with the first error, and then waits for it to empty a
queue: after a dropped connection the process would stay for ever. It also takes every SIGCONT
for the return from Ctrl+Z, while the system sends one together with SIGHUP, and a shell sends one
after a stop that no process could prepare for. And it ends the app for a key that is no UTF-8, as a
Latin-1 terminal sends them.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from typing import IO, TYPE_CHECKING, Any, cast

from textual.drivers.linux_driver import LinuxDriver

if TYPE_CHECKING:
    from textual.app import App

    from workbench.terminal.app import TerminalApp


class Outlet:
    """A text file that takes everything, and drops it once the terminal is gone."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def write(self, text: str) -> None:
        """Writes text, if there is still a terminal to read it."""
        with contextlib.suppress(OSError):
            self._file.write(text)

    def flush(self) -> None:
        """Sends what was written."""
        with contextlib.suppress(OSError):
            self._file.flush()

    def fileno(self) -> int:
        """The number of the file below."""
        return self._file.fileno()


class TerminalDriver(LinuxDriver):
    """Drives a terminal; see the module."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        if self._file is not None:
            self._file = Outlet(self._file)  # type: ignore[assignment] # what Textual uses of it

    def stop_application_mode(self) -> None:
        """Gives the terminal back as it was, without images."""
        if self._writer_thread is not None:
            self.write(cast("TerminalApp", self._app).take_down())
        super().stop_application_mode()

    def _sigcont_application(self, *_: object) -> None:
        if not os.isatty(self.fileno):
            return  # the connection dropped, and SIGHUP says so
        if self._must_signal_resume:
            super()._sigcont_application()
        elif self._auto_restart and self._writer_thread is not None:
            # Stopped from outside. A signal handler must not wait for threads; the loop may.
            asyncio.get_running_loop().call_soon_threadsafe(self._begin_again)

    def _begin_again(self) -> None:
        self.suspend_application_mode()
        self._must_signal_resume = True
        self.resume_application_mode()

    def _run_input_thread(self) -> None:
        with contextlib.suppress(OSError):  # gone while it was being read
            while not self.exit_event.is_set():
                with contextlib.suppress(UnicodeDecodeError):
                    self.run_input_thread()
