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
_annotate = CommandGroup("catalogue", "Annotate")
_catalogue_show = CommandGroup("catalogue", "Show")
_grid = CommandGroup("catalogue", "Grid")
_catalogue_file = CommandGroup("catalogue", "Files")
_suggest = CommandGroup("design", "Generate")
_pane = CommandGroup("suggestions", "Suggestions")

_CONTINUE_HELP = "Continue to choose among the levels of an earlier gallery."

# fmt: off
GALLERY_DESIGN = (
    _design("gallery", "m>a", "Generate 24 levels",
        "Generate levels with these parameters from new seeds, and choose among them.",
        "24 levels", 132),
    _design("gallery-again", "o>g", "Reopen gallery", _CONTINUE_HELP),
    _design("seen", "o>h", "Show generated levels",
        "Show all levels that were generated in this session."),
)
GALLERY_LEVELS = (
    _levels("gallery-again", "o>g", "Reopen gallery", _CONTINUE_HELP),
)
GALLERY = (
    _move("up", "up", "Up", "Select the level above."),
    _move("down", "down", "Down", "Select the level below."),
    _move("left", "left", "Left", "Select the level to the left."),
    _move("right", "right", "Right", "Select the level to the right."),
    _move("page-up", "page-up", "Page up"),
    _move("page-down", "page-down", "Page down"),
    _move("first", "first", "First"),
    _move("last", "last", "Last"),
    _choose("open", "act", "Open",
        "Open the level in the design screen. Going back leads here.", "open", 1),
    _choose("keep", "keep", "Keep", "Keep the level or undo that, then go to the next one.",
        "keep", 2),
    _choose("reject", "take-away", "Reject",
        "Reject the level and those stacked below it or undo that, then go to the next one.",
        "reject", 3),
    _choose("undo", "undo", "Undo", "Undo the last choice.", "undo", 7),
    _choose("redo", "redo", "Redo", "Redo the choice that was undone."),
    _choose("drop-alike", "m>d", "Reject similar levels",
        "Reject the level and all similar ones, including those still to be generated."),
    _make("generate", "new", "Generate 24 more", "Generate more levels from new seeds.", "more", 4),
    _make("more", "m>m", "Make variants",
        "Make levels that differ slightly from this one: in stages, parameters or by mutations."),
    _make("narrow", "v>b", "Limit to a bar",
        "Choose a bar of the histogram. Only levels in it are shown and generated."),
    _show("order", "v>s", "Sort",
        "Sort the levels by a fact and show its histogram. Choose it again to reverse the order.",
        "order", 8),
    _show("filter", "filter", "Filter",
        "Show only levels that match an expression, such as moves>8 or tag:kept.",
        "filter", 9),
    _show("stack", "v>i", "Stack similar levels",
        "Stack levels that are equal up to symmetry. Again: with the same solution, with the same "
        "walls, none."),
    _show("compare", "v>c", "Compare",
        "Mark the level. Again on another level: compare the two.", "compare", 20),
    _file("save", "save o>s", "Save kept levels",
        "Save the kept levels as numbered files.", "save", 5),
    _file("save-as", "o>a", "Save as catalogue",
        "Add all levels to a catalogue, with your choices as tags, to query and export them "
        "there."),
    _file("pack", "m>p", "Make pack of kept levels",
        "Make a pack of the kept levels. Levels without a file are saved first.", "pack", 6),
    _file("gallery-again", "o>g", "Reopen gallery", _CONTINUE_HELP),
    _show("back", "back", "Stop or go back",
        "Stop generating, or unmark the marked level, or go back.", "back", 10),
)
SUGGESTING = (
    _suggest("suggestions", "m>v", "Suggest changes",
        "Show better variations of the level next to the board, after every change. Again: choose "
        "their aims or turn them off.", "suggestions", 133),
)
SUGGESTIONS = (
    _pane("left", "left", "Previous suggestion", "", "look", 1, companion="right"),
    _pane("right", "right", "Next suggestion"),
    _pane("up", "up", "Suggestion above"),
    _pane("down", "down", "Suggestion below"),
    _pane("apply", "act", "Apply suggestion",
        "Make the selected suggestion the current level. Undo reverts this.", "apply", 2),
)
CATALOGUE = (
    _catalogue_move("up", "up", "Up", "Select the level above."),
    _catalogue_move("down", "down", "Down", "Select the level below."),
    _catalogue_move("left", "left", "Left",
        "Select the level to the left. In the table, scroll left."),
    _catalogue_move("right", "right", "Right",
        "Select the level to the right. In the table, scroll right."),
    _catalogue_move("page-up", "page-up", "Page up"),
    _catalogue_move("page-down", "page-down", "Page down"),
    _catalogue_move("first", "first", "First",
        "Select the first level or, in the grid, the first empty cell."),
    _catalogue_move("last", "last", "Last",
        "Select the last level or, in the grid, the last empty cell."),
    _catalogue_choose("keep", "keep", "Keep",
        "Keep the level or undo that, then go to the next one.",
        "keep", 2),
    _catalogue_choose("reject", "take-away", "Reject",
        "Reject the level or undo that, then go to the next one.",
        "reject", 3),
    _catalogue_choose("undo", "undo", "Undo",
        "Undo the last choice, star, tag or note.", "undo", 9),
    _catalogue_choose("redo", "redo", "Redo", "Redo the change that was undone."),
    _catalogue_choose("more", "m>m", "Generate similar levels",
        "Generate levels with the parameters of this one in a gallery."),
    _annotate("larger", "larger", "Add a star",
        "Add one of your own stars to the level, up to five.",
        "stars", 10, companion="smaller"),
    _annotate("smaller", "smaller", "Remove a star", "Remove one of your stars from the level."),
    _annotate("tag", "e>g", "Edit tags", "Change the tags of the level."),
    _annotate("note", "e>n", "Edit note", "Write a note on the level."),
    _catalogue_show("open", "act", "Open",
        "Open the level in the design screen. In the grid, mark an empty cell as a target, or "
        "unmark it.", "open", 1),
    _catalogue_show("next-view", "next-pane", "Next view",
        "Switch between wall, table and grid.", "view", 4),
    _grid("facts", "v>v", "Choose grid facts",
        "Choose the two facts of the grid and their ranges."),
    _grid("generate", "new", "Fill cells",
        "Search for levels that fill the empty cells or the targets. The search continues after "
        "you quit.", "fill", 2),
    _grid("play-pause", "play-pause", "Pause or resume",
        "Pause filling or resume it. If it was interrupted, start it again.", "pause", 3),
    _grid("finish", "m>f", "Stop filling",
        "Stop filling cells. You can resume it later."),
    _catalogue_show("order", "v>s", "Sort",
        "Sort the levels by a fact and show its histogram. Choose it again to reverse the order.",
        "order", 7),
    _catalogue_show("filter", "filter", "Filter",
        "Show only levels that match an expression, such as moves>8 or tag:kept.",
        "filter", 5),
    _catalogue_show("narrow", "v>b", "Narrow by a bar",
        "Choose a bar of the histogram. Only levels in it are shown."),
    _catalogue_show("frequencies", "v>f", "Count values",
        "Count the levels with each value of a fact, and choose a value to filter by."),
    _catalogue_show("compare", "v>c", "Compare",
        "Mark the level. Again on another level: compare the two."),
    _catalogue_show("reload", "again", "Reload",
        "Read the catalogue again to show new levels.", "reload", 20),
    _catalogue_file("save", "save o>s", "Export kept levels",
        "Write the kept levels to a folder of level files or to one table.", "export", 6),
    _catalogue_file("export", "o>p", "Export visible levels",
        "Write the visible levels to a folder of level files or to one table."),
    _catalogue_file("pack", "m>p", "Make pack of kept levels",
        "Write the kept levels to a folder and make a pack of them."),
    _catalogue_show("back", "back", "Stop or go back",
        "Stop the export, or unmark the marked level, or go back. Filling continues.", "back", 60),
)
# fmt: on
