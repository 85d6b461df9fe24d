"""The commands of galleries, catalogues and suggestions, and the commands that open them."""

from __future__ import annotations

from workbench.commands import CommandGroup

_design = CommandGroup("design", "Generate", editing=False)
_levels = CommandGroup("levels", "Levels")
_move = CommandGroup("gallery", "Move")
_choose = CommandGroup("gallery", "Choose")
_make = CommandGroup("gallery", "Make")
_show = CommandGroup("gallery", "Show")
_file = CommandGroup("gallery", "Files")
_catalogue_move = CommandGroup("catalogue", "Move")
_catalogue_choose = CommandGroup("catalogue", "Choose")
_say = CommandGroup("catalogue", "Say")
_catalogue_show = CommandGroup("catalogue", "Show")
_grid = CommandGroup("catalogue", "Grid")
_catalogue_file = CommandGroup("catalogue", "Files")
_suggest = CommandGroup("design", "Generate")
_pane = CommandGroup("suggestions", "Suggestions")

_CONTINUE_HELP = "Go on choosing among the levels of an earlier gallery."

# fmt: off
GALLERY_DESIGN = (
    _design("gallery", "m>a", "24 like this",
        "Make levels by the parameters from new seeds, and choose among them on a wall.",
        "24 like this", 132),
    _design("gallery-again", "o>g", "Gallery: go on", _CONTINUE_HELP),
    _design("seen", "o>h", "Levels seen",
        "Show all levels that were generated since the start on a wall."),
)
GALLERY_LEVELS = (
    _levels("gallery-again", "o>g", "Gallery: go on", _CONTINUE_HELP),
)
GALLERY = (
    _move("up", "up", "Up", "The level above."),
    _move("down", "down", "Down", "The level below."),
    _move("left", "left", "Left", "The level to the left."),
    _move("right", "right", "Right", "The level to the right."),
    _move("page-up", "page-up", "Page up"),
    _move("page-down", "page-down", "Page down"),
    _move("first", "first", "First"),
    _move("last", "last", "Last"),
    _choose("open", "act", "Open",
        "Open the level in the design screen, which leads back to the wall.", "open", 1),
    _choose("keep", "keep", "Keep", "Keep the level, or no longer; the cursor moves on.",
        "keep", 2),
    _choose("reject", "take-away", "Reject",
        "Reject the level with those stacked below it, or no longer; the cursor moves on.",
        "reject", 3),
    _choose("undo", "undo", "Undo", "Take the last choice back.", "undo", 7),
    _choose("redo", "redo", "Redo", "Make it again."),
    _choose("drop-alike", "m>d", "None like this",
        "Reject the level and all that are alike, those still to be made among them."),
    _make("generate", "new", "24 more", "Make more levels from new seeds.", "more", 4),
    _make("more", "m>m", "More like this one",
        "Make levels that differ a little from this one: in stages, parameters or by mutations."),
    _make("narrow", "v>b", "Narrow by a bar",
        "Choose a bar of the histogram: only such levels are shown, and made from now on."),
    _show("order", "v>s", "Order",
        "Order the levels by a fact, whose histogram is drawn; the same fact again: backwards.",
        "order", 8),
    _show("filter", "filter", "Filter",
        "Show only levels that an expression holds for, such as moves>8 or tag:kept.",
        "filter", 9),
    _show("stack", "v>i", "Stack what is alike",
        "Stack levels that are the same up to symmetry; again: those with the same solution; "
        "with the same walls; none."),
    _show("compare", "v>c", "Compare",
        "Mark the level; again on another one: set the two side by side.", "compare", 20),
    _file("save", "save o>s", "Save what is kept",
        "Save the kept levels under a pattern of names.", "save", 5),
    _file("save-as", "o>a", "Save as catalogue",
        "Add all levels to a catalogue, what is kept and rejected as its tags: to be asked, "
        "merged and packed."),
    _file("pack", "m>p", "Pack of what is kept",
        "Put the kept levels in an order, to be played from start to end; what is in no file yet "
        "is saved first.", "pack", 6),
    _file("gallery-again", "o>g", "Gallery: go on", _CONTINUE_HELP),
    _show("back", "back", "Stop or back",
        "Stop making levels, else let the marked level go, else back.", "back", 10),
)
SUGGESTING = (
    _suggest("suggestions", "m>v", "Suggestions",
        "Suggest variations of the level next to the board, renewed after every change, for every "
        "level; again: by which two measures, or none any more.", "suggestions", 133),
)
SUGGESTIONS = (
    _pane("left", "left", "Suggestion before", "", "look", 1, companion="right"),
    _pane("right", "right", "Next suggestion"),
    _pane("up", "up", "Suggestion above"),
    _pane("down", "down", "Suggestion below"),
    _pane("apply", "act", "Take the suggestion",
        "Make the suggestion that is looked at the current level; undo takes it back.", "take", 2),
)
CATALOGUE = (
    _catalogue_move("up", "up", "Up", "The level above."),
    _catalogue_move("down", "down", "Down", "The level below."),
    _catalogue_move("left", "left", "Left",
        "The level to the left; in the table, columns to the left."),
    _catalogue_move("right", "right", "Right",
        "The level to the right; in the table, more columns."),
    _catalogue_move("page-up", "page-up", "Page up"),
    _catalogue_move("page-down", "page-down", "Page down"),
    _catalogue_move("first", "first", "First",
        "The first level; in the grid the first empty cell."),
    _catalogue_move("last", "last", "Last", "The last level; in the grid the last empty cell."),
    _catalogue_choose("keep", "keep", "Keep", "Keep the level, or no longer; the cursor moves on.",
        "keep", 2),
    _catalogue_choose("reject", "take-away", "Reject",
        "Reject the level, or no longer; the cursor moves on.",
        "reject", 3),
    _catalogue_choose("undo", "undo", "Undo",
        "Take back what was said last of a level.", "undo", 9),
    _catalogue_choose("redo", "redo", "Redo", "Say it again."),
    _catalogue_choose("more", "m>m", "More like this one",
        "Make levels by the parameters of this one, on a wall of their own."),
    _say("larger", "larger", "A star more", "Give the level a star more of your own, up to five.",
        "stars", 10, companion="smaller"),
    _say("smaller", "smaller", "A star less", "Take one of your stars away."),
    _say("tag", "e>g", "Tags", "Change the tags of the level."),
    _say("note", "e>n", "Note", "Write a note on the level."),
    _catalogue_show("open", "act", "Open",
        "Open the level in the design screen, which leads back to its place. An empty cell of "
        "the grid becomes a target, or is no longer one.", "open", 1),
    _catalogue_show("next-view", "next-pane", "Next view", "Wall, table or grid.", "view", 4),
    _grid("facts", "v>v", "Grid of",
        "Choose the two facts of the grid, and their bins."),
    _grid("generate", "new", "Fill cells",
        "Have levels looked for that fill the empty cells, or those that are targets, by a "
        "separate process, which continues without the app.", "fill", 2),
    _grid("play-pause", "play-pause", "Pause or go on",
        "Have the filling pause, or go on; one that was cut short is started again.", "pause", 3),
    _grid("finish", "m>f", "Stop filling",
        "End the filling in order; the same one can go on later."),
    _catalogue_show("order", "v>s", "Order",
        "Order the levels by a fact, whose histogram is drawn; the same fact again: backwards.",
        "order", 7),
    _catalogue_show("filter", "filter", "Filter",
        "Show only levels that an expression holds for, such as moves>8 or tag:kept.",
        "filter", 5),
    _catalogue_show("narrow", "v>b", "Narrow by a bar",
        "Choose a bar of the histogram: only such levels are shown."),
    _catalogue_show("frequencies", "v>f", "Frequencies",
        "List how many of the levels have each value of a fact, and show those of one."),
    _catalogue_show("compare", "v>c", "Compare",
        "Mark the level; again on another one: set the two side by side."),
    _catalogue_show("reload", "again", "Read again",
        "Read the catalogue again: levels may have come.", "read again", 20),
    _catalogue_file("save", "save o>s", "Export what is kept",
        "Write the kept levels to a folder of level files, or to one table.", "export", 6),
    _catalogue_file("export", "o>p", "Export what is shown",
        "Write the levels that are shown to a folder of level files, or to one table."),
    _catalogue_file("pack", "m>p", "Pack of what is kept",
        "Put the kept levels in order, as a pack that can be played; they are written to a folder "
        "first."),
    _catalogue_show("back", "back", "Stop or back",
        "Stop what is being written, else let the marked level go, else back; cells go on being "
        "filled.", "back", 60),
)
# fmt: on
