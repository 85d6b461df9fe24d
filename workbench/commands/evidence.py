"""What a solver that reasons concludes, and what trust alone would: on the design screen."""

from __future__ import annotations

from workbench.commands.command import Command

_UP, _DOWN = ("up", "k", "w"), ("down", "j", "s")

EVIDENCE_DESIGN = (
    Command(
        "design.conclusions",
        "All reasons",
        "Go through the conclusions of the trace one by one, with all that each follows from.",
        ("A",),
        "Reasoning",
        "reasons",
        rank=111,
        editing=False,
    ),
    Command(
        "design.leaks",
        "Uniqueness leaks",
        "Draw what trust in a single solution gives away before it is proven, or no longer.",
        ("K",),
        "Reasoning",
        "leaks",
        rank=112,
        editing=False,
    ),
)

LEAKS = (
    Command(
        "leaks.up",
        "Leak above",
        "",
        _UP,
        "Leaks",
        "leak",
        beside="leaks.down",
        rank=1,
        call="move(-1)",
    ),
    Command("leaks.down", "Leak below", "", _DOWN, "Leaks", call="move(1)"),
    Command("leaks.page-up", "Page up", "", ("pageup",), "Leaks", call="page(-1)"),
    Command("leaks.page-down", "Page down", "", ("pagedown",), "Leaks", call="page(1)"),
)

CONCLUSIONS = (
    Command(
        "conclusions.before",
        "Conclusion before",
        "The conclusion before this one, of the layer before if there is none.",
        ("left", "h", "a"),
        "Conclusions",
        "conclusion",
        beside="conclusions.after",
        rank=1,
        call="turn(-1)",
    ),
    Command(
        "conclusions.after",
        "Conclusion after",
        "The next conclusion, of the next layer if there is none.",
        ("right", "l", "d"),
        "Conclusions",
        call="turn(1)",
    ),
    Command(
        "conclusions.up",
        "Evidence above",
        "",
        _UP,
        "Conclusions",
        "evidence",
        beside="conclusions.down",
        rank=2,
        call="move(-1)",
    ),
    Command("conclusions.down", "Evidence below", "", _DOWN, "Conclusions", call="move(1)"),
    Command("conclusions.page-up", "Page up", "", ("pageup",), "Conclusions", call="page(-1)"),
    Command("conclusions.page-down", "Page down", "", ("pagedown",), "Conclusions", call="page(1)"),
)
