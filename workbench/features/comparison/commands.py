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
        "Show one board at a time in the same place; press again for the other.", "flip", 10),
    _compare("previous-stage", "leap-back", "Previous stage",
        "Go to the start of the stage on both boards.", "stage", 40, companion="next-stage"),
    _compare("next-stage", "leap-forward", "Next stage",
        "Go to the end of the stage on both boards."),
    _compare("back", "step-back left", "Step back",
        "Go back one step on both boards.", "step", 30, companion="forward"),
    _compare("forward", "step-forward right", "Step forward",
        "Go forward one step on both boards."),
    _compare("first", "first", "Go to start"),
    _compare("last", "last", "Go to end"),
    _compare("mode", "solution", "Timeline or solution",
        "Switch between the timelines and the solutions.", "solutions", 20),
    _compare("play-pause", "play-pause", "Play or pause", "Play or pause both boards.", "run", 70),
    _compare("faster", "faster", "Faster", "Play more steps per second."),
    _compare("slower", "slower", "Slower", "Play fewer steps per second."),
    _compare("take", "act", "Take other level",
        "Replace the current level with the other one; undo reverts it.", "take other", 50),
    _compare("swap", "v>x", "Swap", "Swap the left and the right board.", "swap", 60),
    _compare("leave", "back", "Back", "Go back to the level.", "back", 25),
)
# fmt: on
