"""The orders by which a level is changed by hand and saved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from engine import workshop
from engine.edit import editing
from engine.edit.transforms import TRANSFORMS
from engine.errors import EngineError, quoted, similar
from engine.files import levelfile, sharing
from engine.files.endings import is_pack
from engine.game import registry
from engine.staging.painting import require_paintable
from engine.values.level import Level
from engine.values.weights import read_weight
from workbench.browser.browsing import Browser
from workbench.document.document import Document
from workbench.document.recovery import Orphan
from workbench.document.texts import open_documents
from workbench.features.playlists.desk import PackDesk
from workbench.folders import config
from workbench.folders.resources import as_path, level_file
from workbench.plain import packing, words
from workbench.plain.arguments import area_of, cell_of, stage_of
from workbench.plain.looking import say_cell
from workbench.plain.openlevel import OpenLevel
from workbench.plain.orders import Orders, do_command
from workbench.plain.talk import Left, place_of
from workbench.service import running
from workbench.session.brush import WeightBrush
from workbench.text.status import sentence
from workbench.ui.dialogs import board_size

ORDERS = Orders()
OWN = "own"
"""In place of a weight: the stage's own."""

# By hand.

ORDERS.simply(
    "edit.paint TOOL ROW COLUMN",
    "edit.fill TOOL ROW COLUMN",
    "edit.line TOOL ROW COLUMN ROW COLUMN",
    "edit.rectangle TOOL ROW COLUMN ROW COLUMN",
    "edit.mirror",
    "design.lock-cell ROW COLUMN",
    "design.unlock-cells",
    "design.unpin",
)
ORDERS.simply("edit.move ROW COLUMN ROW COLUMN", word="edit move")
ORDERS.simply("design.undo", word="undo edit")
ORDERS.simply("design.redo", word="redo edit")


@ORDERS("tools", "what can be painted")
def _tools(opened: OpenLevel, rest: list[str]) -> None:
    opened.say(*(f"{tool.name}: {tool.title}." for tool in opened.game.boards.tools))


@ORDERS("edit.erase ROW COLUMN")
def _erase(opened: OpenLevel, rest: list[str]) -> None:
    """Take the topmost thing off a cell, and say what is left."""
    board = opened.session.board
    if editing.erased(opened.game, board, [cell_of(opened, rest)]) == board:
        raise EngineError("there is nothing to erase")
    do_command("edit.erase", ("ROW", "COLUMN"), opened, rest)
    say_cell(opened, rest)


@ORDERS(
    "design.weigh STAGE WEIGHT ROW COLUMN",
    "paint a weight, 0 to 1000, for the cells that a stage chooses among; own wipes it",
)
def _weigh(opened: OpenLevel, rest: list[str]) -> None:
    require_paintable(opened.game.generator.stages, rest[:1])
    stage = opened.game.generator.stages[stage_of(opened, rest[0])]
    weight = None if rest[1] == OWN else read_weight(rest[1])
    opened.session.editor.weighing = WeightBrush(stage, weight)
    try:
        do_command("edit.paint", ("ROW", "COLUMN"), opened, rest[2:])
    finally:
        opened.session.editor.weighing = None
    opened.say("Generate makes a level by it.")


@ORDERS("weights", "the weights that are painted for the next level")
def _weights(opened: OpenLevel, rest: list[str]) -> None:
    painted = opened.document.level.painted
    for stage, grid in painted.items():
        cells = ", ".join(f"{weight} at {row},{col}" for (row, col), weight in grid.cells.items())
        opened.say(f"{stage}: {cells}.")
    if not painted:
        opened.say("No weights are painted.")


