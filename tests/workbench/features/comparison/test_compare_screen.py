"""The compare screen, as it is reached from the design screen."""

from __future__ import annotations

from pathlib import Path

import frames
import pytest
from plainly import frame, press, said, settled, until

from engine.files import levelfile
from engine.values.level import Level
from workbench.document.document import Document
from workbench.features.comparison.screen import CompareScreen

pytestmark = pytest.mark.usefixtures("app_world")


@pytest.fixture(autouse=True)
def steady(monkeypatch):
    """The same seed every time."""
    monkeypatch.setattr(
        "workbench.session.generation.generator_settings.secrets.randbelow", lambda _: 7
    )


async def compared(pilot, *keys):
    """Chooses what to compare with, and waits until both levels are solved."""
    await press(pilot, "v", "c")
    await until(pilot, lambda: "Compare with what" in frame(pilot.app))
    await press(pilot, *keys)
    await until(pilot, lambda: isinstance(pilot.app.screen, CompareScreen))
    comparison = pilot.app.screen.comparison
    await until(pilot, lambda: comparison.other.solved is not None or comparison.other.problem)
    await until(pilot, lambda: comparison.current.solved is not None or comparison.current.problem)
    await pilot.pause()
    return comparison


def words(app):
    return app.screen.query_one("#words").text


async def edited(pilot):
    """Puts a wall at 1,3."""
    await settled(pilot)
    await press(pilot, "e", "e", "down", "right", "right", "right", "#", "enter", "e", "e")
    return await settled(pilot)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_frames(make_app, level, size):
    app = make_app(level)
    async with app.run_test(size=size) as pilot:
        await edited(pilot)
        await compared(pilot, "v")
        frames.check(app, f"compare-{size[0]}x{size[1]}")


async def test_with_the_version_before_and_take_it(make_app, level, board):
    app = make_app(level)
    async with app.run_test(size=(80, 24)) as pilot:
        session = await edited(pilot)
        changed = session.board
        await compared(pilot, "v")
        assert words(app).startswith("1 cell differs: 1,3\nboth 5 moves; ")
        assert frame(app).count("≠") == 2
        assert "before: Wall at 1,3" in frame(app)
        await press(pilot, "enter")
        await until(pilot, lambda: not isinstance(app.screen, CompareScreen))
        assert session.board == board
        assert app.document.undo_name == "take before: Wall at 1,3"
        await press(pilot, "u")
        assert session.board == changed


async def test_with_another_seed_in_step(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 40)) as pilot:
        session = await settled(pilot)
        await press(pilot, "m", "g")
        await settled(pilot)
        own = session.board
        comparison = await seeded(pilot)
        assert "different settings, left | right: seed " in words(app)
        assert words(app).endswith("both: current level")
        await press(pilot, "home", "right_square_bracket")
        assert comparison.steps.get_section() == 0
        await press(pilot, "full_stop")
        showing = comparison.build_side_by_side()
        assert showing.left.caption.startswith("Walls: ")
        assert showing.right.caption.startswith("Walls: ")
        await press(pilot, "t", "full_stop", "full_stop")
        assert comparison.steps_kind == "solution"
        assert "right: move 2" in words(app)
        await press(pilot, "v", "x")
        assert comparison.is_swapped
        assert comparison.steps.moment == 2
        await press(pilot, "enter")
        await until(pilot, lambda: not isinstance(app.screen, CompareScreen))
        await settled(pilot)
        assert session.board == comparison.other.level.board != own
        assert session.history.generation.candidate is comparison.other.generation.candidate
        assert session.generator.settings.seed == session.level.provenance.seed


async def seeded(pilot):
    await press(pilot, "v", "c")
    await until(pilot, lambda: "Compare with what" in frame(pilot.app))
    await press(pilot, "s")
    await until(pilot, lambda: "which seed" in frame(pilot.app))
    await press(pilot, "enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, CompareScreen))
    comparison = pilot.app.screen.comparison
    await until(pilot, lambda: comparison.other.solved is not None)
    await until(pilot, lambda: comparison.current.solved is not None)
    return comparison


async def test_one_at_a_time_at_the_same_place(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(80, 24)) as pilot:
        await edited(pilot)
        await compared(pilot, "v")
        left, right = app.screen.query_one("#left-frame"), app.screen.query_one("#right-frame")
        assert left.display
        assert right.display
        await press(pilot, "tab")
        assert (left.display, right.display) == (True, False)
        await pilot.pause()
        place = left.region
        await press(pilot, "tab")
        assert (left.display, right.display) == (False, True)
        await pilot.pause()
        assert right.region == place
        await press(pilot, "tab")
        assert left.display
        assert right.display


async def test_boards_too_wide_for_two_take_turns(make_app, sample):
    wide = sample.boards.create_blank(6, 20)
    wide = sample.boards.paint_cell(
        sample.boards.paint_cell(wide, sample.boards.tools[4], 1, 1), sample.boards.tools[2], 4, 18
    )
    app = make_app(Level("sample", wide))
    async with app.run_test(size=(60, 20)) as pilot:
        await edited(pilot)
        await compared(pilot, "v")
        left, right = app.screen.query_one("#left-frame"), app.screen.query_one("#right-frame")
        assert (left.display, right.display) == (True, False)
        await press(pilot, "tab")
        assert (left.display, right.display) == (False, True)
        await press(pilot, "tab")
        assert (left.display, right.display) == (True, False)


async def test_with_the_saved_file_and_another_one(make_app, level, tmp_path: Path):
    path = tmp_path / "walk.toml"
    levelfile.write_level(level, path)
    app = make_app(Document.open(path))
    async with app.run_test(size=(100, 30)) as pilot:
        await edited(pilot)
        await compared(pilot, "f")
        assert "the saved file" in frame(app)
        assert words(app).startswith("1 cell differs: 1,3")
        await press(pilot, "escape")
        await until(pilot, lambda: not isinstance(app.screen, CompareScreen))
        path.write_text("nonsense")
        await press(pilot, "v", "c")
        await until(pilot, lambda: "Compare with what" in frame(app))
        await press(pilot, "f")
        await until(pilot, lambda: "walk.toml" in said(app))


async def test_playing_runs_both_to_the_end(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(100, 30)) as pilot:
        await edited(pilot)
        comparison = await compared(pilot, "v")
        # Drawn by hand: there is only the solution to step through.
        assert comparison.steps_kind == "solution"
        await press(pilot, "greater_than_sign", "greater_than_sign", "greater_than_sign", "space")
        await until(pilot, lambda: comparison.steps.moment == comparison.steps.length)
        assert "left: move 5" in words(app)


async def test_a_change_of_parameters_is_no_version_to_compare_with(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 40)) as pilot:
        session = await edited(pilot)
        maker = session.generator
        maker.change_settings("set seed", maker.settings.with_seed(5))
        await compared(pilot, "v")
        assert "before: Wall at 1,3" in frame(app)
