"""The orders by which a level is changed by hand and saved."""

from __future__ import annotations

from engine.edit import editing
from engine.errors import EngineError, quoted, similar
from engine.game.boards import Tool
from engine.game.game import Game
from engine.game.playthrough import replay
from engine.playlists.pack import is_pack
from engine.staging.painting import painted_on, painted_only, require_paintable
from engine.values.level import Board, board_digest
from engine.values.weights import read_weight
from workbench.document.recovery import Orphan
from workbench.document.texts import open_documents
from workbench.folders.resources import as_path, level_file
from workbench.plain import packing
from workbench.plain.looking import area_of, cell_of, say_cell
from workbench.plain.openlevel import OpenLevel
from workbench.plain.orders import Orders
from workbench.plain.talk import Left, place_of

ORDERS = Orders()
OWN = "own"
"""In place of a weight: the stage's own."""

# By hand.


@ORDERS("tools", "what can be painted")
def _tools(opened: OpenLevel, rest: list[str]) -> None:
    opened.say(*(f"{tool.name}: {tool.title}." for tool in opened.game.boards.tools))


@ORDERS("paint TOOL ROW COLUMN", "put a tool on a cell")
def _paint(opened: OpenLevel, rest: list[str]) -> None:
    tool = _tool_of(opened.game, " ".join(rest[:-2]))
    row, col = cell_of(opened, rest[-2:])
    board = opened.game.boards.paint(opened.session.board, tool, row, col)
    changed = _edit(opened, f"{tool.title} at {row},{col}", board)
    done = f"{tool.title.capitalize()} at row {row}, column {col}."
    opened.say(done if changed else "That is there already.")


def _tool_of(game: Game, name: str) -> Tool:
    """The tool of a name, a title, or a character of the level file where that is unambiguous.

    Raises:
        EngineError: there is none; names the most similar one.
    """
    tools, folded = game.boards.tools, name.casefold().replace(" ", "-")
    for found in (
        [tool for tool in tools if tool.name == name],
        [tool for tool in tools if tool.title == name],
        [tool for tool in tools if tool.key == name],
        [tool for tool in tools if tool.name.casefold() == folded],
    ):
        if len(found) == 1:
            return found[0]
    hint = similar(name, (tool.name for tool in tools), "type tools for the list")
    raise EngineError(f"no such tool {quoted(name)}; {hint}")


@ORDERS("erase ROW COLUMN", "take what is on a cell away")
def _erase(opened: OpenLevel, rest: list[str]) -> None:
    """Takes the topmost thing off a cell."""
    row, col = cell_of(opened, rest)
    board = editing.erased(opened.game, opened.session.board, [(row, col)])
    if not _edit(opened, f"erase {row},{col}", board):
        raise EngineError("there is nothing to erase")
    say_cell(opened, rest)


@ORDERS(
    "weigh STAGE WEIGHT ROW COLUMN",
    "paint a weight, 0 to 1000, for the cells that a stage chooses among; own wipes it",
)
def _weigh(opened: OpenLevel, rest: list[str]) -> None:
    """Paints a weight for a stage on a cell, for the next level that is made."""
    stage, word, level = rest[0], rest[1], opened.document.level
    require_paintable(opened.game.generator.stages, [stage])
    row, col = cell_of(opened, rest[2:])
    weight = None if word == OWN else read_weight(word)
    grid = painted_on(level, stage).painted([(row, col)], weight)
    after = level.with_painted(painted_only({**level.painted, stage: grid}))
    if after.painted == level.painted:
        opened.say("That is there already.")
        return
    done = "its own weight" if weight is None else f"weight {weight}"
    place = f"row {row}, column {col}"
    entry = opened.document.entry
    opened.session.history.put(f"{done} for {stage} at {row},{col}", after, entry.attachment)
    opened.renewed()
    opened.say(f"For {stage} {place} has {done} from now on. Generate makes a level by it.")


