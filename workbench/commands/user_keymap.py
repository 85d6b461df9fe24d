"""The user's keymap, read from ``keymap.toml`` in the configuration folder.

Each entry names a command and lists all of its keys::

    "design.new-seed" = ["g", "ctrl+g"]   # two keys, which replace the default keys
    "app.theme" = "T"                     # one key
    "design.heat" = "v w"                 # the letter w in the menu that v opens
    "design.reach" = []                   # no key
    base = "classic"                      # keys of all other commands, from a shipped keymap

``docs/reference/keys.md`` lists the commands. Keys are written as they are typed (``g``, ``G``,
``/``) or by Textual's names (``ctrl+g``, ``pageup``, ``slash``). Two commands that can be active at
the same time cannot share a key. An entry takes its key from any command that has it by default. If
two entries claim the same key, the first one gets it. Both cases are reported. Invalid entries are
reported and ignored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from textual.keys import Keys

from engine.errors import LevelError, clip_text, quote_input, suggest_similar
from engine.values import toml_fields
from workbench import commands
from workbench.commands import Command, keymap
from workbench.commands.key_meanings import MENUS
from workbench.paths import user_config_file
from workbench.terminal.key_queue import get_key_name

BASE_KEY = "base"
"""The name of the entry that selects a shipped keymap for the commands not in the file."""
SHIPPED_KEYMAPS = {"classic": Path(__file__).parent / "classic.toml"}
"""A mapping from the names of the shipped keymaps to their files.

In ``classic``, nearly every command has a single key.
"""
FOCUS_CONTEXTS = (
    "board",
    "parameters",
    "trace",
    "tools",
    "whatif",
    "list",
    "dialog",
    "describe",
    "help",
)
"""The contexts whose keys take precedence over the screen's, so both may use the same key."""
_TEXTUAL_KEYS = frozenset(key.value for key in Keys)


@dataclass(frozen=True, slots=True)
class UserKeymap:
    """The contents of a keymap file.

    Attributes:
        path: The path of the file.
        keys: A mapping from command ids to new keys. It contains the commands in the file and any
            command that lost a key to one of them.
        problems: A line for each ignored entry, with the file, the entry and the reason.
        clashes: A line for each key that two commands claimed, naming the command that got it.
    """

    path: Path
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    clashes: tuple[str, ...] = ()

    @property
    def report(self) -> tuple[str, ...]:
        """All problems and clashes, as lines to show to the user."""
        return (*self.problems, *self.clashes)


def find_keymap_file() -> Path:
    """Return the path of the user's ``keymap.toml``. The file need not exist."""
    return user_config_file.find_config_folder() / "keymap.toml"


def load_user_keymap(path: Path | None = None) -> UserKeymap:
    """Read a keymap file, which is the user's own by default.

    Errors in the file are listed in the result, not raised.
    """
    path = path or find_keymap_file()
    table, problems = user_config_file.read_table(path)
    wanted: dict[str, tuple[str, ...]] = {}
    base = None
    if BASE_KEY in table:
        try:
            base = toml_fields.read_word(table, BASE_KEY, [*SHIPPED_KEYMAPS])
        except LevelError as error:
            problems.append(str(error.with_file(str(path))))
    known = {command.id for command in commands.list_defaults()}
    for name, value in _iterate_entries(table):
        if name == BASE_KEY:
            continue
        if name not in known:
            hint = "; ".join(filter(None, ("unknown command", suggest_similar(name, known))))
            problems.append(f"{path}: {clip_text(name)}: {hint}")
            continue
        names = [value] if isinstance(value, str) else value
        if not (isinstance(names, list) and all(isinstance(key, str) for key in names)):
            problems.append(
                f"{path}: {clip_text(name)}: expected a key or a list of keys, found "
                f"{quote_input(value)}"
            )
            continue
        good = []
        for key in names:
            try:
                good.append(parse_key(key))
            except ValueError as error:
                problems.append(f"{path}: {name}: {error}")
        if good or not names:
            wanted[name] = tuple(dict.fromkeys(good))
    if base is not None:
        # Shipped keymaps have no base of their own, so this recurses only once.
        below = load_user_keymap(SHIPPED_KEYMAPS[base])
        wanted |= {name: keys for name, keys in below.keys.items() if name not in wanted}
    problems += [f"{path}: {line}" for line in _find_unopened(wanted)]
    keys, clashes = _resolve_clashes(wanted)
    lines = tuple(f"{path}: {clash}" for clash in clashes)
    return UserKeymap(path, keys, tuple(problems), lines)


