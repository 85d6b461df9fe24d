"""The ways of loading kernels, with compilation pretended."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.errors import GameNotFound
from engine.game import kernels, registry
from engine.game.game import Game
from engine.jit import load as kernel_cache
from engine.jit import marks

pytestmark = pytest.mark.skipif(marks.disabled(), reason="there is no cache without compilation")

GAME = "fruit-dating"


class Pretended:
    """A process that has loaded nothing yet, and others that compile for it in no time.

    Attributes:
        used: the games that were warmed up in the process, and where from.
        filled: the games that others compiled, and where.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, root: Path) -> None:
        self.used: list[tuple[str, Path | None]] = []
        self.filled: list[tuple[str, Path]] = []
        self._elsewhere = threading.local()
        monkeypatch.setattr(kernels, "_kernels", kernels._Kernels())
        monkeypatch.setattr(kernels, "_warm_up", self.warm_up)
        monkeypatch.setattr(kernels, "_compile_elsewhere", self.compile_elsewhere)
        monkeypatch.setenv(kernel_cache.CACHE_VARIABLE, str(root))

    def warm_up(self, game: Game, folder: Path | None) -> None:
        if getattr(self._elsewhere, "now", False):
            assert folder is not None
            (folder / "kernel.nbc").write_text("machine code")
            self.filled.append((game.name, folder))
            return
        self.used.append((game.name, folder))
        kernels._kernels.games.add(game.name)

    def compile_elsewhere(self, names: list[str]) -> None:
        self._elsewhere.now = True
        for name in names:
            with contextlib.suppress(OSError):
                kernels.fill(name)
        self._elsewhere.now = False


@pytest.fixture
def pretended(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Pretended:
    """Loading and compiling that only pretends to."""
    return Pretended(monkeypatch, tmp_path / "deep" / "cache")


def test_loading_twice_compiles_once(pretended: Pretended) -> None:
    told: list[str] = []
    assert not kernels.loaded(GAME)
    assert not kernels.cache_ready(GAME)
    kernels.load(GAME, progress=told.append)
    kernels.load(GAME, progress=told.append)
    assert told == [f"{doing} the solver for Fruit Dating" for doing in ("loading", "preparing")]
    assert pretended.used == [(GAME, kernels.game_folder(GAME))]
    assert len(pretended.filled) == 1
    assert kernels.loaded(GAME)
    assert kernel_cache.is_whole(kernels.game_folder(GAME))


def test_every_game_is_compiled_and_loaded_by_itself(pretended: Pretended) -> None:
    kernels.load("skiddy")
    assert kernels.state() == "compiled"
    assert kernels.cache_ready("skiddy")
    assert not kernels.cache_ready()
    assert not kernels.loaded(GAME)
    assert not kernels.loaded()
    (kernels.game_folder("skiddy") / "kernel.nbc").write_text("damaged")
    kernels.load()
    assert kernels.loaded()
    # What is loaded is not looked at again; the damage is seen by the next process.
    names = [game.name for game in registry.all_games()]
    assert sorted(name for name, _ in pretended.used) == sorted(names)
    assert sorted(name for name, _ in pretended.filled) == sorted(names)
    kernels._kernels.games.clear()
    assert not kernels.cache_ready("skiddy")
    assert kernels.cache_ready(GAME)


def test_an_unknown_game_is_refused(pretended: Pretended) -> None:
    with pytest.raises(GameNotFound):
        kernels.load("no-such-game")


def in_threads(do: Callable[[], None]) -> None:
    threads = [threading.Thread(target=do) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_threads_that_load_together_compile_once(pretended: Pretended) -> None:
    in_threads(lambda: kernels.load(GAME))
    assert len(pretended.used) == len(pretended.filled) == 1


def test_processes_that_fill_a_folder_together_compile_once(pretended: Pretended) -> None:
    in_threads(lambda: pretended.compile_elsewhere([GAME]))
    assert len(pretended.filled) == 1


def test_what_was_left_half_made_is_cleared_away(pretended: Pretended) -> None:
    half = kernels.game_folder(GAME).with_name(f"{GAME}.building")
    half.mkdir(parents=True)
    (half / "half.nbc").write_text("half")
    kernels.load(GAME)
    assert [file.name for file in kernels.game_folder(GAME).glob("*.nbc")] == ["kernel.nbc"]
    assert not half.exists()


def test_a_cache_that_cannot_be_made_is_done_without(pretended: Pretended, tmp_path: Path) -> None:
    (tmp_path / "deep").write_text("not a folder")
    kernels.load(GAME)
    ((_, folder),) = pretended.used
    assert folder is not None
    assert tmp_path not in folder.parents
    assert kernels.state() == "compiled"
    shutil.rmtree(folder)  # it goes when the process ends


def test_without_any_folder_kernels_are_compiled_all_the_same(
    pretended: Pretended, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "deep").write_text("not a folder")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "deep"))
    kernels.load(GAME)
    assert pretended.used == [(GAME, None)]


def test_a_cache_that_cannot_be_finished_is_done_without(
    pretended: Pretended, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: Path) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(kernel_cache, "seal", fail)
    kernels.load(GAME)
    ((_, folder),) = pretended.used
    assert folder != kernels.game_folder(GAME)
    assert kernels.state() == "compiled"
    # Nothing half made is left behind.
    assert [entry.name for entry in kernels.cache_folder().iterdir()] == [f"{GAME}.lock"]


def test_kernels_that_cannot_be_read_after_all_are_compiled_again(
    pretended: Pretended, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = kernels.game_folder(GAME)
    folder.mkdir(parents=True)
    (folder / "old.nbc").write_text("of another build")
    kernel_cache.seal(folder)

    def refuse(game: Game, place: Path | None) -> None:
        if place == folder and (folder / "old.nbc").exists():
            raise TypeError("cannot unpickle")
        pretended.warm_up(game, place)

    monkeypatch.setattr(kernels, "_warm_up", refuse)
    kernels.load(GAME)
    assert kernel_cache.is_whole(folder)
    assert [file.name for file in folder.glob("*.nbc")] == ["kernel.nbc"]


def test_old_folders_are_swept_and_nothing_else(pretended: Pretended) -> None:
    root = kernel_cache.cache_root()
    long_ago = time.time() - 40 * 24 * 3600
    names = {
        "0" * 24: True,
        "photographs": False,
        "2" * 23: False,
        "3" * 24 + ".old": False,
        ".ssh": False,
    }
    for name in names:
        (root / name / "inside").mkdir(parents=True)
        os.utime(root / name, (long_ago, long_ago))
    (root / ("4" * 24)).mkdir()
    (root / ("5" * 24)).write_text("a file")
    os.utime(root / ("5" * 24), (long_ago, long_ago))
    kernels.load(GAME)
    # The cache may be put into a folder that holds other things; those are not ours.
    assert {name: not (root / name).exists() for name in names} == names
    assert (root / ("4" * 24)).exists()
    assert (root / ("5" * 24)).exists()
    assert kernels.cache_folder().exists()


def test_a_folder_in_use_is_not_swept(pretended: Pretended) -> None:
    kernels.load(GAME)
    folder = kernels.cache_folder()
    long_ago = time.time() - 40 * 24 * 3600
    os.utime(folder, (long_ago, long_ago))
    kernels._kernels.games.clear()
    kernels.load(GAME)
    assert time.time() - folder.stat().st_mtime < 60
