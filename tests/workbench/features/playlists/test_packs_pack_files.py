"""Packs that are changed while their file is being written, by a disk as slow as can be."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from pathlib import Path

import packs
import pytest
from plainly import press, said, until
from plays import REMOTE
from shipped import LEVELS
from textual.pilot import Pilot

from engine.files.storage import FileStamp
from engine.playlists import packfile
from engine.playlists.pack import Pack
from engine.playlists.pack_level_files import create_pack_of_files
from engine.values.level import compute_digest
from workbench.app.app import WorkbenchApp
from workbench.features.playlists.pack_document import PackDocument
from workbench.features.playlists.screen import PackScreen
from workbench.paths.state_folder import StateFolder
from workbench.ui.dialogs import LinePrompt

pytestmark = pytest.mark.usefixtures("app_world")

CHANGES = (["e", "j"], ["e", "k"], ["x"], ["u"], ["U"], ["down"], ["up"], ["e", "i"], ["e", "c"])
"""What may be pressed while a pack is saved."""


class SlowDisk:
    """Writes packs only while it is let."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.may_write = threading.Event()
        self.written: list[Pack] = []
        write = packfile.write_pack

        def write_slowly(pack: Pack, path: Path, *, expect: FileStamp | None = None) -> FileStamp:
            assert self.may_write.wait(30)
            stamp = write(pack, path, expect=expect)
            self.written.append(pack)
            return stamp

        monkeypatch.setattr(packfile, "write_pack", write_slowly)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A pack of eight shipped levels, by their files."""
    made = packs.source(tmp_path)
    pack = create_pack_of_files(sorted(made.glob("*.toml"))[:8], tmp_path)
    packfile.write_pack(pack, path := tmp_path / "eight.pack.toml")
    return path


@pytest.fixture
def disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowDisk]:
    disk = SlowDisk(monkeypatch)
    yield disk
    disk.may_write.set()


def opened(path: Path) -> WorkbenchApp:
    state = StateFolder(path.parent / "st")
    return WorkbenchApp(folder=path.parent, terminal=REMOTE, theme="ascii", state=state, pack=path)


async def shown(pilot: Pilot[int]) -> PackScreen:
    await until(pilot, lambda: isinstance(pilot.app.screen, PackScreen))
    screen = pilot.app.screen
    assert isinstance(screen, PackScreen)
    return screen


def assert_is_paired(desk: PackDocument) -> None:
    """Every entry has the level that is its own."""
    for entry in desk.levels:
        assert entry.level is not None and entry.path is not None and entry.file is not None
        assert compute_digest(entry.level.board) == entry.board
        assert Path(entry.file).name == entry.path.name


@pytest.mark.parametrize("seed", range(2))
async def test_changes_during_a_save_are_neither_lost_nor_mixed_up(
    path: Path, disk: SlowDisk, seed: int
) -> None:
    rng = random.Random(seed)
    app = opened(path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await shown(pilot)
        desk = screen._document
        await press(pilot, "e", "j", "down", "x")
        before = desk.pack
        await press(pilot, "ctrl+s")
        for _ in range(rng.randrange(1, 12)):
            await press(pilot, *rng.choice(CHANGES))
            assert_is_paired(desk)
        changed = desk.pack
        disk.may_write.set()
        await until(pilot, lambda: disk.written and "Saved" in said(app))
        assert packfile.read_pack(path) == before
        assert desk.pack == changed
        assert desk.has_unsaved_changes == (changed != before)
        assert_is_paired(desk)
        disk.written.clear()
        await press(pilot, "ctrl+s")
        await until(pilot, lambda: disk.written and not desk.has_unsaved_changes)
        assert packfile.read_pack(path) == changed
        while desk.can_undo:
            await press(pilot, "u")
            assert_is_paired(desk)


async def test_a_save_is_noted_though_another_question_is_asked(path: Path, disk: SlowDisk) -> None:
    app = opened(path)
    async with app.run_test(size=(80, 24)) as pilot:
        desk = (await shown(pilot))._document
        await press(pilot, "e", "j", "ctrl+s", "e", "d")
        await until(pilot, lambda: isinstance(app.screen, LinePrompt))
        disk.may_write.set()
        await until(pilot, lambda: not desk.has_unsaved_changes)
        await press(pilot, "escape", "e", "j", "ctrl+s")
        await until(pilot, lambda: len(disk.written) == 2 and not desk.has_unsaved_changes)
        assert isinstance(app.screen, PackScreen), "nobody else has changed the file"
        assert packfile.read_pack(path) == desk.pack


async def test_a_save_waits_for_the_one_before(path: Path, disk: SlowDisk) -> None:
    app = opened(path)
    async with app.run_test(size=(80, 24)) as pilot:
        desk = (await shown(pilot))._document
        await press(pilot, "e", "j", "ctrl+s", "e", "j", "ctrl+s")
        disk.may_write.set()
        await until(pilot, lambda: len(disk.written) == 2 and not desk.has_unsaved_changes)
        assert isinstance(app.screen, PackScreen), "nobody else has changed the file"
        assert packfile.read_pack(path) == desk.pack


async def test_shipped_levels_are_copied_into_the_folder_of_the_pack(tmp_path: Path) -> None:
    files = sorted((LEVELS / "skiddy").glob("*.toml"))[:3]
    packfile.write_pack(create_pack_of_files(files, tmp_path), path := tmp_path / "mine.pack.toml")
    assert "../" in path.read_text()
    async with opened(path).run_test(size=(120, 40)) as pilot:
        screen = await shown(pilot)
        await press(pilot, "e", "i", "ctrl+s")
        await until(pilot, lambda: "Copied 3 shipped levels to" in said(pilot.app))
        assert not screen._document.has_unsaved_changes
        await press(pilot, "u")
        assert screen._document.has_unsaved_changes and all(
            each.is_playable for each in screen._document.levels
        )
    assert [e.file for e in packfile.read_pack(path).levels] == [
        f"mine/{file.name}" for file in files
    ]