@ORDERS("design.symmetrize PART WAY [ROW COLUMN ROW COLUMN]", also="symmetric")
def _symmetrize(opened: OpenLevel, rest: list[str]) -> None:
    """Make walls or pieces symmetric, of the whole board or between two corners."""
    symmetrizing, board = opened.game.boards.symmetrizing, opened.session.board
    if symmetrizing is None:
        raise EngineError(f"boards of {opened.game.title} are made symmetric by drawing only")
    numbers = [word for word in rest if word.isdecimal()]
    area = area_of(opened, numbers) if numbers else None
    before = symmetrizing.cut(board, area) if area is not None else board
    part, way = rest[0], " ".join(rest[1 : len(rest) - len(numbers)]).replace("-", " ")
    mirrors = {mirror.title: mirror for mirror in editing.MIRRORS[1:] if mirror.fits(before)}
    found = [mirror for title, mirror in mirrors.items() if title.replace("-", " ") == way]
    if part not in symmetrizing.parts:
        raise EngineError(f"expected {' or '.join(symmetrizing.parts)}, found {quoted(part)}")
    if not found:
        raise EngineError(f"no such way {quoted(way)}; there are {', '.join(mirrors)}")
    opened.say(opened.run(partial(opened.session.painter.symmetrize, part, found[0], area)))
    opened.say_intended()


@ORDERS("design.transform [WAY]")
def _transform(opened: OpenLevel, rest: list[str]) -> None:
    """Turn, mirror, crop or resize the board; without a way, list the ways."""
    ways = {each.title.casefold(): each for each in TRANSFORMS}
    wanted = " ".join(rest).casefold()
    if not wanted:
        opened.say(*(sentence(each.title) for each in TRANSFORMS))
        return
    if wanted not in ways:
        hint = similar(wanted, ways, "type transform for the list")
        raise EngineError(f"no such way {quoted(wanted)}; {hint}")
    before = opened.document.entry
    said = opened.run(partial(opened.session.painter.transform, ways[wanted]))
    opened.say(said or words.placed(ways[wanted].title))
    if opened.document.entry is not before:
        opened.introduce()


@ORDERS("design.describe [FIELD] [WORDS]...")
def _describe(opened: OpenLevel, rest: list[str]) -> None:
    """Set title, author, tags or notes; without a field, say all of them."""
    level = opened.document.level
    fields = {
        "title": level.title, "author": level.author, "tags": " ".join(level.tags),
        "notes": level.notes,
    }  # fmt: skip
    if not rest:
        opened.say(*(sentence(f"{name}: {text or 'none'}") for name, text in fields.items()))
        return
    if rest[0] not in fields:
        raise EngineError(f"expected {', '.join(fields)}, found {quoted(rest[0])}")
    value = tuple(rest[1:]) if rest[0] == "tags" else " ".join(rest[1:])
    other = replace(level, **{rest[0]: value})  # type: ignore[arg-type]
    said = opened.run(lambda: opened.session.history.describe(other))
    opened.say(said or words.placed(opened.document.entry.name))


@ORDERS("design.history [N]")
def _history(opened: OpenLevel, rest: list[str]) -> None:
    """Go to a version of the level, by its number; without one, list the versions."""
    names, now = opened.document.names, opened.document.number
    if rest:
        number = place_of(rest[0], len(names), "a version")
        opened.say(opened.run(lambda: opened.session.history.go_to(number)))
        return
    for place, name in enumerate(names):
        note = ", now" if place == now else ", undone" if place > now else ""
        opened.say(f"{place + 1}: {name}{note}.")


@ORDERS("design.pin [MOVES]")
def _pin(opened: OpenLevel, rest: list[str]) -> None:
    """Make moves that win the intended solution, by default those made in play, or shown."""
    intention, made = opened.session.intention, opened.playing().playthrough.moves
    moves = opened.game.play.read_moves(" ".join(rest)) if rest else made or intention.candidate
    refusal = intention.objection(moves)
    if refusal is not None:
        raise EngineError(refusal)
    opened.say(opened.run(lambda: intention.pin(moves)))


# Files.


@ORDERS("design.save-as FILE")
@ORDERS("design.save [FILE]")
def _save(opened: OpenLevel, rest: list[str]) -> None:
    opened.save(level_file(" ".join(rest)) if rest else None, opened.document.entry)


ORDERS.simply("design.reload")


@ORDERS("design.copy-share")
def _copy_share(opened: OpenLevel, rest: list[str]) -> None:
    """Say the share string of the level, to be copied."""
    opened.say(sharing.dumps(opened.document.level))


@ORDERS("design.copy-level")
def _copy_level(opened: OpenLevel, rest: list[str]) -> None:
    """Say the text of the level file, to be copied."""
    opened.say(*levelfile.dumps(opened.document.level).splitlines())


