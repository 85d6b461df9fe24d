"""The trace and the solver on the design screen."""

from __future__ import annotations

from workbench.commands.command import Command

TRACING = (
    Command(
        "design.search",
        "Search",
        "Find rows of the trace: a name, moves, a verdict, a depth.",
        keys=("slash",),
        group="Trace",
        label="search",
        rank=110,
        editing=False,
    ),
    Command(
        "design.next-match",
        "Next match",
        "The next row that the search found.",
        keys=("N",),
        group="Trace",
        editing=False,
    ),
    Command(
        "design.previous-match",
        "Previous match",
        "The row before that the search found.",
        keys=("P",),
        group="Trace",
        editing=False,
    ),
    Command(
        "design.filter",
        "Filter",
        "List only some rows of the trace; nothing typed lists all again.",
        keys=("F",),
        group="Trace",
        label="filter",
        rank=115,
        editing=False,
    ),
    Command(
        "design.breakpoints",
        "Breakpoints",
        "Stop when a cell changes or a verdict appears.",
        keys=("B",),
        group="Trace",
        editing=False,
    ),
    Command(
        "design.run-on",
        "Run on",
        "On to the next breakpoint, without showing what lies between.",
        keys=("R",),
        group="Trace",
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
