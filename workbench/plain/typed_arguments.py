"""Parsers that turn typed arguments into cells, areas, tools, stages and parameters."""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import EngineError, quote_input, suggest_similar
from engine.game.boards import Tool
from engine.game.game import Game
from engine.values.grid import Area, Cell
from workbench.plain.line_console import parse_whole_number
from workbench.plain.plain_state import PlainApp


def parse_cell(app: PlainApp, rest: list[str]) -> Cell:
    """Parse the row and the column of a cell, given as two words.

    Raises:
        EngineError: A word is not a number, or there is no such cell on the board.
    """
    row, col = parse_whole_number(rest[0], "a row"), parse_whole_number(rest[1], "a column")
    rows, cols = app.session.board.rows, app.session.board.cols
    if row >= rows or col >= cols:
        raise EngineError(
            f"no such cell: rows go from 0 to {rows - 1}, columns from 0 to {cols - 1}"
        )
    return row, col


def parse_area(app: PlainApp, rest: list[str]) -> Area:
    """Parse a rectangle, given as the row and the column of two opposite corners.

    Raises:
        EngineError: The arguments are not two corners, or a corner is not on the board.
    """
    if len(rest) != 4:
        raise EngineError("expected the row and column of two corners")
    return Area.from_corners(parse_cell(app, rest[:2]), parse_cell(app, rest[2:]))


def parse_cell_word(app: PlainApp, text: str) -> Cell:
    """Parse a cell typed as one word, such as ``2,3`` for row 2 and column 3.

    Raises:
        EngineError: The word is not a row and a column, or there is no such cell on the board.
    """
    row, comma, col = text.partition(",")
    if not comma:
        raise EngineError(f"expected a row and a column such as 2,3, found {quote_input(text)}")
    return parse_cell(app, [row, col])


def find_tool(app: PlainApp, name: str) -> Tool:
    """Return the tool whose name, title or character is ``name``.

    Raises:
        EngineError: No tool or several tools match. The message suggests a similar name.
    """
    tools, folded = app.game.boards.tools, name.casefold().replace(" ", "-")
    # Try exact matches before those that ignore case. A match counts only if it is unique.
    for found in (
        [tool for tool in tools if tool.name == name],
        [tool for tool in tools if tool.title == name],
        [tool for tool in tools if tool.key == name],
        [tool for tool in tools if tool.name.casefold() == folded],
    ):
        if len(found) == 1:
            return found[0]
    hint = suggest_similar(name, (tool.name for tool in tools), "type tools for a list")
    raise EngineError(f"unknown tool {quote_input(name)}; {hint}")


def find_stage(app: PlainApp, name: str) -> int:
    """Return the index of the generator's stage called ``name``.

    Raises:
        EngineError: The game's generator has no such stage.
    """
    stages = [stage.name for stage in app.game.generator.stages]
    if name not in stages:
        raise EngineError(f"unknown stage {quote_input(name)}; the stages are {', '.join(stages)}")
    return stages.index(name)


def split_settings(rest: list[str]) -> tuple[Mapping[str, object], list[str]]:
    """Separate words of the form ``KEY=VALUE`` from other words.

    Returns:
        A mapping from each key to its value, and all other words in order.
    """
    settings = dict(word.partition("=")[::2] for word in rest if "=" in word)
    return settings, [word for word in rest if "=" not in word]


def parse_moves(game: Game, typed: list[str]) -> tuple[str, ...]:
    """Parse moves, which may be typed as their words, their titles or their keys.

    In a game whose moves are capital letters, users may type small letters too.

    Raises:
        MoveError: A word is not a move of the game.
    """
    moves = game.play.moves
    titles = {move.title.casefold(): move.word for move in moves}
    if (whole := " ".join(typed).casefold()) in titles:
        return (titles[whole],)
    words = {key: word for word, key in moves.keys.items()}
    found: list[str] = []
    for part in typed:
        if part.casefold() in titles:
            found.append(titles[part.casefold()])
        elif part not in moves.words and {*part} <= {*words}:
            found += [words[key] for key in part]
        else:
            found.append(part)
    text, known = " ".join(found), {*moves.words}
    small = known and not set(text) <= {*known, " "} and set(text.upper()) <= {*known, " "}
    return game.play.read_moves(text.upper() if small else text)
