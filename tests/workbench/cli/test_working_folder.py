"""Modules in the working folder are never imported, by no process that the workbench starts."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from batches import until
from hostile_folder import HostileFolder

from engine.batch import progress_reader
from engine.catalogue import lock

CONSOLE = "import re, sys; from workbench.__main__ import main; sys.exit(main())"
"""The script that an installation makes of the entry point."""
HELP = """
import sys
from functools import partial
from engine import workshop
from engine.values.budget import Control
from workbench.service.helper_client import Helper
from workbench.service.tasks import solve_board
game = workshop.game("skiddy")
task = partial(solve_board, game, workshop.generate(game, seed=1)[0].board)
sys.path.insert(0, "")
helper = Helper()
assert helper.run_task(task, Control()).facts["solvable"]
helper.close()
"""
CLUSTER = """
import sys
from distributed import LocalCluster, Security
from engine.batch.batch_generation import run_batch
from engine.game import registry
game = registry.get_game("skiddy")
Security.temporary()  # with all that it imports
sys.path.insert(0, "")
run_batch(game, "s.catalogue", 2, {}, seed=1, jobs=1, backend="dask")
assert sys.path[0] == ""
"""
BATCH = ("batch", "skiddy", "--count", "2", "--seed", "1", "--jobs", "1", "--out", "s.catalogue")
GENERATE = ("generate", "skiddy", "--seed", "1")
MODULE = ("-m", "workbench")
EMPTY_ENTRY = {"PYTHONPATH": os.pathsep + os.devnull}


@pytest.fixture
def folder(tmp_path: Path) -> HostileFolder:
    return HostileFolder(tmp_path / "hostile")


def run_in(folder: Path, *arguments: str, **variables: str) -> int:
    """Run Python in a folder; gives the number of its process."""
    with subprocess.Popen(
        [sys.executable, *arguments],
        cwd=folder,
        env=os.environ | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        _, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    return process.pid


@pytest.mark.parametrize(
    ("start", "more"),
    [
        pytest.param(MODULE, {}, id="module"),
        pytest.param(("-c", CONSOLE), EMPTY_ENTRY, id="console, empty entry"),
        pytest.param(MODULE, EMPTY_ENTRY, marks=pytest.mark.slow, id="module, empty entry"),
        pytest.param(("-c", CONSOLE), {}, marks=pytest.mark.slow, id="console"),
    ],
)
def test_a_command_is_started_in_any_way(
    folder: HostileFolder, start: Sequence[str], more: dict[str, str]
) -> None:
    assert_nothing_is_imported(folder, start, GENERATE, more)


@pytest.mark.parametrize("words", [("doctor",), BATCH], ids=["doctor", "batch"])
def test_commands_with_the_working_folder_on_the_path(
    folder: HostileFolder, words: Sequence[str]
) -> None:
    assert_nothing_is_imported(folder, MODULE, words, EMPTY_ENTRY)


@pytest.mark.slow
@pytest.mark.parametrize("more", [{}, EMPTY_ENTRY], ids=["", "empty entry"])
@pytest.mark.parametrize(
    "words", [("doctor",), BATCH, (*BATCH, "--backend", "dask")], ids=["doctor", "batch", "dask"]
)
@pytest.mark.parametrize("start", [MODULE, ("-c", CONSOLE)], ids=["module", "console"])
def test_every_command_is_started_in_any_way(
    folder: HostileFolder, start: Sequence[str], words: Sequence[str], more: dict[str, str]
) -> None:
    assert_nothing_is_imported(folder, start, words, more)


def assert_nothing_is_imported(
    folder: HostileFolder, start: Sequence[str], words: Sequence[str], more: dict[str, str]
) -> None:
    """Run a command in the folder; only Python itself may import from it."""
    if start[0] == "-c" and not more:
        start = ("-P", *start)  # as for a script in another folder
    process = run_in(folder.path, *start, *words, **more)
    # Python itself looks for these two, before any line of ours.
    assert folder.imported() <= ({"sitecustomize", "usercustomize"} if more else set())
    assert folder.imported([process]) == set()


@pytest.mark.parametrize(
    "more",
    [pytest.param({}, marks=pytest.mark.slow, id=""), pytest.param(EMPTY_ENTRY, id="empty entry")],
)
def test_a_batch_in_the_background(folder: HostileFolder, more: dict[str, str]) -> None:
    process = run_in(folder.path, "-m", "workbench", *BATCH, "--detach", **more)
    catalogue = folder.path / "s.catalogue"
    until(lambda: lock.find_owner_id(catalogue) is None)
    assert progress_reader.read_batch_status(catalogue)["complete"]
    assert folder.imported([process]) == set()


@pytest.mark.parametrize("script", [HELP, CLUSTER], ids=["helper", "dask"])
def test_what_a_script_starts(folder: HostileFolder, script: str) -> None:
    process = run_in(folder.path, "-P", "-c", script)
    assert folder.imported([process]) == set()


def test_the_working_folder_may_be_the_only_place_of_the_workbench() -> None:
    packages = str(Path(np.__file__).parents[1])
    root = Path(__file__).parents[3]
    assert run_in(root, "-S", "-m", "workbench", *("generate", "skiddy"), PYTHONPATH=packages)


def test_a_folder_that_is_named_in_full_is_searched(tmp_path: Path) -> None:
    (tmp_path / "mine.py").touch()
    script = "from engine.game.python_processes import start_python\nassert not {}.wait()"
    for first in ("-c", "-m"):
        words = repr((first, "import mine" if first == "-c" else "mine"))
        assert run_in(
            tmp_path, "-c", script.format(f"start_python(*{words})"), PYTHONPATH=str(tmp_path)
        )
