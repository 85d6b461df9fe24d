"""The commands of a screen: of its focused pane, of itself, of its other panes, of the app."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.binding import Binding
from textual.screen import Screen
from textual.widget import Widget

from workbench import commands
from workbench.commands import Command, keymap
from workbench.ui.keyline import KeyLine
from workbench.ui.manual.pages import ManualEntry, ManualSection

PALETTE_ONLY = "(palette)"
KEYS = 12
"""Columns of the keys of a command."""
HERE, ELSEWHERE, EVERYWHERE = "this pane", "another pane", "everywhere"
"""Where the commands of a section work, behind its title; nothing for the whole screen."""


def contexts_of(screen: Screen[None], own: Sequence[str]) -> tuple[str, ...]:
    """The contexts of a screen and of all its widgets, those of the key line first."""
    shown = (context for line in screen.query(KeyLine) for context in line.contexts)
    found = dict.fromkeys((*shown, *own))
    for widget in screen.query("*"):
        if widget.can_focus:
            found |= dict.fromkeys(_bound(widget))
    return tuple(found)


def here(screen: Screen[None], contexts: Sequence[str]) -> tuple[str, ...]:
    """Those of a screen's contexts that what has the keys takes; none where it takes none now."""
    taker = screen.focused
    if taker is None:
        return ()
    taken = [
        context
        for context in _bound(taker)
        if any(taker.check_action("command", (command.id,)) for command in commands.of(context))
    ]
    # To edit is to have a board with a cursor and tools for it.
    return tuple(taken + ["edit"] * (contexts[:1] == ("edit",) and "board" in taken))


def _bound(widget: Widget) -> dict[str, None]:
    """The contexts of the keys of a widget."""
    bindings = (one for one in type(widget).BINDINGS if isinstance(one, Binding) and one.id)
    return {str(binding.id).partition(".")[0]: None for binding in bindings}


def sections(
    contexts: Sequence[str],
    offers: Callable[[Command], bool],
    first: Sequence[str] = (),
    own: Sequence[str] = (),
) -> list[ManualSection]:
    """The commands of some contexts and of the app, under the headings of their groups.

    While editing, which has its keys first, those of commands that it has no use for are its own.

    Args:
        contexts: all of them.
        offers: whether the screen ever does a command.
        first: those of what has the keys, to be listed first.
        own: those of the whole screen, listed next, then those of its other panes; by default all.
    """
    editing = [one for one in contexts if one in ("edit", "design")] == ["edit", "design"]
    whole = [
        context for context in contexts if context not in first and context in (own or contexts)
    ]
    other = [context for context in contexts if context not in (*first, *whole)]
    found: list[ManualSection] = []
    for place, some in ((HERE, first), ("", whole), (ELSEWHERE, other), (EVERYWHERE, ("app",))):
        groups: dict[str, list[ManualEntry]] = {}
        for command in filter(offers, commands.of(*some)):
            group = command.group
            if editing and not command.editing:
                group += ", after editing"
            groups.setdefault(group, []).append(_entry(command))
        found += (
            ManualSection(f"{group} · {place}" if place else group, tuple(entries), KEYS)
            for group, entries in groups.items()
        )
    return found


def _entry(command: Command) -> ManualEntry:
    """A command in a line, with as many of its keys as there is room for."""
    keys = [keymap.show(key) for key in command.keys] or [PALETTE_ONLY]
    while len(keys) > 1 and len(" ".join(keys)) > KEYS:
        keys.pop()
    return ManualEntry(((" ".join(keys), "key"),), command.title, command.help, brief=True)
