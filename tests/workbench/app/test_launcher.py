"""Starting the app, and what is left to do when it has ended."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from workbench import commands
from workbench.app.app import WorkbenchApp
from workbench.paths import user_config_file


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The user's configuration folder."""
    place = tmp_path / "config"
    (place / "themes").mkdir(parents=True)
    monkeypatch.setenv(user_config_file.FOLDER_VARIABLE, str(place))
    yield place
    commands.bind_keys({})


def test_no_mouse_is_asked_of_textual(
    folder: Path, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from workbench.app import launcher as module

    asked: list[bool] = []

    def run(self: WorkbenchApp, *, mouse: bool = True) -> int:
        asked.append(mouse)
        return 0

    monkeypatch.setattr(WorkbenchApp, "run", run)
    monkeypatch.setattr(module, "run_app", module.run_app)
    for configured, option in ((None, None), (None, False), ("false", None), ("false", True)):
        user_config_file.find_config_file().write_text(
            "" if configured is None else f"mouse = {configured}\n"
        )
        assert module.run_app(folder, mouse=option) == 0
    assert asked == [True, False, False, True]
