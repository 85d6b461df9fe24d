"""From commands to key bindings, and keys as people read them."""

from __future__ import annotations

from collections.abc import Iterable

from textual.binding import Binding

from workbench import commands
from workbench.commands.grammar import is_sequence
from workbench.terminal.keys import key_of

_EATEN_BECAUSE = {
    "terminals and window managers keep function keys": " ".join(f"f{n}" for n in range(1, 25)),
    "screen keeps it for itself": "ctrl+a",
    "tmux keeps it for itself": "ctrl+b",
    "terminals send it as tab": "ctrl+i",
    "terminals send it as enter": "ctrl+m ctrl+enter shift+enter",
    "some terminals send it as enter": "ctrl+j",
    "some terminals send it as backspace": "ctrl+h",
    "terminals send it as escape": "ctrl+left_square_bracket",
    "terminals keep it for their tabs": "ctrl+tab ctrl+shift+tab ctrl+pageup ctrl+pagedown",
    "terminals scroll by it": "shift+pageup shift+pagedown",
    "some terminals scroll by it": "shift+up shift+down",
    "terminals paste by it": "shift+insert",
}
EATEN = {key: why for why, keys in _EATEN_BECAUSE.items() for key in keys.split()}
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
_ARROWS = ("up", "down", "left", "right")
_DIRECTIONS = {"arrows": _ARROWS, "hjkl": tuple("kjhl"), "wasd": tuple("wsad")}
"""Names for sets of keys of the four directions."""
_SHOWN = {**SIGNS, "escape": "esc", "pageup": "page up", "pagedown": "page down"}


def bindings(*contexts: str) -> list[Binding]:
    """The bindings of all commands of some contexts, with their own keys.

    One that another key of the same widget should win over comes later in ``contexts``.
    """
    return bound(c for context in contexts for c in commands.declared_in(context))


def bound(declared: Iterable[commands.Command]) -> list[Binding]:
    """The bindings of some commands; each runs what it calls, else ``action_command``."""
    return [
        Binding(
            ",".join(command.alone) or NEVER,
            command.call or f"command('{command.id}')",
            command.title,
            show=False,
            id=command.id,
        )
        for command in declared
    ]


def changes() -> dict[str, str]:
    """The keys of the commands that a user's keymap changes, as Textual takes a keymap.

    With them go the commands of the same widget that share a key, before or after: Textual
    takes a key from all of them if only one of them has it no more. Not all commands, because
    Textual goes through the whole map at every key.
    """
    own = {command.id: command for command in commands.own()}
    now = {command.id: command for command in commands.everything()}
    found = {name for name in own if own[name].alone != now[name].alone}
    waiting = [*found]
    while waiting:
        first = waiting.pop()
        keys = {*own[first].alone, *now[first].alone}
        for name in own.keys() - found:
            shared = not keys.isdisjoint((*own[name].alone, *now[name].alone))
            if shared and _of_one_widget(own[first], own[name]):
                found.add(name)
                waiting.append(name)
    return {name: ",".join(now[name].alone) or NEVER for name in own if name in found}


def _of_one_widget(one: commands.Command, other: commands.Command) -> bool:
    contexts = {one.context, other.context}
    return len(contexts) == 1 or any(contexts <= widget for widget in ONE_WIDGET)


def show(key: str) -> str:
    """A key as the key line and the help screen write it, such as ``^s``, ``,`` or ``v h``."""
    if is_sequence(key):
        return " ".join(map(show, key.split()))
    head, plus, last = key.rpartition("+")
    last = _SHOWN.get(last, last)
    if head == "ctrl":
        return f"^{last}"
    return f"{head}{plus}{last}"


def key(command_id: str) -> str:
    """The key of a command as it is now, for a hint; one without a key is in the palette."""
    keys = commands.get(command_id).keys or commands.get("app.palette").keys
    return show(keys[0]) if keys else "palette"


def name_directions(context: str, *, brief: bool = False) -> str:
    """Name the keys of the four directions in a context, such as ``arrows or hjkl``.

    Of several sets of keys a ``brief`` text names the first.
    """
    ways = [commands.get(f"{context}.{way}").keys for way in _ARROWS]
    sets = [
        name
        for name, keys in _DIRECTIONS.items()
        if all(key in way for key, way in zip(keys, ways, strict=True))
    ]
    if not sets:
        return " ".join(show(way[0]) for way in ways if way)
    return " or ".join(filter(None, (", ".join(sets[:-1]), sets[-1]))) if not brief else sets[0]


def show_all(keys: tuple[str, ...]) -> str:
    """All keys of a command, separated by blanks."""
    return " ".join(show(key) for key in keys)
