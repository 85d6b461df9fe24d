"""Edit mode of the design screen."""

from __future__ import annotations

from workbench.commands.command import Command

EDIT = (
    Command(
        "edit.paint",
        "Paint",
        "Put the chosen tool on the cell of the cursor, or take a gate or lock that is there away; "
        "apply the line, rectangle or move begun.",
        ("enter", "space"),
        "Edit mode",
        "paint",
        rank=1,
    ),
    Command(
        "edit.erase",
        "Erase",
        "Take away the piece, else the tile, else gate and lock under the cursor.",
        ("x", "backspace", "delete"),
        "Edit mode",
        "erase",
        rank=2,
    ),
    Command(
        "edit.previous-tool",
        "Previous tool",
        "",
        ("left_square_bracket",),
        "Edit mode",
    ),
    Command(
        "edit.next-tool", "Next tool", "", ("right_square_bracket",), "Edit mode", "tool", rank=3
    ),
    Command(
        "edit.line",
        "Line",
        "Begin a line here, which the cursor stretches until it is painted or put back; or drag.",
        ("L",),
        "Edit mode",
        "line",
        rank=31,
    ),
    Command(
        "edit.rectangle",
        "Rectangle",
        "Begin a rectangle here; again: filled, or no longer; or drag.",
        ("R",),
        "Edit mode",
        "rect",
        rank=32,
    ),
    Command(
        "edit.fill",
        "Fill",
        "Put the tool on all connected cells like this one.",
        ("f",),
        "Edit mode",
        "fill",
        rank=33,
    ),
    Command(
        "edit.move",
        "Move",
        "Pick up the piece, else the tile; painting puts it down, in exchange for what is there; "
        "or drag it.",
        ("m",),
        "Edit mode",
        "move",
        rank=34,
    ),
    Command(
        "edit.mirror",
        "Mirror",
        "Repeat all drawing left-right, top-bottom, both ways, by half turn; on square boards "
        "also over diagonals and by quarter turns.",
        ("M",),
        "Edit mode",
        "mirror",
        rank=35,
    ),
    Command(
        "edit.pick",
        "Pick",
        "Take the tool from the cell; the middle button does too.",
        ("i",),
        "Edit mode",
        "pick",
        rank=36,
    ),
)
