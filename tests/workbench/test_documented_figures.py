"""The figures of the documentation are those that the commands next to them measure."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from linjat_boards import needs_sample

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
COMMAND = re.compile(r"python -m benchmarks\.figures ([\w-]+)")
PAGES = {
    path.name: " ".join(path.read_text(encoding="utf-8").split()) for path in DOCS.glob("*.md")
}
PAGE_OF = {name: page for page, text in PAGES.items() for name in COMMAND.findall(text)}
"""The pages that name the commands."""
PUBLISHED = ("linjat-scores", "human-published")
"""Figures that need a sample of the published puzzles."""


def lines_of(*names: str) -> list[str]:
    """What the command prints; a fault of its own fails the test."""
    command = [sys.executable, "-m", "benchmarks.figures", *names]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_every_group_of_figures_is_named_on_its_page() -> None:
    assert dict(line.split() for line in lines_of()) == PAGE_OF


@pytest.mark.parametrize("name", ["monk-cells", "campaign-lists", "campaign-grades"])
def test_figures_that_take_no_time(name: str) -> None:
    assert_written(name)


@needs_sample
@pytest.mark.parametrize("name", PUBLISHED)
def test_figures_of_published_puzzles(name: str) -> None:
    assert_written(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in PAGE_OF if name not in PUBLISHED])
def test_pages_have_the_figures_that_are_measured(name: str) -> None:
    assert_written(name)


def assert_written(name: str) -> None:
    """Assert that a page has every line that a command prints, whatever its line breaks are."""
    page, lines = PAGE_OF[name], lines_of(name)
    missing = [line for line in lines if " ".join(line.split()) not in PAGES[page]]
    assert lines and not missing, f"{page} lacks {missing}"
