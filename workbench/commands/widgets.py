"""What panes and lists do while they have the focus."""

from __future__ import annotations

from workbench.commands.command import Command

_UP = ("up", "k", "w")
_DOWN = ("down", "j", "s")
_LEFT = ("left", "h", "a")
_RIGHT = ("right", "l", "d")

PARAMETERS = (
    Command("parameters.up", "Up", "", _UP, "Parameters", call="move(-1)"),
    Command("parameters.down", "Down", "", _DOWN, "Parameters", call="move(1)"),
    Command("parameters.page-up", "Page up", "", ("pageup",), "Parameters", call="move(-8)"),
    Command("parameters.page-down", "Page down", "", ("pagedown",), "Parameters", call="move(8)"),
    Command(
        "parameters.less",
        "Less",
        "A lower value, or the one before; fold a group.",
        _LEFT,
        "Parameters",
        label="value",
        beside="parameters.more",
        rank=1,
        call="nudge(-1)",
    ),
    Command(
        "parameters.more",
        "More",
        "A higher value, or the next one; unfold a group.",
        _RIGHT,
        "Parameters",
        call="nudge(1)",
    ),
    Command(
        "parameters.narrow",
        "Narrower",
        "Lower the upper end of a range.",
        ("less_than_sign",),
        "Parameters",
        label="range",
        beside="parameters.widen",
        rank=3,
        call="widen(-1)",
    ),
    Command(
        "parameters.widen",
        "Wider",
        "Raise the upper end of a range.",
        ("greater_than_sign",),
        "Parameters",
        call="widen(1)",
    ),
    Command(
        "parameters.type",
        "Type",
        "Type a value (a digit begins to as well); show or hide a group.",
        ("enter",),
        "Parameters",
        label="type",
        rank=2,
        call="type",
    ),
    Command(
        "parameters.reset",
        "Default",
        "Back to the default value.",
        ("backspace", "delete"),
        "Parameters",
        label="default",
        rank=4,
        call="reset",
    ),
)

TRACE = (
    Command("trace.up", "Row up", "", _UP, "Trace", call="move(-1)"),
    Command("trace.down", "Row down", "", _DOWN, "Trace", call="move(1)"),
    Command("trace.page-up", "Page up", "", ("pageup",), "Trace", call="page(-1)"),
    Command("trace.page-down", "Page down", "", ("pagedown",), "Trace", call="page(1)"),
    Command("trace.first", "First row", "", ("home",), "Trace", call="end(-1)"),
    Command("trace.last", "Last row", "", ("end",), "Trace", call="end(1)"),
    Command(
        "trace.parent",
        "Parent",
        "To the row that this one was tried from.",
        _LEFT,
        "Trace",
        label="path",
        beside="trace.child",
        rank=1,
        call="around('parent')",
    ),
    Command(
        "trace.child",
        "Follow",
        "Down the path: back where one came from, else along the solution, else the first move.",
        _RIGHT,
        "Trace",
        call="around('child')",
    ),
    Command(
        "trace.sibling-before",
        "Move before",
        "The move tried before it from the same situation.",
        ("K",),
        "Trace",
        label="siblings",
        beside="trace.sibling-after",
        rank=2,
        call="around('before')",
    ),
    Command(
        "trace.sibling-after",
        "Move after",
        "The move tried after it from the same situation.",
        ("J",),
        "Trace",
        call="around('after')",
    ),
    Command(
        "trace.choose",
        "Go on from here",
        "Move by hand from the position of the row.",
        ("enter",),
        "Trace",
        label="play on",
        rank=3,
        call="choose",
    ),
)

TOOLS = (
    Command("tools.up", "Tool above", "", _UP, "Tools", call="turn(-1)"),
    Command("tools.down", "Tool below", "", _DOWN, "Tools", "tool", "tools.up", call="turn(1)"),
)

WIDGETS = (*PARAMETERS, *TRACE, *TOOLS)
