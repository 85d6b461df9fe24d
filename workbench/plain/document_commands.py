"""Commands that open, edit, describe and save levels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from engine import workshop
from engine.edit import draw_tools
from engine.edit.transforms import TRANSFORMS
from engine.errors import EngineError, quote_input, suggest_similar
from engine.files import levelfile, share_string
from engine.files.suffixes import is_pack_name
from engine.game import registry
from engine.stages.painted_weight_checks import require_paintable
from engine.values.level import Level
from engine.values.painted_weights import read_weight
from workbench.browser.level_browser import LevelBrowser
from workbench.document.document import Document
from workbench.document.document_opening import open_documents
from workbench.document.recovery_files import UnsavedWork
from workbench.features.playlists.pack_document import PackDocument
from workbench.paths import user_config_file
from workbench.paths.resources import parse_level_path, parse_path
from workbench.plain import pack_commands, plain_text
from workbench.plain.command_table import CommandTable, run_session_command
from workbench.plain.describe_commands import say_cell
from workbench.plain.line_console import ConversationEnd, parse_place
from workbench.plain.plain_state import PlainApp
from workbench.plain.typed_arguments import find_stage, parse_area, parse_cell, parse_moves
from workbench.service import foreground
from workbench.session.weight_brush import WeightBrush
from workbench.text.quantity_text import make_sentence
from workbench.text.refusals import NO_UNSAVED_WORK
from workbench.ui.dialogs import check_board_size

COMMANDS = CommandTable()
OPEN_HINT = "Type open and a number to open one."
OWN_WEIGHT = "own"
"""The word to type in place of a weight to restore the stage's own weight."""


COMMANDS.add_session_commands(
    "edit.paint TOOL ROW COLUMN",
    "edit.fill TOOL ROW COLUMN",
    "edit.line TOOL ROW COLUMN ROW COLUMN",
    "edit.rectangle TOOL ROW COLUMN ROW COLUMN",
    "edit.mirror",
    "design.lock-cell ROW COLUMN",
    "design.unlock-cells",
    "design.unpin",
)
COMMANDS.add_session_commands("edit.move ROW COLUMN ROW COLUMN", word="edit move")
COMMANDS.add_session_commands("design.undo", word="undo edit")
COMMANDS.add_session_commands("design.redo", word="redo edit")


@COMMANDS("tools", "list the tiles and pieces that can be painted")
def _list_tools(app: PlainApp, rest: list[str]) -> None:
    app.say(*(f"{tool.name}: {tool.title}." for tool in app.game.boards.tools))


@COMMANDS("edit.erase ROW COLUMN")
def _erase_cell(app: PlainApp, rest: list[str]) -> None:
    """Erase the topmost object on a cell, and say what is left."""
    board = app.session.board
    if draw_tools.erase_cells(app.game, board, [parse_cell(app, rest)]) == board:
        raise EngineError("there is nothing to erase")
    run_session_command("edit.erase", ("ROW", "COLUMN"), app, rest)
    say_cell(app, rest)


@COMMANDS(
    "design.weigh STAGE WEIGHT ROW COLUMN",
    "paint a weight from 0 to 1000 for cells that a stage can choose; own removes it",
)
def _paint_weight(app: PlainApp, rest: list[str]) -> None:
    require_paintable(app.game.generator.stages, rest[:1])
    stage = app.game.generator.stages[find_stage(app, rest[0])]
    weight = None if rest[1] == OWN_WEIGHT else read_weight(rest[1])
    # The paint command paints weights instead of tiles while a weight brush is set.
    app.session.editor.weight_brush = WeightBrush(stage, weight)
    try:
        run_session_command("edit.paint", ("ROW", "COLUMN"), app, rest[2:])
    finally:
        app.session.editor.weight_brush = None
    app.say("Type generate to use the weight.")


@COMMANDS("weights", "list the painted weights for the next level")
def _list_weights(app: PlainApp, rest: list[str]) -> None:
    painted = app.document.level.next_weights
    for stage, grid in painted.items():
        cells = ", ".join(f"{weight} at {row},{col}" for (row, col), weight in grid.cells.items())
        app.say(f"{stage}: {cells}.")
    if not painted:
        app.say("No weights are painted.")


