"""The commands that the documentation shows, run as they stand but for long times and counts."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from workbench.cli import VERBS, main

ROOT = Path(__file__).parents[3]
OPENS_THE_APP = "play"
MOST = {"--time": "0.2", "--count": "100", "--fill": "1"}
"""Values that take the place of larger ones."""
SLOW = {"docs/reference/archives.md"}


def list_commands(page: str) -> list[list[str]]:
    """The arguments of every command of a page's shell examples, in order."""
    text = (ROOT / page).read_text(encoding="utf-8")
    examples = "".join(re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
    lines = [line.partition("  #")[0] for line in examples.replace("\\\n", " ").splitlines()]
    parts = [part.strip() for line in lines for part in line.split("&&")]
    found = [shorten(shlex.split(part)[1:]) for part in parts if part.startswith("workbench ")]
    return [each for each in found if each[0] in VERBS and each[0] != OPENS_THE_APP]


def shorten(arguments: list[str]) -> list[str]:
    """Return the arguments of a command with less time and fewer levels."""
    for index, option in enumerate(arguments[:-1]):
        if option in MOST and float(arguments[index + 1]) > float(MOST[option]):
            arguments[index + 1] = MOST[option]
    return arguments


PAGES = [
    page
    for page in (
        "README.md",
        *(str(path.relative_to(ROOT)) for path in sorted((ROOT / "docs").rglob("*.md"))),
    )
    if not page.startswith(("docs/tutorial", "docs/how-to")) and list_commands(page)
]
"""The pages with commands, but for the guides, whose commands make up one story each."""


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=[pytest.mark.slow] if page in SLOW else []) for page in PAGES],
)
def test_documented_commands_work(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "levels", tmp_path / "levels")
    for arguments in list_commands(page):
        result = main(arguments)
        # Moves that do not win; a wish that is not reached in the few iterations that it has here.
        negative = arguments[0] == "verify" or any(each.startswith("wish=") for each in arguments)
        hasty = result == 3 and "--time" in arguments  # nothing was found in so little time
        assert result == 0 or hasty or (negative and result == 1), arguments
    assert "Traceback" not in capfd.readouterr().err
