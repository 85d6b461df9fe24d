"""From commands to key bindings, and keys as people read them."""

from __future__ import annotations

from textual.binding import Binding

from workbench import commands

FORBIDDEN = ("ctrl+enter", "ctrl+a", "ctrl+b", *(f"f{n}" for n in range(1, 25)))
"""Keys that terminals and multiplexers keep for themselves; no command may need one."""

_SHOWN = {
    "comma": ",",
    "full_stop": ".",
    "slash": "/",
    "question_mark": "?",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "escape": "esc",
    "pageup": "page up",
    "pagedown": "page down",
    "plus": "+",
    "minus": "-",
}
_ARROWS = ("left", "right", "up", "down")


def bindings(*contexts: str) -> list[Binding]:
    """The bindings of all commands of some contexts, each running ``action_command``.

    One that another key of the same widget should win over comes later in ``contexts``.
    """
    return [
        Binding(
            ",".join(command.keys),
            f"command('{command.id}')",
            command.title,
            show=False,
            id=command.id,
        )
        for command in commands.of(*contexts)
        if command.keys
    ]


def show(key: str) -> str:
    """A key as the key line and the help screen write it, such as ``^s`` or ``,``."""
    head, plus, last = key.rpartition("+")
    last = _SHOWN.get(last, last)
    if head == "ctrl":
        return f"^{last}"
    return f"{head}{plus}{last}"


def show_all(keys: tuple[str, ...]) -> str:
    """All keys of a command, separated by blanks."""
    return " ".join(show(key) for key in keys)
