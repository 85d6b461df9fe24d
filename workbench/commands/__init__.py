"""The registry of commands: key bindings, key line, help and palette read it.

A command belongs to one *context*: ``app`` (everywhere), ``board`` (while a board with a
cursor has the focus), or the name of a screen. What does it is in a table of the app, of the
screen or of one of its parts, with what may speak against it (:class:`Unless`), else a method
``action_NAME`` of the screen (of the app for context ``app``, of the board view for context
``board``), where NAME is the part of the id after the dot, dashes as underscores.

Contexts of panes (``parameters``, ``trace``, ``tools``), of lists, dialogs and the help screen
work while the widget of that kind has the focus, before those of the screen. Their commands
name the action they ``call``; those that name none are done by the screen.

Commands are declared beside what does them, in the ``commands.py`` of each feature, and
:mod:`workbench.features` puts all of them into the registry.

Commands do not name keys but what they mean, as :mod:`workbench.commands.grammar` lists it. Keys
are Textual key names. Letters, arrows, punctuation and a few ``ctrl`` combinations only:
terminals, multiplexers and browsers eat function keys, ctrl+enter, ctrl+a and ctrl+b. A user's
keymap gives commands other keys by :func:`rebind`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from workbench.commands.grammar import MENUS, is_sequence, keys_of

Action = Callable[[], object]
"""Does a command."""
Refusal = Callable[[], str | None]
"""Why something cannot be done now, in a few words; None if it can."""


@dataclass(frozen=True, slots=True)
class Unless:
    """Does a command that there may be a reason against."""

    refusal: Refusal
    act: Action

    def __call__(self) -> object:
        """Does it, whatever speaks against it."""
        return self.act()


def each_unless(refusal: Refusal, acts: Mapping[str, Action]) -> dict[str, Action]:
    """Commands by their ids that there may be one and the same reason against."""
    return {command_id: Unless(refusal, act) for command_id, act in acts.items()}


def lacking(what: Callable[[], object], words: str) -> Refusal:
    """Why something cannot be done that takes something else: words for its not being there."""
    return lambda: None if what() else words


def refused(act: Action | None) -> str | None:
    """Why a command cannot be done now, in a few words; None if it can."""
    return act.refusal() if isinstance(act, Unless) else None


@dataclass(frozen=True, slots=True)
class Command:
    """One thing that the user can ask for.

    Attributes:
        id: ``context.name``; also the id under which a keymap rebinds it.
        title: short name for help and palette.
        help: one sentence.
        keys: Textual key names; none for a command of the palette only. Two keys one after the
            other, the first of which opens a menu, have a blank between them.
        group: heading in the help screen.
        label: word in the key line; empty keeps the command out of it.
        beside: the id of another command, whose key the key line writes behind this one's.
        rank: order in the key line, lowest first.
        editing: its keys work in edit mode; else they are free there for tools.
        call: what it does, as Textual writes an action of the widget that has the keys, such as
            ``move(-1)``; empty for what the screen or the app does.
    """

    id: str
    title: str
    help: str
    keys: tuple[str, ...] = ()
    group: str = "General"
    label: str = ""
    beside: str = ""
    rank: int = 0
    editing: bool = True
    call: str = ""

    @property
    def context(self) -> str:
        """Where the command works."""
        return self.id.partition(".")[0]

    @property
    def alone(self) -> tuple[str, ...]:
        """Those of its keys that need no other key before them."""
        return tuple(key for key in self.keys if not is_sequence(key))

    @property
    def action(self) -> str:
        """Name of the action method, without its ``action_``."""
        return self.id.partition(".")[2].replace("-", "_")


@dataclass(frozen=True, slots=True)
class CommandGroup:
    """Declares the commands of one context that stand under one heading of the help.

    Attributes:
        context: where they work.
        heading: of the help.
        editing: their keys work in edit mode, unless a command says otherwise.
    """

    context: str
    heading: str
    editing: bool = True

    def __call__(
        self,
        name: str,
        means: str,
        title: str,
        help_: str = "",
        label: str = "",
        rank: int = 0,
        *,
        beside: str = "",
        editing: bool | None = None,
        call: str = "",
    ) -> Command:
        """Declares a command; see :class:`Command`.

        ``name`` and ``beside`` are ids without the context; ``means`` says what its keys mean, as
        :func:`workbench.commands.grammar.keys_of` reads it.
        """
        return Command(
            f"{self.context}.{name}",
            title,
            help_,
            keys_of(means),
            self.heading,
            label,
            f"{self.context}.{beside}" if beside else "",
            rank,
            self.editing if editing is None else editing,
            call,
        )

    def in_list(
        self, above: str, below: str, label: str = "", rank: int = 0
    ) -> tuple[Command, Command, Command, Command]:
        """Declares what moves the cursor of a list that has the keys: by rows, and by pages.

        Args:
            above: the title of the command to the row above.
            below: the title of the command to the row below.
            label: word for both in the key line.
            rank: order there.
        """
        beside = "down" if label else ""
        return (
            self("up", "up", above, "", label, rank, beside=beside, call="move(-1)"),
            self("down", "down", below, call="move(1)"),
            self("page-up", "page-up", "Page up", call="page(-1)"),
            self("page-down", "page-down", "Page down", call="page(1)"),
        )

    def to_ends(self, first: str, last: str) -> tuple[Command, Command]:
        """Declares what goes to the ends of a list that has the keys, by their titles."""
        return self("first", "first", first, call="first"), self("last", "last", last, call="last")


_own: dict[str, Command] = {}
"""All commands with the keys that they have unless a user's keymap says otherwise."""
_declared: dict[str, list[Command]] = {}
"""The same by their contexts."""
_current: dict[str, Command] = {}


