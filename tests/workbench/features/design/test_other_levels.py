"""A level that takes the place of another: a document of its own, with the old one behind it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from plainly import frame, press, settled, until

from engine import workshop
from engine.files import levelfile
from workbench.document.document import Document
from workbench.features.comparison.screen import CompareScreen

pytestmark = pytest.mark.usefixtures("app_world")


def question(app):
    """The question on top, on one line."""
    return " ".join(str(app.screen.query_one(".question").content).split())


async def test_another_level_is_another_document(make_app, sample, level, tmp_path):
    path = tmp_path / "walk.toml"
    levelfile.write_level(level, path)
    app = make_app(Document.open(path))
    async with app.run_test(size=(120, 32)) as pilot:
        session = await settled(pilot)
        assert "Seed" in frame(app) and "random" in frame(app)
        await press(pilot, "e", "e", "j", "l", "l", "#", "enter", "escape")
        mine = session.level
        await press(pilot, "m", "g")
        await settled(pilot)
        seed = session.level.provenance.seed
        assert session.generator.settings.seed == seed
        assert f"Sample {seed} ●" in frame(app) and "not saved yet" in frame(app)
        assert session.level.notes is None
        await press(pilot, "ctrl+s")
        assert f'Save "Sample {seed}" as' in frame(app)
        await press(pilot, "escape", "g")
        await settled(pilot)
        await press(pilot, "u")
        assert session.generator.settings.seed == seed == session.level.provenance.seed
        await press(pilot, "u")
        assert session.generator.settings.seed is None
        assert (session.level.board, session.document.path) == (mine.board, path)
        assert "First walk ●" in frame(app) and "walk.toml" in frame(app)
        await press(pilot, "U", "escape")
        assert f'"Sample {seed}" and "First walk" have unsaved changes.' in question(app)
        await press(pilot, "s")
        await until(pilot, lambda: f'Save "Sample {seed}" as' in frame(app))
        await press(pilot, *str(tmp_path / "my-first"), "enter")
        await until(pilot, lambda: app.document is None)
    assert levelfile.read_level(path).board == mine.board
    assert levelfile.read_level(tmp_path / "my-first.toml").provenance.seed == seed


async def test_the_same_level_generated_again_keeps_its_name(make_app, sample, tmp_path):
    path = tmp_path / "seven.toml"
    levelfile.write_level(replace(workshop.generate(sample, 7)[0], title="Mine"), path)
    app = make_app(Document.open(path))
    async with app.run_test(size=(120, 32)) as pilot:
        session = await settled(pilot)
        for keys in ("mg", "r"):
            await press(pilot, *keys)
            await settled(pilot)
            assert (session.level.title, session.document.path) == ("Mine", path)
        assert session.level.provenance.reroll


async def compared_and_taken(pilot, *keys):
    """Compares the level, as asked for by some keys, and takes the other one over."""
    await press(pilot, "v", "c")
    await until(pilot, lambda: "Compare with what" in frame(pilot.app))
    await press(pilot, *keys)
    await until(pilot, lambda: isinstance(pilot.app.screen, CompareScreen))
    comparison = pilot.app.screen.comparison
    await until(pilot, lambda: comparison.other.solved is not None)
    await press(pilot, "enter")
    await until(pilot, lambda: not isinstance(pilot.app.screen, CompareScreen))
    return await settled(pilot)


async def test_taking_over_another_level_leaves_both_files_alone(make_app, sample, level, tmp_path):
    path, other = tmp_path / "walk.toml", tmp_path / "other.toml"
    theirs = replace(workshop.generate(sample, 8)[0], title="Theirs")
    levelfile.write_level(level, path)
    levelfile.write_level(theirs, other)
    app = make_app(Document.open(path))
    async with app.run_test(size=(120, 32)) as pilot:
        await settled(pilot)
        session = await compared_and_taken(pilot, "l", *"other", "enter")
        assert (session.document.name, session.document.path) == ("Theirs", None)
        assert not session.document.is_dirty, "it stands in its file"
        session = await compared_and_taken(pilot, "v")
        assert (session.document.name, session.document.path) == ("First walk", path)
        session = await compared_and_taken(pilot, "s", *"9", "enter")
        assert (session.document.name, session.document.path) == ("Sample 9", None)
        await press(pilot, "u")
        assert (session.document.name, session.document.path) == ("First walk", path)
