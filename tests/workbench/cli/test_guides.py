"""The tutorials and how-tos, with their files, scripts and commands run as they are."""

from __future__ import annotations

import json
import re
import shlex
import time
import tomllib
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import plug_in_games
import pytest

from engine.game import registry
from workbench import commands
from workbench.cli import VERBS, main
from workbench.commands import keymap

ROOT = Path(__file__).parents[3]
SLOW = {"several-machines"}
"""The pages whose commands take a minute or more."""
FOLDERS = ("tutorial", "how-to")
PAGES = [
    pytest.param(path, marks=pytest.mark.slow if path.stem in SLOW else ())
    for folder in FOLDERS
    for path in sorted((ROOT / "docs" / folder).glob("*.md"))
]

MOST = {"--time": "2", "--count": "40"}
"""The values that replace larger ones."""
NOT_RUN = {
    *("python3", ".venv/bin/pip", "pip", ".", "mkdir", "cd", "tmux", "cat", "git"),
}
"""The other programs that pages call: they install packages, or need a terminal."""

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"\b[Ss]ave\b[^.:`]*`([\w-]+\.\w+)`[^`]*\Z|\bsaved as `([\w-]+\.\w+)`:\s*\Z")
PRINTED = re.compile(r"^ *print\(.*\)  # (.*)$", re.MULTILINE)


def iterate_blocks(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield the language of each code block, its code, and its file name or an empty string."""
    end = 0
    for block in BLOCK.finditer(text):
        named = FILE.search(text[end : block.start()])
        yield block[1], block[2], (named[1] or named[2]) if named else ""
        end = block.end()


def list_commands(code: str) -> Iterator[list[str]]:
    """Yield the arguments of each command in a shell block that opens no screen."""
    for line in code.splitlines():
        for part in line.partition("  #")[0].split("&&"):
            program, *arguments = shlex.split(part)
            if program == "workbench":
                if arguments and arguments[0] in VERBS and arguments[0] != "play":
                    yield shorten(arguments)
            else:
                assert program in NOT_RUN, part


def shorten(arguments: list[str]) -> list[str]:
    """Return the arguments with less time and fewer levels."""
    for index, option in enumerate(arguments[:-1]):
        if option in MOST and float(arguments[index + 1]) > float(MOST[option]):
            arguments[index + 1] = MOST[option]
    return arguments


def run_command(arguments: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    """Run a command, and wait for the end of a batch in the background."""
    result = main(arguments)
    # A search that a limit ended is undecided, and levels that are compared may differ.
    is_usual = (result == 3 and "--max-states" in arguments) or (result, arguments[0]) == (
        1,
        "diff",
    )
    assert result == 0 or is_usual, arguments
    if "--detach" in arguments:
        catalogue = arguments[arguments.index("--out") + 1]
        deadline = time.monotonic() + 120
        while True:
            capfd.readouterr()
            main(["batch", "--out", catalogue, "--status", "--json"])
            if json.loads(capfd.readouterr().out)["complete"]:
                break
            assert time.monotonic() < deadline
            time.sleep(0.2)


def run_script(code: str, names: dict[str, Any], capfd: pytest.CaptureFixture[str]) -> None:
    """Run a script and compare its output with the comments after its print statements."""
    capfd.readouterr()
    exec(compile(code, "script", "exec"), names)
    assert capfd.readouterr().out.splitlines() == PRINTED.findall(code)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_guide_works_as_written(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    names: dict[str, Any] = {"__name__": "script"}
    blocks = [*iterate_blocks(page.read_text(encoding="utf-8"))]
    is_package = any(file == "pyproject.toml" for _, _, file in blocks)
    ran = 0
    with ExitStack() as games:
        for language, code, file in blocks:
            if file:
                Path(file).write_text(code, encoding="utf-8")
            if file == "pyproject.toml":
                entries = tomllib.loads(code)["project"]["entry-points"][registry.GROUP]
                modules = {game: name.partition(":")[0] for game, name in entries.items()}
                games.enter_context(plug_in_games.installed(tmp_path, modules))
            elif language == "python" and not (file and is_package):
                run_script(code, names, capfd)
            elif language == "sh":
                for arguments in list_commands(code):
                    run_command(arguments, capfd)
                    ran += 1
    assert ran >= 1
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_keys_of_guides_are_keys_of_commands(page: Path) -> None:
    known = {keymap.format_key(key) for each in commands.list_commands() for key in each.keys}
    named = re.findall(r"`([a-z] [a-z0-9]|\^s|ctrl\+[a-z])`", page.read_text(encoding="utf-8"))
    assert {*named} <= known
