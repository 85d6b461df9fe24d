"""``workbench diff``: for people, as JSON, and called by git."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from commanding import is_one_line
from shipped import LEVELS


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = sorted((LEVELS / "skiddy").glob("*.toml"))[0]
    text = file.read_text(encoding="utf-8")
    Path("old.toml").write_text(text, encoding="utf-8")
    # The free cell between the Skiddies becomes a block.
    changed = text.replace("#...#", "#.#.#", 1)
    Path("new.toml").write_text(changed, encoding="utf-8")
    Path("broken.toml").write_text("format = 1\ngame = 3\n", encoding="utf-8")


def git_arguments(old, new, path="level.toml"):
    return (path, old, "0" * 40, "100644", new, "1" * 40, "100644")


def test_equal_is_0_and_different_is_1(run):
    assert run("diff", "old.toml", "old.toml")[0] == 0
    result, output, _ = run("diff", "old.toml", "new.toml")
    assert result == 1
    assert output.startswith("old.toml -> new.toml\n  cells\n") and "floor -> block" in output


def test_json(run):
    result, output, messages = run("diff", "old.toml", "new.toml", "--json")
    answer = json.loads(output)
    assert (result, messages) == (1, "")
    assert [*answer] == ["old", "new", "equal", "cells", "facts", "values"]
    (cell,) = answer["cells"]
    assert (cell["old"], cell["new"]) == ("floor", "block")
    assert run("diff", "old.toml", "old.toml", "--json")[0] == 0


def test_facts_are_computed_when_asked(run):
    _, output, _ = run("diff", "old.toml", "new.toml", "--solve", "--json")
    facts = json.loads(output)["facts"]
    assert facts and all(
        change["new"] is not None for key, change in facts.items() if key == "states"
    )


@pytest.mark.parametrize(
    "files",
    [["old.toml"], ["old.toml"] * 3, ["-", "-"], ["old.toml", "none"], ["broken.toml", "old.toml"]],
)
def test_refused(run, files):
    result, output, messages = run("diff", *files)
    assert (result, output) == (2, "") and is_one_line(messages)


def test_git_gets_0_where_levels_differ(run):
    result, output, _ = run("diff", *git_arguments("old.toml", "new.toml"))
    assert result == 0 and output.startswith("level.toml\n  cells\n")
    renamed = (*git_arguments("old.toml", "new.toml"), "other.toml", "similarity index 90%")
    assert run("diff", *renamed)[1].startswith("level.toml -> other.toml\n")


def test_git_gets_lines_for_all_other_files(run):
    result, output, _ = run("diff", *git_arguments("old.toml", "broken.toml"))
    assert result == 0 and "+game = 3" in output
    result, output, _ = run("diff", *git_arguments("/dev/null", "old.toml"))
    assert result == 0 and "+format = 1" in output


def test_an_unmerged_path(run, monkeypatch):
    monkeypatch.setenv("GIT_DIFF_PATH_TOTAL", "1")
    assert run("diff", "old.toml")[:2] == (0, "old.toml: unmerged\n")


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_git_itself(tmp_path):
    work = tmp_path / "work"
    work.mkdir()
    program = f'"{sys.executable}" -m workbench diff'
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    settings = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}

    def git(*arguments: str) -> str:
        command = ["git", *who, "-c", f"diff.level.command={program}", *arguments]
        root = str(LEVELS.parent)
        done = subprocess.run(
            command, cwd=work, env=os.environ | settings | {"PYTHONPATH": root},
            capture_output=True, text=True, check=True, timeout=60,
        )  # fmt: skip
        return done.stdout

    git("init", "--quiet")
    (work / ".gitattributes").write_text("*.toml diff=level\n")
    shutil.copy("old.toml", work / "level.toml")
    git("add", ".")
    git("commit", "--quiet", "--message", "one")
    shutil.copy("new.toml", work / "level.toml")
    assert "floor -> block" in git("diff")
    assert "floor -> block" in git("diff", "HEAD")
