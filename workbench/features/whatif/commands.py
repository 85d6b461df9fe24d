"""The commands for the what-if overlay and its list."""

from __future__ import annotations

from workbench.commands import CommandGroup

_edit = CommandGroup("design", "Edit")
_what_if = CommandGroup("whatif", "What if")

# fmt: off
WHATIF = (
    _edit("what-if", "what-if", "What if",
        "What every single change would do for an aim, and break; again: which aim.",
        "what if", 35),
)
FINDINGS = (
    _what_if("up", "up", "Change above", call="move(-1)"),
    _what_if("down", "down", "Change below", call="move(1)"),
    _what_if("apply", "act", "Make the change",
        "Make the chosen change; undo takes it back.", "make the change"),
)
# fmt: on
