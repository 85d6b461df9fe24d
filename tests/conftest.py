"""For every test: current kernels; Hypothesis, without stopwatch."""

from __future__ import annotations

import gc
import os
import signal
from pathlib import Path
from typing import Any

import pytest
import textual._wait
from hypothesis import settings
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

import workbench.features  # noqa: F401 - fills the registry of commands
from engine.game import kernels
from engine.jit import decorators

pytest_plugins = ["commanding", "app_fixtures", "design_fixtures", "ice_files"]

# How long an example takes says something of the machine, not of the code. Quick runs look at few
# examples, and at fewer in plain Python; --hypothesis-profile=thorough looks at many.
settings.register_profile("here", deadline=None, max_examples=5 if decorators.is_disabled() else 20)
settings.register_profile("ci", settings.get_profile("here"), derandomize=True, print_blob=True)
settings.register_profile("thorough", settings.get_profile("here"), max_examples=500)
settings.load_profile("ci" if os.environ.get("CI") else "here")

# Pilot takes a program for idle that computes for less than 1 ms in 20. On some virtual machines
# waking up alone takes longer, and each of thousands of waits would last its full second.
textual._wait.SLEEP_IDLE = 0.005

# Hundreds of apps have the same style sheets, and Textual keeps parsed rules for one app alone.
_parse_rules = Stylesheet._parse_rules
_parsed_rules: dict[tuple[object, ...], list[RuleSet]] = {}


def parse_rules_once(sheet: Stylesheet, *arguments: Any, **named: Any) -> list[RuleSet]:
    """Return the rules of a style sheet as an earlier app with the same variables parsed them."""
    key = (*arguments, *named.items(), *sheet._variables.items())
    if key not in _parsed_rules:
        _parsed_rules[key] = _parse_rules(sheet, *arguments, **named)
    return _parsed_rules[key]


Stylesheet._parse_rules = parse_rules_once  # type: ignore[method-assign]

# A shell starts what it runs in the background with interrupts ignored, and they are tested.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the tests run with kernels that were edited and not built again."""
    parser.addoption("--stale-kernels", action="store_true", help="run kernels as plain Python")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Refuse to start while kernels are not compiled: tests would be slow, and test other code."""
    wanted = decorators.is_disabled() or session.config.getoption("--stale-kernels")
    if wanted or hasattr(session.config, "workerinput"):
        return
    if problems := kernels.list_problems():
        text = f"{problems[0]}. Run python -m engine.jit.build, or pytest --stale-kernels."
        pytest.exit(text, returncode=4)


def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores, since tests of terminals mostly wait.

    More would only import everything once more. Plain Python is for tests that compute.
    """
    return (os.cpu_count() or 1) + (0 if decorators.is_disabled() else 1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Has tests of terminals begin first: they mostly wait, and others compute meanwhile."""
    items.sort(key=lambda item: "terminal" not in item.path.parts)


def pytest_collection_finish() -> None:
    """Spares the collector what stays, and has it come seldom: a fifth of the whole time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 10, 10)


@pytest.fixture(autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folders for configuration and state that no other test and no developer uses."""
    folder = tmp_path_factory.mktemp("user")
    monkeypatch.setenv("PUZZLE_WORKBENCH_CONFIG", str(folder / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
    return folder
