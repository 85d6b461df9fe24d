"""The command line and plain mode, run in the process of the test; ``conftest.py`` loads this."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from workbench.cli import main

Run = Callable[..., tuple[int, str, str]]
Answer = Callable[..., tuple[int, dict[str, Any]]]
Stdin = Callable[[str], None]
Talk = Callable[..., str]


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Run:
    """Runs a command and gives its status, its output and its messages."""

    def command(*arguments: str) -> tuple[int, str, str]:
        capfd.readouterr()
        result = main(arguments)
        return result, *capfd.readouterr()

    return command


@pytest.fixture
def answer(run: Run) -> Answer:
    """Runs a command with ``--json`` and gives its status and its answer."""

    def command(*arguments: str) -> tuple[int, dict[str, Any]]:
        result, output, _ = run(*arguments, "--json")
        return result, json.loads(output)

    return command


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch) -> Stdin:
    """Holds a text ready as standard input."""

    def hold(text: str) -> None:
        held = io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")
        monkeypatch.setattr("sys.stdin", held)

    return hold


@pytest.fixture
def talk(run: Run, stdin: Stdin) -> Talk:
    """Says lines to plain mode, about a level file or none; everything that it answered."""

    def say(*lines: str, file: Path | None = None, status: int = 0) -> str:
        stdin("".join(f"{line}\n" for line in lines))
        result, output, messages = run("--plain", *([] if file is None else [str(file)]))
        assert result == status
        return output + messages

    return say


def is_one_line(messages: str) -> bool:
    """Whether messages are one line, and no traceback."""
    return messages.count("\n") == 1 and messages.endswith("\n") and "Traceback" not in messages


def refused(found: tuple[int, str, str], message: str) -> None:
    """Asserts that a command was refused: one line on stderr with a message, nothing else."""
    result, output, messages = found
    assert (result, output) == (2, "")
    assert message in messages and is_one_line(messages)
