"""Plain-text frames of a screen, compared with stored ones.

``UPDATE_FRAMES=1 pytest tests/workbench`` stores what it finds instead; read the difference
before committing it.
"""

from __future__ import annotations

import os
from pathlib import Path

from textual.app import App

FOLDER = Path(__file__).parents[1] / "workbench" / "frames"


def frame(app: App[int]) -> str:
    """What the screen shows, one line per terminal line, without colours."""
    lines = [
        "".join(segment.text for segment in strip).rstrip()
        for strip in app.screen._compositor.render_strips()
    ]
    return "\n".join(lines) + "\n"


def check(app: App[int], name: str) -> None:
    """Compares the screen with ``frames/NAME.txt``."""
    check_text(frame(app), name)


def check_text(text: str, name: str) -> None:
    """Compares a text with ``frames/NAME.txt``."""
    stored = FOLDER / f"{name}.txt"
    if os.environ.get("UPDATE_FRAMES"):
        FOLDER.mkdir(exist_ok=True)
        stored.write_text(text, "utf-8")
    assert text == stored.read_text("utf-8"), f"the frame differs from {stored.name}"
