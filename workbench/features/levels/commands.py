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
    _levels_move("up", "up", "Up", "Select the level above."),
    _levels_move("down", "down", "Down", "Select the level below."),
    _levels_move("page-up", "page-up", "Page up"),
    _levels_move("page-down", "page-down", "Page down"),
    _levels_move("first", "first", "First"),
    _levels_move("last", "last", "Last"),
    _levels("open", "act", "Open",
        "Open the level in the design screen, or open or close the folder.", "open"),
    _levels("play", "p>p", "Play", "Play the level by hand.", "play"),
    _levels("generate", "new", "New level",
        "Generate a new level of the selected level's game from a random seed.", "new"),
    _levels("new", "m>n", "Empty level", "Start with an empty level.", "new"),
    _files("duplicate", "o>d", "Duplicate",
        "Copy the level. Copies of shipped levels go to your own folder.", "duplicate", 20),
    _files("rename", "o>n", "Rename",
        "Change the file name, folder or title of the level.", "rename", 20),
    _files("delete", "take-away", "Delete", "Move the level to the trash.", "delete", 20),
    _files("undelete", "undo", "Undo deletion",
        "Restore the level deleted last, or choose one from the trash.", "undelete", 20),
    _files("trash", "o>t", "Trash",
        "Restore a deleted level, even from an earlier session."),
    _files("empty-trash", "", "Empty the trash", "Permanently remove all deleted levels."),
    _files("new-folder", "o>f", "New folder",
        "Make a folder in the selected folder.", "folder", 20),
    _files("recover", "o>u", "Recover unsaved work",
        "Show the unsaved work of sessions that ended unexpectedly."),
    _levels("search", "search", "Search",
        "Show only levels with these words in title, file, game or tags, and with facts such as "
        "moves 8..10 stars>=2 tag:walls.", "search"),
    _levels("order", "v>s", "Sort",
        "Sort the levels of each folder by difficulty, easiest first. Again: by the number of "
        "mechanics that every shortest solution needs. Again: by file name.",
        "sort", 30),
    _levels("close", "left", "Close folder", "Close the folder."),
    _levels("expand", "right", "Open folder", "Open the folder."),
    _levels("reload", "o>r", "Reload", "Read the folders again.", "reload", 90),
    _levels("compare", "v>c", "Compare",
        "Mark the level. Again on another level: compare the two.", "compare", 10),
    _levels("back", "back", "Back", "Clear the search, or unmark the marked level."),
)
RECOVERY = (
    _recovery_move("up", "up", "Up", "Select the item above."),
    _recovery_move("down", "down", "Down", "Select the item below."),
    _recovery("recover", "act", "Recover",
        "Open the unsaved level or pack.", "recover"),
    _recovery("discard", "take-away", "Discard", "Move the item to the trash.", "discard"),
    _recovery("later", "back", "Later",
        "Decide later: the next start offers the items again.", "later"),
)
PASTING = (
    _share("paste", "o>o", "Open pasted level",
        "Open a share string or the text of a level from the clipboard.", "paste", 160),
)
# fmt: on