@ORDERS("weights", "the weights that are painted for the next level")
def _weights(opened: OpenLevel, rest: list[str]) -> None:
    painted = opened.document.level.painted
    for stage, grid in painted.items():
        cells = ", ".join(f"{weight} at {row},{col}" for (row, col), weight in grid.cells.items())
        opened.say(f"{stage}: {cells}.")
    if not painted:
        opened.say("No weights are painted.")


@ORDERS(
    "symmetric PART WAY [ROW COLUMN ROW COLUMN]",
    "make walls or pieces symmetric, of the whole or between two corners: left-right, top-bottom, "
    "half turn...",
)
def _symmetric(opened: OpenLevel, rest: list[str]) -> None:
    game, board = opened.game, opened.session.board
    symmetrizing = game.boards.symmetrizing
    if symmetrizing is None:
        raise EngineError(f"boards of {game.title} are made symmetric by drawing only")
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
    after = symmetrizing.symmetric(before, part, found[0].symmetries)
    was, now = symmetrizing.share(before, part), symmetrizing.share(after, part)
    name = f"{part} symmetric, {found[0].title}" + (f" in {area.words}" if area else "")
    _edit(opened, name, symmetrizing.pasted(board, area, after) if area is not None else after)
    opened.say(f"{name.capitalize()}: from {was:.2f} to {now:.2f}.")


def _edit(opened: OpenLevel, name: str, board: Board) -> bool:
    """Changes the board by hand; False if it is the same as before."""
    if board_digest(board) == board_digest(opened.session.board):
        return False
    opened.session.history.change(name, board)
    opened.renewed()
    opened.say_intended()
    return True


@ORDERS("design.pin [MOVES]", "make moves that win the intended solution, by default those made")
def _pin(opened: OpenLevel, rest: list[str]) -> None:
    game, board = opened.game, opened.session.board
    made = opened.playing().playthrough.moves
    moves = game.play.read_moves(" ".join(rest)) if rest else made
    played, legal = replay(game.play, board, moves)
    if not legal or played.position.status != "won":
        raise EngineError("these moves do not win")
    opened.session.intention.pin(moves)
    opened.renewed()
    opened.say_intended()


@ORDERS("design.unpin")
def _unpin(opened: OpenLevel, rest: list[str]) -> None:
    if opened.document.level.intended is None:
        raise EngineError("no intended solution is pinned")
    opened.session.intention.unpin()
    opened.renewed()
    opened.say("The intended solution is no longer pinned.")


# Files.


@ORDERS("design.save [FILE]")
def _save(opened: OpenLevel, rest: list[str]) -> None:
    opened.save(level_file(" ".join(rest)) if rest else None, opened.document.entry)


@ORDERS("open FILE", "open another level or a pack; of several levels in a text, one by its number")
def _open(opened: OpenLevel, rest: list[str]) -> None:
    name = " ".join(rest)
    if is_pack(name):
        if packing.may_leave(opened):
            packing.open_pack(opened, name)
    elif opened.offered and name.isdecimal():
        place = place_of(name, len(opened.offered))
        if opened.may_leave():
            opened.take_offered(place)
    elif opened.may_leave():
        documents = open_documents(as_path(name))
        if documents[0].path is None:
            opened.offer([document.level for document in documents])
        else:
            opened.take(documents[0])
            opened.introduce()


@ORDERS("recover [N]", "go on with unsaved work of earlier sessions, or list it")
def _recover(opened: OpenLevel, rest: list[str]) -> None:
    orphans = opened.orphans
    if not orphans:
        raise EngineError("no earlier session has left unsaved work")
    if not rest:
        opened.say(*(f"{number}: {_left(each)}." for number, each in enumerate(orphans, 1)))
        return
    orphan = orphans[place_of(rest[0], len(orphans), "unsaved work")]
    if orphan.pack is None and opened.may_leave():
        opened.recover(orphan)
        opened.introduce()
    elif orphan.pack is not None and packing.may_leave(opened):
        opened.recover(orphan)
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
