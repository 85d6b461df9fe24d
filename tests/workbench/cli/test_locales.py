"""Output in locales whose encoding has less than what there is to say."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from engine.files import levelfile
from workbench.paths.resources import get_shipped_levels

SKIDDY = get_shipped_levels() / "skiddy"
FIRST = SKIDDY / "1-1-side-by-side.toml"
LINJAT = get_shipped_levels() / "linjat" / "0-tutorial-1-as-long-as-it-says.toml"


MODULE = ("-m", "workbench")
"""The command as a process has it."""
COMMANDS_OF_ONE_PROCESS = """
import json, sys
from workbench.cli import main
for arguments in json.loads(sys.argv[1]):
    main(arguments)
    for stream in sys.stdout, sys.stderr:
        print(end=chr(0), file=stream, flush=True)
"""
"""A program that ends what each command writes with a zero."""


def speak(program: Sequence[str], typed: str = "", **environ: str) -> tuple[bytes, bytes]:
    """Return what a Python program writes to its output, and what to its messages."""
    variables = {"LC_ALL", "LC_CTYPE", "LANG", "PYTHONUTF8", "PYTHONIOENCODING"}
    kept = {name: value for name, value in os.environ.items() if name not in variables}
    command = [sys.executable, *program]
    done = subprocess.run(
        command, env={**kept, **environ}, input=typed.encode(), capture_output=True, check=False
    )
    assert b"Traceback" not in done.stderr
    return done.stdout, done.stderr


def said(arguments: list[str], typed: str = "", **environ: str) -> bytes:
    """All that a command writes to its output and its messages."""
    return b"".join(speak([*MODULE, *arguments], typed, **environ))


COMMANDS = [
    ["pack", str(SKIDDY), "--levels", "4", "--out", "a.pack.toml"],
    ["trace", str(FIRST)],
    ["trace", str(LINJAT)],
    ["solve", str(FIRST)],
    ["rate", str(FIRST)],
    ["render", str(FIRST), "--format", "text"],
    ["experiment"],
    ["doctor"],
    ["--help"],
]


def test_the_c_locale_has_ascii(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    outputs = speak(["-c", COMMANDS_OF_ONE_PROCESS, json.dumps(COMMANDS)], LC_ALL="C")
    written = zip(*(output.split(b"\0") for output in outputs), strict=True)
    found = [output + messages for output, messages in written]
    assert len(found) == len(COMMANDS) + 1 and not found.pop()
    for arguments, text in zip(COMMANDS, found, strict=True):
        assert text and text.isascii(), arguments


def test_a_level_file_stays_as_it_is(tmp_path: Path) -> None:
    """Content is not what is said: files are UTF-8 everywhere."""
    level = replace(levelfile.read_level(FIRST), title="Ça glisse")
    levelfile.write_level(level, path := tmp_path / "a.toml")
    assert "Ça glisse".encode() in said(["convert", str(path), "--to", "toml"], LC_ALL="C")


@pytest.mark.parametrize("locale", [pytest.param("C", marks=pytest.mark.slow), "POSIX"])
def test_plain_mode_has_ascii(tmp_path: Path, locale: str) -> None:
    level = replace(levelfile.read_level(FIRST), title="Ça glisse … ★")
    levelfile.write_level(level, path := tmp_path / "a.toml")
    typed = "board\nlevel\nverdict\nlegend\nrules\nsolution\nhelp\nquit\n"
    found = said(["--plain", str(path)], typed, LC_ALL=locale)
    assert found.isascii()
    assert b"\\xc7a glisse ~ *" in found


def test_letters_that_an_encoding_has_are_written(tmp_path: Path) -> None:
    level = replace(levelfile.read_level(FIRST), title="Ça glisse ★")
    levelfile.write_level(level, path := tmp_path / "a.toml")
    found = said(["--plain", str(path)], "quit\n", LANG="C.UTF-8", PYTHONIOENCODING="latin-1")
    assert "Ça glisse *".encode("latin-1") in found


def test_utf_8_has_all(tmp_path: Path) -> None:
    level = replace(levelfile.read_level(FIRST), title="Ça glisse ★")
    levelfile.write_level(level, path := tmp_path / "a.toml")
    assert "Ça glisse ★".encode() in said(["--plain", str(path)], "quit\n", LANG="C.UTF-8")
