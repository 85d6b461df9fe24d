"""The commands that watch an optimisation and go through the family of its best level."""

from __future__ import annotations

from workbench.commands import CommandGroup

_generate = CommandGroup("design", "Generate", editing=False)
_family = CommandGroup("optimizing", "Family")
_optimisation = CommandGroup("optimizing", "Run")
_while_it_runs = CommandGroup("optimizing", "While it runs")

# fmt: off
OPTIMIZING_DESIGN = (
    _generate("optimisation", "O", "Optimisation",
        "Watch how a level is improved, compare runs, and see which level came from which.",
        "optimisation", 115),
    _generate("finish", "x", "Take the best so far",
        "End the generation that is under way with the best level it has found.",
        "take the best", 145),
)
OPTIMIZING = (
    _family("back", "up k w comma", "Step back",
        "To the level that this one was made from.", "step", 10, beside="forward"),
    _family("forward", "down j s full_stop", "Step forward",
        "To the next level on the way to the best, or to the best of the cursor's descendants."),
    _family("left", "left h a", "Sibling before",
        "To the level kept before this one from the same parent.", "siblings", 20, beside="right"),
    _family("right", "right l d", "Sibling after",
        "To the level kept after this one from the same parent."),
    _family("page-up", "pageup", "Page up", "Back by a page."),
    _family("page-down", "pagedown", "Page down", "Forward by a page."),
    _family("first", "home", "To the first", "To the first level."),
    _family("last", "end", "To the best", "To the best level."),
    _family("next-record", "n", "Next improvement",
        "To the next level that is better than all before it.",
        "better", 45, beside="previous-record"),
    _family("previous-record", "N", "Improvement before"),
    _family("play-pause", "space", "Play or pause", "Step through the branch.", "run", 60),
    _family("faster", "plus", "Faster", "More steps a second."),
    _family("slower", "minus", "Slower", "Fewer steps a second."),
    _family("take", "enter", "Take over",
        "Make the level of the cursor the level at hand; undo takes it back.", "take over", 25),
    _family("compare", "c", "Compare",
        "Set the level of the cursor beside the level at hand.", "compare", 40),
    _optimisation("other-run", "o", "Other run",
        "Draw an earlier run beside this one; asked again, the one before it, then none.",
        "other run", 30),
    _optimisation("more", "m", "Go on",
        "Go on from where the run ended, for some more steps.", "go on", 35),
    _while_it_runs("finish", "x", "Take the best so far",
        "End the run that is under way with the best level so far.", "take the best", 12),
    _optimisation("flip", "tab", "Run or family",
        "Show the family in place of the curve, or back, where there is no room for both.",
        "flip", 50),
    _optimisation("leave", "escape", "Stop or back",
        "Stop the run that is under way, which changes nothing; else back to the level.",
        "back", 15),
    _optimisation("close", "O", "Back", "Back to the level; a run goes on."),
)
# fmt: on
