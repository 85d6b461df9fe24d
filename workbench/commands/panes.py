"""Panes of the design screen."""

from __future__ import annotations

from workbench.commands.command import Command

PANES = (
    Command(
        "design.next-pane",
        "Next pane",
        "",
        keys=("tab",),
        group="Panes",
    ),
    Command(
        "design.previous-pane",
        "Previous pane",
        "",
        keys=("shift+tab",),
        group="Panes",
    ),
    Command(
        "design.zoom",
        "Zoom",
        "Give the pane the whole screen, or back.",
        keys=("z",),
        group="Panes",
    ),
)
