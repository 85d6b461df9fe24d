"""The orders by which levels are generated and improved."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping

from engine import workshop
from engine.edit import editing
from engine.errors import EngineError, quoted
from engine.game import registry
from engine.game.game import Game
from engine.values.budget import Control
from engine.values.level import Board
from engine.workshop import MAX_SEED
from workbench.document.document import Document
from workbench.plain import words
from workbench.plain.looking import area_of
from workbench.plain.openlevel import OpenLevel
from workbench.plain.orders import Orders
from workbench.plain.talk import seed_of
from workbench.service.lanes import Outcome
from workbench.service.solving import Made
from workbench.session.making import values
from workbench.session.making.improver import OPTIONS, Asked
from workbench.session.making.sheet import Sheet
from workbench.text import status

ORDERS = Orders()


@ORDERS(
    "generate [GAME] [SEED] [KEY=VALUE]...",
    "another level, with some parameters set; Ctrl+C takes the best so far",
)
def _generate(opened: OpenLevel, rest: list[str]) -> None:
    """Replaces the level by another, around its locked cells."""
    settings = _settings_of(word for word in rest if "=" in word)
    rest = [word for word in rest if "=" not in word]
    named = bool(rest) and not rest[0].isdecimal()
    game = registry.get(rest.pop(0)) if named else opened.game
    seed = seed_of(rest[0]) if rest else secrets.randbelow(MAX_SEED + 1)
    same = opened.is_open and opened.game.name == game.name
    sketch = workshop.sketch_of(game, opened.session.board) if same else None
    _generate_next(opened, game, seed, settings, sketch)


def _settings_of(words_: Iterable[str]) -> Mapping[str, object]:
    """The parameters that ``KEY=VALUE`` set."""
    return dict(word.partition("=")[::2] for word in words_)


def _generate_next(
    opened: OpenLevel,
    game: Game,
    seed: int,
    settings: Mapping[str, object],
    sketch: Board | None,
) -> None:
    """Replaces the level by another of a seed, around a sketch, by the weights painted."""
    game.generator.parameters.complete(settings)
    same = opened.is_open and opened.game.name == game.name
    weights = opened.document.level.painted if same else {}
    like = Sheet.of(game, seed, settings, opened.session.maker.sheet.like).model if same else None
    sized = workshop.sized_like(game, settings, sketch, weights)
    made = _made(
        opened,
        game,
        lambda done: opened.service.generate(
            game, seed, sized, done, sketch, weights=weights, like=like
        ),
    )
    if opened.is_open:
        opened.replace(f"generate {seed}", made, opened.document.home_of(made.level))
    else:
        opened.take(Document.unsaved(made.level, None, None, None), made.solved)
    if made.solved is not None:
        opened.seen.note(opened.document.level, made.solved)
    opened.say(f"Generated from seed {seed}.", *words.improved(made.candidate.snapshot))
    opened.introduce()


@ORDERS(
    "keep ROW COLUMN ROW COLUMN [KEY=VALUE]...",
    "generate all cells but those between two corners, which are locked",
)
def _keep(opened: OpenLevel, rest: list[str]) -> None:
    _generate_around(opened, rest, inside=True)


@ORDERS(
    "renew ROW COLUMN ROW COLUMN [KEY=VALUE]...",
    "generate the cells between two corners; all others are locked",
)
def _renew(opened: OpenLevel, rest: list[str]) -> None:
    _generate_around(opened, rest, inside=False)


def _generate_around(opened: OpenLevel, rest: list[str], *, inside: bool) -> None:
    """Replaces the level by another, around the cells between two corners or all others."""
    area, settings = area_of(opened, rest[:4]), _settings_of(rest[4:])
    sketch = editing.locked(opened.game, opened.session.board, area, inside=inside)
    _generate_next(opened, opened.game, secrets.randbelow(MAX_SEED + 1), settings, sketch)


@ORDERS("design.like-this")
def _like_this(opened: OpenLevel, rest: list[str]) -> None:
    opened.session.maker.liken()
    opened.say(status.sentence(opened.session.history.notice))


@ORDERS("parameters [GAME]", "what can be set, by the KEY of each")
def _parameters(opened: OpenLevel, rest: list[str]) -> None:
    game = registry.get(rest[0]) if rest else opened.game
    defaults = game.generator.parameters.complete({}).values
    for each in game.generator.parameters.parameters:
        alike = each.title == each.key.replace("_", " ")
        name = each.key if alike else f"{each.key}, {each.title}"
        default = defaults.get(each.key)
        said = values.helped(each, default, whole=True)
        opened.say(f"{name}: {said}; for example {values.example(each, default)}.")


@ORDERS("stages", "the stages of the generator")
def _stages(opened: OpenLevel, rest: list[str]) -> None:
    opened.say(*(f"{each.name}: {each.title}." for each in opened.game.generator.stages))


@ORDERS("reroll STAGE", "roll one stage again")
def _reroll(opened: OpenLevel, rest: list[str]) -> None:
    game, stage = opened.game, rest[0]
    known = {each.name: each for each in game.generator.stages}
    if stage not in known:
        raise EngineError(f"no such stage {quoted(stage)}; the stages are {', '.join(known)}")
    if not known[stage].draws:
        raise EngineError(f"nothing is drawn in stage {stage}: it always comes out the same")
    recipe = workshop.recipe_of(opened.document.level).rolled_again(stage)
    made = _made(opened, game, lambda done: opened.service.remake(game, recipe, done))
    opened.replace(f"re-roll {stage}", made, opened.document.home)
    again = f"Rolled {stage} again. Undo edit takes it back."
    opened.say(again, *words.improved(made.candidate.snapshot))


def _made(
    opened: OpenLevel, game: Game, request: Callable[[Callable[[Outcome[Made]], None]], object]
) -> Made:
    """What comes of a request, which an interrupt ends with the best so far."""
    outcomes = list[Outcome[Made]]()
    request(outcomes.append)
    opened.service.settle("make", words.making, take_best)
    made = outcomes[0].value
    assert made is not None
    return made


def take_best(control: Control) -> bool:
    """Has generation end with the best so far, once; False if there is nothing to take."""
    snapshot = control.snapshot
    if control.finishing or snapshot is None or snapshot.fault is not None:
        return False
    control.finish()
    return True


SECONDS = 10.0
"""How long a level is improved, unless that is ended before."""


@ORDERS(
    "design.improve [AIM] [islands=N] [intended=any]",
    "improve the level, for 10 seconds, N ways at once; Ctrl+C takes the best so far",
)
def _improve(opened: OpenLevel, rest: list[str]) -> None:
    """Puts a better level in place of the one that stands."""
    improver, aim = opened.session.improver, " ".join(rest)
    if aim.startswith(OPTIONS):
        aim = f"{Asked.of(improver.aim).aim} {aim}"
    refusal = improver.refusal or (improver.objection(aim) if aim else None)
    if refusal is not None:
        raise EngineError(refusal)
    improver.improve(aim or improver.aim, SECONDS)
    opened.service.settle("improve", words.making, take_best)
    opened.renewed()
    opened.say(status.sentence(opened.session.history.notice))
    opened.solved()
