"""Playing by hand in games whose moves name places."""

from __future__ import annotations

from workbench.commands.command import Command

PLACING = (
    Command(
        "placing.take",
        "Take hold, let go",
        "Take hold of the number or the end of a line under the cursor, or let it go.",
        ("enter", "space"),
        "Draw",
        "draw",
        rank=1,
    ),
    Command(
        "placing.clear",
        "Clear",
        "Take back the line under the cursor.",
        ("backspace", "delete"),
        "Draw",
        "clear",
        rank=12,
    ),
    Command(
        "placing.check",
        "Check",
        "Mark what is wrong so far, and say what there is still to do.",
        ("v",),
        "Draw",
        "check",
        rank=3,
    ),
)