def offer(opened: OpenLevel, levels: Sequence[Level]) -> None:
    """Open the only one of some levels without a file, or list several to choose from."""
    opened.offered = [partial(Document.unsaved, level, None, None, None) for level in levels]
    if len(levels) == 1:
        opened.take(opened.offered[0]())
        opened.introduce()
        return
    opened.say(f"{len(levels)} levels. Type open and a number to open one.")
    for number, level in enumerate(levels, 1):
        opened.say(f"{number}: {level.title or 'untitled'}, {registry.get(level.game).title}.")


@ORDERS("design.new GAME [ROWS COLUMNS]")
def _new(opened: OpenLevel, rest: list[str]) -> None:
    """Start an empty level, of the usual size unless another one is given."""
    game = registry.get(rest[0])
    size = game.boards.shape or workshop.usual_size(game)
    if len(rest) > 1 and game.boards.shape is None:
        wrong = board_size("x".join(rest[1:]))
        if wrong is not None:
            raise EngineError(wrong)
        size = int(rest[1]), int(rest[2])
    if opened.may_leave():
        opened.take(Document(Level(game.name, game.boards.blank(*size))))
        opened.introduce()


@ORDERS("levels.search [WORDS]...", word="levels")
def _levels(opened: OpenLevel, rest: list[str]) -> None:
    """List the levels of the folder that plain mode was started in, and those that ship."""
    browser = Browser(Path.cwd(), own=(opened.state.root, config.folder()))
    browser.search = " ".join(rest)
    running.run(
        lambda control: browser.refresh(lambda: None, lambda: control.cancelled),
        lambda _: "reading the levels",
    )
    opened.offered = []
    for row in browser.rows():
        details = browser.details(row.path)
        if details is None or details.listed is None:
            continue
        read_only = row.folder.read_only
        opened.offered.append(partial(Document.open, row.path, read_only=read_only))
        level, number = details.listed, len(opened.offered)
        title = f"{level.title or 'untitled'}, {registry.get(level.game).title}"
        opened.say(f"{number}: {title}, {row.path.name}.")
    opened.say("Type open and a number to open one." if opened.offered else "No such level.")


@ORDERS("levels.open FILE")
def _open(opened: OpenLevel, rest: list[str]) -> None:
    """Open a level or a pack; of several levels that were listed, one by its number."""
    name = " ".join(rest)
    if is_pack(name):
        if packing.may_leave(opened):
            packing.open_pack(opened, name)
    elif opened.offered and name.isdecimal():
        place = place_of(name, len(opened.offered))
        if opened.may_leave():
            opened.take(opened.offered[place]())
            opened.introduce()
    elif opened.may_leave():
        documents = open_documents(as_path(name))
        if documents[0].path is None:
            offer(opened, [document.level for document in documents])
        else:
            opened.take(documents[0])
            opened.introduce()


@ORDERS("levels.recover [N]")
def _recover(opened: OpenLevel, rest: list[str]) -> None:
    """Open unsaved work of an earlier session, or list all of it."""
    orphans = opened.keeper.orphans()
    if not orphans:
        raise EngineError("no earlier session has left unsaved work")
    if not rest:
        opened.say(*(f"{number}: {_left(each)}." for number, each in enumerate(orphans, 1)))
        return
    orphan = orphans[place_of(rest[0], len(orphans), "unsaved work")]
    if orphan.pack is None and opened.may_leave():
        opened.take(opened.keeper.recover(orphan))
        opened.introduce()
    elif orphan.pack is not None and packing.may_leave(opened):
        opened.pack = desk = PackDesk.recovered(orphan, opened.state)
        opened.keeper.recover_pack(orphan, desk, desk.kept)
        opened.keep()
        packing.introduce(opened)


def _left(orphan: Orphan) -> str:
    """Unsaved work in a few words."""
    when = "" if orphan.saved is None else f"kept {orphan.saved:%Y-%m-%d %H:%M:%S}"
    parts = (orphan.name, orphan.kind, str(orphan.path or ""), when, orphan.error)
    return "; ".join(filter(None, parts))


@ORDERS("app.quit")
def _quit(opened: OpenLevel, rest: list[str]) -> None:
    if packing.may_leave(opened) and opened.may_leave():
        raise Left(discard=True)
