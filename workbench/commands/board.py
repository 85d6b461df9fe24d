"""Moving the cursor of a board."""

from __future__ import annotations

from workbench.commands.command import Command

BOARD = (
    Command("board.up", "Cursor up", "", ("up", "k", "w"), "Edit mode"),
    Command("board.down", "Cursor down", "", ("down", "j", "s"), "Edit mode"),
    Command("board.left", "Cursor left", "", ("left", "h", "a"), "Edit mode"),
    Command("board.right", "Cursor right", "", ("right", "l", "d"), "Edit mode"),
)
