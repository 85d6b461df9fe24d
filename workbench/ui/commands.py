"""The commands that work on every screen: of the app, of boards, of dialogs, lists and help."""

from __future__ import annotations

from workbench.commands import Command, CommandGroup

_general = CommandGroup("app", "General")
_cursor = CommandGroup("board", "Edit mode")
_question = CommandGroup("dialog", "Questions")
_describe = CommandGroup("describe", "Questions")
_lists = CommandGroup("list", "Lists")
_help = CommandGroup("help", "Help")

# fmt: off
APP = (
    _general("help", "question_mark", "Help", "Every key of this screen.", "help"),
    _general("palette", "ctrl+p", "Commands", "Find a command by name.", "commands"),
    _general("choose-theme", "", "Choose theme", "Pick from the list of themes."),
    _general("theme", "", "Next theme", "Draw with the next theme."),
    _general("reload-theme", "", "Reload theme", "Read the files of the theme again."),
    _general("redraw", "ctrl+l", "Redraw", "Draw the screen again from scratch."),
    _general("suspend", "ctrl+z", "Suspend", "Back to the shell; the shell's fg returns."),
    _general("quit", "q ctrl+q ctrl+c", "Quit", "Leave; asks about unsaved work."),
)
BOARD = (
    _cursor("up", "up k w", "Cursor up"),
    _cursor("down", "down j s", "Cursor down"),
    _cursor("left", "left h a", "Cursor left"),
    _cursor("right", "right l d", "Cursor right"),
)
"""Moving the cursor of a board."""
QUESTIONS = (
    _question("cancel", "escape ctrl+c", "Cancel",
        "Back out of a question.", call="cancel"),
)
DESCRIBE = (
    _describe("take", "ctrl+s", "Take", "Take title and notes as written.", call="take"),
)
LISTS = (
    *_lists.in_list("Up", "Down"),
    *_lists.to_ends("First", "Last"),
    _lists("choose", "enter space", "Choose", call="choose"),
)
HELP = (
    _help("close", "escape q question_mark enter ctrl+c", "Close",
        "Back to the screen.", call="close"),
    *_help.in_list("Line up", "Line down"),
    *_help.to_ends("To the top", "To the bottom"),
    _help("search", "slash", "Find", "Only lines with this text.", call="search"),
)


def sharing(context: str) -> tuple[Command, ...]:
    """What can be done with the level of a screen."""
    share = CommandGroup(context, "Share")
    return (
        share("copy-share", "y", "Copy share string",
            "Copy the board as one line of text, to paste anywhere.", "copy", 140),
        share("copy-level", "Y", "Copy level file", "Copy the text of the whole level file."),
        share("export", "E", "Export picture",
            "Write the board as it is shown to a PNG, SVG or text file.",
            "export", 150, editing=False),
    )
# fmt: on
