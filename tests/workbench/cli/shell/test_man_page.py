"""The manual page: it is up to date, complete, and accepted by man."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from workbench.cli import PLANNED_VERBS, SUBCOMMANDS, VERBS
from workbench.cli.shell.man_page import format_page

PAGE = Path(__file__).parents[4] / "docs/workbench.1"


def test_the_page_is_up_to_date() -> None:
    """Renew it with ``python -m workbench.cli.shell.man_page > docs/workbench.1``."""
    assert PAGE.read_text("utf-8") == format_page()


def test_the_page_has_every_verb_and_option() -> None:
    page = format_page().replace("\\-", "-")
    for verb in VERBS:
        for name in SUBCOMMANDS.get(verb, [""]):
            assert f".SS workbench {verb} {name}".rstrip() in page.splitlines()
    assert "\\fB-o\\fR, \\fB--out\\fR \\fIFILE_OR_DIR\\fR" in page
    assert "\\fB-V\\fR, \\fB--version\\fR" in page
    assert not any(f"workbench {verb}" in page for verb in PLANNED_VERBS)
    assert all(line == line.rstrip() and line for line in page.splitlines())


@pytest.mark.skipif(shutil.which("man") is None, reason="man is not installed")
def test_man_has_no_warnings() -> None:
    done = subprocess.run(
        ["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", str(PAGE)],
        capture_output=True, text=True, check=True, env={"MANWIDTH": "80", "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    assert done.stderr == ""
