"""What single changes would do, on the design screen."""

from __future__ import annotations

from workbench.commands.command import Command

WHATIF = (
    Command(
        "design.what-if",
        "What if",
        "What every single change of a cell would do to the length; again: what for.",
        ("W",),
        "Edit",
        "what if",
        rank=95,
    ),
)

FINDINGS = (
    Command(
        "whatif.up",
        "Change above",
        "",
        ("up", "k", "w"),
        "What if",
        call="move(-1)",
    ),
    Command(
        "whatif.down",
        "Change below",
        "",
        ("down", "j", "s"),
        "What if",
        call="move(1)",
    ),
    Command(
        "whatif.apply",
        "Make the change",
        "Make the chosen change; undo takes it back.",
        ("enter", "space"),
        "What if",
        "make the change",
        call="apply",
    ),
)
