"""Linjat puzzles as JSON objects, as found in the original program's database and web page."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, ClassVar

from engine.errors import LevelError
from engine.game.boards import TextFormat
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.text import NAME, format_published_rows, read_published
from engine.values.level import Level


class PuzzleRecord(TextFormat):
    """The format of a published puzzle: a JSON object with its rows and an optional message.

    The original program's classification and score are ignored, because the strategy ``published``
    computes them again.
    """

    name: ClassVar[str] = "record"
    title: ClassVar[str] = "a JSON object with the rows of a published puzzle"

    def can_read(self, text: str) -> bool:
        """Return True if ``text`` begins with a JSON object that has the key ``puzzle``."""
        try:
            return "puzzle" in _split_first_object(text)[0]
        except LevelError:
            return False

    def read(self, text: str) -> Level:
        """Read a level from the keys ``puzzle`` and ``message``, ignoring all other keys."""
        record, rest = _split_first_object(text)
        if rest:
            raise LevelError("expected a single puzzle record, found more after it")
        rows = record.get("puzzle")
        if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
            raise LevelError("expected an array of strings, one a row", key="puzzle")
        try:
            board = read_published(rows)
        except LevelError as error:
            raise LevelError(error.message, key="puzzle", row=error.row) from error
        message = record.get("message")
        return Level(NAME, board, notes=message if isinstance(message, str) else None)

    def write(self, level: Level) -> str:
        assert isinstance(level.board, LinjatBoard)
        record: dict[str, Any] = {"puzzle": format_published_rows(level.board)}
        if level.notes is not None:
            record["message"] = level.notes
        return json.dumps(record, ensure_ascii=False) + "\n"


def _split_first_object(text: str) -> tuple[Mapping[str, Any], str]:
    """Split ``text`` into the JSON object at its beginning and the remaining text.

    Raises:
        LevelError: The text does not begin with a JSON object.
    """
    text = text.strip()
    try:
        found, end = json.JSONDecoder().raw_decode(text)
        json.dumps(found, ensure_ascii=False).encode()  # raises an error for lone surrogates
    except (ValueError, RecursionError) as error:
        raise LevelError("not JSON that can be read") from error
    if not isinstance(found, dict):
        raise LevelError("expected an object that holds a puzzle")
    return found, text[end:].strip()
