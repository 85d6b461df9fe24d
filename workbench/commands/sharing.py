"""Copying, exporting and pasting levels."""

from __future__ import annotations

from workbench.commands.command import Command


def _sharing(context: str, rank: int) -> tuple[Command, ...]:
    """What can be done with the level of a screen."""
    return (
        Command(
            f"{context}.copy-share",
            "Copy share string",
            "Copy the board as one line of text, to paste anywhere.",
            keys=("y",),
            group="Share",
            label="copy",
            rank=rank,
        ),
        Command(
            f"{context}.copy-level",
            "Copy level file",
            "Copy the text of the whole level file.",
            keys=("Y",),
            group="Share",
        ),
        Command(
            f"{context}.export",
            "Export picture",
            "Write the board as it is shown to a PNG, SVG or text file.",
            keys=("E",),
            group="Share",
            label="export",
            rank=rank + 10,
            editing=False,
        ),
    )


SHARING = (
    *_sharing("design", 140),
    *_sharing("levels", 140),
    Command(
        "levels.paste",
        "Open pasted level",
        "Open a share string, or the pasted text of a level.",
        keys=("o",),
        group="Share",
        label="paste",
        rank=160,
    ),
)
