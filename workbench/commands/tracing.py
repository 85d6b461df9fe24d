"""The trace and the solver on the design screen."""

from __future__ import annotations

from workbench.commands.command import Command

TRACING = (
    Command(
        "design.search",
        "Search",
        "Find in the trace.",
        keys=("slash",),
        group="Trace",
        label="search",
        rank=110,
        editing=False,
    ),
    Command(
        "design.strategy",
        "Next strategy",
        "Show the trace of the next strategy.",
        keys=("S",),
        group="Trace",
        editing=False,
    ),
    Command(
        "design.locate",
        "Find state",
        "Find the state on the board in the trace.",
        keys=("f",),
        group="Trace",
        editing=False,
    ),
    Command(
        "design.solve",
        "Solve again",
        "Search again after a stop.",
        keys=("v",),
        group="Trace",
    ),
)
