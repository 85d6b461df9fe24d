from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from terminal import WORKBENCH, Size, Terminal, ready

from engine import workshop
from engine.files import levelfile
from engine.game import registry


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own for every test."""
    for variable in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(variable, raising=False)
    for variable in ("NO_COLOR", "TMUX", "STY", "SSH_CONNECTION", "SSH_TTY", "LC_ALL", "LC_CTYPE"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    state = folder / ".local" / "state" / "puzzle-workbench"
    state.mkdir(parents=True)
    (state / "tour-shown").touch()
    return folder


@pytest.fixture(scope="session")
def generated(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The text of a generated 8x8 level with its verdict."""
    path = tmp_path_factory.mktemp("generated") / "level.toml"
    game = registry.get_game("fruit-dating")
    short = game.generator.parameters.restore_settings({"moves": "4..12"})
    levelfile.write_level(workshop.generate(game, 7, short)[0], path)
    return path.read_text("utf-8")


@pytest.fixture
def level(home: Path, generated: str) -> Path:
    """A generated level in a file."""
    path = home / "level.toml"
    path.write_text(generated, "utf-8")
    return path


@pytest.fixture
def open_level(level: Path) -> Callable[..., AbstractContextManager[Terminal]]:
    """Opens the level on the design screen, in a terminal of some size."""

    @contextmanager
    def opened(
        size: Size = (120, 40), environ: Mapping[str, str | None] | None = None
    ) -> Iterator[Terminal]:
        with Terminal([*WORKBENCH, str(level)], size, environ) as terminal:
            terminal.until(ready)
            terminal.until_quiet(0.5)
            yield terminal

    return opened
