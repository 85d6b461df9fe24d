"""The orders of plain mode: each a word, perhaps with arguments, and its answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import workbench.features  # noqa: F401 - fills the registry of commands
from workbench import commands
from workbench.plain.openlevel import OpenLevel

Obey = Callable[[OpenLevel, list[str]], None]
"""Does what an order says, given the words after its own."""


class PlainOrder(NamedTuple):
    """One order.

    Attributes:
        usage: its word and arguments; those in brackets may be left out.
        help: what it does.
        obey: does it.
        shows_solution: whether it gives a whole way to a win away.
    """

    usage: str
    help: str
    obey: Obey
    shows_solution: bool


class Orders(dict[str, PlainOrder]):
    """Orders by their words; called, it declares that the function below obeys one."""

    def __call__(
        self, usage: str, help_: str = "", *, shows_solution: bool = False
    ) -> Callable[[Obey], Obey]:
        """Declares an order.

        Args:
            usage: its word and arguments. Where the order does what a command of the app does, the
                id of that stands for the word, which is the name of the command.
            help_: what it does; of a command as the app says it.
            shows_solution: whether it gives a whole way to a win away.
        """
        named, *arguments = usage.split()
        word = named.rpartition(".")[2]
        if not help_:
            said = commands.get(named).help
            help_ = f"{said[:1].lower()}{said[1:].rstrip('.')}"

        def declare(obey: Obey) -> Obey:
            """Puts the order into the list."""
            self[word] = PlainOrder(" ".join((word, *arguments)), help_, obey, shows_solution)
            return obey

        return declare
