"""Playing by hand."""

from __future__ import annotations

from workbench.commands.command import Command

PLAY = (
    Command("play.up", "Up", "Move up.", ("up", "k", "w"), "Moves"),
    Command("play.down", "Down", "Move down.", ("down", "j", "s"), "Moves"),
    Command("play.left", "Left", "Move left.", ("left", "h", "a"), "Moves"),
    Command("play.right", "Right", "Move right.", ("right", "l", "d"), "Moves"),
    Command("play.undo", "Undo", "Take the last move back.", ("u",), "Moves", "undo"),
    Command("play.redo", "Redo", "Make the undone move again.", ("ctrl+r", "U"), "Moves", "redo"),
    Command("play.restart", "Restart", "Back to the start.", ("R",), "Moves", "restart"),
    Command(
        "play.solution",
        "Solution",
        "Show or hide the stored solution.",
        ("o",),
        "Play",
        "solution",
    ),
    Command("play.back", "Back", "Leave the game.", ("escape",), "Play", "back"),
)
