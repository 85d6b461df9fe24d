"""The registry of commands, from which the key bindings, key line, help and palette are made.

A command belongs to one *context*: ``app`` (everywhere), ``board`` (while a board with a cursor has
the focus), or the name of a screen. The app, the screen and the parts of the screen have tables
that map command ids to actions. A :class:`GuardedAction` in a table also has a check that can make
the command unavailable. If no table has the command, its action is the method ``action_NAME`` of
the screen (or of the app in context ``app``, or of the board view in context ``board``). NAME is
the part of the id after the dot, with underscores in place of dashes.

Panes (``parameters``, ``trace``, ``tools``), lists, dialogs and the help screen have contexts too.
Such a context applies while a widget of that kind has the focus, and takes precedence over the
context of the screen. Its commands name the widget action to ``call``. A command that names none is
run by the screen.

Each feature declares its commands in its module ``commands.py``, and :mod:`workbench.features` puts
all of them into the registry. A command names the meaning of its keys rather than the keys::

    generate = CommandGroup("design", "Generate")
    generate("new-seed", "new", "New level", "Generate a level from a new seed.")

The meaning ``new`` has the key ``g`` on every screen (:mod:`workbench.commands.key_meanings`). Keys
are Textual key names. Only letters, arrows, punctuation and a few ``ctrl`` combinations are used,
because terminals, multiplexers and browsers intercept function keys, ctrl+enter, ctrl+a and ctrl+b.
A user's keymap can give commands other keys through :func:`bind_keys`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from workbench.commands.key_meanings import MENUS, is_sequence, resolve_keys

Action = Callable[[], object]
"""A function that runs a command."""
RefusalCheck = Callable[[], str | None]
"""A function that returns the reason why a command is unavailable, or None if it is available."""


@dataclass(frozen=True, slots=True)
class GuardedAction:
    """An action with a check that decides whether it is available."""

    find_refusal: RefusalCheck
    action: Action

    def __call__(self) -> object:
        """Run the action without checking whether it is available."""
        return self.action()


def guard_all(find_refusal: RefusalCheck, actions: Mapping[str, Action]) -> dict[str, Action]:
    """Return a copy of the table ``actions`` in which ``find_refusal`` guards every action."""
    return {command_id: GuardedAction(find_refusal, act) for command_id, act in actions.items()}


def require_value(get_value: Callable[[], object], refusal: str) -> RefusalCheck:
    """Return a check that refuses with the reason ``refusal`` while ``get_value()`` is false."""
    return lambda: None if get_value() else refusal


def find_refusal(action: Action | None) -> str | None:
    """Return the reason why an action is unavailable, or None if it is available."""
    return action.find_refusal() if isinstance(action, GuardedAction) else None


@dataclass(frozen=True, slots=True)
class Command:
    """One thing that the app can do.

    Attributes:
        id: The id, in the form ``context.name``. Keymap files use it too.
        title: The short name shown in the help and the palette.
        help: An explanation in one sentence.
        keys: The Textual names of the keys. A sequence is a menu key and a second key separated by
            a blank. A command without keys can be run only from the palette.
        group: The heading under which the help lists the command.
        label: The word shown in the key line. If it is empty, the key line omits the command.
        companion: The id of another command whose key is shown together with this one's in the key
            line.
        rank: The position in the key line, where lower ranks come first.
        editing: True if the keys run the command in edit mode too, False if tools use them there.
        call: The action of the focused widget in Textual's notation, such as ``move(-1)``. If it is
            empty, the screen or the app runs the command.
    """

    id: str
    title: str
    help: str
    keys: tuple[str, ...] = ()
    group: str = "General"
    label: str = ""
    companion: str = ""
    rank: int = 0
    editing: bool = True
    call: str = ""

    @property
    def context(self) -> str:
        """The context of the command, which is the part of the id before the dot."""
        return self.id.partition(".")[0]

    @property
    def single_keys(self) -> tuple[str, ...]:
        """The keys that run the command with a single press, without a menu key first."""
        return tuple(key for key in self.keys if not is_sequence(key))

    @property
    def action_name(self) -> str:
        """The name of the command's action method, without the prefix ``action_``."""
        return self.id.partition(".")[2].replace("-", "_")


