"""Campaigns and infinite play."""

from __future__ import annotations

from workbench.commands.command import Command

MODES_LEVELS = (
    Command(
        "levels.modes",
        "Campaign and infinite play",
        "Play through a list of levels, or go on where that was left.",
        ("m",),
        "Levels",
        "campaign",
        rank=5,
    ),
)
"""In the level browser."""

RUN = (
    Command(
        "run.next",
        "Play",
        "Play the next level.",
        ("enter", "n", "space"),
        "Run",
        "play",
    ),
    Command(
        "run.retry",
        "Play the last one again",
        "Play the level won last once more; the better win counts.",
        ("r",),
        "Run",
        "last again",
    ),
    Command(
        "run.repeat",
        "Begin again",
        "Begin a run of the same kind, over the same list, with the same seed.",
        ("R",),
        "Run",
        "begin again",
        rank=10,
    ),
    Command(
        "run.remove",
        "Forget",
        "Forget this run; asks first.",
        ("X", "delete"),
        "Run",
        "forget",
        rank=20,
    ),
    Command(
        "run.back",
        "Leave",
        "Back to the levels; the run is kept.",
        ("escape",),
        "Run",
        "leave",
    ),
)
"""On the screen between two levels."""
