"""What a command is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Command:
    """One thing that the user can ask for.

    Attributes:
        id: ``context.name``; also the id under which a keymap rebinds it.
        title: short name for help and palette.
        help: one sentence.
        keys: Textual key names; none for a command of the palette only.
        group: heading in the help screen.
        label: word in the key line; empty keeps the command out of it.
        beside: the id of another command, whose key the key line writes behind this one's.
        rank: place in the key line, lowest first.
        editing: its keys work in edit mode; else they are free there for tools.
        call: what it does, as Textual writes an action of the widget that has the keys, such as
            ``move(-1)``; empty for the method named after the command.
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
    def action(self) -> str:
        """Name of the action method, without its ``action_``."""
        return self.id.partition(".")[2].replace("-", "_")