@dataclass(frozen=True, slots=True)
class CommandGroup:
    """A factory for commands that share a context and a heading in the help.

    Attributes:
        context: The context of the commands.
        heading: The heading under which the help lists the commands.
        editing: The default for :attr:`Command.editing`.
    """

    context: str
    heading: str
    editing: bool = True

    def __call__(
        self,
        name: str,
        meanings: str,
        title: str,
        help_: str = "",
        label: str = "",
        rank: int = 0,
        *,
        companion: str = "",
        editing: bool | None = None,
        call: str = "",
    ) -> Command:
        """Create a command. Most parameters become attributes of :class:`Command` unchanged.

        ``name`` and ``companion`` are command ids without the context. ``meanings`` gives the
        meanings of the keys in the form that :func:`workbench.commands.key_meanings.resolve_keys`
        parses.
        """
        return Command(
            f"{self.context}.{name}",
            title,
            help_,
            resolve_keys(meanings),
            self.heading,
            label,
            f"{self.context}.{companion}" if companion else "",
            rank,
            self.editing if editing is None else editing,
            call,
        )

    def declare_list_moves(
        self, above: str, below: str, label: str = "", rank: int = 0
    ) -> tuple[Command, Command, Command, Command]:
        """Create the commands that move the cursor of the focused list by a row or a page.

        Args:
            above: The title of the command that moves one row up.
            below: The title of the command that moves one row down.
            label: The word that the key line shows for these two commands together.
            rank: The position of that word in the key line.
        """
        beside = "down" if label else ""
        return (
            self("up", "up", above, "", label, rank, companion=beside, call="move(-1)"),
            self("down", "down", below, call="move(1)"),
            self("page-up", "page-up", "Page up", call="page(-1)"),
            self("page-down", "page-down", "Page down", call="page(1)"),
        )

    def declare_list_ends(self, first: str, last: str) -> tuple[Command, Command]:
        """Create the commands, titled ``first`` and ``last``, that move to the ends of a list."""
        return self("first", "first", first, call="first"), self("last", "last", last, call="last")


_defaults: dict[str, Command] = {}
"""A mapping from the id of each command to the command with its default keys."""
_defaults_by_context: dict[str, list[Command]] = {}
"""A mapping from each context to its commands with their default keys."""
_current: dict[str, Command] = {}
"""A mapping from the id of each command to the command with its current keys."""


def register_commands(declared: Sequence[Command]) -> None:
    """Register all commands. The help and the key line list them in the order of ``declared``."""
    _defaults.update((command.id, command) for command in declared)
    assert len(_defaults) == len(declared), "two commands have one id"
    for command in declared:
        _defaults_by_context.setdefault(command.context, []).append(command)
    bind_keys({})


def list_defaults() -> tuple[Command, ...]:
    """Return all commands with their default keys."""
    return tuple(_defaults.values())


def list_context_defaults(context: str) -> Sequence[Command]:
    """Return the commands in ``context``, with their default keys."""
    return _defaults_by_context.get(context, ())


def list_commands() -> tuple[Command, ...]:
    """Return all commands with their current keys."""
    return tuple(_current.values())


def get_command(command_id: str) -> Command:
    """Return the command with the id ``command_id`` and its current keys."""
    return _current[command_id]


@cache
def list_in_contexts(*contexts: str) -> tuple[Command, ...]:
    """Return the commands in ``contexts`` with their current keys, in the order of the contexts."""
    # Cached because the key line calls this after every key press. bind_keys() clears the cache.
    return tuple(c for context in contexts for c in _current.values() if c.context == context)


def find_by_key(key: str, *contexts: str) -> Command | None:
    """Return the first command in ``contexts`` bound to ``key``, or None if there is none."""
    return next((command for command in list_in_contexts(*contexts) if key in command.keys), None)


def bind_keys(keys: Mapping[str, tuple[str, ...]]) -> None:
    """Bind commands, given by id, to new keys. All other commands get their default keys back.

    If a menu gets a new key, the sequences of all commands in the menu begin with that key. If a
    menu loses its key, those sequences are removed.
    """
    openers = {menu.key: keys.get(f"app.{menu.name}", (menu.key,))[:1] for menu in MENUS}
    _current.update(_defaults)
    for command in _defaults.values() if keys else ():
        own = tuple(key for one in command.keys for key in _replace_opener(one, openers))
        _current[command.id] = replace(command, keys=keys.get(command.id, own))
    list_in_contexts.cache_clear()


def _replace_opener(key: str, openers: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Replace the menu key in a sequence with the menu's new key, and return the result.

    If the menu has lost its key, the result is empty. A single key is returned unchanged.
    """
    menu, then, letter = key.partition(" ")
    return tuple(f"{opener} {letter}" for opener in openers[menu]) if then else (key,)
