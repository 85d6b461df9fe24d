"""The commands of the overlays on the board, and those that show them."""

from __future__ import annotations

from workbench.commands import CommandGroup

_trace = CommandGroup("design", "Trace", editing=False)
_reasoning = CommandGroup("design", "Reasoning", editing=False)
_dead_ends = CommandGroup("traps", "Dead ends")
_relevance = CommandGroup("relevance", "What matters")
_leaks = CommandGroup("leaks", "Leaks")
_conclusions = CommandGroup("conclusions", "Conclusions")

# fmt: off
TRAPS_DESIGN = (
    _trace("traps", "v>d", "Dead ends",
        "Show or hide the cells and moves that trap the player.",
        "dead ends", 108),
    _trace("relevance", "v>n", "What matters",
        "Show or hide which objects the level needs and which change nothing.",
        "what matters", 109),
)
EVIDENCE_DESIGN = (
    _reasoning("conclusions", "s>c", "Conclusions",
        "Go through the conclusions of the trace one by one, each with its evidence.",
        "conclusions", 111),
    _reasoning("leaks", "v>k", "Uniqueness leaks",
        "Show or hide conclusions that hold only because the level has one solution.",
        "leaks", 112),
)
TRAPS = (
    *_dead_ends.declare_list_moves("Trap above", "Trap below"),
    _dead_ends("apply", "act", "Show in trace",
        "Show the position after the trap on the board, and its row in the trace.",
        "show in trace"),
)
LEAKS = _leaks.declare_list_moves("Leak above", "Leak below", "leak", 1)
RELEVANCE = (
    *_relevance.declare_list_moves("Object above", "Object below", "object", 1),
    _relevance("apply", "act", "List scenery",
        "List walls and other scenery one by one, or sum them up on one line.", "scenery", 2),
)
CONCLUSIONS = (
    _conclusions("before", "left", "Previous conclusion",
        "Go to the previous conclusion, across layers.",
        "conclusion", 1, companion="after"),
    _conclusions("after", "right", "Next conclusion",
        "Go to the next conclusion, across layers."),
    *_conclusions.declare_list_moves("Evidence above", "Evidence below", "evidence", 2),
)
# fmt: on
