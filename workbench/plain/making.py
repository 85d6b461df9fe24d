"""The orders by which levels are generated and improved."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from engine import workshop
from engine.errors import EngineError, quoted
from engine.game import registry
from engine.game.game import Game
from engine.values.level import Board, Level
from workbench.document.document import Document
from workbench.plain import words
from workbench.plain.arguments import area_of, cell_of, settings_in, stage_of
from workbench.plain.openlevel import OpenLevel, new_session
from workbench.plain.orders import Orders, do_command
from workbench.plain.talk import seed_of
from workbench.service.solving import Made
from workbench.session.making import values, wishes
from workbench.session.making.improver import OPTIONS, Asked
from workbench.session.making.sheet import Sheet, new_seed

ORDERS = Orders()
WAYS = ("design.new-seed", "design.gallery")
"""The commands here that make levels that meet a wish."""
SECONDS = 10.0
"""How long a level is improved, unless that is ended before."""


@ORDERS("design.generate [GAME] [SEED] [KEY=VALUE]...")
def _generate(opened: OpenLevel, rest: list[str]) -> None:
    """Replace the level by another, of some parameters, around its locked cells."""
    settings, rest = settings_in(rest)
    named = bool(rest) and not rest[0].isdecimal()
    game = registry.get(rest.pop(0)) if named else opened.game
    _make(opened, game, seed_of(rest[0]) if rest else new_seed(), settings)


@ORDERS("design.new-seed")
def _new_seed(opened: OpenLevel, rest: list[str]) -> None:
    """Generate by the parameters as they are."""
    _take_made(opened, opened.session.maker.draw_new)


@ORDERS("design.keep-selection ROW COLUMN ROW COLUMN [KEY=VALUE]...", also="keep")
def _keep(opened: OpenLevel, rest: list[str]) -> None:
    """Generate all cells but those between two corners, which are locked."""
    _make_around(opened, rest, inside=True)


@ORDERS("design.renew-selection ROW COLUMN ROW COLUMN [KEY=VALUE]...", also="renew")
def _renew(opened: OpenLevel, rest: list[str]) -> None:
    """Generate the cells between two corners; all others are locked."""
    _make_around(opened, rest, inside=False)


def _make_around(opened: OpenLevel, rest: list[str], *, inside: bool) -> None:
    area, settings = area_of(opened, rest[:4]), settings_in(rest[4:])[0]
    around = opened.session.locks.around(area, inside=inside)
    _make(opened, opened.game, new_seed(), settings, around)


def _make(
    opened: OpenLevel,
    game: Game,
    seed: int,
    settings: Mapping[str, object],
    around: Board | None = None,
) -> None:
    """Replace the level by another of a seed, by parameters that differ from the defaults."""
    game.parameters.complete(settings)
    if opened.is_open and opened.game.name == game.name:
        maker = opened.session.maker
        maker.sheet = Sheet.of(game, seed, settings, maker.sheet.like)
        _take_made(opened, partial(maker.generate, around))
        return
    blank = Level(game.name, game.boards.blank(*workshop.usual_size(game)))
    session = new_session(Document(blank), opened.service)
    session.maker.sheet = Sheet.of(game, seed, settings)
    session.maker.generate()
    opened.wait_for_making(session)
    made, solved = session.document.entry, session.history.solved
    if opened.is_open:
        put = partial(opened.document.change, made.name, made.level, made.attachment, made.home)
        opened.run(put, solved)
    else:
        opened.take(Document.unsaved(made.level, None, None, None), solved)
    _introduce_made(opened, made.attachment)


def _take_made(opened: OpenLevel, make: Callable[[], object]) -> None:
    """Have the maker make another level, and introduce it.

    Raises:
        EngineError: there is none; says why.
    """
    before = opened.document.entry
    said = opened.run(make)
    if opened.document.entry is before:
        raise EngineError(said.rstrip("."))
    _introduce_made(opened, opened.document.entry.attachment)


def _introduce_made(opened: OpenLevel, made: Made) -> None:
    solved = opened.session.history.solved
    if solved is not None:
        opened.seen.note(opened.document.level, solved)
    opened.say(f"Generated from seed {made.candidate.recipe.seed}.")
    opened.say(*words.improved(made.candidate.snapshot))
    opened.introduce()


@ORDERS("parameters.type KEY=VALUE...", word="set")
def _set(opened: OpenLevel, rest: list[str]) -> None:
    """Set parameters for new-seed and rebuild."""
    game, maker = opened.game, opened.session.maker
    settings, others = settings_in(rest)
    if others:
        raise EngineError(f"expected KEY=VALUE, found {quoted(others[0])}")
    sheet, parameters = maker.sheet, game.parameters
    parameters.complete({**sheet.settings, **settings})
    for key, text in settings.items():
        sheet = sheet.with_value(parameters[key], parameters[key].parse(text))
    opened.run(partial(maker.set_sheet, f"set {sheet.name_changes(maker.sheet)}", sheet))
    opened.say(words.placed(opened.document.entry.name))
    opened.say(*filter(None, [words.in_words(opened.session.rebuilder.note)]))


@ORDERS("parameters [GAME]", "what can be set, by the KEY of each")
def _parameters(opened: OpenLevel, rest: list[str]) -> None:
    game = registry.get(rest[0]) if rest else opened.game
    defaults = game.parameters.complete({}).values
    for each in game.parameters.parameters:
        alike = each.title == each.key.replace("_", " ")
        name = each.key if alike else f"{each.key}, {each.title}"
        default = defaults.get(each.key)
        said = values.helped(each, default, whole=True)
        opened.say(f"{name}: {said}; for example {values.example(each, default)}.")


# Stage by stage.


@ORDERS("design.wish [EXPR]...")
def _wish(opened: OpenLevel, rest: list[str]) -> None:
    maker, text = opened.session.maker, " ".join(rest)
    wrong = wishes.objection(maker, text)
    if wrong is not None:
        raise EngineError(wrong)
    opened.say(words.in_words(wishes.take(maker, text, WAYS)))


ORDERS.simply("design.like-this", "design.lock-stage STAGE")


@ORDERS("design.reroll STAGE")
def _reroll(opened: OpenLevel, rest: list[str]) -> None:
    """Roll a stage again, by the provenance alone where the level does not follow from it."""
    session, number = opened.session, stage_of(opened, rest[0])
    opened.find_making()
    stage = opened.game.generator.stages[number]
    if session.history.made is not None or session.level.by_hand or not stage.draws:
        do_command("design.reroll", ("STAGE",), opened, rest)
        return
    name, said = f"re-roll {stage.title}", f"{stage.title} rolled again"
    recipe = workshop.recipe_of(session.level).rolled_again(stage.name)
    maker = session.maker
    remade = partial(maker.remake, recipe, lambda made: maker.take_remade(name, made, number, said))
    opened.say(opened.run(remade))


@ORDERS("stages", "the stages of the generator")
def _stages(opened: OpenLevel, rest: list[str]) -> None:
    opened.say(*(f"{each.name}: {each.title}." for each in opened.game.generator.stages))


@ORDERS("design.rebuild")
def _rebuild(opened: OpenLevel, rest: list[str]) -> None:
    opened.find_making()
    do_command("design.rebuild", (), opened, rest)


@ORDERS("design.inspect ROW COLUMN")
def _inspect(opened: OpenLevel, rest: list[str]) -> None:
    """Say which stage put its contents on a cell, and at what odds."""
    opened.find_making()
    opened.session.playback.show_view("timeline")
    opened.session.editor.place(opened.session.board, *cell_of(opened, rest))
    opened.say(*map(words.in_words, opened.session.inspector.explanation()))


@ORDERS("design.improve [AIM] [islands=N] [intended=any]")
def _improve(opened: OpenLevel, rest: list[str]) -> None:
    """Improve the level for some seconds; an interrupt takes the best so far."""
    improver, aim = opened.session.improver, " ".join(rest)
    if aim.startswith(OPTIONS):
        aim = f"{Asked.of(improver.aim).aim} {aim}"
    refusal = improver.refusal or (improver.objection(aim) if aim else None)
    if refusal is not None:
        raise EngineError(refusal)
    opened.say(opened.run(partial(improver.improve, aim or improver.aim, SECONDS)))
    opened.solved()
