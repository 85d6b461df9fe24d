"""The commands of the suggestions beside the design."""

from __future__ import annotations

from workbench.commands import CommandGroup

_design = CommandGroup("design", "Generate")
_pane = CommandGroup("suggestions", "Suggestions")

# fmt: off
SUGGESTING = (
    _design("suggestions", "m>v", "Suggestions",
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
