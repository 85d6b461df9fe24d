"""The program that makes the pictures of the tutorial."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MAKE = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import guide_pictures
guide_pictures.make(Path(sys.argv[2]))
"""


@pytest.mark.slow
def test_pictures_of_the_tutorial_are_made(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-c", MAKE, str(ROOT / "docs"), str(tmp_path)],
        check=True,
        capture_output=True,
        cwd=ROOT,
    )
    text = (ROOT / "docs/tutorial/first-pack.md").read_text(encoding="utf-8")
    for path in tmp_path.iterdir():
        assert f"pictures/{path.name}" in text
        picture = path.read_text(encoding="utf-8")
        # Textual draws the board and the status line as separate texts.
        assert picture.count("<text") > 20
    assert len([*tmp_path.iterdir()]) == 4
