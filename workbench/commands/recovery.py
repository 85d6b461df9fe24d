"""Unsaved work of sessions that ended early."""

from __future__ import annotations

from workbench.commands.command import Command

RECOVERY = (
    Command("recovery.up", "Up", "The work above.", ("up", "k", "w"), "Move"),
    Command("recovery.down", "Down", "The work below.", ("down", "j", "s"), "Move"),
    Command(
        "recovery.recover",
        "Recover",
        "Open the work, still unsaved, in the design screen.",
        ("enter",),
        "Recovery",
        "recover",
    ),
    Command(
        "recovery.discard",
        "Discard",
        "Move the work to the trash.",
        ("X", "delete"),
        "Recovery",
        "discard",
    ),
    Command(
        "recovery.later",
        "Later",
        "Decide at the next start, or when asked for from the commands.",
        ("escape",),
        "Recovery",
        "later",
    ),
)
