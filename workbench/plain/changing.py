"""The commands of plain mode by which a level is changed, generated and saved."""

from __future__ import annotations

import difflib
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path

from engine import workshop
from engine.edit import editing
from engine.errors import EngineError, quoted
from engine.files.storage import FileChanged
from engine.game import registry
from engine.game.boards import Tool
from engine.game.game import Game
from engine.values.budget import Control
from engine.workshop import MAX_SEED
from workbench.document.document import Document
from workbench.document.history import Entry, unsaved_words
from workbench.folders.resources import as_path, level_file
from workbench.plain import words
from workbench.plain.desk import Desk
from workbench.plain.looking import cell, cell_of
from workbench.plain.talk import Left, whole_number
from workbench.service.lanes import Outcome
from workbench.service.solving import Made
from workbench.session.making import values


def undo(desk: Desk, rest: list[str]) -> None:
    """Takes the last move or edit back."""
    if rest[:1] == ["edit"]:
        _changed_back(desk, desk.document.undo(), "Undone", "no edit to undo")
        return
    play = desk.playing()
    if not play.run.moves:
        raise EngineError("no move to undo; undo edit takes the last edit back")
    play.undo()
    desk.say(f"Undone. {desk.standing}")


def redo(desk: Desk, rest: list[str]) -> None:
    """Makes the undone move or edit again."""
    if rest[:1] == ["edit"]:
        _changed_back(desk, desk.document.redo(), "Redone", "no edit to redo")
        return
    play = desk.playing()
    before = play.run.moves
    play.redo()
    if play.run.moves == before:
        raise EngineError("no move to redo")
    desk.say(f"Redone. {desk.standing}")


def _changed_back(desk: Desk, name: str | None, done: str, nothing: str) -> None:
    if name is None:
        raise EngineError(nothing)
    desk.renewed()
    desk.say(f"{done}: {name}.")


def tools(desk: Desk, rest: list[str]) -> None:
    """Lists what can be painted."""
    desk.say(*(f"{tool.name}: {tool.title}." for tool in desk.game.boards.tools))


def paint(desk: Desk, rest: list[str]) -> None:
    """Puts a tool on a cell."""
    tool = _tool_of(desk.game, " ".join(rest[:-2]))
    row, col = cell_of(desk, rest[-2:])
    board = desk.game.boards.paint(desk.session.board, tool, row, col)
    changed = desk.edit(f"{tool.title} at {row},{col}", board)
    done = f"{tool.title.capitalize()} at row {row}, column {col}."
    desk.say(done if changed else "That is there already.")


def _tool_of(game: Game, name: str) -> Tool:
    """The tool of a name, a title, or a character of the level file where that is unambiguous.

    Raises:
        EngineError: there is none; names the most similar one.
    """
    folded = name.casefold().replace(" ", "-")
    ways: tuple[Callable[[Tool], bool], ...] = (
        lambda tool: tool.name == name,
        lambda tool: tool.title == name,
        lambda tool: tool.key == name,
        lambda tool: tool.name.casefold() == folded,
    )
    for means in ways:
        found = [*filter(means, game.boards.tools)]
        if len(found) == 1:
            return found[0]
    close = difflib.get_close_matches(name, [tool.name for tool in game.boards.tools], 1)
    hint = f"did you mean {close[0]}?" if close else "type tools for the list"
    raise EngineError(f"no such tool {quoted(name)}; {hint}")


def erase(desk: Desk, rest: list[str]) -> None:
    """Takes the topmost thing off a cell."""
    row, col = cell_of(desk, rest)
    board = editing.erased(desk.game, desk.session.board, [(row, col)])
    if not desk.edit(f"erase {row},{col}", board):
        raise EngineError("there is nothing to erase")
    cell(desk, rest)


def seed_of(text: str) -> int:
    """A seed of generation.

    Raises:
        EngineError: it is none.
    """
    seed = whole_number(text, "a seed")
    if seed > MAX_SEED:
        raise EngineError(f"expected a seed from 0 to {MAX_SEED}")
    return seed


