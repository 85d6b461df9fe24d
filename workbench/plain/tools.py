"""Which tool somebody means who types its name."""

from __future__ import annotations

import difflib

from engine.errors import EngineError, quoted
from engine.game.boards import Tool
from engine.game.game import Game


def tool_of(game: Game, name: str) -> Tool:
    """The tool of a name, a title, or a character of the level file where that is unambiguous.

    Raises:
        EngineError: there is none; names the most similar one.
    """
    for field in ("name", "title", "key"):
        found = [tool for tool in game.boards.tools if getattr(tool, field) == name]
        if len(found) == 1:
            return found[0]
    wanted = [
        tool
        for tool in game.boards.tools
        if tool.name.casefold() == name.casefold().replace(" ", "-")
    ]
    if len(wanted) == 1:
        return wanted[0]
    close = difflib.get_close_matches(name, [tool.name for tool in game.boards.tools], 1)
    hint = f"did you mean {close[0]}?" if close else "type tools for the list"
    raise EngineError(f"no such tool {quoted(name)}; {hint}")
