"""Linjat puzzles as the original program's database and web page hold them: objects of JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, ClassVar

from engine.errors import LevelError
from engine.game.boards import TextFormat
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.text import NAME, published_rows, read_published
from engine.values.level import Level


class PuzzleRecord(TextFormat):
    """One puzzle of a database, or of the published file: its rows, and a message if it has one.

    How the original classified and scored it is not read; ask the strategy ``published``.
    """

    name: ClassVar[str] = "record"
    title: ClassVar[str] = "a JSON object with the rows of a published puzzle"

    def recognises(self, text: str) -> bool:
        """See :meth:`engine.game.boards.TextFormat.recognises`; ``puzzle`` is what it goes by."""
        try:
            return "puzzle" in _first_object(text)[0]
        except LevelError:
            return False

    def read(self, text: str) -> Level:
        """See :meth:`engine.game.boards.TextFormat.read`; keys but two are passed over."""
        record, rest = _first_object(text)
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
        """See :meth:`engine.game.boards.TextFormat.write`."""
        assert isinstance(level.board, LinjatBoard)
        record: dict[str, Any] = {"puzzle": published_rows(level.board)}
        if level.notes is not None:
            record["message"] = level.notes
        return json.dumps(record, ensure_ascii=False) + "\n"


def _first_object(text: str) -> tuple[Mapping[str, Any], str]:
    """The object that a text begins with, and what comes after it.

    Raises:
        LevelError: it begins with no object of JSON.
    """
    text = text.strip()
    try:
        found, end = json.JSONDecoder().raw_decode(text)
        json.dumps(found, ensure_ascii=False).encode()  # refuses lone surrogates
    except (ValueError, RecursionError) as error:
        raise LevelError("not JSON that can be read") from error
    if not isinstance(found, dict):
        raise LevelError("expected an object that holds a puzzle")
    return found, text[end:].strip()
