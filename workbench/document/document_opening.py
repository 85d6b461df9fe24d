"""Documents opened from text files, which may be level files or contain levels in other formats."""

from __future__ import annotations

from pathlib import Path

from engine.errors import LevelError
from engine.files.storage import read_limited
from engine.files.suffixes import SUFFIXES, get_suffix
from engine.files.untrusted_toml import MAX_BYTES
from workbench.document.document import Document

_OTHER_ENDINGS = frozenset(SUFFIXES[form] for form in ("json", "share", "text"))
"""The suffixes of text files that contain levels but are not level files."""


def open_documents(path: Path) -> list[Document]:
    """Return one document for a level file, or one for each level in another text file.

    If the file is not a level file, its documents have no path, because saving a level there would
    overwrite the text.

    Raises:
        LevelError: The file cannot be read in any of the formats.
    """
    try:
        return [Document.open(path)]
    except LevelError as error:
        refusal = error
    from engine.files import conversion

    try:
        levels = conversion.read_levels(read_limited(path, MAX_BYTES), str(path))
    except LevelError:
        # Raise the error about the format that the file name suggests.
        if get_suffix(path) in _OTHER_ENDINGS:
            raise
        raise refusal from None
    return [Document.from_unsaved_work(level, None, None, None) for level in levels]
