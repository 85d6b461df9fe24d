"""The commands of galleries and suggestions, and the ways to them."""

from __future__ import annotations

from workbench.commands import CommandGroup

_design = CommandGroup("design", "Generate", editing=False)
_levels = CommandGroup("levels", "Levels")
_move = CommandGroup("gallery", "Move")
_choose = CommandGroup("gallery", "Choose")
_make = CommandGroup("gallery", "Make")
_show = CommandGroup("gallery", "Show")
_file = CommandGroup("gallery", "Files")
_suggesting = CommandGroup("design", "Generate")
_pane = CommandGroup("suggestions", "Suggestions")

_GO_ON = "Go on choosing among the levels of an earlier gallery."

# fmt: off
GALLERY_DESIGN = (
    _design("gallery", "m>a", "24 like this",
        "Make levels by the parameters from new seeds, and choose among them on a wall.",
        "24 like this", 132),
    _design("gallery-again", "o>g", "Gallery: go on", _GO_ON),
    _design("seen", "o>h", "Levels seen",
        "Show all levels that were generated since the start on a wall."),
)
GALLERY_LEVELS = (
    _levels("gallery-again", "o>g", "Gallery: go on", _GO_ON),
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
    _choose("keep", "keep", "Keep", "Keep the level, or no longer; the cursor goes on.",
        "keep", 2),
    _choose("reject", "take-away", "Reject",
        "Reject the level with those stacked below it, or no longer; the cursor goes on.",
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
    _file("gallery-again", "o>g", "Gallery: go on", _GO_ON),
    _show("back", "back", "Stop or back",
        "Stop making levels, else let the marked level go, else back.", "back", 10),
)
SUGGESTING = (
    _suggesting("suggestions", "m>v", "Suggestions",
        "Suggest variations of the level beside the board, renewed after every change, for every "
        "level; again: by which two measures, or none any more.", "suggestions", 133),
)
SUGGESTIONS = (
    _pane("left", "left", "Suggestion before", "", "look", 1, beside="right"),
    _pane("right", "right", "Next suggestion"),
    _pane("up", "up", "Suggestion above"),
    _pane("down", "down", "Suggestion below"),
    _pane("apply", "act", "Take the suggestion",
        "Make the suggestion that is looked at the level at hand; undo takes it back.", "take", 2),
)
# fmt: on
