"""Figures about the bytes that the app sends to a terminal."""

from __future__ import annotations

import os
import tempfile
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from picture_terminal import PictureTerminal
from terminal import WORKBENCH, Terminal

from benchmarks.latency import BOARDS
from workbench.paths.resources import get_shipped_levels

LARGE, ORDINARY = (200, 50), (120, 40)
QUIET, SETTLED = 0.15, 2.0
"""Seconds without output after which an answer, and a whole screen, are taken to be complete."""
PATIENCE = 10
"""How often an image is waited for."""
TILTED = ("fruit-dating", "skiddy")
"""The games whose boards are shown as images while they are played."""


def _path(name: str) -> str:
    return str(get_shipped_levels() / name / f"{BOARDS[name]}.toml")


@contextmanager
def _home() -> Iterator[None]:
    """Give the app folders of its own, where the tour was shown and images are wished for."""
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home, "puzzle-workbench")
        os.environ.update(XDG_STATE_HOME=home, PUZZLE_WORKBENCH_CONFIG=str(folder))
        folder.mkdir()
        (folder / "tour-shown").touch()
        (folder / "config.toml").write_text("pictures = true\n")
        yield


def measure_bytes() -> Iterator[str]:
    """Yield the bytes of a move of the cursor and of a step of a solution, to the hundred."""
    moves: list[int] = []
    steps: list[int] = []
    with _home():
        for name in BOARDS:
            with Terminal([*WORKBENCH, _path(name)], LARGE) as terminal:
                terminal.until_quiet(SETTLED)
                _cost(terminal, "t")
                terminal.until("move 0/")
                terminal.until_quiet(SETTLED)
                steps += [_cost(terminal, ".") for _ in range(6)]
                terminal.send("ee")
                terminal.until_quiet(SETTLED)
                moves += [_cost(terminal, key) for key in "lljjhhkk"]
    yield f"some {round(median(moves), -2):.0f} bytes for a move of the cursor"
    yield f"some {round(median(steps), -2):.0f} for a step of a solution"


def _cost(terminal: Terminal, keys: str) -> int:
    """Return the bytes sent in answer to keys."""
    before = terminal.received
    terminal.send(keys)
    terminal.receive(SETTLED)
    terminal.until_quiet(QUIET)
    sent: int = terminal.received - before
    return sent


def measure_images() -> Iterator[str]:
    """Yield the size of the images of boards, as they are sent."""
    sizes = []
    with _home():
        for name in TILTED:
            play = [*WORKBENCH, "play", "--no-plain", _path(name)]
            with PictureTerminal(play, "kitty", ORDINARY) as terminal:
                terminal.until("best")
                # The image comes after the text, late on a busy machine.
                for _ in range(PATIENCE):
                    terminal.until_quiet(SETTLED)
                    if terminal.images:
                        break
                (image,) = terminal.images.values()
                sizes.append(len(b64encode(image)) / 1000)
    yield f"A new image takes {min(sizes):.0f} to {max(sizes):.0f} KB"
