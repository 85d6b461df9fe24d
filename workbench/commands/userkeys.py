"""The user's own keys: ``keymap.toml`` in the configuration folder.

Each entry names a command of the registry and all the keys that it is to have::

    "design.new-seed" = ["g", "ctrl+g"]   # these in place of its own
    "app.theme" = "T"                     # one key
    "design.heat" = "v w"                 # in the menu that v opens
    "design.reach" = []                   # none
    base = "classic"                      # all others as in a keymap that ships

``workbench doctor`` and ``docs/keys.md`` list the commands. Keys are written as they are typed
(``g``, ``G``, ``/``) or as Textual names them (``ctrl+g``, ``pageup``, ``slash``). A key that was
another command's is taken from it, and the report says so; of two entries that want one key
the first gets it. Whatever cannot be used is reported and passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from textual.keys import Keys

from engine.errors import LevelError, clipped, quoted, similar
from engine.values import entries
from workbench import commands
from workbench.commands import Command, keymap
from workbench.commands.grammar import MENUS
from workbench.folders import config
from workbench.terminal.keys import key_of

BASE = "base"
"""The entry that names a shipped keymap, for commands that the file itself does not name."""
SHIPPED = {"classic": Path(__file__).parent / "classic.toml"}
"""The keymaps that ship, by name: one key for nearly everything, most of them screen by screen."""
FOCUSED = ("board", "parameters", "trace", "tools", "whatif", "list", "dialog", "describe", "help")
"""Contexts whose keys come before those of the screen: they may use the same."""
_NAMED = frozenset(key.value for key in Keys)


@dataclass(frozen=True, slots=True)
class UserKeys:
    """What a keymap file comes to.

    Attributes:
        path: the file.
        keys: by id of command: of those in the file, and of those that lost a key to them.
        problems: entries that were passed over, one line each, with file and key.
        clashes: keys that two commands wanted and which of them has it now, one line each.
    """

    path: Path
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    clashes: tuple[str, ...] = ()

    @property
    def report(self) -> tuple[str, ...]:
        """Everything that the user should know."""
        return (*self.problems, *self.clashes)


def file() -> Path:
    """The user's ``keymap.toml``; need not exist."""
    return config.folder() / "keymap.toml"


def load(path: Path | None = None) -> UserKeys:
    """The user's keys; the registry's own where the file says nothing or cannot be used."""
    path = path or file()
    table, problems = config.read_table(path)
    wanted: dict[str, tuple[str, ...]] = {}
    base = None
    if BASE in table:
        try:
            base = entries.word(table, BASE, [*SHIPPED])
        except LevelError as error:
            problems.append(str(error.in_file(str(path))))
    known = {command.id for command in commands.own()}
    for name, value in _entries(table):
        if name == BASE:
            continue
        if name not in known:
            hint = "; ".join(filter(None, ("unknown command", similar(name, known))))
            problems.append(f"{path}: {clipped(name)}: {hint}")
            continue
        names = [value] if isinstance(value, str) else value
        if not (isinstance(names, list) and all(isinstance(key, str) for key in names)):
            problems.append(
                f"{path}: {clipped(name)}: expected a key or a list of keys, found {quoted(value)}"
            )
            continue
        good = []
        for key in names:
            try:
                good.append(key_name(key))
            except ValueError as error:
                problems.append(f"{path}: {name}: {error}")
        if good or not names:
            wanted[name] = tuple(dict.fromkeys(good))
    if base is not None:
        below = load(SHIPPED[base])
        wanted |= {name: keys for name, keys in below.keys.items() if name not in wanted}
    problems += [f"{path}: {line}" for line in _unopened(wanted)]
    keys, clashes = _settle(wanted)
    lines = tuple(f"{path}: {clash}" for clash in clashes)
    return UserKeys(path, keys, tuple(problems), lines)


def key_name(text: str) -> str:
    """A key as Textual names it; of two with a blank between them, both.

    Raises:
        ValueError: no such key, or one that would not arrive; says why.
    """
    first, *then = text.split() or [text]
    if then:
        if len(then) > 1:
            raise ValueError(f"{quoted(text)}: expected at most two keys, one after the other")
        return f"{key_name(first)} {key_name(then[0])}"
    # "+" joins modifiers, and is a key of its own as well.
    head, _, last = text.rpartition("+")
    last = last or "+" * text.endswith("+")
    modifiers = [part for part in head.lower().split("+") if part]
    if len(last) == 1:
        last = key_of(last.lower() if "ctrl" in modifiers else last)
    name = "+".join([*sorted(modifiers), last])
    why = keymap.EATEN.get(name)
    if why is not None:
        raise ValueError(f"the key {quoted(text)} cannot be used: {why}")
    if not _exists(modifiers, last, name):
        raise ValueError(f"unknown key {quoted(text)}")
    return name


def _exists(modifiers: list[str], last: str, name: str) -> bool:
    letter = (len(last) == 1 and last.isprintable()) or last in keymap.SIGNS
    return name in _NAMED or (letter and modifiers in ([], ["alt"]))


def _entries(table: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The entries by id, also of someone who left the quotes out or wrote a table a context."""
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from ((f"{key}.{name}", below) for name, below in value.items())
        else:
            yield key, value


def _unopened(wanted: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """Complaints about two keys of which the first opens no menu."""
    openers = {key for menu in MENUS for key in wanted.get(f"app.{menu.name}", (menu.key,))}
    for name, keys in wanted.items():
        for key in keys:
            first, then, _ = key.partition(" ")
            if then and first not in openers:
                shown = keymap.show(first)
                yield f"{name}: {shown} opens no menu; expected one of {' '.join(sorted(openers))}"


def _settle(wanted: Mapping[str, tuple[str, ...]]) -> tuple[dict[str, tuple[str, ...]], list[str]]:
    """Who has which key in the end, and what there was to settle."""
    own = {command.id: command.keys for command in commands.own()}
    keys = own | dict(wanted)
    clashes = []
    settled: list[str] = []
    for name in wanted:
        command = commands.get(name)
        settled.append(name)
        for rival in commands.own():
            if rival.id == name or not _meet(command, rival):
                continue
            for key in [key for key in keys[name] if key in keys[rival.id]]:
                loser, winner = (name, rival.id) if rival.id in settled else (rival.id, name)
                keys[loser] = tuple(other for other in keys[loser] if other != key)
                left = keymap.show_all(keys[loser]) or "no key"
                clashes.append(f"{winner}: takes {keymap.show(key)} from {loser}, left with {left}")
    return {name: found for name, found in keys.items() if found != own[name]}, clashes


def _meet(one: Command, other: Command) -> bool:
    """Whether a key of both would be ambiguous: of one context, or of two that work at once."""
    contexts = {one.context, other.context}
    if len(contexts) == 1 or contexts == {"dialog", "describe"}:
        return True
    if contexts == {"design", "edit"}:
        return one.editing and other.editing
    return "app" in contexts and contexts.isdisjoint(FOCUSED)
