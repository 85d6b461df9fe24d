from __future__ import annotations

from pathlib import Path

import pytest
from catalogues import fill_with_real

GAMES = ("fruit-dating", "skiddy", "linjat", "mazing-monk")


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeps nothing in the user's folders; no tour."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr("workbench.ui.tour._shown_before", lambda: True)
    monkeypatch.setattr("workbench.folders.resources.levels_folder", lambda: tmp_path / "none")


@pytest.fixture
def slides(tmp_path: Path) -> Path:
    """A catalogue of levels of Skiddy."""
    fill_with_real(path := tmp_path / "slides.db", "skiddy", 30)
    return path
