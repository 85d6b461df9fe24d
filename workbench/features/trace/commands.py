"""The commands for the trace and the solver on the design screen."""

from __future__ import annotations

from workbench.commands import CommandGroup

_design_trace = CommandGroup("design", "Trace")
_trace_trace = CommandGroup("trace", "Trace")

# fmt: off
TRACING = (
    _design_trace("search", "search", "Search",
        "Find trace rows by state, moves, result or depth.", "search", 60, editing=False),
    _design_trace("next-match", "next", "Next match",
        "Go to the next row that matches the search.", editing=False),
    _design_trace("previous-match", "previous", "Previous match",
        "Go to the previous row that matches the search.", editing=False),
    _design_trace("filter", "filter", "Filter",
        "Show only some rows of the trace; an empty filter shows all.",
        "filter", 65, editing=False),
    _design_trace("breakpoints", "s>b", "Breakpoints",
        "Set where to stop: when a cell changes or a result appears.", editing=False),
    _design_trace("run-on", "s>r", "Run to breakpoint",
        "Go to the next breakpoint without showing the steps before it.", editing=False),
    _design_trace("strategy", "s>n", "Next strategy",
        "Show the trace of the next strategy.", editing=False),
    _design_trace("depth-limit", "s>d", "Set depth limit",
        "Set how many moves the strategy looks ahead, if it has such a limit."),
    _design_trace("locate", "s>f", "Find state",
        "Find the position on the board in the trace.", editing=False),
    _design_trace("nodes", "s>t", "List nodes",
        "List the nodes of the search tree as they are after this trace row.",
        editing=False),
    _design_trace("solve", "s>s", "Solve again", "Start the search again after a stop."),
)
TRACE = (
    *_trace_trace.declare_list_moves("Row up", "Row down"),
    *_trace_trace.declare_list_ends("First row", "Last row"),
    _trace_trace("parent", "left", "Parent",
        "Go to the row that this one was tried from.",
        "path", 1, companion="child"),
    _trace_trace("child", "right", "Follow",
        "Go down the path: back where you came from, or along the solution, or to the "
        "first move."),
    _trace_trace("sibling-before", "leap-back", "Previous move",
        "Go to the previous move tried from the same state.",
        "siblings", 2, companion="sibling-after"),
    _trace_trace("sibling-after", "leap-forward", "Next move",
        "Go to the next move tried from the same state."),
    _trace_trace("choose", "act", "Play from here",
        "Make moves yourself from the position in this row.", "play from here", 3),
)
# fmt: on
