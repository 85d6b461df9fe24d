"""The figures of the documentation are those that the commands next to them measure."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
COMMAND = re.compile(r"python -m benchmarks\.figures ([\w-]+)")
PAGES = {
    path.name: " ".join(path.read_text(encoding="utf-8").split()) for path in DOCS.glob("*.md")
}
NAMED = [
    (page, name) for page, text in PAGES.items() for name in dict.fromkeys(COMMAND.findall(text))
]


def lines_of(*names: str) -> list[str]:
    """What the command prints; a fault of its own fails the test."""
    command = [sys.executable, "-m", "benchmarks.figures", *names]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_every_group_of_figures_is_named_on_its_page() -> None:
    listed = {tuple(line.split()) for line in lines_of()}
    also = {(f"presets-{game}", "presets.md") for game in ("skiddy", "linjat", "mazing-monk")}
    assert listed == {(name, page) for page, name in NAMED} | also
    assert all(f"`{name}`" in PAGES[page] for name, page in also)


@pytest.mark.parametrize(("page", "name"), [("mazing-monk.md", "monk-cells")])
def test_figures_that_take_no_time(page: str, name: str) -> None:
    assert_written(page, name)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*dict.fromkeys(name for _, name in NAMED)])
def test_pages_have_the_figures_that_are_measured(name: str) -> None:
    (page,) = {page for page, other in NAMED if other == name}
    assert_written(page, name)


def assert_written(page: str, name: str) -> None:
    """Every line that a command prints is on the page, whatever its line breaks are."""
    lines = lines_of(name)
    missing = [line for line in lines if " ".join(line.split()) not in PAGES[page]]
    assert lines and not missing, f"{page} lacks {missing}"
