"""A terminal with a graphics protocol: it answers questions, and keeps count of its images."""

from __future__ import annotations

import base64
import fcntl
import re
import struct
import termios
from collections.abc import Mapping, Sequence
from typing import Literal

from terminal import Size, Terminal

Protocol = Literal["kitty", "sixel"]
CELL = (10, 20)
"""Pixels of a cell."""
_KITTY = re.compile(rb"\x1b_G([^;\x1b]*)(?:;([^\x1b]*))?\x1b\\")
_SIXEL = re.compile(rb'\x1bP[\d;]*q"1;1;(\d+);(\d+)[^\x1b]*\x1b\\')
_QUESTION = b"\x1b[c"
_MOVE = re.compile(rb"\x1b\[(\d+)(?:;(\d+))?H$")


class PictureTerminal(Terminal):
    """A terminal that can show images.

    Args:
        protocol: which protocol it has; None for none.
        size: columns and lines.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        protocol: Protocol | None,
        size: Size = (80, 24),
        environ: Mapping[str, str | None] | None = None,
    ) -> None:
        self.protocol = protocol
        self.asked = 0
        """How often it was asked what it can do."""
        self._kept = b""
        super().__init__(arguments, size, environ)

    def receive(self, seconds: float) -> int:
        """Takes what there is, and answers questions in it."""
        many = super().receive(seconds)
        while self.output.count(_QUESTION) > self.asked:
            self.asked += 1
            if self.protocol == "kitty":
                self.send(b"\x1b_Gi=1;OK\x1b\\")
            self.send(b"\x1b[?62;4;22c" if self.protocol == "sixel" else b"\x1b[?62;22c")
        return many

    def _set_size(self, size: Size) -> None:
        pixels = size[0] * CELL[0], size[1] * CELL[1]
        fcntl.ioctl(
            self._master, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], *pixels)
        )

    def _show(self, data: bytes) -> None:
        """What pyte takes for text goes elsewhere."""
        data = self._kept + data
        opened = max(data.rfind(b"\x1b_"), data.rfind(b"\x1bP"))
        whole = len(data) - data.endswith(b"\x1b")
        if opened >= 0 and b"\x1b\\" not in data[opened:]:
            whole = opened
        self._kept = data[whole:]
        super()._show(_SIXEL.sub(b"", _KITTY.sub(b"", data[:whole])))

    @property
    def commands(self) -> list[tuple[dict[str, str], bytes]]:
        """What Kitty's protocol was used for: the controls, and the data of a whole image."""
        found: list[tuple[dict[str, str], bytes]] = []
        open_ = False
        for control, data in _KITTY.findall(self.output):
            keys = dict(pair.split("=") for pair in control.decode().split(","))
            if open_:
                found[-1] = (found[-1][0], found[-1][1] + data)
            else:
                found.append((keys, data))
            open_ = keys.get("m") == "1"
        assert not open_, "an image was broken off"
        return [(keys, base64.b64decode(data)) for keys, data in found if keys.get("a") != "q"]

    @property
    def images(self) -> dict[str, bytes]:
        """The PNG files of the images that Kitty's protocol shows now, by their numbers."""
        shown: dict[str, bytes] = {}
        for keys, data in self.commands:
            if keys["a"] == "T":
                shown[keys["i"]] = data
            else:
                assert (keys["a"], keys["d"]) == ("d", "I")
                shown.pop(keys["i"], None)
        return shown

    @property
    def drawn(self) -> list[tuple[int, int]]:
        """Width and height in pixels of every image so far, by either protocol."""
        if self.protocol == "sixel":
            return [(int(width), int(height)) for width, height in _SIXEL.findall(self.output)]
        files = [data for keys, data in self.commands if keys["a"] == "T"]
        return [struct.unpack(">II", data[16:24]) for data in files]
