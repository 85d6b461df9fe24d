"""The commands that show an optimisation and move through its family of levels."""

from __future__ import annotations

from workbench.commands import CommandGroup

_generate = CommandGroup("design", "Generate", editing=False)
_family = CommandGroup("optimizing", "Family")
_optimisation = CommandGroup("optimizing", "Run")
_while_it_runs = CommandGroup("optimizing", "Running")

# fmt: off
OPTIMIZING_DESIGN = (
    _generate("optimisation", "m>o", "Show optimisation",
        "Watch the improvement of a level, compare runs, and see which level came from which.",
        "optimisation", 115),
    _generate("improve", "m>i", "Improve level",
        "Improve the level towards an aim by small changes, until you take the best one.",
        "improve", 142),
    _generate("finish", "m>f", "Take the best so far",
        "End the generation or improvement and take the best level it has found.",
        "take the best", 145),
)
OPTIMIZING = (
    _family("back", "up step-back", "Step back",
        "Go to the level that this one was made from.", "step", 10, companion="forward"),
    _family("forward", "down step-forward", "Step forward",
        "Go to the next level on the path to the best one, or to the best descendant."),
    _family("left", "left", "Previous sibling",
        "Go to the previous level with the same parent.", "siblings", 20,
        companion="right"),
    _family("right", "right", "Next sibling",
        "Go to the next level with the same parent."),
    _family("page-up", "page-up", "Page up", "Go back by a page."),
    _family("page-down", "page-down", "Page down", "Go forward by a page."),
    _family("first", "first", "Go to the first", "Go to the first level."),
    _family("last", "last", "Go to the best", "Go to the best level."),
    _family("next-record", "next", "Next improvement",
        "Go to the next level that is a new best.",
        "better", 45, companion="previous-record"),
    _family("previous-record", "previous", "Previous improvement",
        "Go to the previous level that was a new best."),
    _family("play-pause", "play-pause", "Play or pause",
        "Step through the branch automatically, or pause.", "run", 60),
    _family("faster", "faster", "Faster", "Play more steps per second."),
    _family("slower", "slower", "Slower", "Play fewer steps per second."),
    _family("take", "act", "Use this level",
        "Make the selected level the current level. Undo reverts this.", "use", 25),
    _family("compare", "v>c", "Compare",
        "Compare the selected level with the current level.", "compare", 40),
    _optimisation("other-run", "v>o", "Show another run",
        "Draw an earlier run next to this one. Again: the run before it, then none.",
        "other run", 30),
    _optimisation("more", "m>m", "Continue run",
        "Continue the run from its end, for more steps.", "continue", 35),
    _while_it_runs("finish", "m>f", "Take the best so far",
        "End the run and take the best level so far.", "take the best", 12),
    _optimisation("flip", "next-pane", "Switch pane",
        "Switch between the score curve and the family, if there is no room for both.",
        "flip", 50),
    _optimisation("leave", "back", "Stop or back",
        "Stop the run without a change to the level. If nothing is running, go back to the level.",
        "back", 15),
    _optimisation("optimisation", "m>o", "Back to the level",
        "Go back to the level. A run keeps running."),
)
# fmt: on
