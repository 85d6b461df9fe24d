"""The commands of campaigns and infinite play."""

from __future__ import annotations

from workbench.commands import CommandGroup

_levels = CommandGroup("levels", "Levels")
_run = CommandGroup("run", "Run")

# fmt: off
MODES_LEVELS = (
    _levels("modes", "p>l", "Campaign and infinite play",
        "Play through a list of levels, or go on where that was left.", "campaign", 5),
)
"""In the level browser."""
RUN = (
    _run("next", "act next", "Play", "Play the next level.", "play"),
    _run("retry", "again", "Play the last one again",
        "Play the level won last once more; the better win counts.", "last again"),
    _run("repeat", "p>n", "Begin again",
        "Begin a run of the same kind, over the same list, with the same seed.", "begin again", 10),
    _run("remove", "take-away", "Forget", "Forget this run; asks first.", "forget", 20),
    _run("back", "back", "Leave", "Back to the levels; the run is kept.", "leave"),
)
"""On the screen between two levels."""
# fmt: on
