"""Texts that hold levels: level files, and all other formats, which have no place to save to."""

from __future__ import annotations

from pathlib import Path

from engine.errors import LevelError
from engine.files.endings import ENDINGS, ending_of
from engine.files.storage import read_limited
from engine.files.tomltext import MAX_BYTES
from workbench.document.document import Document

_OTHERS = frozenset(ENDINGS[form] for form in ("json", "share", "text"))
"""Endings of texts that hold levels and are no level files."""


def open_documents(path: Path) -> list[Document]:
    """Return the document of a level file, or those of all levels of another text.

    The latter have no file: a save would put a level file in the place of the text.

    Raises:
        LevelError: the file cannot be read as a level, or as several.
    """
    try:
        return [Document.open(path)]
    except LevelError as error:
        refusal = error
    from engine.files import convert

    try:
        levels = convert.read_all(read_limited(path, MAX_BYTES), str(path))
    except LevelError:
        # Of two complaints, the one about the format that the name promises.
        if ending_of(path) in _OTHERS:
            raise
        raise refusal from None
    return [Document.unsaved(level, None, None, None) for level in levels]
