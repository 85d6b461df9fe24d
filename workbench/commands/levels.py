"""The level browser."""

from __future__ import annotations

from workbench.commands.command import Command

LEVELS = (
    Command(
        "levels.up",
        "Up",
        "The level above.",
        ("up", "k", "w"),
        "Move",
    ),
    Command("levels.down", "Down", "The level below.", ("down", "j", "s"), "Move"),
    Command("levels.page-up", "Page up", "", ("pageup",), "Move"),
    Command("levels.page-down", "Page down", "", ("pagedown",), "Move"),
    Command("levels.first", "First", "", ("home",), "Move"),
    Command("levels.last", "Last", "", ("end",), "Move"),
    Command(
        "levels.open",
        "Open",
        "Open the level in the design screen; open or close a folder.",
        ("enter",),
        "Levels",
        "design",
    ),
    Command("levels.play", "Play", "Play the level by hand.", ("p",), "Levels", "play"),
    Command(
        "levels.generate",
        "Generate",
        "Generate a level from a new random seed.",
        ("g",),
        "Levels",
        "generate",
    ),
    Command("levels.new", "New level", "Start an empty level.", ("n",), "Levels", "new"),
    Command(
        "levels.search",
        "Search",
        "Only the levels whose title, file or game has this text.",
        ("slash",),
        "Levels",
        "search",
    ),
    Command("levels.close", "Close folder", "Close the folder.", ("left", "h", "a"), "Levels"),
    Command("levels.expand", "Open folder", "Open the folder.", ("right", "l", "d"), "Levels"),
    Command("levels.reload", "Reload", "Read the folders again.", ("ctrl+r",), "Levels", "reload"),
    Command("levels.back", "Back", "Clear the search.", ("escape",), "Levels"),
)
