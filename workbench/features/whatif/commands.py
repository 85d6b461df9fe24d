"""The commands of the pane that says what single changes would do."""

from __future__ import annotations

from workbench.commands import CommandGroup

_edit = CommandGroup("design", "Edit")
_what_if = CommandGroup("whatif", "What if")

# fmt: off
WHATIF = (
    _edit("what-if", "W", "What if",
        "What every single change of a cell would do to the length; again: what for.",
        "what if", 95),
)
FINDINGS = (
    _what_if("up", "up k w", "Change above", call="move(-1)"),
    _what_if("down", "down j s", "Change below", call="move(1)"),
    _what_if("apply", "enter space", "Make the change",
        "Make the chosen change; undo takes it back.", "make the change"),
)
# fmt: on
