"""The orders of plain mode: each a word, perhaps with arguments, and its answer.

An order that does what a command of the app does is declared by that command's id, and has its
name and its help from the registry. While plain mode runs, the order's word is the command's key:
so whatever names a key, such as the reason why a command cannot be done, names the word to type.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import workbench.features  # noqa: F401 - fills the registry of commands
from engine.values.grid import Cell
from workbench import commands
from workbench.plain import words
from workbench.plain.arguments import cell_of, stage_of, tool_of
from workbench.plain.openlevel import OpenLevel
from workbench.service.solving import Made

Obey = Callable[[OpenLevel, list[str]], None]
"""Does what an order says, given the words after its own."""
_USAGE = re.compile(r"([a-z.\- ]*[a-z])\b ?(.*)")
"""One or two words or an id, and the arguments behind them."""
_OPTIONAL = re.compile(r"\[[^]]*\](\.\.\.)?")
UNREGISTERED = "In words"
"""The heading of the orders that are no commands of the app."""


class PlainOrder(NamedTuple):
    """One order.

    Attributes:
        word: what is typed for it; one or two words.
        arguments: what follows; those in brackets may be left out.
        help: what it does.
        obey: does it.
        shows_solution: whether it gives a whole way to a win away.
        command: the id of the command of the app that it does; empty for none.
    """

    word: str
    arguments: str
    help: str
    obey: Obey
    shows_solution: bool
    command: str

    def usage(self, word: str = "") -> str:
        """Return its word, or another one for it, with its arguments."""
        return f"{word or self.word} {self.arguments}".rstrip()

    @property
    def needed(self) -> int:
        """The least number of words after its own."""
        return len(_OPTIONAL.sub("", self.arguments).split())


class Orders(dict[str, PlainOrder]):
    """Orders by their words; called, it declares that the function below obeys one."""

    def __call__(
        self,
        usage: str,
        help_: str = "",
        *,
        word: str = "",
        also: str = "",
        shows_solution: bool = False,
    ) -> Callable[[Obey], Obey]:
        """Declares an order.

        Args:
            usage: its word and arguments. Where the order does what a command of the app does, the
                id of that stands for the word.
            help_: what it does; of a command as the app says it.
            word: what is typed for a command; its name by default.
            also: another word for it.
            shows_solution: whether it gives a whole way to a win away.
        """
        named, arguments = _USAGE.fullmatch(usage).groups()  # type: ignore[union-attr]
        command = named if "." in named else ""
        word = word or named.rpartition(".")[2]
        if not help_:
            said = commands.get(named).help or commands.get(named).title
            help_ = f"{said[:1].lower()}{said[1:].rstrip('.')}"

        def declare(obey: Obey) -> Obey:
            """Puts the order into the list."""
            order = PlainOrder(word, arguments, help_, obey, shows_solution, command)
            self.update(dict.fromkeys(filter(None, (word, named, also)), order))
            return obey

        return declare

    def simply(self, *usages: str, also: str = "", word: str = "") -> None:
        """Declare commands of the session that take only what :func:`put_arguments` puts."""
        for usage in usages:
            command, *names = usage.split()
            self(usage, also=also, word=word)(partial(do_command, command, names))

    def listed(self) -> dict[str, list[PlainOrder]]:
        """Return every order once, under the heading of its command in the registry's order.

        Those that are no commands of the app come first.
        """
        places = {command.id: place for place, command in enumerate(commands.own())}
        found: dict[str, list[PlainOrder]] = {}
        for order in sorted(
            dict.fromkeys(self.values()), key=lambda order: places.get(order.command, -1)
        ):
            heading = commands.get(order.command).group if order.command else UNREGISTERED
            found.setdefault(heading, []).append(order)
        return found

    def name_keys(self) -> None:
        """Make the words that are typed for commands their keys; of others, their titles."""
        titles = {command.id: (command.title.lower(),) for command in commands.own()}
        commands.rebind(titles | {order.command: (order.word,) for order in self.values()})


def do_command(command_id: str, names: Sequence[str], opened: OpenLevel, rest: list[str]) -> None:
    """Do a command of the session, and say its notice, else the change, else what is shown."""
    session, before = opened.session, opened.document.entry
    draws = command_id.startswith("edit.")
    if draws:
        session.playback.show_view("edit")
    try:
        cells = put_arguments(opened, names, rest)
        said = opened.do(command_id)
        if cells[1:] and session.painter.drawing is not None:
            session.painter.follow(cells[1])
            said = opened.run(session.painter.apply_drawing)
    finally:
        if draws:
            session.playback.show_view("timeline")
    changed = opened.document.entry is not before
    opened.say(said or (words.placed(opened.document.entry.name) if changed else opened.shown))
    if changed:
        made = opened.document.entry.attachment
        if isinstance(made, Made) and made is not before.attachment:
            opened.say(*words.improved(made.candidate.snapshot))
        opened.say_intended()


def put_arguments(opened: OpenLevel, names: Sequence[str], rest: list[str]) -> list[Cell]:
    """Put arguments where the commands of the session take them from.

    A ``TOOL`` among their names is chosen, the timeline goes to the end of a ``STAGE``, and the
    cursor to the first ``ROW COLUMN``.

    Returns:
        The cells among them.
    """
    if "TOOL" in names:
        more = len(names) - 1
        opened.session.editor.choose(tool_of(opened, " ".join(rest[:-more])))
        rest = rest[-more:]
    if "STAGE" in names:
        stage = stage_of(opened, rest[0])
        opened.find_making()
        opened.session.playback.show_view("timeline")
        if (player := opened.session.playback.timeline) is not None:
            player.seek_stage(stage)
    cells = [cell_of(opened, rest[at : at + 2]) for at in range(0, names.count("ROW") * 2, 2)]
    if cells:
        opened.session.editor.place(opened.session.board, *cells[0])
        if not opened.session.playback.editing and not opened.session.inspector.inspecting:
            opened.session.inspector.turn_inspecting()
    return cells
