"""The commands of the comparison screen, and the design screen's command that opens it."""

from __future__ import annotations

from workbench.commands import CommandGroup

_level = CommandGroup("design", "Level", editing=False)
_compare = CommandGroup("compare", "Compare")

# fmt: off
COMPARING = (
    _level("compare", "v>c", "Compare",
        "Compare the level with an earlier version, the saved file, another seed or another file.",
        "compare", 105),
)
COMPARE = (
    _compare("flip", "next-pane", "Flip",
        "Show one board instead of both, then the other at the same place.", "flip", 10),
    _compare("previous-stage", "leap-back", "Previous stage",
        "Both boards back to where the stage began.", "stage", 40, companion="next-stage"),
    _compare("next-stage", "leap-forward", "Next stage",
        "Both boards on to where the stage ends."),
    _compare("back", "step-back left", "Step back",
        "Both boards back by one step.", "step", 30, companion="forward"),
    _compare("forward", "step-forward right", "Step forward", "Both boards forward by one step."),
    _compare("first", "first", "To the start"),
    _compare("last", "last", "To the end"),
    _compare("mode", "solution", "Timeline or solution",
        "Step through the solutions instead of the timelines, or back.", "solutions", 20),
    _compare("play-pause", "play-pause", "Play or pause", "Run both boards.", "run", 70),
    _compare("faster", "faster", "Faster", "Run more steps a second."),
    _compare("slower", "slower", "Slower", "Run fewer steps a second."),
    _compare("take", "act", "Take the other",
        "Make the other level the current one; undo takes it back.", "take the other", 50),
    _compare("swap", "v>x", "Swap", "Left becomes right.", "swap", 60),
    _compare("leave", "back", "Back", "Back to the level.", "back", 25),
)
# fmt: on
