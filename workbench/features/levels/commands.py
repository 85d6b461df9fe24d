"""The commands of the level browser, and those for recovering unsaved work."""

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
    _levels_move("up", "up", "Up", "The level above."),
    _levels_move("down", "down", "Down", "The level below."),
    _levels_move("page-up", "page-up", "Page up"),
    _levels_move("page-down", "page-down", "Page down"),
    _levels_move("first", "first", "First"),
    _levels_move("last", "last", "Last"),
    _levels("open", "act", "Open",
        "Open the level in the design screen; open or close a folder.", "open"),
    _levels("play", "p>p", "Play", "Play the level by hand.", "play"),
    _levels("generate", "new", "New level",
        "Draw a new level, of the game of the cursor's level, from a random seed.", "new"),
    _levels("new", "m>n", "Empty level", "Start an empty level.", "new"),
    _files("duplicate", "o>d", "Duplicate",
        "Copy the level; a shipped one into your own folder.", "duplicate", 20),
    _files("rename", "o>n", "Rename",
        "Give the level another file name, folder or title.", "rename", 20),
    _files("delete", "take-away", "Delete", "Move the level to the trash.", "delete", 20),
    _files("undelete", "undo", "Undo deletion",
        "Bring the level deleted last back; then, any that is still in the trash.", "undelete", 20),
    _files("trash", "o>t", "Trash",
        "Bring back a level, of those deleted in earlier sessions too."),
    _files("empty-trash", "", "Empty the trash", "Remove for good what was deleted."),
    _files("new-folder", "o>f", "New folder",
        "Make a folder in the one of the cursor.", "folder", 20),
    _files("recover", "o>u", "Recover unsaved work",
        "What sessions that ended early have left unsaved."),
    _levels("search", "search", "Search",
        "Only the levels with these words in title, file, game or tags, and with facts such as "
        "moves 8..10 stars>=2 tag:walls.", "search"),
    _levels("order", "v>s", "Order",
        "Order the levels of each folder by difficulty, the easiest first; again: by how many "
        "mechanics every shortest solution needs; again: by file name.",
        "order", 30),
    _levels("close", "left", "Close folder", "Close the folder."),
    _levels("expand", "right", "Open folder", "Open the folder."),
    _levels("reload", "o>r", "Reload", "Read the folders again.", "reload", 90),
    _levels("compare", "v>c", "Compare",
        "Mark the level; again on another one: set the two side by side.", "compare", 10),
    _levels("back", "back", "Back", "Clear the search, or let the marked level go."),
)
RECOVERY = (
    _recovery_move("up", "up", "Up", "The work above."),
    _recovery_move("down", "down", "Down", "The work below."),
    _recovery("recover", "act", "Recover",
        "Open the work, still unsaved: a level to design, or a pack.", "recover"),
    _recovery("discard", "take-away", "Discard", "Move the work to the trash.", "discard"),
    _recovery("later", "back", "Later",
        "Decide at the next start, or when asked for from the commands.", "later"),
)
PASTING = (
    _share("paste", "o>o", "Open pasted level",
        "Open a share string, or the pasted text of a level.", "paste", 160),
)
# fmt: on
