"""Moving the cursor of a board."""

from __future__ import annotations

from workbench.commands.command import Command

BOARD = (
    Command("board.up", "Cursor up", "", ("up", "k", "w"), "Cursor"),
    Command("board.down", "Cursor down", "", ("down", "j", "s"), "Cursor"),
    Command("board.left", "Cursor left", "", ("left", "h", "a"), "Cursor"),
    Command("board.right", "Cursor right", "", ("right", "l", "d"), "Cursor"),
)
