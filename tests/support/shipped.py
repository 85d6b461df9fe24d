"""The levels that come with the workbench, as their files and the read-me have them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.files import levelfile
from engine.values.level import Level

LEVELS = Path(__file__).parents[2] / "levels"


def files_of(game: str) -> list[Path]:
    """The files of a game's levels, in order."""
    return sorted((LEVELS / game).glob("*.toml"))


def each(files: Iterable[Path]) -> pytest.MarkDecorator:
    """Runs a test for each file, as its parameter ``file``."""
    return pytest.mark.parametrize("file", files, ids=lambda file: file.stem)


@cache
def level_in(file: Path) -> Level:
    """The level in a file, read once."""
    return levelfile.read_level(file)


def board_in(file: Path) -> Any:
    """The board in a file."""
    return level_in(file).board


def facts_in(file: Path) -> dict[str, Any]:
    """The facts of the verdict in a file."""
    verdict = level_in(file).verdict
    assert verdict is not None
    return dict(verdict.facts)


def table_of(title: str, columns: str) -> list[tuple[str, ...]]:
    """The table under a heading of the read-me: first columns of the rows of levels.

    Args:
        title: the heading.
        columns: an expression for the columns after the name of the file.
    """
    page = (LEVELS / "README.md").read_text("utf-8")
    section = page.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    return re.findall(rf"^\| `(.+?)` \| {columns} \|", section, re.MULTILINE)
