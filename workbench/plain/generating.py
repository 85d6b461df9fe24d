"""The commands of plain mode by which levels are generated."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from engine.errors import EngineError
from engine.game import registry
from engine.workshop import MAX_SEED
from workbench.plain import making, words
from workbench.plain.desk import Desk
from workbench.plain.talk import Talk, whole_number
from workbench.session.making import values


class MakeOrders:
    """Generates levels, whole or stage by stage.

    Args:
        desk: the open level.
        talk: where answers go.
        introduce: says what the open level is.
    """

    def __init__(self, desk: Desk, talk: Talk, introduce: Callable[[], None]) -> None:
        self._desk = desk
        self._talk = talk
        self._introduce = introduce

    def generate(self, rest: list[str]) -> None:
        """A level of a game, a seed, and parameters, each of them optional."""
        settings = dict(word.split("=", 1) for word in rest if "=" in word)
        rest = [word for word in rest if "=" not in word]
        named = bool(rest) and not rest[0].isdecimal()
        game = registry.get(rest.pop(0)) if named else self._desk.game
        seed = whole_number(rest[0], "a seed") if rest else secrets.randbelow(MAX_SEED + 1)
        if seed > MAX_SEED:
            raise EngineError(f"expected a seed from 0 to {MAX_SEED}")
        snapshot = self._desk.generate(game, seed, settings)
        self._talk.say(f"Generated from seed {seed}.", *making.improved(snapshot))
        self._introduce()

    def parameters(self, rest: list[str]) -> None:
        """What can be set in generating: key, title, help and default of every parameter."""
        game = registry.get(rest[0]) if rest else self._desk.game
        defaults = game.parameters.complete({}).values
        for each in game.parameters.parameters:
            one_of = f": {', '.join(each.choices)}" if each.choices else ""
            told = values.helped(each, defaults.get(each.key))
            alike = each.title == each.key.replace("_", " ")
            name = each.key if alike else f"{each.key}, {each.title}"
            self._talk.say(f"{name}: {told}{one_of}.")

    def stages(self, rest: list[str]) -> None:
        """The stages of the generator."""
        self._talk.say(*words.listed({each.name: each.title for each in self._desk.game.stages}))

    def reroll(self, rest: list[str]) -> None:
        """One stage of the level once more."""
        snapshot = self._desk.reroll(rest[0])
        told = f"Rolled {rest[0]} again. Undo edit takes it back."
        self._talk.say(told, *making.improved(snapshot))
