"""The commands that belong to no feature: those for the app, boards, dialogs, lists and help."""

from __future__ import annotations

from workbench.commands import Command, CommandGroup
from workbench.commands.key_grammar import MENUS

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
        "Keys, legend, rules, parameters and words of this screen.", "help"),
    _general("palette", "palette", "Commands", "Find a command by name.", "find"),
    _general("choose-theme", "v>t", "Choose theme", "Pick from the list of themes."),
    _general("theme", "", "Next theme", "Draw with the next theme."),
    _general("reload-theme", "", "Reload theme", "Read the files of the theme again."),
    _general("pictures", "v>p", "Pictures",
        "Show boards as images, where the terminal can, or as text again."),
    _general("messages", "v>m", "Messages", "What was said in the line of messages so far."),
    _general("tour", "v>y", "Tour",
        "One thing to try after the other, as at the first start; again: no more."),
    _general("redraw", "v>l", "Redraw", "Draw the screen again from scratch."),
    _general("suspend", "suspend", "Suspend", "Back to the shell; the shell's fg returns."),
    _general("quit", "quit break-off", "Quit", "Leave; asks about unsaved work."),
    *(_menus(menu.name, menu.name, f"{menu.name.capitalize()} menu", f"Opens a menu: {menu.help}.",
        menu.name) for menu in MENUS),
    _general("larger-cells", "larger", "Larger cells",
        "Draw the board with larger cells, as far as it fits."),
    _general("smaller-cells", "smaller", "Smaller cells",
        "Draw the board with smaller cells, until the window changes."),
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
        "Back out of a question.", call="cancel"),
)
DESCRIBE = (
    _describe("take", "save", "Take", "Take title and notes as written.", call="take"),
)
LISTS = (
    *_lists.declare_list_moves("Up", "Down"),
    *_lists.declare_list_ends("First", "Last"),
    _lists("choose", "act", "Choose", call="choose"),
)
HELP = (
    _help("close", "back help act break-off", "Close",
        "Back to the screen.", call="close"),
    *_help.declare_list_moves("Line up", "Line down"),
    *_help.declare_list_ends("To the top", "To the bottom"),
    _help("search", "search", "Find", "Only lines with this text, on all pages.", call="search"),
    _help("next-page", "right next-pane", "Next page",
        "Keys, legend, rules, parameters, glossary.", call="turn(1)"),
    _help("previous-page", "left previous-pane", "Previous page", call="turn(-1)"),
    _help("whole", "larger", "Whole texts",
        "All that there is to say of each command.", call="whole(1)"),
    _help("brief", "smaller", "A line each", "As much as a line has room for.", call="whole(0)"),
)


def list_share_commands(context: str) -> tuple[Command, ...]:
    """Return the commands in ``context`` that copy and export a screen's level."""
    share = CommandGroup(context, "Share")
    return (
        share("copy-share", "o>y", "Copy share string",
            "Copy the board as one line of text, to paste anywhere.", "copy", 140),
        share("copy-level", "o>c", "Copy level file", "Copy the text of the whole level file."),
        share("export", "o>p", "Export picture",
            "Write the board to a PNG, SVG or text file, or a page to play.",
            "export", 150, editing=False),
    )
# fmt: on
