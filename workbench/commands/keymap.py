"""Functions that make Textual key bindings for commands, and format keys for display."""

from __future__ import annotations

from collections.abc import Iterable

from textual.binding import Binding

from workbench import commands
from workbench.commands.key_meanings import is_sequence
from workbench.terminal.key_queue import get_key_name

_RESERVED_REASONS = {
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
RESERVED_KEYS = {key: why for why, keys in _RESERVED_REASONS.items() for key in keys.split()}
"""The keys that cannot be bound, each mapped to the reason, such as its use by terminals."""

SHARED_WIDGETS = (
    frozenset({"design", "edit"}),
    frozenset({"play", "placing"}),
    frozenset({"play", "actors"}),
    frozenset({"play", "words"}),
    frozenset({"actors", "words"}),
    frozenset({"play", "steering"}),
)
"""Sets of contexts that share one widget. A context in none of them has its own widget."""

UNBOUND = "unbound"
"""The placeholder key for a command without keys, which lets Textual's keymap rebind it later."""

KEY_CHARACTERS = {get_key_name(sign): sign for sign in map(chr, range(33, 127))}
"""A mapping from Textual's names of keys to the printable ASCII characters that they type."""
_ARROWS = ("up", "down", "left", "right")
_DIRECTION_KEYS = {"arrows": _ARROWS, "hjkl": tuple("kjhl"), "wasd": tuple("wsad")}
"""The common sets of direction keys by name, each with its keys for up, down, left and right."""
_KEY_LABELS = {**KEY_CHARACTERS, "escape": "esc", "pageup": "page up", "pagedown": "page down"}


def bind_contexts(*contexts: str) -> list[Binding]:
    """Return bindings for all commands in ``contexts``, with their default keys.

    If two of the contexts bind the same key, the later context wins.
    """
    return make_bindings(c for context in contexts for c in commands.list_context_defaults(context))


def make_bindings(declared: Iterable[commands.Command]) -> list[Binding]:
    """Return a binding for each command, either to its widget action or to ``action_command``."""
    return [
        Binding(
            ",".join(command.single_keys) or UNBOUND,
            command.call or f"command('{command.id}')",
            command.title,
            show=False,
            id=command.id,
        )
        for command in declared
    ]


def build_textual_keymap() -> dict[str, str]:
    """Return a Textual keymap with the keys of the commands that the user's keymap changes.

    It also contains the commands that share a widget and a key, old or new, with a changed command:
    when one command loses a key, Textual takes that key away from the others too. All other
    commands are omitted, because Textual scans the whole map at every key press.
    """
    own = {command.id: command for command in commands.list_defaults()}
    now = {command.id: command for command in commands.list_commands()}
    found = {name for name in own if own[name].single_keys != now[name].single_keys}
    # Compute a transitive closure, because each command found may share keys with further ones.
    waiting = [*found]
    while waiting:
        first = waiting.pop()
        keys = {*own[first].single_keys, *now[first].single_keys}
        for name in own.keys() - found:
            shared = not keys.isdisjoint((*own[name].single_keys, *now[name].single_keys))
            if shared and _share_widget(own[first], own[name]):
                found.add(name)
                waiting.append(name)
    return {name: ",".join(now[name].single_keys) or UNBOUND for name in own if name in found}


def _share_widget(one: commands.Command, other: commands.Command) -> bool:
    contexts = {one.context, other.context}
    return len(contexts) == 1 or any(contexts <= widget for widget in SHARED_WIDGETS)


def format_key(key: str) -> str:
    """Format a key or a sequence for display, for example as ``^s``, ``,`` or ``v h``."""
    if is_sequence(key):
        return " ".join(map(format_key, key.split()))
    head, plus, last = key.rpartition("+")
    last = _KEY_LABELS.get(last, last)
    if head == "ctrl":
        return f"^{last}"
    return f"{head}{plus}{last}"


def get_key_hint(command_id: str) -> str:
    """Format a command's first key, or the palette's key if the command has no keys."""
    keys = commands.get_command(command_id).keys or commands.get_command("app.palette").keys
    return format_key(keys[0]) if keys else "palette"


def name_directions(context: str, *, brief: bool = False) -> str:
    """Name the keys for the four directions in a context, for example as ``arrows or hjkl``.

    Args:
        context: The context of the commands that the keys run.
        brief: True to name only the first set of keys if several sets work.
    """
    ways = [commands.get_command(f"{context}.{way}").keys for way in _ARROWS]
    sets = [
        name
        for name, keys in _DIRECTION_KEYS.items()
        if all(key in way for key, way in zip(keys, ways, strict=True))
    ]
    if not sets:
        return " ".join(format_key(way[0]) for way in ways if way)
    return " or ".join(filter(None, (", ".join(sets[:-1]), sets[-1]))) if not brief else sets[0]


def format_keys(keys: tuple[str, ...]) -> str:
    """Format several keys for display, separated by blanks."""
    return " ".join(format_key(key) for key in keys)
