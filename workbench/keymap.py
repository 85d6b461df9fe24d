"""From commands to key bindings, and keys as people read them.

``python -m workbench.keymap`` prints the page of keys that stands in ``docs/keys.md``.
"""

from __future__ import annotations

from collections.abc import Iterator

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


_TABLES = (
    ("Everywhere", ("app",)),
    ("Level browser", ("levels",)),
    ("Design screen", ("design",)),
    ("Design screen, editing", ("board", "edit")),
    ("Playing by hand", ("play",)),
)


def page() -> str:
    """The keys of every screen as Markdown, made from the registry of commands."""
    lines = ["# Keys", "", "Made by `python -m workbench.keymap` from the registry of commands."]
    for where, contexts in _TABLES:
        lines += ["", f"## {where}", "", "| keys | what they do |", "|---|---|"]
        lines += [f"| {row}" for row in _rows(contexts)]
    return "\n".join(lines) + "\n"


def _rows(contexts: tuple[str, ...]) -> Iterator[str]:
    """A row for every command with keys; four directions of one group share one."""
    listed = [command for command in commands.of(*contexts) if command.keys]
    ways = [c for c in listed if c.action in _ARROWS]
    shared = ways if len(ways) == len(_ARROWS) else []
    for command in listed:
        words = command.help.rstrip(".") or command.title
        keys = command.keys
        if command in shared:
            if command is not shared[0]:
                continue
            words = words.removesuffix(" up").replace(" up,", ",")
            yield f"arrows, `hjkl`, `wasd` | {_lowered(words)} |"
        else:
            yield f"{' '.join(f'`{show(key)}`' for key in keys)} | {_lowered(words)} |"


def _lowered(words: str) -> str:
    return words[0].lower() + words[1:]


if __name__ == "__main__":
    print(page(), end="")
