"""Questions, lists to choose from, and the help screen."""

from __future__ import annotations

from workbench.commands.command import Command

DIALOGS = (
    Command(
        "dialog.cancel",
        "Cancel",
        "Back out of a question.",
        ("escape", "ctrl+c"),
        "Questions",
        call="cancel",
    ),
    Command(
        "describe.take",
        "Take",
        "Take title and notes as written.",
        ("ctrl+s",),
        "Questions",
        call="take",
    ),
    Command("list.up", "Up", "", ("up", "k", "w"), "Lists", call="move(-1)"),
    Command("list.down", "Down", "", ("down", "j", "s"), "Lists", call="move(1)"),
    Command("list.page-up", "Page up", "", ("pageup",), "Lists", call="page(-1)"),
    Command("list.page-down", "Page down", "", ("pagedown",), "Lists", call="page(1)"),
    Command("list.first", "First", "", ("home",), "Lists", call="first"),
    Command("list.last", "Last", "", ("end",), "Lists", call="last"),
    Command("list.choose", "Choose", "", ("enter", "space"), "Lists", call="choose"),
    Command(
        "help.close",
        "Close",
        "Back to the screen.",
        ("escape", "q", "question_mark", "enter", "ctrl+c"),
        "Help",
        call="close",
    ),
    Command("help.up", "Line up", "", ("up", "k", "w"), "Help", call="scroll(-1)"),
    Command("help.down", "Line down", "", ("down", "j", "s"), "Help", call="scroll(1)"),
    Command("help.page-up", "Page up", "", ("pageup",), "Help", call="page(-1)"),
    Command("help.page-down", "Page down", "", ("pagedown",), "Help", call="page(1)"),
    Command("help.first", "To the top", "", ("home",), "Help", call="first"),
    Command("help.last", "To the bottom", "", ("end",), "Help", call="last"),
    Command("help.search", "Find", "Only lines with this text.", ("slash",), "Help", call="search"),
)
