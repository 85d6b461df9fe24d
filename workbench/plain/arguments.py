"""What the words behind an order stand for: cells, tools, stages, parameters."""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import EngineError, quoted, similar
from engine.game.boards import Tool
from engine.values.grid import Area, Cell
from workbench.plain.openlevel import OpenLevel
from workbench.plain.talk import whole_number


def cell_of(opened: OpenLevel, rest: list[str]) -> Cell:
    """The cell of a row and a column.

    Raises:
        EngineError: no such cell.
    """
    row, col = whole_number(rest[0], "a row"), whole_number(rest[1], "a column")
    rows, cols = opened.session.board.rows, opened.session.board.cols
    if row >= rows or col >= cols:
        raise EngineError(
            f"no such cell; rows go from 0 to {rows - 1} and columns from 0 to {cols - 1}"
        )
    return row, col


def area_of(opened: OpenLevel, rest: list[str]) -> Area:
    """The rectangle between two cells, each a row and a column.

    Raises:
        EngineError: no such cells.
    """
    if len(rest) != 4:
        raise EngineError("expected the row and column of two corners")
    return Area.between(cell_of(opened, rest[:2]), cell_of(opened, rest[2:]))


def cell_at(opened: OpenLevel, text: str) -> Cell:
    """The cell of a row and a column in one word, such as ``2,3``.

    Raises:
        EngineError: it is none, or there is no such cell.
    """
    row, comma, col = text.partition(",")
    if not comma:
        raise EngineError(f"expected a row and a column such as 2,3, found {quoted(text)}")
    return cell_of(opened, [row, col])


def tool_of(opened: OpenLevel, name: str) -> Tool:
    """The tool of a name, a title, or a character of the level file where that is unambiguous.

    Raises:
        EngineError: there is none; names the most similar one.
    """
    tools, folded = opened.game.boards.tools, name.casefold().replace(" ", "-")
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


def stage_of(opened: OpenLevel, name: str) -> int:
    """Return the number of a stage of the generator.

    Raises:
        EngineError: the game has no such stage.
    """
    stages = [stage.name for stage in opened.game.generator.stages]
    if name not in stages:
        raise EngineError(f"no such stage {quoted(name)}; the stages are {', '.join(stages)}")
    return stages.index(name)


def settings_in(rest: list[str]) -> tuple[Mapping[str, object], list[str]]:
    """Return the parameters that words set by ``KEY=VALUE``, and the other words."""
    settings = dict(word.partition("=")[::2] for word in rest if "=" in word)
    return settings, [word for word in rest if "=" not in word]
