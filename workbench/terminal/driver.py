"""Textual's terminal driver, for a terminal that may go away at any moment.

Textual writes in a thread that ends with the first error, and then waits for it to empty a
queue: after a dropped connection the process would stay for ever. It also takes every SIGCONT
for the return from Ctrl+Z, while the system sends one together with SIGHUP, and a shell sends one
after a stop that no process could prepare for. It ends the app for a key that is no UTF-8, as a
Latin-1 terminal sends them. And it gives the terminal back before all output is through: a ctrl+s
typed at that moment holds the output up, and the app waits for it, deaf to signals, until a ctrl+q.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import termios
from collections.abc import Callable
from queue import Full
from typing import IO, TYPE_CHECKING, Any

from textual.drivers.linux_driver import LinuxDriver

if TYPE_CHECKING:
    from textual.app import App

PATIENCE = 2.0
"""Seconds that a terminal is given to take what is still to be sent, before it is given up."""


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
    """Drives a terminal; see the module.

    Args:
        take_down: returns the sequence that takes all images from the terminal.
        before_stop: does what is due before the process is stopped.
    """

    def __init__(
        self,
        app: App[Any],
        *,
        take_down: Callable[[], str],
        before_stop: Callable[[], None],
        **options: Any,
    ) -> None:
        super().__init__(app, **options)
        self._take_down, self._before_stop = take_down, before_stop
        self._prepared = False
        """Whether the terminal was given back before the process was stopped."""
        if self._file is not None:
            self._file = Outlet(self._file)  # type: ignore[assignment] # what Textual uses of it

    def write(self, data: str) -> None:
        """Sends data, unless nothing is sent any more: nobody would empty the queue."""
        if self._writer_thread is not None and self._writer_thread.is_alive():
            super().write(data)

    def stop_application_mode(self) -> None:
        """Gives the terminal back as it was, without images, once it has taken all output."""
        attributes, self.attrs_before = self.attrs_before, None
        self.write(self._take_down())
        super().stop_application_mode()
        self.close()
        self.attrs_before = attributes
        if attributes is not None:
            with contextlib.suppress(termios.error):
                termios.tcsetattr(self.fileno, termios.TCSANOW, attributes)

    def close(self) -> None:
        """Waits until all is sent, unless the terminal takes nothing."""
        writer = self._writer_thread
        if writer is not None and writer.is_alive():
            with contextlib.suppress(Full):
                writer._queue.put(None, timeout=PATIENCE)
                writer.join(PATIENCE)

    def _sigtstp_application(self, *_: object) -> None:
        if self._auto_restart:
            self._before_stop()
            self._prepared = True
        super()._sigtstp_application()

    def _sigcont_application(self, *_: object) -> None:
        if not os.isatty(self.fileno):
            return  # the connection dropped, and SIGHUP says so
        if self._prepared:
            self._prepared = False
            super()._sigcont_application()
        elif self._auto_restart:
            # Stopped from outside. A signal handler must not wait for threads; the loop may.
            asyncio.get_running_loop().call_soon_threadsafe(self._begin_again)

    def _begin_again(self) -> None:
        if self._key_thread is None or not self._key_thread.is_alive():
            return  # the app has given the terminal back meanwhile, for good or for a while
        # Its attributes stay as they are: keys typed meanwhile are none of a shell's.
        attributes, self.attrs_before = self.attrs_before, None
        self.suspend_application_mode()
        self._must_signal_resume = True
        self.resume_application_mode()
        self.attrs_before = attributes

    def _run_input_thread(self) -> None:
        with contextlib.suppress(OSError):  # gone while it was being read
            while not self.exit_event.is_set():
                with contextlib.suppress(UnicodeDecodeError):
                    self.run_input_thread()
