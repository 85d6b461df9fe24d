"""Names that no file can have, typed where one is asked for."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from unittest.mock import Mock

import pytest

from engine.batch.batch_spec import BatchError
from engine.errors import LevelError
from engine.playlists.pack import Pack
from workbench.features.collection import bulk_save, level_actions
from workbench.features.playlists import pack_files
from workbench.features.playlists.pack_document import PackDocument
from workbench.paths.new_catalogue_name import explain_wrong_name
from workbench.paths.state_folder import get_user_state
from workbench.service import detached_process
from workbench.ui.dialogs import check_level_path

LONG = "a" * 300
CHECKS = {
    "x.db": explain_wrong_name,
    "x": level_actions.find_output_fault,
    "x.csv": level_actions.find_output_fault,
    "y": level_actions.find_folder_fault,
    "x-{n}.toml": partial(bulk_save.find_gallery_fault, Mock(kept_numbers=[])),
    "x.pack.toml": pack_files._find_pack_path_fault,
    "x.svg": pack_files._find_picture_path_fault,
    "x.toml": check_level_path,
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
        detached_process.start_or_raise(words, path)
    assert not [*tmp_path.iterdir()]


def test_a_pack_that_cannot_be_is_not_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    desk = PackDocument(tmp_path / "some.pack.toml", get_user_state(), Pack(()))
    with pytest.raises(LevelError, match="file name too long"):
        desk.save(tmp_path / f"{LONG}.pack.toml")
