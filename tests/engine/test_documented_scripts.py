"""The scripts that the documentation shows, run as they stand, and what they are said to print."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PAGE = "docs/reference/api.md"
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
PRINTED = re.compile(r"^ *print\(.*\)  # (.*)$", re.MULTILINE)


def test_documented_scripts_print_what_stands_beside_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = BLOCK.findall((ROOT / PAGE).read_text(encoding="utf-8"))
    assert len(blocks) >= 6
    names: dict[str, Any] = {"__name__": "script"}
    for block in blocks:
        exec(compile(block, PAGE, "exec"), names)
        printed = capsys.readouterr().out.splitlines()
        assert printed == PRINTED.findall(block)
    assert all(len(line) <= 120 for block in blocks for line in block.splitlines())
