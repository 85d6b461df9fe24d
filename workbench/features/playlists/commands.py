"""The commands that open and control packs, campaigns and endless play."""

from __future__ import annotations

from workbench.commands import CommandGroup

_levels = CommandGroup("levels", "Levels")
_move = CommandGroup("pack", "Move")
_pack = CommandGroup("pack", "Pack")
_run = CommandGroup("run", "Run")

# fmt: off
PACKS_LEVELS = (
    _levels("packs", "p>k", "Packs: levels in an order",
        "Open a pack, a set of levels to be put in order and played from start to end; or make one "
        "of the levels in a folder."),
)
"""The level browser's commands that open packs."""
PACK = (
    _move("up", "up", "Up", "The level above."),
    _move("down", "down", "Down", "The level below."),
    _move("left", "left", "Left", "The level to the left, or before."),
    _move("right", "right", "Right", "The level to the right, or after."),
    _move("page-up", "page-up", "Page up"),
    _move("page-down", "page-down", "Page down"),
    _move("first", "first", "First"),
    _move("last", "last", "Last"),
    _pack("play", "act", "Play", "Play the level under the cursor.", "play", 1),
    _pack("next", "next", "Play on", "Play the first level that was not won yet.", "play on", 2),
    _pack("replace", "again", "Another like it",
        "Put another level in its place: as hard, with the same mechanics if there is one, from "
        "where the pack was chosen from, or newly made.", "another", 10),
    _pack("move-up", "e>k", "Move up", "Move the level one place up, or to the front.", "up"),
    _pack("move-down", "e>j", "Move down", "Move the level one place down, or to the end.",
        "down"),
    _pack("pin", "e>i", "Pin",
        "Keep the level at its place whatever is put in order; again: let it go.", "pin"),
    _pack("lock", "e>c", "Lock",
        "Keep the level in the pack whatever is replaced; again: let it go.", "lock"),
    _pack("order", "e>o", "Put in order",
        "Let difficulty rise, mechanics come one at a time, and neighbours differ.", "order"),
    _pack("describe", "e>d", "Title", "Change the title of the pack.", "title"),
    _pack("remove", "take-away", "Take out", "Take the level out; its file stays.", "take out", 20),
    _pack("undo", "undo", "Undo", "Take the last change back.", "undo", 30),
    _pack("redo", "redo", "Redo", "Do again what was taken back."),
    _pack("save", "save o>s", "Save", "Save the pack.", "save", 12),
    _pack("save-as", "o>a", "Save as", "Save the pack under another name."),
    _pack("export", "o>p", "Export curve", "Write the curve to an SVG file."),
    _pack("repeat", "p>n", "Begin again",
        "Forget the wins of all levels of the pack; asks first.", "begin again"),
    _pack("back", "back", "Stop or back",
        "Stop what is being looked for; back if nothing is. Asks about unsaved changes.",
        "back", 60),
)
"""The commands for the pack screen."""
MODES_LEVELS = (
    _levels("modes", "p>l", "Campaign and infinite play",
        "Play through a list of levels, or go on where that was left.", "campaign", 5),
)
"""The level browser's commands that open runs."""
RUN = (
    _run("next", "act next", "Play", "Play the next level.", "play"),
    _run("retry", "again", "Play the last one again",
        "Play the level won last once more; the better win counts.", "last again"),
    _run("repeat", "p>n", "Begin again",
        "Begin a run of the same kind, over the same list, with the same seed.", "begin again", 10),
    _run("remove", "take-away", "Forget", "Forget this run; asks first.", "forget", 20),
    _run("back", "back", "Leave", "Back to the levels; the run is kept.", "leave"),
)
"""The commands for the screen that is shown between two levels of a run."""
# fmt: on
