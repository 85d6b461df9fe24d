"""Commands that generate and improve levels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from engine import workshop
from engine.errors import EngineError, quote_input
from engine.game import registry
from engine.game.game import Game
from engine.values.level import Board, Level
from workbench.document.document import Document
from workbench.plain import plain_text
from workbench.plain.command_table import CommandTable, run_session_command
from workbench.plain.line_console import parse_seed
from workbench.plain.plain_state import PlainApp, create_session
from workbench.plain.typed_arguments import find_stage, parse_area, parse_cell, split_settings
from workbench.service.solver_service import GenerationResult
from workbench.session.generation import constraint_input, parameter_text
from workbench.session.generation.generator_settings import GeneratorSettings, draw_seed
from workbench.session.generation.improver import OPTIONS, TypedObjective

COMMANDS = CommandTable()
GENERATE_COMMANDS = ("design.new-seed", "design.gallery")
"""The ids of the commands whose generated levels must satisfy the user's constraint."""
IMPROVE_SECONDS = 10.0
"""The duration of an improvement in seconds, unless the user interrupts it."""


@COMMANDS("design.generate [GAME] [SEED] [KEY=VALUE]...")
def _generate_level(app: PlainApp, rest: list[str]) -> None:
    """Generate a level from the typed game, seed and parameters, leaving locked cells unchanged."""
    settings, rest = split_settings(rest)
    named = bool(rest) and not rest[0].isdecimal()
    game = registry.get_game(rest.pop(0)) if named else app.game
    _generate_from_seed(app, game, parse_seed(rest[0]) if rest else draw_seed(), settings)


@COMMANDS("design.new-seed")
def _generate_new(app: PlainApp, rest: list[str]) -> None:
    """Generate a level from a new seed with the current parameters."""
    _run_generator(app, app.session.generator.generate_new)


@COMMANDS("design.keep-selection ROW COLUMN ROW COLUMN [KEY=VALUE]...", alias="keep")
def _keep_selection(app: PlainApp, rest: list[str]) -> None:
    """Keep the rectangle between two corners, and generate everything outside it again."""
    _generate_around(app, rest, inside=True)


@COMMANDS("design.renew-selection ROW COLUMN ROW COLUMN [KEY=VALUE]...", alias="renew")
def _renew_selection(app: PlainApp, rest: list[str]) -> None:
    """Generate the rectangle between two corners again, and keep everything outside it."""
    _generate_around(app, rest, inside=False)


def _generate_around(app: PlainApp, rest: list[str], *, inside: bool) -> None:
    area, settings = parse_area(app, rest[:4]), split_settings(rest[4:])[0]
    around = app.session.cell_locks.lock_around(area, inside=inside)
    _generate_from_seed(app, app.game, draw_seed(), settings, around)


def _generate_from_seed(
    app: PlainApp,
    game: Game,
    seed: int,
    settings: Mapping[str, object],
    around: Board | None = None,
) -> None:
    """Replace the open level with one generated from a seed.

    Args:
        app: The state of plain mode.
        game: The game to generate a level for.
        seed: The seed to generate the level from.
        settings: A mapping from parameters' keys to their values. All other parameters have their
            default values.
        around: A board whose locked cells the generator must not change, or None.
    """
    # Raise any error about an unknown key or an invalid value before changing anything.
    game.parameters.complete_settings(settings)
    # For the same game, the session's generator keeps the locks, weights and similarity.
    if app.is_open and app.game.name == game.name:
        maker = app.session.generator
        maker.settings = GeneratorSettings.from_values(game, seed, settings, maker.settings.like)
        _run_generator(app, partial(maker.generate_level, around))
        return
    # Generate a level for another game in a separate session, so that an error does not lose the
    # open level.
    blank = Level(game.name, game.boards.create_blank(*workshop.get_default_size(game)))
    session = create_session(Document(blank), app.service)
    session.generator.settings = GeneratorSettings.from_values(game, seed, settings)
    session.generator.generate_level()
    app.wait_for_generation(session)
    made, solved = session.document.entry, session.history.solver_result
    if app.is_open:
        put = partial(
            app.document.add_version, made.name, made.level, made.attachment, made.location
        )
        app.apply_change(put, solved)
    else:
        app.open_document(Document.from_unsaved_work(made.level, None, None, None), solved)
    _introduce_generated(app, made.attachment)


def _run_generator(app: PlainApp, generate: Callable[[], object]) -> None:
    """Generate a level by calling ``generate``, and describe it.

    Raises:
        EngineError: No level was generated. The message gives the reason.
    """
    before = app.document.entry
    said = app.apply_change(generate)
    if app.document.entry is before:
        raise EngineError(said.rstrip("."))
    _introduce_generated(app, app.document.entry.attachment)


