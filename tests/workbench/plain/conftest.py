"""Level files that several tests of plain mode open."""

from __future__ import annotations

from pathlib import Path

import pytest
from fruit_boards import board_of

from engine import workshop
from engine.files import levelfile
from engine.game import registry
from engine.values.level import Level

PAIR = board_of(
    "####### #.....# #.....# #.....# #######", "....... .A..... ....... .....A. ......."
)


@pytest.fixture
def pair(tmp_path: Path) -> Path:
    path = tmp_path / "pair.toml"
    levelfile.write_level(Level("fruit-dating", PAIR, "Pair"), path)
    return path


@pytest.fixture
def made(tmp_path: Path) -> Path:
    settings = {"rows": 5, "cols": 6, "moves": "1..", "blockers": 0, "inert": "0.."}
    path = tmp_path / "made.toml"
    levelfile.write_level(
        workshop.generate(registry.get_game("fruit-dating"), 3, settings)[0], path
    )
    return path
