"""From commands to key bindings, and keys as people read them.

``python -m workbench.commands.keymap`` prints the page of keys that stands in ``docs/keys.md``.
"""

from __future__ import annotations

from collections.abc import Iterator

from textual.binding import Binding

from workbench import commands
from workbench.terminal.keys import key_of

EATEN = {
    **{f"f{n}": "terminals and window managers keep function keys" for n in range(1, 25)},
    "ctrl+a": "screen keeps it for itself",
    "ctrl+b": "tmux keeps it for itself",
    "ctrl+i": "terminals send it as tab",
    "ctrl+m": "terminals send it as enter",
    "ctrl+j": "some terminals send it as enter",
    "ctrl+h": "some terminals send it as backspace",
    "ctrl+left_square_bracket": "terminals send it as escape",
    "ctrl+enter": "terminals send it as enter",
    "shift+enter": "terminals send it as enter",
    "ctrl+tab": "terminals keep it for their tabs",
    "ctrl+shift+tab": "terminals keep it for their tabs",
    "ctrl+pageup": "terminals keep it for their tabs",
    "ctrl+pagedown": "terminals keep it for their tabs",
    "shift+pageup": "terminals scroll by it",
    "shift+pagedown": "terminals scroll by it",
    "shift+up": "some terminals scroll by it",
    "shift+down": "some terminals scroll by it",
    "shift+insert": "terminals paste by it",
}
"""Keys that never, or not as themselves, arrive through some terminal or multiplexer, and why."""

ONE_WIDGET = (
    frozenset({"design", "edit"}),
    frozenset({"play", "placing"}),
    frozenset({"play", "steering"}),
)
"""Contexts whose keys one and the same widget has; every other one is alone in its widget."""

NEVER = "unbound"
"""Stands for the key of a command without one, so that a keymap has a binding to change."""

SIGNS = {key_of(sign): sign for sign in map(chr, range(33, 127))}
"""The printable characters of ASCII by the names that Textual has for their keys."""
_SHOWN = {**SIGNS, "escape": "esc", "pageup": "page up", "pagedown": "page down"}
_ARROWS = ("left", "right", "up", "down")


def bindings(*contexts: str) -> list[Binding]:
    """The bindings of all commands of some contexts, with their own keys.

    Each runs what its command calls, ``action_command`` if it says nothing. One that another
    key of the same widget should win over comes later in ``contexts``.
    """
    return [
        Binding(
            ",".join(command.keys) or NEVER,
            command.call or f"command('{command.id}')",
            command.title,
            show=False,
            id=command.id,
        )
        for context in contexts
        for command in commands.COMMANDS
        if command.context == context
    ]


def changes() -> dict[str, str]:
    """The keys of the commands that a user's keymap changes, as Textual takes a keymap.

    With them go the commands of the same widget that share a key, before or after: Textual
    takes a key from all of them if only one of them has it no more. Not all commands, because
    Textual goes through the whole map at every key.
    """
    own = {command.id: command for command in commands.COMMANDS}
    now = {command.id: command for command in commands.everything()}
    found = {name for name in own if own[name].keys != now[name].keys}
    waiting = [*found]
    while waiting:
        first = waiting.pop()
        keys = {*own[first].keys, *now[first].keys}
        for name in own.keys() - found:
            shared = not keys.isdisjoint((*own[name].keys, *now[name].keys))
            if shared and _of_one_widget(own[first], own[name]):
                found.add(name)
                waiting.append(name)
    return {name: ",".join(now[name].keys) or NEVER for name in own if name in found}


def _of_one_widget(one: commands.Command, other: commands.Command) -> bool:
    contexts = {one.context, other.context}
    return len(contexts) == 1 or any(contexts <= widget for widget in ONE_WIDGET)


def show(key: str) -> str:
    """A key as the key line and the help screen write it, such as ``^s`` or ``,``."""
    head, plus, last = key.rpartition("+")
    last = _SHOWN.get(last, last)
    if head == "ctrl":
        return f"^{last}"
    return f"{head}{plus}{last}"


def key(command_id: str) -> str:
    """The key of a command as it is now, for a hint; one without a key is in the palette."""
    keys = commands.get(command_id).keys or commands.get("app.palette").keys
    return show(keys[0]) if keys else "palette"


def show_all(keys: tuple[str, ...]) -> str:
    """All keys of a command, separated by blanks."""
    return " ".join(show(key) for key in keys)


_TABLES = (
    ("Everywhere", ("app",)),
    ("Level browser", ("levels",)),
    ("Campaign and infinite play", ("run",)),
    ("Unsaved work", ("recovery",)),
    ("Design screen", ("design",)),
    ("Design screen, editing", ("board", "edit")),
    ("Playing by hand", ("play",)),
    ("Playing by hand, where moves name places", ("placing",)),
    ("Playing by hand, where lines are turned", ("steering",)),
    ("Parameters pane", ("parameters",)),
    ("Trace pane", ("trace",)),
    ("Palette of tools", ("tools",)),
    ("What if pane", ("whatif",)),
    ("Dead ends pane", ("traps",)),
    ("Leaks pane", ("leaks",)),
    ("Conclusions pane", ("conclusions",)),
    ("Comparing", ("compare",)),
    ("State graph", ("states",)),
    ("Optimisation", ("optimizing",)),
    ("Lists to choose from", ("list",)),
    ("Questions", ("dialog", "describe")),
    ("Help", ("help",)),
    ("Recordings of play", ("recordings",)),
    ("Replaying one", ("replay",)),
)


_PREFACE = """\
# Keys

Made by `python -m workbench.commands.keymap` from the registry of commands.

Commands can have other keys: `keymap.toml` in the configuration folder (`workbench doctor` says
where that is) names a command and all its keys.

```toml
"design.generate" = ["g", "ctrl+g"]   # these in place of its own
"app.choose-theme" = "T"              # a key for what only the palette had
"design.heat" = []                    # none
```

A key that was another command's is taken from it; what clashes, and what cannot be used, is said
at the start, in the help (`?`) and by `workbench doctor`. The keys of the pane that has the focus
come before those of its screen. No command has a key that terminals, tmux or screen keep for
themselves, and a keymap cannot give it one. Saving is `^s` and in the palette (`^p`), should a
terminal still take that for flow control.
"""


def page() -> str:
    """The keys of every screen as Markdown, made from the registry of commands."""
    lines = _PREFACE.splitlines()
    for where, contexts in _TABLES:
        lines += ["", f"## {where}", "", "| keys | what they do | command |", "|---|---|---|"]
        lines += [f"| {row}" for row in _rows(contexts)]
    return "\n".join(lines) + "\n"


def _rows(contexts: tuple[str, ...]) -> Iterator[str]:
    """A row for every command; four directions of one group share one."""
    listed = commands.of(*contexts)
    ways = [c for c in listed if c.action in _ARROWS]
    shared = ways if len(ways) == len(_ARROWS) else []
    for command in listed:
        words = command.help.rstrip(".") or command.title
        keys = command.keys
        if command in shared:
            if command is not shared[0]:
                continue
            words = words.removesuffix(" up").replace(" up,", ",")
            ids = ", ".join(f"`{way.id}`" for way in shared)
            yield f"arrows, `hjkl`, `wasd` | {_lowered(words)} | {ids} |"
        else:
            # A bar would end the column.
            shown = " ".join(f"`{show(key)}`" for key in keys).replace("|", "\\|") or "palette"
            yield f"{shown} | {_lowered(words)} | `{command.id}` |"


def _lowered(words: str) -> str:
    return words[0].lower() + words[1:]


if __name__ == "__main__":
    print(page(), end="")
