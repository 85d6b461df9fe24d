"""The commands of the screen of a catalogue."""

from __future__ import annotations

from workbench.commands import CommandGroup

_move = CommandGroup("catalogue", "Move")
_choose = CommandGroup("catalogue", "Choose")
_say = CommandGroup("catalogue", "Say")
_show = CommandGroup("catalogue", "Show")
_grid = CommandGroup("catalogue", "Grid")
_file = CommandGroup("catalogue", "Files")

# fmt: off
CATALOGUE = (
    _move("up", "up", "Up", "The level above."),
    _move("down", "down", "Down", "The level below."),
    _move("left", "left", "Left", "The level to the left; in the table, columns to the left."),
    _move("right", "right", "Right", "The level to the right; in the table, more columns."),
    _move("page-up", "page-up", "Page up"),
    _move("page-down", "page-down", "Page down"),
    _move("first", "first", "First", "The first level; in the grid the first empty cell."),
    _move("last", "last", "Last", "The last level; in the grid the last empty cell."),
    _choose("keep", "keep", "Keep", "Keep the level, or no longer; the cursor goes on.",
        "keep", 2),
    _choose("reject", "take-away", "Reject", "Reject the level, or no longer; the cursor goes on.",
        "reject", 3),
    _choose("undo", "undo", "Undo", "Take back what was said last of a level.", "undo", 9),
    _choose("redo", "redo", "Redo", "Say it again."),
    _choose("more", "m>m", "More like this one",
        "Make levels by the parameters of this one, on a wall of their own."),
    _say("larger", "larger", "A star more", "Give the level a star more of your own, up to five.",
        "stars", 10, beside="smaller"),
    _say("smaller", "smaller", "A star less", "Take one of your stars away."),
    _say("tag", "e>g", "Tags", "Change the tags of the level."),
    _say("note", "e>n", "Note", "Write a note on the level."),
    _show("open", "act", "Open",
        "Open the level in the design screen, which leads back to its place. An empty cell of "
        "the grid becomes a target, or is no longer one.", "open", 1),
    _show("next-view", "next-pane", "Next view", "Wall, table or grid.", "view", 4),
    _grid("facts", "v>v", "Grid of",
        "Choose the two facts of the grid, and their bins."),
    _grid("generate", "new", "Fill cells",
        "Have levels looked for that fill the empty cells, or those that are targets, by a process "
        "of its own, which goes on without the app.", "fill", 2),
    _grid("play-pause", "play-pause", "Pause or go on",
        "Have the filling pause, or go on; one that was cut short is started again.", "pause", 3),
    _grid("finish", "m>f", "Stop filling",
        "End the filling in order; the same one can go on later."),
    _show("order", "v>s", "Order",
        "Order the levels by a fact, whose histogram is drawn; the same fact again: backwards.",
        "order", 7),
    _show("filter", "filter", "Filter",
        "Show only levels that an expression holds for, such as moves>8 or tag:kept.",
        "filter", 5),
    _show("narrow", "v>b", "Narrow by a bar",
        "Choose a bar of the histogram: only such levels are shown."),
    _show("frequencies", "v>f", "Frequencies",
        "List how many of the levels have each value of a fact, and show those of one."),
    _show("compare", "v>c", "Compare",
        "Mark the level; again on another one: set the two side by side."),
    _show("reload", "again", "Read again",
        "Read the catalogue again: levels may have come.", "read again", 20),
    _file("save", "save o>s", "Export what is kept",
        "Write the kept levels to a folder of level files, or to one table.", "export", 6),
    _file("export", "o>p", "Export what is shown",
        "Write the levels that are shown to a folder of level files, or to one table."),
    _file("pack", "m>p", "Pack of what is kept",
        "Put the kept levels in order, as a pack that can be played; they are written to a folder "
        "first."),
    _show("back", "back", "Stop or back",
        "Stop what is being written, else let the marked level go, else back; cells go on being "
        "filled.", "back", 60),
)
# fmt: on
