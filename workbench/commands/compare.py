"""Comparing two levels: from the design screen, and on the screen of its own."""

from __future__ import annotations

from workbench.commands.command import Command

COMPARING = (
    Command(
        "design.compare",
        "Compare",
        "Set the level beside an earlier version, the saved file, another seed or another file.",
        ("c",),
        "Level",
        "compare",
        rank=105,
        editing=False,
    ),
)

COMPARE = (
    Command(
        "compare.flip",
        "Flip",
        "Show one board instead of both, then the other at the same place.",
        ("tab",),
        "Compare",
        "flip",
        rank=10,
    ),
    Command(
        "compare.previous-stage",
        "Previous stage",
        "Both boards back to where the stage began.",
        ("left_square_bracket",),
        "Compare",
        "stage",
        beside="compare.next-stage",
        rank=30,
    ),
    Command(
        "compare.next-stage",
        "Next stage",
        "Both boards on to where the stage ends.",
        ("right_square_bracket",),
        "Compare",
    ),
    Command(
        "compare.back",
        "Step back",
        "Both boards back by one step.",
        ("comma", "left"),
        "Compare",
        "step",
        beside="compare.forward",
        rank=40,
    ),
    Command(
        "compare.forward",
        "Step forward",
        "Both boards forward by one step.",
        ("full_stop", "right"),
        "Compare",
    ),
    Command("compare.first", "To the start", "", ("home",), "Compare"),
    Command("compare.last", "To the end", "", ("end",), "Compare"),
    Command(
        "compare.mode",
        "Timeline or solution",
        "Step through the solutions instead of the timelines, or back.",
        ("t",),
        "Compare",
        "solutions",
        rank=20,
    ),
    Command(
        "compare.play-pause",
        "Play or pause",
        "Run both boards.",
        ("space",),
        "Compare",
        "run",
        rank=70,
    ),
    Command("compare.faster", "Faster", "Run more steps a second.", ("plus",), "Compare"),
    Command("compare.slower", "Slower", "Run fewer steps a second.", ("minus",), "Compare"),
    Command(
        "compare.take",
        "Take the other",
        "Make the other level the one at hand; undo takes it back.",
        ("enter",),
        "Compare",
        "take the other",
        rank=50,
    ),
    Command("compare.swap", "Swap", "Left becomes right.", ("x",), "Compare", "swap", rank=60),
    Command("compare.leave", "Back", "Back to the level.", ("escape",), "Compare", "back", rank=25),
)
