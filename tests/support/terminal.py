"""A terminal for the real app: a pseudo-terminal with a screen that can be read.

Programs run here as in a user's terminal: in a session of their own, with this terminal as
the controlling one. What arrives is counted and fed to pyte's screen.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import pyte

IN_A_SESSION = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execvp(sys.argv[1], sys.argv[1:])
"""
WORKBENCH = (sys.executable, "-m", "workbench")

Size = tuple[int, int]


class Terminal:
    """A program in a pseudo-terminal.

    Args:
        arguments: the program and its arguments.
        size: columns and lines.
        environ: added to the environment of the tests; None takes a variable away.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        size: Size = (80, 24),
        environ: Mapping[str, str | None] | None = None,
    ) -> None:
        self.received = 0
        """Bytes received so far."""
        self.output = b""
        """All of them."""
        self.screened = True
        """Whether they are drawn on the screen too, which takes longer than to receive them."""
        self._screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self._screen)
        self._master, slave = pty.openpty()
        self._set_size(size)
        outside = {"COLORTERM": None, "COLUMNS": None, "LINES": None, "TERM": "xterm-256color"}
        merged = {**os.environ, **outside, **(environ or {})}
        self.process = subprocess.Popen(
            [sys.executable, "-c", IN_A_SESSION, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={key: value for key, value in merged.items() if value is not None},
            start_new_session=True,
        )
        os.close(slave)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()
        os.close(self._master)

    # Towards the program.

    def send(self, keys: str | bytes) -> None:
        """Types keys."""
        os.write(self._master, keys.encode() if isinstance(keys, str) else keys)

    def mouse(self, kind: str, column: int, line: int) -> None:
        """Lets the mouse ``press``, ``drag`` or ``release`` the left button on a cell from 0."""
        code = {"press": 0, "drag": 32, "release": 0}[kind]
        end = "m" if kind == "release" else "M"
        self.send(f"\x1b[<{code};{column + 1};{line + 1}{end}")

    def resize(self, size: Size) -> None:
        """Changes the size of the window."""
        self._set_size(size)
        self._screen.resize(size[1], size[0])
        os.killpg(os.tcgetpgrp(self._master), signal.SIGWINCH)

    def hang_up(self) -> None:
        """Closes the terminal's end, as a dropped connection does."""
        os.close(self._master)
        self._master = os.open(os.devnull, os.O_RDWR)

    def kill(self) -> None:
        """Ends the program at once, with all that it has started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def _set_size(self, size: Size) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))

    # From the program.

    @property
    def text(self) -> str:
        """What the screen shows."""
        return "\n".join(line.rstrip() for line in self._screen.display)

    @property
    def colours(self) -> set[str]:
        """The colours on the screen, foregrounds and backgrounds; ``default`` left out."""
        cells = [cell for row in self._screen.buffer.values() for cell in row.values()]
        return {colour for cell in cells for colour in (cell.fg, cell.bg)} - {"default"}

    def receive(self, seconds: float) -> int:
        """Waits for output and takes what there is; 0 bytes when nothing came or it has ended."""
        ready, _, _ = select.select([self._master], [], [], seconds)
        if not ready:
            return 0
        try:
            data = os.read(self._master, 65536)
        except OSError:  # the program has closed the terminal
            return 0
        self.received += len(data)
        self.output += data
        if self.screened:
            self._show(data)
        return len(data)

    def _show(self, data: bytes) -> None:
        self._stream.feed(data)

    def until_quiet(self, quiet: float = 0.3, longest: float = 60.0) -> int:
        """Bytes that arrive until none have for ``quiet`` seconds, and the program rests.

        On a busy machine a program may be silent for long because it waits for a core.
        """
        before, end = self.received, time.monotonic() + longest
        while (self.receive(quiet) or self._is_computing()) and time.monotonic() < end:
            pass
        return self.received - before

    def _is_computing(self) -> bool:
        """Return whether a thread of the program in front has work; False where nothing tells."""
        with contextlib.suppress(OSError):
            tasks = Path(f"/proc/{os.tcgetpgrp(self._master)}/task")
            for stat in tasks.glob("*/stat"):
                if stat.read_text().rpartition(")")[2].split()[0] in "RD":
                    return True
        return False

    def until(self, condition: Callable[[str], bool] | str, longest: float = 60.0) -> str:
        """Waits until the screen has a text, or is as wanted; returns the screen's text.

        Raises:
            AssertionError: it never came to be so; shows the screen.
        """
        end = time.monotonic() + longest
        wanted = condition if callable(condition) else lambda text: condition in text
        while not wanted(self.text):
            if time.monotonic() > end:
                raise AssertionError(f"it never came to be so:\n{self.text}")
            self.receive(0.1)
        return self.text

    def status(self, longest: float = 60.0) -> int:
        """Waits for the program to end, reading on; its exit status."""
        end = time.monotonic() + longest
        while self.process.poll() is None and time.monotonic() < end:
            self.receive(0.05)
        self.until_quiet(0.05)
        return self.process.wait(60)


PLACE = re.compile(r"\b(\d+)/\1\b")
"""The counter of the timeline, at its end."""


def ready(text: str) -> bool:
    """The screen has a verdict, and the solver is in its final form."""
    shown = "shortest solution" in text and bool(PLACE.search(text))
    return shown and not re.search(r"being checked|prepar\w*…?", text)
