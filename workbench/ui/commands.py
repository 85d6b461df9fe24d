"""The commands that belong to no feature: those for the app, boards, dialogs, lists and help."""

from __future__ import annotations

from workbench.commands import Command, CommandGroup
from workbench.commands.key_meanings import MENUS

MENU_GROUP = "Menus"
"""The help heading for the commands that open menus."""

_general = CommandGroup("app", "General")
_menus = CommandGroup("app", MENU_GROUP)
_cursor = CommandGroup("board", "Edit mode")
_question = CommandGroup("dialog", "Questions")
_describe = CommandGroup("describe", "Questions")
_lists = CommandGroup("list", "Lists")
_help = CommandGroup("help", "Help")

# fmt: off
APP = (
    _general("help", "help", "Help",
        "Show the keys, legend, rules, parameters and terms for this screen.", "help"),
    _general("palette", "palette", "Find command", "Find a command by its name.", "find"),
    _general("choose-theme", "v>t", "Choose theme", "Choose a theme from a list."),
    _general("theme", "", "Next theme", "Switch to the next theme."),
    _general("reload-theme", "", "Reload theme", "Read the theme files again."),
    _general("pictures", "v>p", "Pictures",
        "Show boards as images, if the terminal can, or as text."),
    _general("messages", "v>m", "Messages", "List the messages shown so far."),
    _general("tour", "v>y", "Tour",
        "Start or end the tour of the app, which shows one thing to try after another."),
    _general("redraw", "v>l", "Redraw screen", "Draw the whole screen again."),
    _general("suspend", "suspend", "Suspend", "Go to the shell; fg in the shell brings you back."),
    _general("quit", "quit break-off", "Quit", "Quit the app; it asks about unsaved work first."),
    *(_menus(menu.name, menu.name, f"{menu.name.capitalize()} menu", f"Open a menu: {menu.help}.",
        menu.name) for menu in MENUS),
    _general("larger-cells", "larger", "Larger cells",
        "Draw the board with larger cells, if they fit."),
    _general("smaller-cells", "smaller", "Smaller cells",
        "Draw the board with smaller cells until the window is resized."),
)
BOARD = (
    _cursor("up", "up", "Cursor up"),
    _cursor("down", "down", "Cursor down"),
    _cursor("left", "left", "Cursor left"),
    _cursor("right", "right", "Cursor right"),
)
"""The commands that move the cursor on a board."""
QUESTIONS = (
    _question("cancel", "back break-off", "Cancel",
        "Close the question without an answer.", call="cancel"),
)
DESCRIBE = (
    _describe("take", "save", "Apply", "Apply the title and notes as written.", call="take"),
)
LISTS = (
    *_lists.declare_list_moves("Up", "Down"),
    *_lists.declare_list_ends("First", "Last"),
    _lists("choose", "act", "Choose", call="choose"),
)
HELP = (
    _help("close", "back help act break-off", "Close",
        "Go back to the screen.", call="close"),
    *_help.declare_list_moves("Line up", "Line down"),
    *_help.declare_list_ends("Go to top", "Go to bottom"),
    _help("search", "search", "Find", "Show only the lines that contain a text, from all pages.",
        call="search"),
    _help("next-page", "right next-pane", "Next page",
        "Turn the pages: keys, legend, rules, parameters, glossary.", call="turn(1)"),
    _help("previous-page", "left previous-pane", "Previous page", call="turn(-1)"),
    _help("whole", "larger", "Full descriptions",
        "Show the full description of each command.", call="whole(1)"),
    _help("brief", "smaller", "Short descriptions",
        "Show as much of each description as fits on one line.", call="whole(0)"),
)


def list_share_commands(context: str) -> tuple[Command, ...]:
    """Return the commands in ``context`` that copy and export a screen's level."""
    share = CommandGroup(context, "Share")
    return (
        share("copy-share", "o>y", "Copy share string",
            "Copy the board as one line of text that you can paste anywhere.", "copy", 140),
        share("copy-level", "o>c", "Copy level file", "Copy the text of the whole level file."),
        share("export", "o>p", "Export picture",
            "Save the board as a picture, text or page to play, or for another program.",
            "export", 150, editing=False),
    )
# fmt: on
