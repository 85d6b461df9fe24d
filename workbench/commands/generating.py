"""Generating a level on the design screen."""

from __future__ import annotations

from workbench.commands.command import Command

GENERATING = (
    Command(
        "design.generate",
        "Generate",
        "Generate a level from a seed.",
        keys=("g",),
        group="Generate",
        label="generate",
        rank=10,
    ),
    Command(
        "design.reroll",
        "Re-roll stage",
        "Roll the stage at the playhead again.",
        keys=("r",),
        group="Generate",
        label="re-roll",
        rank=100,
        editing=False,
    ),
    Command(
        "design.new-seed",
        "Generate anew",
        "Generate a level from a new random seed.",
        keys=("G",),
        group="Generate",
        label="new seed",
        rank=130,
        editing=False,
    ),
)
