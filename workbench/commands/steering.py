"""Playing by hand in games of steps and turns."""

from __future__ import annotations

from workbench.commands.command import Command

_NUMBERS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")

TURNS = tuple(
    Command(
        f"steering.turn-{number}",
        f"Turn {number}",
        f"Show what the {which} of the turns at the board's edges would do; again makes it.",
        (str(number),),
        "Turns",
    )
    for number, which in enumerate(_NUMBERS, start=1)
)
"""Turns by their numbers, in the order of the game."""

STEERING = (
    *TURNS,
    Command(
        "steering.go",
        "Go",
        "Make the turn that is shown; else choose a cell with the cursor, and then walk there.",
        ("enter", "space"),
        "Moves",
        "go",
        rank=1,
    ),
    Command(
        "steering.check",
        "Check",
        "Mark what is still missing for a win.",
        ("v",),
        "Play",
        "check",
        rank=42,
    ),
    Command(
        "steering.preview",
        "Preview",
        "Show what a turn would do before it is made, or make it at once.",
        ("p",),
        "Play",
        "preview",
        rank=44,
    ),
)
