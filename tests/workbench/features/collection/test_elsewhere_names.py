"""Names that no file can have, typed where one is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.batch.order import BatchError
from engine.errors import LevelError
from engine.playlists.pack import Pack
from workbench.features.collection import elsewhere, keeping
from workbench.features.playlists import files
from workbench.features.playlists.desk import PackDesk
from workbench.folders.catalogues import wrong_name
from workbench.folders.state import user_state
from workbench.service import detaching
from workbench.ui.dialogs import level_path

LONG = "a" * 300
CHECKS = {
    "x.db": wrong_name,
    "x": elsewhere.wrong_output,
    "x.csv": elsewhere.wrong_output,
    "y": elsewhere.wrong_folder,
    "x-{n}.toml": lambda text: keeping.fault(text, [{"n": "1"}]),
    "x.pack.toml": files._pack_path,
    "x.svg": files._picture_path,
    "x.toml": level_path,
}


@pytest.mark.parametrize("folder", [LONG, "a\0b", "nowhere", "/dev/null"])
@pytest.mark.parametrize("name", CHECKS)
def test_a_folder_that_cannot_be_is_refused(name: str, folder: str) -> None:
    assert (CHECKS[name](f"{folder}/{name}") or "").startswith("no such folder: ")


@pytest.mark.parametrize("name", [f"{LONG}.db", f"{'a' * 252}.db", "a\0b.db"])
def test_a_catalogue_that_cannot_be_is_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    words = ["batch", "skiddy", "--count=2", "--seed=1", f"--out={path}"]
    with pytest.raises(BatchError, match=r"file name too long|null byte"):
        detaching.begin(words, path)
    assert not [*tmp_path.iterdir()]


def test_a_pack_that_cannot_be_is_not_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    desk = PackDesk(tmp_path / "some.pack.toml", user_state(), Pack(()))
    with pytest.raises(LevelError, match="file name too long"):
        desk.save(tmp_path / f"{LONG}.pack.toml")
