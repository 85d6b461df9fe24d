"""The commands for the what-if overlay and its list."""

from __future__ import annotations

from workbench.commands import CommandGroup

_edit = CommandGroup("design", "Edit")
_what_if = CommandGroup("whatif", "What if")

# fmt: off
WHATIF = (
    _edit("what-if", "what-if", "What if",
        "Show the effect of every single change on an objective; press again to choose "
        "the objective.",
        "what if", 35),
)
FINDINGS = (
    _what_if("up", "up", "Change above", call="move(-1)"),
    _what_if("down", "down", "Change below", call="move(1)"),
    _what_if("apply", "act", "Apply change",
        "Apply the selected change; undo reverts it.", "apply change"),
)
# fmt: on
