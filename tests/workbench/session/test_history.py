"""What has left the screen is freed, and a history keeps little of each version."""

from __future__ import annotations

import gc
import weakref

import pytest
from plainly import press, settled, until
from textual._styles_cache import StylesCache

from workbench.document import document

pytestmark = pytest.mark.usefixtures("app_world")


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
        ("ScreenPalette", ["ctrl+p"]),
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
    monkeypatch.setattr(document, "MAX_ATTACHMENTS", 2)
    session = pilot.app.screen.session
    seeds = (7, 8, 9)
    for seed in seeds:
        session.generator.settings = session.generator.settings.with_seed(seed)
        session.generator.generate_level()
        await settled(pilot)
    made = [entry.attachment for entry in session.document.history]
    assert [each and each.level.provenance.seed for each in made] == [None, None, 8, 9]
    assert all(each is None or each.solved is None for each in made)
    await press(pilot, "u", "u")
    await settled(pilot)
    assert session.level.provenance.seed == 7
    assert session.document.entry.attachment is None
    assert session.history.generation.level.is_made_like(session.level)
    assert session.playback.timeline is not None
    await press(pilot, "U")
    assert session.history.generation is made[2]
