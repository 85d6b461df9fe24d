"""Panes of the design screen."""

from __future__ import annotations

from workbench.commands.command import Command

PANES = (
    Command("design.next-pane", "Next pane", "", ("tab",), "Panes", "next pane", rank=130),
    Command("design.previous-pane", "Previous pane", "", ("shift+tab",), "Panes"),
    Command("design.zoom", "Zoom", "Give the pane the whole screen, or back.", ("z",), "Panes"),
    Command(
        "design.layout-everything",
        "Layout: everything",
        "All panes that there is room for.",
        ("1",),
        "Panes",
        editing=False,
    ),
    Command(
        "design.layout-trace",
        "Layout: board and trace",
        "Only board and trace, above the timeline.",
        ("2",),
        "Panes",
        editing=False,
    ),
    Command(
        "design.layout-parameters",
        "Layout: board and parameters",
        "Only board and parameters, above the timeline.",
        ("3",),
        "Panes",
        editing=False,
    ),
    Command(
        "design.layout-board",
        "Layout: board alone",
        "The board as large as possible, above the timeline.",
        ("4",),
        "Panes",
        editing=False,
    ),
)
