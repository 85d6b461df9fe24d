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
        "Draw on which cells and by which moves the level traps its player, or no longer.",
        "dead ends", 108),
    _trace("relevance", "v>n", "What matters",
        "Draw which things the level needs, and which change nothing, or no longer.",
        "what matters", 109),
)
EVIDENCE_DESIGN = (
    _reasoning("conclusions", "s>c", "All reasons",
        "Go through the conclusions of the trace one by one, with all that each follows from.",
        "reasons", 111),
    _reasoning("leaks", "v>k", "Uniqueness leaks",
        "Draw what trust in a single solution gives away before it is proven, or no longer.",
        "leaks", 112),
)
TRAPS = (
    *_dead_ends.declare_list_moves("Trap above", "Trap below"),
    _dead_ends("apply", "act", "Show in the trace",
        "Show the position behind the trap on the board, and its row in the trace.",
        "show in the trace"),
)
LEAKS = _leaks.declare_list_moves("Leak above", "Leak below", "leak", 1)
RELEVANCE = (
    *_relevance.declare_list_moves("Thing above", "Thing below", "thing", 1),
    _relevance("apply", "act", "What is idle",
        "List what is idle too, such as the ground, or sum it up again.", "around", 2),
)
CONCLUSIONS = (
    _conclusions("before", "left", "Conclusion before",
        "The conclusion before this one, of the layer before if there is none.",
        "conclusion", 1, companion="after"),
    _conclusions("after", "right", "Conclusion after",
        "The next conclusion, of the next layer if there is none."),
    *_conclusions.declare_list_moves("Evidence above", "Evidence below", "evidence", 2),
)
# fmt: on