@COMMANDS("design.symmetrize PART WAY [ROW COLUMN ROW COLUMN]", alias="symmetric")
def _make_symmetric(app: PlainApp, rest: list[str]) -> None:
    """Make walls or pieces symmetric, on the whole board or in a rectangle."""
    symmetrizing, board = app.game.boards.symmetrizer, app.session.board
    if symmetrizing is None:
        raise EngineError(f"boards of {app.game.title} cannot be made symmetric automatically")
    numbers = [word for word in rest if word.isdecimal()]
    area = parse_area(app, numbers) if numbers else None
    # Some symmetries are possible only in a square, so the choice depends on the area's shape.
    before = symmetrizing.cut_area(board, area) if area is not None else board
    part, way = rest[0], " ".join(rest[1 : len(rest) - len(numbers)]).replace("-", " ")
    mirrors = {
        mirror.title: mirror for mirror in draw_tools.MIRRORS[1:] if mirror.can_mirror(before)
    }
    found = [mirror for title, mirror in mirrors.items() if title.replace("-", " ") == way]
    if part not in symmetrizing.parts:
        raise EngineError(f"expected {' or '.join(symmetrizing.parts)}, found {quote_input(part)}")
    if not found:
        raise EngineError(f"unknown symmetry {quote_input(way)}; choose from {', '.join(mirrors)}")
    app.say(app.apply_change(partial(app.session.painter.symmetrize_board, part, found[0], area)))
    app.say_intended()


@COMMANDS("design.transform [WAY]")
def _transform_board(app: PlainApp, rest: list[str]) -> None:
    """Turn, mirror, crop or resize the board, or list these transforms if none is named."""
    ways = {each.title.casefold(): each for each in TRANSFORMS}
    wanted = " ".join(rest).casefold()
    if not wanted:
        app.say(*(make_sentence(each.title) for each in TRANSFORMS))
        return
    if wanted not in ways:
        hint = suggest_similar(wanted, ways, "type transform for the list")
        raise EngineError(f"unknown change {quote_input(wanted)}; {hint}")
    before = app.document.entry
    said = app.apply_change(partial(app.session.painter.transform_board, ways[wanted]))
    app.say(said or plain_text.format_change(ways[wanted].title))
    if app.document.entry is not before:
        app.describe_level()


@COMMANDS("design.describe [FIELD] [WORDS]...")
def _set_description(app: PlainApp, rest: list[str]) -> None:
    """Set the title, author, tags or notes, or say all of them if no field is named."""
    level = app.document.level
    fields = {
        "title": level.title, "author": level.author, "tags": " ".join(level.tags),
        "notes": level.notes,
    }  # fmt: skip
    if not rest:
        app.say(*(make_sentence(f"{name}: {text or 'none'}") for name, text in fields.items()))
        return
    if rest[0] not in fields:
        raise EngineError(f"expected {', '.join(fields)}, found {quote_input(rest[0])}")
    # Each word is a separate tag, but any other field takes all words as one string.
    value = tuple(rest[1:]) if rest[0] == "tags" else " ".join(rest[1:])
    other = replace(level, **{rest[0]: value})  # type: ignore[arg-type]
    said = app.apply_change(lambda: app.session.history.change_metadata(other))
    app.say(said or plain_text.format_change(app.document.entry.name))


@COMMANDS("design.history [N]")
def _go_to_version(app: PlainApp, rest: list[str]) -> None:
    """Go to the version with the typed number, or list the versions if there is no number."""
    names, now = app.document.version_names, app.document.version_number
    if rest:
        number = parse_place(rest[0], len(names), "a version")
        app.say(app.apply_change(lambda: app.session.history.go_to(number)))
        return
    for place, name in enumerate(names):
        note = ", current" if place == now else ", undone" if place > now else ""
        app.say(f"{place + 1}: {name}{note}.")


@COMMANDS("design.pin [MOVES]")
def _pin_solution(app: PlainApp, rest: list[str]) -> None:
    """Pin moves as the intended solution.

    If no moves were typed, pin the moves just made or, failing that, the moves just shown.
    """
    intention, made = app.session.pinned_solution, app.require_playtest().playthrough.moves
    moves = parse_moves(app.game, rest) if rest else made or intention.candidate
    refusal = intention.find_refusal(moves)
    if refusal is not None:
        raise EngineError(refusal)
    app.say(app.apply_change(lambda: intention.pin_moves(moves)))


@COMMANDS("design.save-as FILE")
@COMMANDS("design.save [FILE]")
def _save_level(app: PlainApp, rest: list[str]) -> None:
    app.save_version(parse_level_path(" ".join(rest)) if rest else None, app.document.entry)


COMMANDS.add_session_commands("design.reload")


@COMMANDS("design.copy-share")
def _copy_share(app: PlainApp, rest: list[str]) -> None:
    """Print the level's share string for the user to copy."""
    app.say(share_string.dumps(app.document.level))


@COMMANDS("design.copy-level")
def _copy_level(app: PlainApp, rest: list[str]) -> None:
    """Print the level as it would be written to a file, for the user to copy."""
    app.say(*levelfile.dumps(app.document.level).splitlines())