def fill(declared: Sequence[Command]) -> None:
    """Puts all commands into the registry, in the order in which help and key line list them."""
    _own.update((command.id, command) for command in declared)
    assert len(_own) == len(declared), "two commands have one id"
    for command in declared:
        _declared.setdefault(command.context, []).append(command)
    rebind({})


def own() -> tuple[Command, ...]:
    """Every command, with the keys that it has unless a user's keymap says otherwise."""
    return tuple(_own.values())


def declared_in(context: str) -> Sequence[Command]:
    """The commands of a context, with the keys that they have unless a keymap says otherwise."""
    return _declared.get(context, ())


def everything() -> tuple[Command, ...]:
    """Every command, with the keys that it has now."""
    return tuple(_current.values())


def get(command_id: str) -> Command:
    """The command of that id, with the keys that it has now."""
    return _current[command_id]


@cache
def of(*contexts: str) -> tuple[Command, ...]:
    """The commands of some contexts, in the order of the contexts, with their keys of now."""
    return tuple(c for context in contexts for c in _current.values() if c.context == context)


def by_key(key: str, *contexts: str) -> Command | None:
    """What a key asks for in the first of some contexts that know it, None if none does."""
    return next((command for command in of(*contexts) if key in command.keys), None)


def of_menu(key: str, *contexts: str) -> tuple[Command, ...]:
    """The commands of some contexts that have a key of the menu that a key opens."""
    opens = f"{key} "
    return tuple(c for c in of(*contexts) if any(k.startswith(opens) for k in c.keys))


def rebind(keys: Mapping[str, tuple[str, ...]]) -> None:
    """Gives commands other keys by their ids; those not named get their own ones back.

    Where a menu is opened by another key, or by none, so it is for all commands in it.
    """
    openers = {menu.key: keys.get(f"app.{menu.name}", (menu.key,))[:1] for menu in MENUS}
    _current.update(_own)
    for command in _own.values() if keys else ():
        own = tuple(key for one in command.keys for key in _opened(one, openers))
        _current[command.id] = replace(command, keys=keys.get(command.id, own))
    of.cache_clear()


def _opened(key: str, openers: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """A key of a command, with its menu opened by the keys that open it now."""
    menu, then, letter = key.partition(" ")
    return tuple(f"{opener} {letter}" for opener in openers[menu]) if then else (key,)
