"""What can be asked for everywhere."""

from __future__ import annotations

from workbench.commands.command import Command

APP = (
    Command("app.help", "Help", "Every key of this screen.", ("question_mark",), label="help"),
    Command("app.palette", "Commands", "Find a command by name.", ("ctrl+p",), label="commands"),
    Command("app.choose-theme", "Choose theme", "Pick from the list of themes."),
    Command("app.theme", "Next theme", "Draw with the next theme."),
    Command("app.reload-theme", "Reload theme", "Read the files of the theme again."),
    Command("app.redraw", "Redraw", "Draw the screen again from scratch.", ("ctrl+l",)),
    Command("app.suspend", "Suspend", "Back to the shell; the shell's fg returns.", ("ctrl+z",)),
    Command("app.quit", "Quit", "Leave; asks about unsaved work.", ("q", "ctrl+q", "ctrl+c")),
)