def generate(desk: Desk, rest: list[str]) -> None:
    """Replaces the level by one of a game, a seed, and parameters, around its locked cells."""
    settings: Mapping[str, object] = dict(word.split("=", 1) for word in rest if "=" in word)
    rest = [word for word in rest if "=" not in word]
    named = bool(rest) and not rest[0].isdecimal()
    game = registry.get(rest.pop(0)) if named else desk.game
    seed = seed_of(rest[0]) if rest else secrets.randbelow(MAX_SEED + 1)
    game.generator.parameters.complete(settings)
    same = desk.is_open and desk.game.name == game.name
    sketch = workshop.sketch_of(game, desk.session.board) if same else None
    if sketch is not None:
        settings = workshop.sized_like(game, sketch, settings)
    service = desk.service
    made = _made(desk, game, lambda done: service.generate(game, seed, settings, done, sketch))
    if desk.is_open:
        desk.replace(f"generate {seed}", made, desk.document.home_of(made.level))
    else:
        desk.take(Document.unsaved(made.level, None, None, None), made.solved)
    desk.say(f"Generated from seed {seed}.", *words.improved(made.candidate.snapshot))
    desk.introduce()


def parameters(desk: Desk, rest: list[str]) -> None:
    """Lists what can be set in generating: key, title, help and default of every parameter."""
    game = registry.get(rest[0]) if rest else desk.game
    defaults = game.generator.parameters.complete({}).values
    for each in game.generator.parameters.parameters:
        one_of = f": {', '.join(each.choices)}" if each.choices else ""
        alike = each.title == each.key.replace("_", " ")
        name = each.key if alike else f"{each.key}, {each.title}"
        desk.say(f"{name}: {values.helped(each, defaults.get(each.key))}{one_of}.")


def stages(desk: Desk, rest: list[str]) -> None:
    """Lists the stages of the generator."""
    desk.say(*(f"{each.name}: {each.title}." for each in desk.game.generator.stages))


def reroll(desk: Desk, rest: list[str]) -> None:
    """Rolls one stage of a generated level again, everything else as it was."""
    game, stage = desk.game, rest[0]
    known = {each.name: each for each in game.generator.stages}
    if stage not in known:
        raise EngineError(f"no such stage {quoted(stage)}; the stages are {', '.join(known)}")
    if not known[stage].draws:
        raise EngineError(f"nothing is drawn in stage {stage}: it always comes out the same")
    recipe = workshop.recipe_of(desk.document.level).rolled_again(stage)
    made = _made(desk, game, lambda done: desk.service.remake(game, recipe, done))
    desk.replace(f"re-roll {stage}", made, desk.document.home)
    again = f"Rolled {stage} again. Undo edit takes it back."
    desk.say(again, *words.improved(made.candidate.snapshot))


def _made(
    desk: Desk, game: Game, request: Callable[[Callable[[Outcome[Made]], None]], object]
) -> Made:
    """What comes of a request, which an interrupt ends with the best so far."""
    outcomes = list[Outcome[Made]]()
    request(outcomes.append)
    desk.service.settle(game, "make", words.making, take_best)
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


# Files.


def save(desk: Desk, rest: list[str]) -> None:
    """Saves the level."""
    _save(desk, level_file(" ".join(rest)) if rest else None, desk.document.entry)


def _save(desk: Desk, path: Path | None, version: Entry) -> bool:
    """Saves a version, asking about what is in the way; False if the user backs out."""
    document = desk.document
    if path is None and version.home.path is None:
        back = "" if version is document.entry else "go back to it by undo edit, and "
        raise EngineError(f'"{version.title}" has no file yet; {back}type: save FILE')
    overwrite = False
    while True:
        try:
            document.save(path, overwrite=overwrite, version=version)
        except FileChanged:
            question = "The file was changed by somebody else since it was opened."
        except FileExistsError:
            question = "There is such a file already."
        else:
            desk.stored()
            desk.say(f"Saved {version.home.path}.")
            return True
        if desk.talk.ask(question, ("overwrite", "cancel")) == "cancel":
            desk.say("Not saved.")
            return False
        overwrite = True


def open_file(desk: Desk, rest: list[str]) -> None:
    """Opens another level."""
    if may_leave(desk):
        desk.take(Document.open(as_path(" ".join(rest))))
        desk.introduce()


def leave(desk: Desk, rest: list[str]) -> None:
    """Ends the conversation."""
    if may_leave(desk):
        raise Left(discard=True)


def may_leave(desk: Desk) -> bool:
    """Whether the document may go; asks about unsaved changes."""
    question = unsaved_words(desk.unsaved)
    if not question:
        return True
    answer = desk.talk.ask(question, ("save", "discard", "cancel"))
    if answer == "save":
        return all(_save(desk, None, version) for version in desk.unsaved)
    return answer == "discard"
