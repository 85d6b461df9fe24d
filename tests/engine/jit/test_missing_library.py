"""The start of the app where the library of machine code is missing or cannot be used."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from frames import frame
from plainly import press
from waiting import until

import engine
from engine.errors import PLAIN_PYTHON
from engine.game import kernels
from engine.jit import libraries, targets
from workbench.app.app import WorkbenchApp
from workbench.paths import user_config_file
from workbench.ui.key_line import KeyLine
from workbench.ui.messages_screen import MessagesScreen

pytestmark = pytest.mark.usefixtures("app_world")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of the engine, as if it was somewhere else, with a library that is not one."""
    folder = tmp_path / "engine"
    native = folder / libraries.FOLDER
    native.mkdir(parents=True)
    (native / libraries.MANIFEST).write_text('{"format": 1, "library": "kernels.so", "size": 3}')
    (native / "kernels.so").write_bytes(b"no library")
    monkeypatch.setattr(engine, "__file__", str(folder / "__init__.py"))
    monkeypatch.setattr(targets, "has_builder", lambda: False)
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    libraries.open_library.cache_clear()
    yield folder
    libraries.open_library.cache_clear()


def message(app: WorkbenchApp) -> str:
    lines = [*app.screen_stack[-1].query(KeyLine)]
    return lines[0].message if lines else ""


async def test_the_app_tells_at_the_start_what_a_damaged_library_costs(
    folder: Path, package: Path
) -> None:
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: message(app))
        said = f"Searches run as {PLAIN_PYTHON}. Install again: "
        assert message(app).startswith(said)
        assert said.rstrip(": ") in frame(app), "a narrow screen has room for cost and remedy"
        await press(pilot, "v", "m")
        await until(pilot, lambda: isinstance(app.screen, MessagesScreen))
        await until(pilot, lambda: "expected 3 bytes" in " ".join(frame(app).split()))
    assert PLAIN_PYTHON in kernels.describe_kernels(), "doctor says the same"
    (problem,) = kernels.list_problems()
    assert problem.endswith(". Install again")


async def test_a_missing_library_is_listed_with_the_problems_of_the_users_files(
    folder: Path, package: Path
) -> None:
    shutil.rmtree(package / libraries.FOLDER)
    user_config_file.find_config_file().parent.mkdir(parents=True, exist_ok=True)
    user_config_file.find_config_file().write_text("mouse = 3\n")
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: message(app))
        assert message(app) == "2 problems. v m lists them."
        texts = [said.text for said in app.messages]
        assert any("engine comes without a library" in text for text in texts)


def test_the_remedy_is_another_platform_where_none_can_be_built(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.rmtree(package / libraries.FOLDER)
    monkeypatch.setattr(targets, "choose_target", lambda: None)
    cost = libraries.describe_cost()
    assert cost is not None and "README" in cost and "Numba has no wheel for" in cost
    assert "\n" not in cost


def test_a_package_of_games_without_a_library_can_be_compiled_in_the_process() -> None:
    error = libraries.open_library("json")
    assert isinstance(error, libraries.LibraryError) and error.missing
    assert str(error).startswith("json comes without a library of machine code. ")
    if targets.choose_target() is not None:
        assert str(error).endswith("Install puzzle-workbench[compile]")


def test_nothing_is_said_where_the_library_is_compiled_when_it_is_needed(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(targets, "has_builder", lambda: True)
    assert libraries.describe_cost(), "a damaged library is not replaced"
    shutil.rmtree(package / libraries.FOLDER)
    libraries.open_library.cache_clear()
    assert libraries.describe_cost() is None


def test_the_library_is_looked_at_without_numpy() -> None:
    script = (
        "import sys, engine\n"
        "from engine.jit import libraries\n"
        "libraries.describe_cost()\n"
        "print(*(name for name in ('numpy', 'numba') if name in sys.modules))\n"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []
