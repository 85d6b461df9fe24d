"""Edit mode of the design screen."""

from __future__ import annotations

from workbench.commands.command import Command

EDIT = (
    Command(
        "edit.paint",
        "Paint",
        "Put the chosen tool on the cell of the cursor; apply the line, rectangle or move begun.",
        ("enter", "space"),
        "Edit",
        "paint",
        rank=1,
    ),
    Command(
        "edit.erase",
        "Erase",
        "Take away the piece, else the tile, else gate and lock under the cursor.",
        ("x", "backspace", "delete"),
        "Edit",
        "erase",
        rank=2,
    ),
    Command(
        "edit.previous-tool",
        "Previous tool",
        "",
        ("left_square_bracket",),
        "Edit",
    ),
    Command("edit.next-tool", "Next tool", "", ("right_square_bracket",), "Edit", "tool", rank=3),
    Command(
        "edit.line",
        "Line",
        "Begin a line here: the cursor stretches it, enter draws, esc puts it back; or drag.",
        ("L",),
        "Edit",
        "line",
        rank=4,
    ),
    Command(
        "edit.rectangle",
        "Rectangle",
        "Begin a rectangle here; again: filled, or no longer; or drag.",
        ("R",),
        "Edit",
        "rect",
        rank=5,
    ),
    Command(
        "edit.fill",
        "Fill",
        "Put the tool on all connected cells like this one.",
        ("f",),
        "Edit",
        "fill",
        rank=6,
    ),
    Command(
        "edit.move",
        "Move",
        "Pick up the piece, else the tile; enter puts it down, in exchange for what is there, "
        "or drag it.",
        ("m",),
        "Edit",
        "move",
        rank=7,
    ),
    Command(
        "edit.mirror",
        "Mirror",
        "Repeat all drawing left-right, top-bottom, both ways, by half turn; on square boards "
        "also over diagonals and by quarter turns.",
        ("M",),
        "Edit",
        "mirror",
        rank=8,
    ),
    Command(
        "edit.pick",
        "Pick",
        "Take the tool from the cell; the middle button does too.",
        ("i",),
        "Edit",
        "pick",
        rank=9,
    ),
)