def parse_key(text: str) -> str:
    """Return Textual's name for a key, or, for a sequence, both names separated by a blank.

    Raises:
        ValueError: The key does not exist or cannot be used in a terminal, or there are more than
            two keys. The message gives the reason.
    """
    first, *then = text.split() or [text]
    if then:
        if len(then) > 1:
            raise ValueError(f"{quote_input(text)}: expected at most two keys, one after the other")
        return f"{parse_key(first)} {parse_key(then[0])}"
    # "+" joins modifiers but is also a key, so the part after the last "+" of "ctrl++" is empty.
    head, _, last = text.rpartition("+")
    last = last or "+" * text.endswith("+")
    modifiers = [part for part in head.lower().split("+") if part]
    if len(last) == 1:
        last = get_key_name(last.lower() if "ctrl" in modifiers else last)
    name = "+".join([*sorted(modifiers), last])
    why = keymap.RESERVED_KEYS.get(name)
    if why is not None:
        raise ValueError(f"the key {quote_input(text)} cannot be used: {why}")
    if not _is_known_key(modifiers, last, name):
        raise ValueError(f"unknown key {quote_input(text)}")
    return name


def _is_known_key(modifiers: list[str], last: str, name: str) -> bool:
    # Textual's list has only special keys. All other keys are single characters, with or without
    # alt.
    letter = (len(last) == 1 and last.isprintable()) or last in keymap.KEY_CHARACTERS
    return name in _TEXTUAL_KEYS or (letter and modifiers in ([], ["alt"]))


def _iterate_entries(table: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the command id and the value of each entry.

    TOML reads an unquoted id such as ``design.heat`` as a key in a nested table. Such tables are
    flattened.
    """
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from ((f"{key}.{name}", below) for name, below in value.items())
        else:
            yield key, value


def _find_unopened(wanted: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """Yield an error message for each sequence whose first key does not open a menu."""
    openers = {key for menu in MENUS for key in wanted.get(f"app.{menu.name}", (menu.key,))}
    for name, keys in wanted.items():
        for key in keys:
            first, then, _ = key.partition(" ")
            if then and first not in openers:
                shown = keymap.format_key(first)
                yield f"{name}: {shown} opens no menu; expected one of {' '.join(sorted(openers))}"


def _resolve_clashes(
    wanted: Mapping[str, tuple[str, ...]],
) -> tuple[dict[str, tuple[str, ...]], list[str]]:
    """Resolve clashes, and return the keys of all changed commands and a line for each clash."""
    own = {command.id: command.keys for command in commands.list_defaults()}
    keys = own | dict(wanted)
    clashes = []
    settled: list[str] = []
    for name in wanted:
        command = commands.get_command(name)
        settled.append(name)
        for rival in commands.list_defaults():
            if rival.id == name or not _can_clash(command, rival):
                continue
            for key in [key for key in keys[name] if key in keys[rival.id]]:
                # Entries in the file win over default keys, and earlier entries over later ones.
                loser, winner = (name, rival.id) if rival.id in settled else (rival.id, name)
                keys[loser] = tuple(other for other in keys[loser] if other != key)
                left = keymap.format_keys(keys[loser]) or "no key"
                clashes.append(
                    f"{winner}: takes {keymap.format_key(key)} from {loser}, left with {left}"
                )
    return {name: found for name, found in keys.items() if found != own[name]}, clashes


def _can_clash(one: Command, other: Command) -> bool:
    """Return True if two commands can be active at the same time, and so must not share a key."""
    contexts = {one.context, other.context}
    if len(contexts) == 1 or contexts == {"dialog", "describe"}:
        return True
    # One widget has both contexts, but in edit mode only editing commands are active.
    if contexts == {"design", "edit"}:
        return one.editing and other.editing
    return "app" in contexts and contexts.isdisjoint(FOCUS_CONTEXTS)
