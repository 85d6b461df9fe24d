"""Leaks and reasons in plain mode's sentences."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from engine import levelfile
from engine.games.linjat.text import read_published
from engine.level import Level
from workbench.cli import main


def said(
    rows: list[str],
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *lines: str,
) -> list[str]:
    """What plain mode answers to some lines about a puzzle."""
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
    path = folder / "puzzle.toml"
    levelfile.write(Level("linjat", read_published(rows), "Puzzle"), path)
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in (*lines, "quit"))))
    main(["--plain", str(path)])
    return capsys.readouterr().out.splitlines()


def test_leaks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = ["     ", "     ", "     ", ".3 3 "]
    told = said(rows, tmp_path, monkeypatch, capsys, "verdict", "leaks")
    assert told.count("Uniqueness leaks: 1 leak.") == 2
    (leak,) = {line for line in told if line.startswith("at the start: the 3 at 3,3")}
    assert leak.endswith("; proven no sooner than in layer 2.")


def test_of_several_solutions_leaks_are_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = ["3    ", "     ", "     ", "     "]
    told = said(rows, tmp_path, monkeypatch, capsys, "leaks")
    assert "Leaks are not known: it is not proven that there is one solution." in told


def test_reasons(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = ["    ", "    ", "    ", "4  4"]
    told = said(rows, tmp_path, monkeypatch, capsys, "reasons 1", "reasons 9", "reasons x")
    assert "Fit: the only line left for the 4 at 3,0 has 0,0, 1,0 and 2,0." in told
    assert "  4 at 3,0: 3,0-3,3 out, 3,3 is the 4." in told
    assert "The trace ends with row 1." in told
    assert "Expected a row as a number, found 'x'." in told
