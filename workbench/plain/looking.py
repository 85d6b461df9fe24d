"""The commands of plain mode that tell of the level, and of what the solver says of it."""

from __future__ import annotations

from engine.errors import EngineError
from engine.game.reasoning import ReasonedTrace
from engine.values.grid import Cell
from engine.values.leaks import judged
from workbench.document import verdict
from workbench.document.history import unsaved_words
from workbench.drawing import rendering
from workbench.features.maps import leaks as leakmap
from workbench.features.maps import traps as trapmap
from workbench.plain import playing, words
from workbench.plain.desk import Desk
from workbench.plain.talk import whole_number
from workbench.service import running
from workbench.theme import theming

PAGE = 10
"""Rows of the trace that are read out at once."""


def board(desk: Desk, rest: list[str]) -> None:
    """The board as characters, with the numbers of rows and columns, and its pieces."""
    theme = theming.load_shipped("ascii")
    drawn = rendering.render_text(desk.game, desk.picture, theme, False).splitlines()
    desk.say(*drawn, words.pieces(desk.game, desk.picture))


def rows(desk: Desk, rest: list[str]) -> None:
    """Every row in words."""
    for number in range(desk.session.board.rows):
        _row(desk, number)


def row(desk: Desk, rest: list[str]) -> None:
    """One row in words."""
    _row(desk, cell_of(desk, [rest[0], "0"])[0])


def _row(desk: Desk, number: int) -> None:
    cells = [desk.contents(number, col) for col in range(desk.session.board.cols)]
    desk.say(words.row(number, cells))


def cell(desk: Desk, rest: list[str]) -> None:
    """What is on a cell."""
    at, col = cell_of(desk, rest)
    desk.say(f"Row {at}, column {col}: {desk.contents(at, col)}.")


def cell_of(desk: Desk, rest: list[str]) -> Cell:
    """The cell of a row and a column.

    Raises:
        EngineError: no such cell.
    """
    at, col = whole_number(rest[0], "a row"), whole_number(rest[1], "a column")
    height, width = desk.session.board.rows, desk.session.board.cols
    if at >= height or col >= width:
        raise EngineError(
            f"no such cell; rows go from 0 to {height - 1} and columns from 0 to {width - 1}"
        )
    return at, col


def status(desk: Desk, rest: list[str]) -> None:
    """The level, its file, and the moves made."""
    desk.introduce()
    path = desk.document.path
    file = "Not a file yet." if path is None else f"File {path}."
    desk.say(f"{file} {unsaved_words(desk.unsaved) or 'Nothing is unsaved.'}")
    playing.standing(desk)


def spoken_verdict(desk: Desk, rest: list[str]) -> None:
    """Whether and how fast the level can be solved, leaks included where they are looked for."""
    facts = desk.solved().facts
    desk.say(verdict.spoken(desk.game, facts), *words.judged(desk.session.history.judgements))


def trace(desk: Desk, rest: list[str]) -> None:
    """Some rows of the solver's trace, then more."""
    found = desk.solved().trace
    first = whole_number(rest[0], "a row") if rest else desk.next_row
    if first >= len(found):
        desk.next_row = 0
        raise EngineError(f"the trace ends with row {len(found) - 1}")
    end = min(first + PAGE, len(found))
    for at in range(first, end):
        desk.say(words.trace_row(desk.game, at, found[at]))
        if isinstance(found, ReasonedTrace):
            desk.say(*map(words.sentence, found.reasons(at)))
    desk.next_row = end
    left = len(found) - end
    desk.say(f"{left:,} more; type trace again." if left else "That is all.")


def traps(desk: Desk, rest: list[str]) -> None:
    """Moves into dead ends, the first of them."""
    solved = desk.solved()
    found = running.traps(solved)
    if found is None:
        raise EngineError(f"dead ends are {trapmap.unsought(solved)}")
    desk.say(words.traps(found))
    for number in range(min(len(found), PAGE)):
        desk.say(words.trap(desk.game, number + 1, found[number]))


def leaks(desk: Desk, rest: list[str]) -> None:
    """What trust in a single solution gives away."""
    solved = desk.solved()
    if solved.leaks is None:
        raise EngineError(leakmap.unsought(solved.facts))
    desk.say(*words.judged([judged(solved.leaks.leaks())]))


def reasons(desk: Desk, rest: list[str]) -> None:
    """All that each conclusion of a row of the trace follows from."""
    found, at = desk.solved().trace, whole_number(rest[0], "a row")
    if not isinstance(found, ReasonedTrace):
        raise EngineError("the solver of this game tries moves, it concludes nothing")
    if at >= len(found):
        raise EngineError(f"the trace ends with row {len(found) - 1}")
    desk.say(words.trace_row(desk.game, at, found[at]))
    for conclusion in found.conclusions(at):
        desk.say(words.sentence(conclusion.text))
        desk.say(*(f"  {words.sentence(each.text)}" for each in conclusion.evidence))
