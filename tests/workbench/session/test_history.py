"""What has left the screen is freed, and a history keeps little of each version."""

from __future__ import annotations

import gc
import tracemalloc
import weakref

import pytest
from plainly import press, settled, until
from textual._styles_cache import StylesCache

from workbench.document import document as documents

pytestmark = pytest.mark.usefixtures("app_world")

EDIT = 4096
"""Bytes that a version by an edit may take, its verdict included."""


@pytest.fixture
async def pilot(make_app, level):
    async with make_app(level).run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        yield pilot


def lines_kept():
    """How many widgets Textual remembers the drawn lines of."""
    gc.collect()
    return sum(isinstance(each, StylesCache) for each in gc.get_objects())


@pytest.mark.parametrize(
    ("kind", "keys"),
    [
        ("HelpScreen", ["question_mark"]),
        ("Palette", ["ctrl+p"]),
        ("PlayScreen", ["p", "p"]),
        ("CompareScreen", ["v", "c", "s", "enter"]),
    ],
)
async def test_a_screen_that_was_left_is_freed(pilot, kind, keys):
    app, design = pilot.app, pilot.app.screen
    await press(pilot, *keys)
    await until(pilot, lambda: type(app.screen).__name__ == kind)
    screen = weakref.ref(app.screen)
    await press(pilot, "escape")
    await until(pilot, lambda: app.screen is design)
    # Timers of its last key may run on for a moment.
    await until(pilot, lambda: gc.collect() >= 0 and screen() is None, 10)


async def test_lines_are_kept_of_no_widget_that_has_gone(pilot):
    await press(pilot, "question_mark", "escape")
    first = lines_kept()
    for _ in range(3):
        await press(pilot, "question_mark", "escape")
    assert lines_kept() <= first


async def test_the_last_makings_are_kept_and_earlier_ones_found_again(pilot, monkeypatch):
    monkeypatch.setattr(documents, "ATTACHMENTS", 2)
    session = pilot.app.screen.session
    seeds = (7, 8, 9)
    for seed in seeds:
        session.maker.sheet = session.maker.sheet.with_seed(seed)
        session.maker.generate()
        await settled(pilot)
    made = [entry.attachment for entry in session.document.history]
    assert [each and each.level.provenance.seed for each in made] == [None, None, 8, 9]
    assert all(each is None or each.solved is None for each in made)
    await press(pilot, "u", "u")
    await settled(pilot)
    assert session.level.provenance.seed == 7
    assert session.document.entry.attachment is None
    assert session.history.made.level.made_like(session.level)
    assert session.playback.timeline is not None
    await press(pilot, "U")
    assert session.history.made is made[2]


def test_a_version_by_an_edit_is_small(sample, level):
    document, boards = documents.Document(level), sample.boards
    count, tools = 1000, boards.tools
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for number in range(count):
        row, col = divmod(number % (level.board.rows * level.board.cols), level.board.cols)
        board = boards.paint(document.level.board, tools[number % len(tools)], row, col)
        document.change(f"{number} at {row},{col}", document.level.with_edited_board(board))
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert len(document.history) == count + 1
    assert grown < count * EDIT
