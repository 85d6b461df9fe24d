"""The figures of the documentation are those that the commands next to them measure."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from linjat_boards import needs_sample

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
COMMAND = re.compile(r"python -m benchmarks\.figures ([\w-]+)")
PAGES = {
    str(path.relative_to(DOCS)): " ".join(path.read_text(encoding="utf-8").split())
    for path in DOCS.rglob("*.md")
}
PAGE_OF = {name: page for page, text in PAGES.items() for name in COMMAND.findall(text)}
"""The pages that name the commands."""
PUBLISHED = ("linjat-scores", "human-published")
"""Figures that need a sample of the published puzzles."""


MEASURE = """
import sys
from benchmarks.figures.__main__ import run
for name in sys.argv[1:]:
    run([name])
    print(end=chr(0))
"""
"""A program that ends what the command prints of each group with a zero."""


def run_python(*arguments: str) -> str:
    """Return what a Python program prints; a fault of its own fails the test."""
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def measure(names: Iterable[str]) -> list[str]:
    """Return what the command prints of each group of figures."""
    *texts, rest = run_python("-c", MEASURE, *names).split("\0")
    assert not rest
    return texts


def test_every_group_of_figures_is_named_on_its_page() -> None:
    listed = run_python("-m", "benchmarks.figures").splitlines()
    assert dict(line.split() for line in listed) == PAGE_OF


def test_figures_that_take_no_time() -> None:
    assert_written("monk-cells", "campaign-lists", "campaign-grades")


@needs_sample
def test_figures_of_published_puzzles() -> None:
    assert_written(*PUBLISHED)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in PAGE_OF if name not in PUBLISHED])
def test_pages_have_the_figures_that_are_measured(name: str) -> None:
    assert_written(name)


def assert_written(*names: str) -> None:
    """Assert that pages have every line of their figures, whatever the line breaks are."""
    for name, text in zip(names, measure(names), strict=True):
        page, lines = PAGE_OF[name], text.splitlines()
        missing = [line for line in lines if " ".join(line.split()) not in PAGES[page]]
        assert lines and not missing, f"{page} lacks {missing}"
