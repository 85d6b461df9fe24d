"""Versions of a document."""

from __future__ import annotations

import tracemalloc

import pytest

from workbench.document import document as documents

pytestmark = pytest.mark.usefixtures("app_world")

EDIT = 4096
"""Bytes that a version by an edit may take, its verdict included."""


def test_a_version_by_an_edit_is_small(sample, level):
    document, boards = documents.Document(level), sample.boards
    count, tools = 1000, boards.tools
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for number in range(count):
        row, col = divmod(number % (level.board.rows * level.board.cols), level.board.cols)
        board = boards.paint_cell(document.level.board, tools[number % len(tools)], row, col)
        document.add_version(f"{number} at {row},{col}", document.level.with_edited_board(board))
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert len(document.history) == count + 1
    assert grown < count * EDIT
