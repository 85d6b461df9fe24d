"""What is worth keeping of unsaved work, as the text of a recovery file."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from pathlib import Path

from toy_game import TOY

from engine.files import levelfile
from workbench.document.document import Document
from workbench.document.recovery_files import RecoveryFiles
from workbench.document.recovery_snapshot import snapshot_document
from workbench.paths.state_folder import StateFolder

DEAD = "4711-0123abcd"


def edited(document: Document) -> Document:
    tool = TOY.boards.tools[0]
    document.add_version(
        "wall",
        document.level.with_edited_board(TOY.boards.paint_cell(document.level.board, tool, 1, 3)),
    )
    return document


def test_the_same_version_is_written_once(state: StateFolder, file: Path) -> None:
    document = edited(Document.open(file))
    kept = RecoveryFiles(state.recovery, DEAD, count(1))
    copy = kept.write(snapshot_document(document))
    assert copy is not None
    copy.write_text("would be overwritten")
    kept.write(snapshot_document(document))
    assert copy.read_text() == "would be overwritten"
    document.add_version("title", replace(document.level, title="Other"))
    assert kept.write(snapshot_document(document)) == copy
    assert levelfile.read_level(copy).title == "Other"
