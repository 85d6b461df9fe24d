"""Every command of the app, once: key bindings, key line, help and palette read this list.

A command belongs to one *context*: ``app`` (everywhere), ``board`` (while a board with a
cursor has the focus), or the name of a screen. Its action is a method ``action_NAME`` of the
screen (of the app for context ``app``, of the board view for context ``board``), where NAME
is the part of the id after the dot, dashes as underscores.

Contexts of panes (``parameters``, ``trace``, ``tools``), of lists, dialogs and the help screen
work while the widget of that kind has the focus, before those of the screen. Their commands
name the action they ``call``.

Keys are Textual key names. Letters, arrows, punctuation and a few ``ctrl`` combinations
only: terminals, multiplexers and browsers eat function keys, ctrl+enter, ctrl+a and ctrl+b. A
user's keymap gives commands other keys by :func:`rebind`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from workbench.commands.app import APP
from workbench.commands.board import BOARD
from workbench.commands.command import Command
from workbench.commands.compare import COMPARE, COMPARING
from workbench.commands.dialogs import DIALOGS
from workbench.commands.edit import EDIT
from workbench.commands.evidence import CONCLUSIONS, EVIDENCE_DESIGN, LEAKS
from workbench.commands.generating import GENERATING
from workbench.commands.level import LEVEL
from workbench.commands.levels import LEVELS
from workbench.commands.modes import MODES_LEVELS, RUN
from workbench.commands.optimizing import OPTIMIZING, OPTIMIZING_DESIGN
from workbench.commands.panes import PANES
from workbench.commands.placing import PLACING
from workbench.commands.play import PLAY, RECORDINGS, REPLAY
from workbench.commands.playback import PLAYBACK
from workbench.commands.recovery import RECOVERY
from workbench.commands.sharing import SHARING
from workbench.commands.stategraph import STATES, STATES_DESIGN, STATES_PLAY
from workbench.commands.steering import STEERING
from workbench.commands.tracing import TRACING
from workbench.commands.traps import TRAPS, TRAPS_DESIGN
from workbench.commands.whatif import FINDINGS, WHATIF
from workbench.commands.widgets import WIDGETS

__all__ = ["COMMANDS", "Command", "by_key", "everything", "get", "of", "rebind"]

DESIGN = (
    *GENERATING,
    *OPTIMIZING_DESIGN,
    *LEVEL,
    *PLAYBACK,
    *TRACING,
    *PANES,
    *WHATIF,
    *COMPARING,
    *STATES_DESIGN,
    *TRAPS_DESIGN,
    *EVIDENCE_DESIGN,
)

COMMANDS: tuple[Command, ...] = (
    *APP, *BOARD, *LEVELS, *MODES_LEVELS, *RUN, *RECOVERY, *PLACING, *STEERING, *PLAY, *STATES_PLAY,
    *RECORDINGS, *REPLAY, *DESIGN,
    *EDIT, *SHARING, *WIDGETS, *FINDINGS, *TRAPS, *LEAKS, *CONCLUSIONS, *COMPARE, *STATES,
    *OPTIMIZING, *DIALOGS,
)  # fmt: skip
"""All commands with the keys that they have unless a user's keymap says otherwise."""

_current: dict[str, Command] = {command.id: command for command in COMMANDS}


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


def everything() -> tuple[Command, ...]:
    """Every command, with the keys that it has now."""
    return tuple(_current.values())


def rebind(keys: Mapping[str, tuple[str, ...]]) -> None:
    """Gives commands other keys from now on; those not named get their own ones back.

    Args:
        keys: the keys by id of command.
    """
    for command in COMMANDS:
        _current[command.id] = replace(command, keys=keys.get(command.id, command.keys))
    of.cache_clear()