def _introduce_generated(app: PlainApp, result: GenerationResult) -> None:
    solved = app.session.history.solver_result
    if solved is not None:
        app.generated_levels.add_level(app.document.level, solved)
    app.say(f"Generated from seed {result.candidate.recipe.seed}.")
    app.say(*plain_text.describe_improvement(result.candidate.snapshot))
    app.describe_level()


@COMMANDS("parameters.type KEY=VALUE...", word="set")
def _set_parameters(app: PlainApp, rest: list[str]) -> None:
    """Set parameters for the commands "new-seed" and "rebuild"."""
    game, maker = app.game, app.session.generator
    settings, others = split_settings(rest)
    if others:
        raise EngineError(f"expected KEY=VALUE, found {quote_input(others[0])}")
    sheet, parameters = maker.settings, game.parameters
    # Raise any error about an unknown key or an invalid value before setting any parameter.
    parameters.complete_settings({**sheet.overrides, **settings})
    for key, text in settings.items():
        sheet = sheet.with_value(parameters[key], parameters[key].parse_value(text))
    app.apply_change(
        partial(maker.change_settings, f"set {sheet.name_changes(maker.settings)}", sheet)
    )
    app.say(plain_text.format_change(app.document.entry.name))
    app.say(*filter(None, [plain_text.format_notice(app.session.rebuilder.note)]))


@COMMANDS("parameters [GAME]", "list the parameters and the KEY of each")
def _list_parameters(app: PlainApp, rest: list[str]) -> None:
    game = registry.get_game(rest[0]) if rest else app.game
    defaults = game.parameters.complete_settings({}).values
    for each in game.parameters.parameters:
        alike = each.title == each.key.replace("_", " ")
        name = each.key if alike else f"{each.key}, {each.title}"
        default = defaults.get(each.key)
        said = parameter_text.format_help(each, default, include_choices=True)
        app.say(f"{name}: {said}; for example {parameter_text.format_example(each, default)}.")


@COMMANDS("design.wish [EXPR]...")
def _set_constraint(app: PlainApp, rest: list[str]) -> None:
    maker, text = app.session.generator, " ".join(rest)
    wrong = constraint_input.find_refusal(maker, text)
    if wrong is not None:
        raise EngineError(wrong)
    app.say(
        plain_text.format_notice(constraint_input.set_constraint(maker, text, GENERATE_COMMANDS))
    )


COMMANDS.add_session_commands("design.like-this", "design.lock-stage STAGE")


@COMMANDS("design.reroll STAGE")
def _reroll_stage(app: PlainApp, rest: list[str]) -> None:
    """Re-roll a stage, using only the level's recipe if there is no timeline."""
    session, number = app.session, find_stage(app, rest[0])
    app.wait_for_timeline()
    stage = app.game.generator.stages[number]
    # With a timeline, or for a level drawn by hand, the session does the same as in the app.
    if session.history.generation is not None or session.level.is_drawn_by_hand or not stage.draws:
        run_session_command("design.reroll", ("STAGE",), app, rest)
        return
    name, said = f"re-roll {stage.title}", f"{stage.title} re-rolled"
    recipe = workshop.read_recipe(session.level).reroll_stage(stage.name)
    maker = session.generator
    remade = partial(
        maker.regenerate, recipe, lambda made: maker.show_candidate(name, made, number, said)
    )
    app.say(app.apply_change(remade))


@COMMANDS("stages", "list the stages of the generator")
def _list_stages(app: PlainApp, rest: list[str]) -> None:
    app.say(*(f"{each.name}: {each.title}." for each in app.game.generator.stages))


@COMMANDS("design.rebuild")
def _rebuild_level(app: PlainApp, rest: list[str]) -> None:
    app.wait_for_timeline()
    run_session_command("design.rebuild", (), app, rest)


@COMMANDS("design.inspect ROW COLUMN")
def _inspect_cell(app: PlainApp, rest: list[str]) -> None:
    """Say which stage decided what is on a cell, and how likely that was."""
    app.wait_for_timeline()
    app.session.playback.show_view("timeline")
    app.session.editor.place_cursor(app.session.board, *parse_cell(app, rest))
    app.say(*map(plain_text.format_notice, app.session.inspector.explain_cell()))


@COMMANDS("design.improve [AIM] [islands=N] [intended=any]")
def _improve_level(app: PlainApp, rest: list[str]) -> None:
    """Improve the level for a few seconds, or until an interrupt, and keep the best result."""
    improver, aim = app.session.improver, " ".join(rest)
    if aim.startswith(OPTIONS):
        # Options without an objective, such as islands=4, apply to the current objective.
        aim = f"{TypedObjective.from_text(improver.objective).objective} {aim}"
    refusal = improver.refusal or (improver.find_refusal(aim) if aim else None)
    if refusal is not None:
        raise EngineError(refusal)
    app.say(
        app.apply_change(
            partial(improver.improve_level, aim or improver.objective, IMPROVE_SECONDS)
        )
    )
    app.solve_level()
