"""The commands of plain mode by which levels are generated."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping

from engine import workshop
from engine.errors import EngineError, quoted
from engine.game import registry
from engine.game.game import Game
from engine.values.budget import Control
from engine.workshop import MAX_SEED
from workbench.document.document import Document
from workbench.plain import words
from workbench.plain.desk import Desk
from workbench.plain.talk import Talk, whole_number
from workbench.service.lanes import Outcome
from workbench.service.solving import Made
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
        made = self._generate(game, seed, settings)
        self._talk.say(f"Generated from seed {seed}.", *words.improved(made.candidate.snapshot))
        self._introduce()

    def parameters(self, rest: list[str]) -> None:
        """What can be set in generating: key, title, help and default of every parameter."""
        game = registry.get(rest[0]) if rest else self._desk.game
        defaults = game.generator.parameters.complete({}).values
        for each in game.generator.parameters.parameters:
            one_of = f": {', '.join(each.choices)}" if each.choices else ""
            told = values.helped(each, defaults.get(each.key))
            alike = each.title == each.key.replace("_", " ")
            name = each.key if alike else f"{each.key}, {each.title}"
            self._talk.say(f"{name}: {told}{one_of}.")

    def stages(self, rest: list[str]) -> None:
        """The stages of the generator."""
        self._talk.say(
            *words.listed({each.name: each.title for each in self._desk.game.generator.stages})
        )

    def reroll(self, rest: list[str]) -> None:
        """One stage of the level once more."""
        made = self._reroll(rest[0])
        told = f"Rolled {rest[0]} again. Undo edit takes it back."
        self._talk.say(told, *words.improved(made.candidate.snapshot))

    def _generate(self, game: Game, seed: int, settings: Mapping[str, object]) -> Made:
        """Replaces the level by the first accepted one of a seed, around its locked cells.

        Args:
            game: whose level.
            seed: of the level.
            settings: the parameters that are not to have their defaults.

        Raises:
            ParameterError: an unknown or bad parameter.
            GenerationFailed: there is none.
            KeyboardInterrupt: the user stopped it.
        """
        desk = self._desk
        game.generator.parameters.complete(settings)
        same = desk.is_open and desk.game.name == game.name
        sketch = workshop.sketch_of(game, desk.board) if same else None
        if sketch is not None:
            settings = workshop.sized_like(game, sketch, settings)
        made = self._made(
            game, lambda done: desk.service.generate(game, seed, settings, done, sketch)
        )
        if not desk.is_open:
            desk.take(Document.unsaved(made.level, None, None, None), made.solved)
        else:
            desk.replace(f"generate {seed}", made, desk.document.home_of(made.level))
        return made

    def _reroll(self, stage: str) -> Made:
        """Rolls one stage of a generated level again, everything else as it was.

        Raises:
            EngineError: the level was not generated, or has no such stage.
            KeyboardInterrupt: the user stopped it.
        """
        desk, game = self._desk, self._desk.game
        known = {each.name: each for each in game.generator.stages}
        if stage not in known:
            raise EngineError(f"no such stage {quoted(stage)}; the stages are {', '.join(known)}")
        if not known[stage].draws:
            raise EngineError(f"nothing is drawn in stage {stage}: it always comes out the same")
        recipe = workshop.recipe_of(desk.level).rolled_again(stage)
        made = self._made(game, lambda done: desk.service.remake(game, recipe, done))
        desk.replace(f"re-roll {stage}", made, desk.document.home)
        return made

    def _made(self, game: Game, request: Callable[[Callable[[Outcome[Made]], None]], None]) -> Made:
        """What comes of a request, which an interrupt ends with the best so far."""
        service, outcomes = self._desk.service, list[Outcome[Made]]()
        request(outcomes.append)
        service.settle(game, "make", words.making, _take_best)
        made = outcomes[0].value
        assert made is not None
        return made


def _take_best(control: Control) -> bool:
    """Has generation end with the best so far, once; False if there is nothing to take."""
    snapshot = control.snapshot
    if control.finishing or snapshot is None or snapshot.fault is not None:
        return False
    control.finish()
    return True
