"""The commands that show an optimisation and move through its family of levels."""

from __future__ import annotations

from workbench.commands import CommandGroup

_generate = CommandGroup("design", "Generate", editing=False)
_family = CommandGroup("optimizing", "Family")
_optimisation = CommandGroup("optimizing", "Run")
_while_it_runs = CommandGroup("optimizing", "While it runs")

# fmt: off
OPTIMIZING_DESIGN = (
    _generate("optimisation", "m>o", "Optimisation",
        "Watch how a level is improved, compare runs, and see which level came from which.",
        "optimisation", 115),
    _generate("improve", "m>i", "Improve",
        "Improve the level for an aim by small changes, until what is best so far is taken.",
        "improve", 142),
    _generate("finish", "m>f", "Take the best so far",
        "End the generation or the improving that is under way with the best level it has found.",
        "take the best", 145),
)
OPTIMIZING = (
    _family("back", "up step-back", "Step back",
        "To the level that this one was made from.", "step", 10, companion="forward"),
    _family("forward", "down step-forward", "Step forward",
        "To the next level on the way to the best, or to the best of the cursor's descendants."),
    _family("left", "left", "Sibling before",
        "To the level kept before this one from the same parent.", "siblings", 20,
        companion="right"),
    _family("right", "right", "Sibling after",
        "To the level kept after this one from the same parent."),
    _family("page-up", "page-up", "Page up", "Back by a page."),
    _family("page-down", "page-down", "Page down", "Forward by a page."),
    _family("first", "first", "To the first", "To the first level."),
    _family("last", "last", "To the best", "To the best level."),
    _family("next-record", "next", "Next improvement",
        "To the next level that is better than all before it.",
        "better", 45, companion="previous-record"),
    _family("previous-record", "previous", "Improvement before"),
    _family("play-pause", "play-pause", "Play or pause", "Step through the branch.", "run", 60),
    _family("faster", "faster", "Faster", "More steps a second."),
    _family("slower", "slower", "Slower", "Fewer steps a second."),
    _family("take", "act", "Take over",
        "Make the level of the cursor the current level; undo takes it back.", "take over", 25),
    _family("compare", "v>c", "Compare",
        "Compare the level of the cursor with the current level.", "compare", 40),
    _optimisation("other-run", "v>o", "Other run",
        "Draw an earlier run next to this one; asked again, the one before it, then none.",
        "other run", 30),
    _optimisation("more", "m>m", "Go on",
        "Go on from where the run ended, for some more steps.", "go on", 35),
    _while_it_runs("finish", "m>f", "Take the best so far",
        "End the run that is under way with the best level so far.", "take the best", 12),
    _optimisation("flip", "next-pane", "Run or family",
        "Show the family in place of the curve, or back, where there is no room for both.",
        "flip", 50),
    _optimisation("leave", "back", "Stop or back",
        "Stop the run that is under way, which changes nothing; else back to the level.",
        "back", 15),
    _optimisation("optimisation", "m>o", "Back to the level",
        "Back to the level; a run continues."),
)
# fmt: on
