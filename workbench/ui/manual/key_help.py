"""The help sections on commands: those of a screen, of its panes, and of the app."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.binding import Binding
from textual.screen import Screen
from textual.widget import Widget

from workbench import commands
from workbench.commands import Command, keymap
from workbench.ui.key_line import KeyLine
from workbench.ui.manual.help_structure import ManualEntry, ManualSection

PALETTE_ONLY = "(palette)"
KEY_COLUMNS = 12
"""The number of columns reserved for a command's keys."""
THIS_PANE, OTHER_PANE, EVERYWHERE = "this pane", "other pane", "everywhere"
"""The places where the commands of a section may work.

The place is shown after the section's title, unless the commands work on the whole screen.
"""


def list_contexts(screen: Screen[None], screen_contexts: Sequence[str]) -> tuple[str, ...]:
    """Return the contexts of a screen and its widgets, those shown in the key line first."""
    shown = (context for line in screen.query(KeyLine) for context in line.contexts)
    found = dict.fromkeys((*shown, *screen_contexts))
    for widget in screen.query("*"):
        if widget.can_focus:
            found |= dict.fromkeys(_list_bound_contexts(widget))
    return tuple(found)


def find_focus_contexts(screen: Screen[None], contexts: Sequence[str]) -> tuple[str, ...]:
    """Return the contexts whose keys the focused widget currently handles."""
    taker = screen.focused
    if taker is None:
        return ()
    taken = [
        context
        for context in _list_bound_contexts(taker)
        if any(
            taker.check_action("command", (command.id,))
            for command in commands.list_in_contexts(context)
        )
    ]
    # Edit mode has no separate widget. It is a board with a cursor, on a screen whose first context
    # is "edit".
    return tuple(taken + ["edit"] * (contexts[:1] == ("edit",) and "board" in taken))


def _list_bound_contexts(widget: Widget) -> dict[str, None]:
    """Return the contexts of a widget's key bindings, as the keys of an ordered dictionary."""
    bindings = (one for one in type(widget).BINDINGS if isinstance(one, Binding) and one.id)
    return {str(binding.id).partition(".")[0]: None for binding in bindings}


def make_sections(
    contexts: Sequence[str],
    list_commands: Callable[..., Sequence[Command]],
    focus_contexts: Sequence[str] = (),
    screen_contexts: Sequence[str] = (),
) -> list[ManualSection]:
    """Make a section for each group of commands, both those in ``contexts`` and those of the app.

    In edit mode, groups whose keys do not work until the mode ends are marked.

    Args:
        contexts: All contexts of the screen and its widgets.
        list_commands: A function that returns the commands in given contexts that the screen can
            ever run.
        focus_contexts: The contexts of the focused widget, whose commands are listed first.
        screen_contexts: The contexts that apply to the whole screen. Their commands are listed
            before those of the other panes. If there are none, all contexts apply to the whole
            screen.
    """
    editing = [one for one in contexts if one in ("edit", "design")] == ["edit", "design"]
    whole = [
        context
        for context in contexts
        if context not in focus_contexts and context in (screen_contexts or contexts)
    ]
    other = [context for context in contexts if context not in (*focus_contexts, *whole)]
    found: list[ManualSection] = []
    for place, some in (
        (THIS_PANE, focus_contexts),
        ("", whole),
        (OTHER_PANE, other),
        (EVERYWHERE, ("app",)),
    ):
        groups: dict[str, list[ManualEntry]] = {}
        for command in list_commands(*some):
            group = command.group
            if editing and not command.editing:
                group += ", outside edit mode"
            groups.setdefault(group, []).append(_make_entry(command))
        found += (
            ManualSection(f"{group} · {place}" if place else group, tuple(entries), KEY_COLUMNS)
            for group, entries in groups.items()
        )
    return found


def _make_entry(command: Command) -> ManualEntry:
    """Make the entry for a command, showing as many of its keys as fit."""
    keys = [keymap.format_key(key) for key in command.keys] or [PALETTE_ONLY]
    while len(keys) > 1 and len(" ".join(keys)) > KEY_COLUMNS:
        keys.pop()
    return ManualEntry(((" ".join(keys), "key"),), command.title, command.help, is_brief=True)
