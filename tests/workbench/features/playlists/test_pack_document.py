"""Packs as they are worked on: changed, taken back, and changed while they are written."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import packs
import pytest

from engine.errors import EngineError
from engine.playlists import packfile
from engine.playlists.pack_level_files import create_pack_of_files
from engine.values.level import compute_digest
from workbench.features.playlists.pack_document import PackDocument
from workbench.paths.state_folder import StateFolder


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A pack of eight shipped levels, by their files."""
    made = packs.source(tmp_path)
    pack = create_pack_of_files(sorted(made.glob("*.toml"))[:8], tmp_path)
    packfile.write_pack(pack, path := tmp_path / "eight.pack.toml")
    return path


def assert_has_own_levels(desk: PackDocument) -> None:
    """Every entry has the level that is its own."""
    for entry in desk.levels:
        assert entry.level is not None and entry.path is not None and entry.file is not None
        assert compute_digest(entry.level.board) == entry.board
        assert Path(entry.file).name == entry.path.name


def change(desk: PackDocument, rng: random.Random) -> None:
    """Makes a change, or goes to another version; what is refused changes nothing."""
    at, to = (rng.randrange(len(desk.pack)) for _ in range(2))
    changes: tuple[Callable[[], object], ...] = (
        lambda: desk.move_level(at, to),
        lambda: desk.remove_level(at),
        lambda: desk.toggle_pin(at),
        lambda: desk.toggle_lock(at),
        lambda: desk.undo() if desk.can_undo else None,
        lambda: desk.redo() if desk.can_redo else None,
    )
    with suppress(EngineError):
        rng.choice(changes)()


@pytest.mark.parametrize("elsewhere", [False, True])
def test_changes_during_a_save_are_neither_lost_nor_mixed_up(
    path: Path, tmp_path: Path, elsewhere: bool
) -> None:
    (other := tmp_path / "other").mkdir()
    for seed in range(30):
        rng = random.Random(seed)
        desk = PackDocument(path, StateFolder(tmp_path / "st"))
        desk.move_level(0, 3)
        desk.remove_level(1)
        target = other / f"{seed}.pack.toml" if elsewhere else tmp_path / f"{seed}.pack.toml"
        writing = desk.prepare_save(target)
        for _ in range(rng.randrange(12)):
            change(desk, rng)
        boards, was_saved = [each.board for each in desk.levels], desk.pack == writing.pack
        stamp = writing.write()
        desk.finish_save(writing, stamp)
        assert [each.board for each in desk.levels] == boards
        assert desk.has_unsaved_changes != was_saved
        assert_has_own_levels(desk)
        desk.save()
        assert packfile.read_pack(target) == desk.pack and not desk.has_unsaved_changes
        while desk.can_undo:
            desk.undo()
            assert_has_own_levels(desk)


def test_changes_during_a_save_elsewhere_name_their_files_from_there(
    path: Path, tmp_path: Path
) -> None:
    (other := tmp_path / "other").mkdir()
    desk = PackDocument(path, StateFolder(tmp_path / "st"))
    desk.move_level(0, 3)
    writing = desk.prepare_save(other / "b.pack.toml")
    desk.remove_level(1)
    desk.move_level(0, 2)
    desk.finish_save(writing, writing.write())
    assert desk.path == other / "b.pack.toml" and desk.has_unsaved_changes
    assert_has_own_levels(desk)
    assert {Path(entry.file or "").parts[:2] for entry in desk.levels} == {("..", "made")}
    desk.undo()
    desk.undo()
    assert not desk.has_unsaved_changes and not desk.can_undo
    desk.redo()
    desk.redo()
    desk.save()
    shutil.rmtree(tmp_path / "st", ignore_errors=True)
    assert all(each.is_playable for each in PackDocument(desk.path, StateFolder(tmp_path)).levels)


def test_changes_are_named_and_taken_back(path: Path, tmp_path: Path) -> None:
    desk = PackDocument(path, StateFolder(tmp_path / "st"))
    before = desk.pack
    desk.toggle_pin(0)
    assert desk.last_change == "level 1 pinned" and desk.levels[0].holds == ["pinned"]
    with pytest.raises(EngineError, match="level 1 is pinned to its place"):
        desk.move_level(0, 1)
    desk.toggle_pin(0)
    desk.reorder_levels([1, 0, *range(2, 8)])
    assert desk.last_change == "levels sorted" and desk.levels[0] == before.levels[1]
    assert [desk.undo() for _ in range(3)] == [
        "levels sorted", "level 1 unpinned", "level 1 pinned",
    ]  # fmt: skip
    assert desk.pack == before and not desk.has_unsaved_changes and not desk.can_undo
    desk.set_description("  ", None)
    assert not desk.can_redo, "a change ends what was taken back"


def test_a_change_that_changes_nothing_is_no_version(path: Path, tmp_path: Path) -> None:
    desk = PackDocument(path, StateFolder(tmp_path / "st"))
    desk.reorder_levels(range(8))
    assert not desk.can_undo
