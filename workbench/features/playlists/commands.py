"""The commands that open and control packs, campaigns and endless play."""

from __future__ import annotations

from workbench.commands import CommandGroup

_levels = CommandGroup("levels", "Levels")
_move = CommandGroup("pack", "Move")
_pack = CommandGroup("pack", "Pack")
_run = CommandGroup("run", "Run")

# fmt: off
PACKS_LEVELS = (
    _levels("packs", "p>k", "Open pack",
        "Open a pack of levels to sort and play, or make one from the levels in a folder."),
)
"""The level browser's commands that open packs."""
PACK = (
    _move("up", "up", "Up", "Select the level above."),
    _move("down", "down", "Down", "Select the level below."),
    _move("left", "left", "Left", "Select the level to the left, or the previous one."),
    _move("right", "right", "Right", "Select the level to the right, or the next one."),
    _move("page-up", "page-up", "Page up"),
    _move("page-down", "page-down", "Page down"),
    _move("first", "first", "First"),
    _move("last", "last", "Last"),
    _pack("play", "act", "Play", "Play the selected level.", "play", 1),
    _pack("next", "next", "Play next", "Play the first level that is not won yet.", "play next", 2),
    _pack("replace", "again", "Replace level",
        "Replace the level with another one, equally hard and with the same mechanics if possible. "
        "It comes from the source of the pack, or is newly generated.", "replace", 10),
    _pack("move-up", "e>k", "Move up", "Move the level one place up, or to the front.", "up"),
    _pack("move-down", "e>j", "Move down", "Move the level one place down, or to the end.",
        "down"),
    _pack("pin", "e>i", "Pin",
        "Keep the level in its place when the pack is sorted. Again: unpin it.", "pin"),
    _pack("lock", "e>c", "Lock",
        "Protect the level from being replaced or removed. Again: unlock it.", "lock"),
    _pack("order", "e>o", "Sort levels",
        "Sort by rising difficulty, with one new mechanic at a time and different neighbours.",
        "sort"),
    _pack("describe", "e>d", "Edit title", "Change the title of the pack.", "title"),
    _pack("remove", "take-away", "Remove level",
        "Remove the level from the pack. Its file is kept.", "remove", 20),
    _pack("undo", "undo", "Undo", "Undo the last change.", "undo", 30),
    _pack("redo", "redo", "Redo", "Redo the change that was undone."),
    _pack("save", "save o>s", "Save", "Save the pack.", "save", 8),
    _pack("save-as", "o>a", "Save as", "Save the pack under another name."),
    _pack("export", "o>p", "Export curve", "Save the difficulty curve as an SVG file."),
    _pack("repeat", "p>n", "Start again",
        "Forget the wins of all levels of the pack, after a question.", "start again"),
    _pack("back", "back", "Stop or go back",
        "Stop a running search or go back. Unsaved changes are never lost without a question.",
        "back", 60),
)
"""The commands for the pack screen."""
MODES_LEVELS = (
    _levels("modes", "p>l", "Campaign and infinite play",
        "Play through a list of levels, or continue an earlier run.", "campaign", 5),
)
"""The level browser's commands that open runs."""
RUN = (
    _run("next", "act next", "Play", "Play the next level.", "play"),
    _run("retry", "again", "Play last level again",
        "Play the level won last again. The better win counts.", "last again"),
    _run("repeat", "p>n", "Start again",
        "Start another run through the same list with the same seed.", "start again", 10),
    _run("remove", "take-away", "Forget run", "Delete this run, after a question.", "forget", 20),
    _run("back", "back", "Leave", "Go back to the levels. The run is kept.", "leave"),
)
"""The commands for the screen that is shown between two levels of a run."""
# fmt: on
