"""Every command of the app, once: key bindings, key line, help and palette read this list.

A command belongs to one *context*: ``app`` (everywhere), ``board`` (while a board with a
cursor has the focus), or the name of a screen. Its action is a method ``action_NAME`` of the
screen (of the app for context ``app``, of the board view for context ``board``), where NAME
is the part of the id after the dot, dashes as underscores.

Keys are Textual key names. Letters, arrows, punctuation and a few ``ctrl`` combinations
only: terminals, multiplexers and browsers eat function keys, ctrl+enter, ctrl+a and ctrl+b.
"""

from __future__ import annotations

from functools import cache

from workbench.commands.app import APP
from workbench.commands.board import BOARD
from workbench.commands.command import Command
from workbench.commands.edit import EDIT
from workbench.commands.generating import GENERATING
from workbench.commands.level import LEVEL
from workbench.commands.levels import LEVELS
from workbench.commands.panes import PANES
from workbench.commands.play import PLAY
from workbench.commands.playback import PLAYBACK
from workbench.commands.tracing import TRACING

__all__ = ["COMMANDS", "Command", "get", "of"]

DESIGN = (*GENERATING, *LEVEL, *PLAYBACK, *TRACING, *PANES)

COMMANDS: tuple[Command, ...] = (*APP, *BOARD, *LEVELS, *PLAY, *DESIGN, *EDIT)


def get(command_id: str) -> Command:
    """The command of that id."""
    return next(command for command in COMMANDS if command.id == command_id)


@cache
def of(*contexts: str) -> tuple[Command, ...]:
    """The commands of some contexts, in the order of the contexts."""
    return tuple(c for context in contexts for c in COMMANDS if c.context == context)
