"""What is worth keeping of unsaved work, as the text of a recovery file."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from pathlib import Path

from toy_game import TOY

from engine.files import levelfile
from workbench.document.document import Document
from workbench.document.kept import unsaved
from workbench.document.recovery import RecoveryFiles
from workbench.folders.state import State

DEAD = "4711-0123abcd"


def edited(document: Document) -> Document:
    tool = TOY.boards.tools[0]
    document.change(
        "wall",
        document.level.with_edited_board(TOY.boards.paint(document.level.board, tool, 1, 3)),
    )
    return document


def test_the_same_version_is_written_once(state: State, file: Path) -> None:
    document = edited(Document.open(file))
    kept = RecoveryFiles(state.recovery, DEAD, count(1))
    copy = kept.write(unsaved(document))
    assert copy is not None
    copy.write_text("would be overwritten")
    kept.write(unsaved(document))
    assert copy.read_text() == "would be overwritten"
    document.change("title", replace(document.level, title="Other"))
    assert kept.write(unsaved(document)) == copy
    assert levelfile.read(copy).title == "Other"
