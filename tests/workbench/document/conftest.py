from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from toy_game import TOY, slope

from engine.files import levelfile
from engine.game import registry
from workbench.paths.state_folder import StateFolder


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "get_game", lambda name: TOY)


@pytest.fixture
def state(tmp_path: Path) -> StateFolder:
    return StateFolder(tmp_path / "state")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "slope.toml"
    levelfile.write_level(slope(), path)
    return path


@pytest.fixture
def until() -> Callable[[Callable[[], bool]], None]:
    """Waits for a condition, a minute at most."""

    def wait(condition: Callable[[], bool]) -> None:
        end = time.monotonic() + 60
        while not condition():
            assert time.monotonic() < end, "it never happened"
            time.sleep(0.005)

    return wait
