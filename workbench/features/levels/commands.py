"""The commands of the level browser, and of unsaved work of sessions that ended early."""

from __future__ import annotations

from workbench.commands import CommandGroup

_levels_move = CommandGroup("levels", "Move")
_levels = CommandGroup("levels", "Levels")
_files = CommandGroup("levels", "Files")
_recovery_move = CommandGroup("recovery", "Move")
_recovery = CommandGroup("recovery", "Recovery")
_share = CommandGroup("levels", "Share")

# fmt: off
LEVELS = (
    _levels_move("up", "up k w", "Up", "The level above."),
    _levels_move("down", "down j s", "Down", "The level below."),
    _levels_move("page-up", "pageup", "Page up"),
    _levels_move("page-down", "pagedown", "Page down"),
    _levels_move("first", "home", "First"),
    _levels_move("last", "end", "Last"),
    _levels("open", "enter", "Open",
        "Open the level in the design screen; open or close a folder.", "design"),
    _levels("play", "p", "Play", "Play the level by hand.", "play"),
    _levels("generate", "g", "Generate", "Generate a level from a new random seed.", "generate"),
    _levels("new", "n", "New level", "Start an empty level.", "new"),
    _files("duplicate", "D", "Duplicate",
        "Copy the level; a shipped one into your own folder.", "duplicate", 20),
    _files("rename", "r", "Rename",
        "Give the level another file name, folder or title.", "rename", 20),
    _files("delete", "X delete", "Delete", "Move the level to the trash.", "delete", 20),
    _files("undelete", "u", "Undo deletion",
        "Bring the level deleted last back; then, any that is still in the trash.", "undelete", 20),
    _files("trash", "", "Trash", "Bring back a level, of those deleted in earlier sessions too."),
    _files("empty-trash", "", "Empty the trash", "Remove for good what was deleted."),
    _files("new-folder", "N", "New folder",
        "Make a folder in the one of the cursor.", "folder", 20),
    _files("recover", "", "Recover unsaved work",
        "What sessions that ended early have left unsaved."),
    _levels("search", "slash", "Search",
        "Only the levels with this text in title, file or game, or with facts such as "
        "moves 8..10 stars>=2 tag:walls.", "search"),
    _levels("order", "O", "Order",
        "Order the levels of each folder by difficulty, the easiest first; again: by file name.",
        "order", 30),
    _levels("close", "left h a", "Close folder", "Close the folder."),
    _levels("expand", "right l d", "Open folder", "Open the folder."),
    _levels("reload", "ctrl+r", "Reload", "Read the folders again.", "reload", 90),
    _levels("compare", "c", "Compare",
        "Mark the level; again on another one: set the two side by side.", "compare", 10),
    _levels("back", "escape", "Back", "Clear the search, or let the marked level go."),
)
RECOVERY = (
    _recovery_move("up", "up k w", "Up", "The work above."),
    _recovery_move("down", "down j s", "Down", "The work below."),
    _recovery("recover", "enter", "Recover",
        "Open the work, still unsaved, in the design screen.", "recover"),
    _recovery("discard", "X delete", "Discard", "Move the work to the trash.", "discard"),
    _recovery("later", "escape", "Later",
        "Decide at the next start, or when asked for from the commands.", "later"),
)
PASTING = (
    _share("paste", "o", "Open pasted level",
        "Open a share string, or the pasted text of a level.", "paste", 160),
)
# fmt: on
