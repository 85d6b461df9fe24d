"""Level files of the template's game for the command line; ``conftest.py`` loads this."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import template_game

LEVEL = """\
format = 1
game = "ice-path"
title = "Round the corner"

[board]
cells = \"\"\"
w...
.#..
F..o
\"\"\"
"""
UNSOLVABLE = LEVEL.replace("F..o", "F#.o").replace(".#..", "##..")
DRAFT = LEVEL.replace("F", ".")
BROKEN = LEVEL.replace("w...", "w.?.")
SMALL = ("--set", "size=5", "--set", "moves=2..")


@pytest.fixture(scope="module")
def ice_game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Installs the game of the template, and gives its folder."""
    folder = tmp_path_factory.mktemp("site") / "packages"
    with template_game.installed(folder):
        yield folder


@pytest.fixture
def ice_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test in an empty folder of its own, with kernels as plain Python."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    for name in ("NO_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    for name, text in (
        ("good", LEVEL),
        ("bad", UNSOLVABLE),
        ("draft", DRAFT),
        ("broken", BROKEN),
    ):
        Path(f"{name}.toml").write_text(text)


def objects(output: str) -> list[Any]:
    """The answers of a command, one a line."""
    return [json.loads(line) for line in output.splitlines()]
