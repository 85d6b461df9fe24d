"""``workbench rebuild``: a generated level made again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from commanding import is_one_line
from ice_files import objects

pytestmark = pytest.mark.usefixtures("ice_game", "ice_files")


class TestRebuild:
    @pytest.fixture(autouse=True)
    def generated(self, ice_game, ice_files, run):
        run("generate", "ice-path", "--seed", "7", "--out", "made.toml")

    def test_the_same_bytes(self, run):
        text = Path("made.toml").read_text()
        assert run("rebuild", "made.toml")[:2] == (0, text)
        result, output, _ = run("rebuild", "made.toml", "--json", "--out", "again.toml")
        assert (result, objects(output)) == (0, [{"file": "made.toml", "same": True, "toml": text}])
        assert Path("again.toml").read_text() == text

    def test_what_a_hand_wrote_is_carried_over(self, run):
        text = Path("made.toml").read_text().replace("Ice Path 7", "Mine")
        text = text.replace("\n[board]", 'author = "Me"\nmood = 3\n\n[board]')
        Path("made.toml").write_text(text)
        assert run("rebuild", "made.toml")[:2] == (0, text)

    def test_other_bytes(self, run):
        text = Path("made.toml").read_text()
        Path("made.toml").write_text(text.replace("edited = false", "edited = true"))
        result, output, messages = run("rebuild", "made.toml")
        assert (result, output) == (1, text)
        assert re.search(r"other bytes from line \d+ on", messages)

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("ice-path/1", "ice-path/2"),
            ("size = 6", "size = 99"),
            ("size = 6", "sise = 6"),
            ("[provenance.parameters]", "[provenance.reroll]\nx = 1\n\n[provenance.parameters]"),
        ],
    )
    def test_what_cannot_be_rebuilt(self, run, old, new):
        Path("made.toml").write_text(Path("made.toml").read_text().replace(old, new))
        result, output, messages = run("rebuild", "made.toml")
        assert (result, output) == (2, "")
        assert messages.startswith("made.toml: ") and is_one_line(messages)
        assert run("rebuild", "good.toml")[0] == 2