def offer_levels(app: PlainApp, levels: Sequence[Level]) -> None:
    """Open the level if there is only one, or list ``levels`` for the user to choose from.

    The chosen level is opened as a document without a file.
    """
    app.offered_levels = [
        partial(Document.from_unsaved_work, level, None, None, None) for level in levels
    ]
    if len(levels) == 1:
        app.open_document(app.offered_levels[0]())
        app.describe_level()
        return
    app.say(f"{len(levels)} levels. {OPEN_HINT}")
    for number, level in enumerate(levels, 1):
        app.say(f"{number}: {level.title or 'untitled'}, {registry.get_game(level.game).title}.")


@COMMANDS("design.new GAME [ROWS COLUMNS]")
def _start_level(app: PlainApp, rest: list[str]) -> None:
    """Start an empty level with the typed size, or with the game's default size."""
    game = registry.get_game(rest[0])
    size = game.boards.shape or workshop.get_default_size(game)
    if len(rest) > 1 and game.boards.shape is None:
        wrong = check_board_size("x".join(rest[1:]))
        if wrong is not None:
            raise EngineError(wrong)
        size = int(rest[1]), int(rest[2])
    if app.confirm_leave():
        app.open_document(Document(Level(game.name, game.boards.create_blank(*size))))
        app.describe_level()


@COMMANDS("levels.search [WORDS]...", word="levels")
def _list_levels(app: PlainApp, rest: list[str]) -> None:
    """List the levels, in the working folder and shipped ones, that match the typed words."""
    browser = LevelBrowser(Path.cwd(), own=(app.state.root, user_config_file.find_config_folder()))
    browser.search = " ".join(rest)
    foreground.run_with_progress(
        lambda control: browser.read_folders(lambda: None, lambda: control.is_cancelled),
        lambda _: "reading the levels",
    )
    # The numbers that users type refer to the latest list, even if that is empty.
    app.offered_levels = []
    for row in browser.list_rows():
        details = browser.get_summary(row.path)
        if details is None or details.listed_level is None:
            continue
        read_only = row.folder.read_only
        app.offered_levels.append(partial(Document.open, row.path, read_only=read_only))
        level, number = details.listed_level, len(app.offered_levels)
        title = f"{level.title or 'untitled'}, {registry.get_game(level.game).title}"
        app.say(f"{number}: {title}, {row.path.name}.")
    app.say(OPEN_HINT if app.offered_levels else "No matching levels.")


@COMMANDS("levels.open FILE")
def _open_file(app: PlainApp, rest: list[str]) -> None:
    """Open a level or a pack by its path, or a level by its number in the latest list."""
    name = " ".join(rest)
    if is_pack_name(name):
        if pack_commands.confirm_leave_pack(app):
            pack_commands.open_pack(app, name)
    elif app.offered_levels and name.isdecimal():
        place = parse_place(name, len(app.offered_levels))
        if app.confirm_leave():
            app.open_document(app.offered_levels[place]())
            app.describe_level()
    elif app.confirm_leave():
        documents = open_documents(parse_path(name))
        # A file with several levels gives documents without a path, so let the user choose one.
        if documents[0].path is None:
            offer_levels(app, [document.level for document in documents])
        else:
            app.open_document(documents[0])
            app.describe_level()


@COMMANDS("levels.recover [N]")
def _recover_work(app: PlainApp, rest: list[str]) -> None:
    """Open unsaved work with the typed number, or list all of it if no number was typed."""
    orphans = app.autosave.list_unsaved_work()
    if not orphans:
        raise EngineError(NO_UNSAVED_WORK)
    if not rest:
        app.say(
            *(f"{number}: {_describe_unsaved(each)}." for number, each in enumerate(orphans, 1))
        )
        return
    unsaved = orphans[parse_place(rest[0], len(orphans), "unsaved work")]
    if unsaved.pack is None and app.confirm_leave():
        app.open_document(app.autosave.recover(unsaved))
        app.describe_level()
    elif unsaved.pack is not None and pack_commands.confirm_leave_pack(app):
        app.pack = document = PackDocument.from_recovery(unsaved, app.state)
        app.autosave.recover_pack(unsaved, document, document.recovery_snapshot)
        app.update_pack_recovery()
        pack_commands.describe_pack(app)


def _describe_unsaved(unsaved: UnsavedWork) -> str:
    """Describe unsaved work: its name, kind and path, the time it was saved, and any error."""
    when = "" if unsaved.saved is None else f"stored {unsaved.saved:%Y-%m-%d %H:%M:%S}"
    parts = (unsaved.name, unsaved.kind, str(unsaved.path or ""), when, unsaved.error)
    return "; ".join(filter(None, parts))


@COMMANDS("app.quit")
def _quit_app(app: PlainApp, rest: list[str]) -> None:
    if pack_commands.confirm_leave_pack(app) and app.confirm_leave():
        raise ConversationEnd(discard=True)
