"""A version of Textual's terminal driver that copes with the sudden loss of its terminal.

It avoids four problems in Textual's own driver:

- A thread writes the output and ends at the first error. The driver then waits for that thread to
  empty its queue, so the process would never end after losing its connection.
- The driver treats every SIGCONT as a return from Ctrl+Z. But the system also sends SIGCONT
  together with SIGHUP, and a shell sends it after a SIGSTOP, which no process can anticipate.
- A key press that is not valid UTF-8, as sent by a Latin-1 terminal, ends the app.
- The driver restores the terminal's modes before it has sent all output. If the user presses Ctrl+S
  at that moment, the output stops, and the app waits for Ctrl+Q without handling signals.
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

WRITE_TIMEOUT = 2.0
"""The number of seconds to wait for the terminal to accept remaining output before dropping it."""


class DisconnectSafeFile:
    """A text file that silently drops text once the terminal is gone."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def write(self, text: str) -> None:
        """Write text, or drop it if the terminal is gone."""
        with contextlib.suppress(OSError):
            self._file.write(text)

    def flush(self) -> None:
        """Send all text written so far, or drop it if the terminal is gone."""
        with contextlib.suppress(OSError):
            self._file.flush()

    def fileno(self) -> int:
        """Return the file descriptor of the underlying file."""
        return self._file.fileno()


class TerminalDriver(LinuxDriver):
    """A driver that survives the loss of its terminal. See the module docstring.

    Args:
        app: The app that uses the driver.
        clear_images: A function that returns the sequences that remove all images from the
            terminal.
        prepare_for_stop: A function that saves all pending work before the process is stopped.
        options: The other arguments for Textual's driver.
    """

    def __init__(
        self,
        app: App[Any],
        *,
        clear_images: Callable[[], str],
        prepare_for_stop: Callable[[], None],
        **options: Any,
    ) -> None:
        super().__init__(app, **options)
        self._clear_images, self._prepare_for_stop = clear_images, prepare_for_stop
        self._is_prepared = False
        """True from a press of Ctrl+Z until the process resumes."""
        if self._file is not None:
            self._file = DisconnectSafeFile(self._file)  # type: ignore[assignment] # has all methods that Textual uses

    def write(self, data: str) -> None:
        """Queue output for the writer thread, or drop it if that thread has ended."""
        if self._writer_thread is not None and self._writer_thread.is_alive():
            super().write(data)

    def stop_application_mode(self) -> None:
        """Remove all images, and restore the terminal's modes once it has received all output."""
        attributes, self.attrs_before = self.attrs_before, None
        self.write(self._clear_images())
        super().stop_application_mode()
        self.close()
        self.attrs_before = attributes
        if attributes is not None:
            with contextlib.suppress(termios.error):
                termios.tcsetattr(self.fileno, termios.TCSANOW, attributes)

    def close(self) -> None:
        """Wait for all output to be sent, but only for a limited time."""
        writer = self._writer_thread
        if writer is not None and writer.is_alive():
            with contextlib.suppress(Full):
                # None ends the writer's loop. If the queue stays full, the terminal is not reading.
                writer._queue.put(None, timeout=WRITE_TIMEOUT)
                writer.join(WRITE_TIMEOUT)

    def _sigtstp_application(self, *_: object) -> None:
        if self._auto_restart:
            self._prepare_for_stop()
            self._is_prepared = True
        super()._sigtstp_application()

    def _sigcont_application(self, *_: object) -> None:
        if not os.isatty(self.fileno):
            return  # the connection was lost, and SIGHUP, handled elsewhere, will follow
        if self._is_prepared:
            self._is_prepared = False
            super()._sigcont_application()
        elif self._auto_restart:
            # Another process sent the stop signal. A signal handler must not wait for threads, so
            # leave that to the event loop.
            asyncio.get_running_loop().call_soon_threadsafe(self._resume_after_stop)

    def _resume_after_stop(self) -> None:
        if self._key_thread is None or not self._key_thread.is_alive():
            return  # the app has ended, or has handed the terminal to another program
        # Without saved attributes, Textual does not restore the terminal's modes. If it did, keys
        # typed during the restart could reach the shell.
        attributes, self.attrs_before = self.attrs_before, None
        self.suspend_application_mode()
        self._must_signal_resume = True
        self.resume_application_mode()
        self.attrs_before = attributes

    def _run_input_thread(self) -> None:
        with contextlib.suppress(OSError):  # the terminal was lost during a read
            while not self.exit_event.is_set():
                with contextlib.suppress(UnicodeDecodeError):
                    self.run_input_thread()
