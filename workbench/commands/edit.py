"""Edit mode of the design screen."""

from __future__ import annotations

from workbench.commands.command import Command

EDIT = (
    Command(
        "edit.paint",
        "Paint",
        "Put the chosen tool on the cell of the cursor.",
        ("enter", "space"),
        "Edit",
        "paint",
    ),
    Command(
        "edit.erase",
        "Erase",
        "Take away the piece, else the tile, under the cursor.",
        ("x", "backspace", "delete"),
        "Edit",
        "erase",
    ),
    Command(
        "edit.previous-tool",
        "Previous tool",
        "",
        ("left_square_bracket",),
        "Edit",
    ),
    Command("edit.next-tool", "Next tool", "", ("right_square_bracket",), "Edit", "tool"),
)
