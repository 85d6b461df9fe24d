"""The map of dead ends on the design screen, and its list."""

from __future__ import annotations

from workbench.commands.command import Command

TRAPS_DESIGN = (
    Command(
        "design.traps",
        "Dead ends",
        "Draw on which cells and by which moves the level traps its player, or no longer.",
        ("D",),
        "Trace",
        "dead ends",
        rank=108,
        editing=False,
    ),
)

TRAPS = (
    Command("traps.up", "Trap above", "", ("up", "k", "w"), "Dead ends", call="move(-1)"),
    Command("traps.down", "Trap below", "", ("down", "j", "s"), "Dead ends", call="move(1)"),
    Command("traps.page-up", "Page up", "", ("pageup",), "Dead ends", call="page(-1)"),
    Command("traps.page-down", "Page down", "", ("pagedown",), "Dead ends", call="page(1)"),
    Command(
        "traps.apply",
        "Show in the trace",
        "Show the position behind the trap on the board, and its row in the trace.",
        ("enter", "space"),
        "Dead ends",
        "show in the trace",
        call="apply",
    ),
)
