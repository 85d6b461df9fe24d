"""The commands for the trace and the solver on the design screen."""

from __future__ import annotations

from workbench.commands import CommandGroup

_design_trace = CommandGroup("design", "Trace")
_trace_trace = CommandGroup("trace", "Trace")

# fmt: off
TRACING = (
    _design_trace("search", "search", "Search",
        "Find rows of the trace: a name, moves, a verdict, a depth.", "search", 60, editing=False),
    _design_trace("next-match", "next", "Next match",
        "The next row that the search found.", editing=False),
    _design_trace("previous-match", "previous", "Previous match",
        "The row before that the search found.", editing=False),
    _design_trace("filter", "filter", "Filter",
        "List only some rows of the trace; nothing typed lists all again.",
        "filter", 65, editing=False),
    _design_trace("breakpoints", "s>b", "Breakpoints",
        "Stop when a cell changes or a verdict appears.", editing=False),
    _design_trace("run-on", "s>r", "Run on",
        "On to the next breakpoint, without showing what lies between.", editing=False),
    _design_trace("strategy", "s>n", "Next strategy",
        "Show the trace of the next strategy.", editing=False),
    _design_trace("depth-limit", "s>d", "Depth limit",
        "Set how many moves the strategy of the trace looks ahead, if it has such a limit."),
    _design_trace("locate", "s>f", "Find state",
        "Find the state on the board in the trace.", editing=False),
    _design_trace("nodes", "s>t", "Watch nodes",
        "List the nodes of the tree that the strategy makes, as they are after the row of the "
        "trace.",
        editing=False),
    _design_trace("solve", "s>s", "Solve again", "Search again after a stop."),
)
TRACE = (
    *_trace_trace.declare_list_moves("Row up", "Row down"),
    *_trace_trace.declare_list_ends("First row", "Last row"),
    _trace_trace("parent", "left", "Parent",
        "To the row that this one was tried from.",
        "path", 1, companion="child"),
    _trace_trace("child", "right", "Follow",
        "Down the path: back where one came from, else along the solution, else the first move."),
    _trace_trace("sibling-before", "leap-back", "Move before",
        "The move tried before it from the same situation.",
        "siblings", 2, companion="sibling-after"),
    _trace_trace("sibling-after", "leap-forward", "Move after",
        "The move tried after it from the same situation."),
    _trace_trace("choose", "act", "Go on from here",
        "Move by hand from the position of the row.", "play on", 3),
)
# fmt: on
