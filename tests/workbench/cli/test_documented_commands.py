"""The commands that the documentation shows, run as they stand but for long times and counts."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from workbench.cli import main

ROOT = Path(__file__).parents[3]
OPENS_THE_APP = "play"
MOST = {"--time": "0.2", "--count": "100"}
"""Values that take the place of larger ones."""


def commands(page: str) -> list[list[str]]:
    """The arguments of every command of a page's shell examples, in order."""
    text = (ROOT / page).read_text(encoding="utf-8")
    examples = "".join(re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
    lines = [line.partition("  #")[0] for line in examples.splitlines()]
    parts = [part.strip() for line in lines for part in line.split("&&")]
    return [shorten(shlex.split(part)[1:]) for part in parts if part.startswith("workbench ")]


def shorten(arguments: list[str]) -> list[str]:
    """Return the arguments of a command with less time and fewer levels."""
    for index, option in enumerate(arguments[:-1]):
        if option in MOST and float(arguments[index + 1]) > float(MOST[option]):
            arguments[index + 1] = MOST[option]
    return arguments


@pytest.mark.parametrize(
    "page",
    [
        "README.md",
        *(
            f"docs/{name}.md"
            for name in (
                "batch",
                "catalogue",
                "command-line",
                "fruit-dating",
                "skiddy",
                "linjat",
                "mazing-monk",
                "sources",
            )
        ),
        pytest.param("docs/archive.md", marks=pytest.mark.slow),
    ],
)
def test_documented_commands_work(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    found = [arguments for arguments in commands(page) if arguments[0] != OPENS_THE_APP]
    assert len(found) >= 5
    for arguments in found:
        result = main(arguments)
        # Moves that do not win; a wish that is not reached in the few iterations that it has here.
        negative = arguments[0] == "verify" or any(each.startswith("wish=") for each in arguments)
        assert result == 0 or (negative and result == 1), arguments
    assert "Traceback" not in capfd.readouterr().err
