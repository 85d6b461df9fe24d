"""What the wall of a pack may send, in bytes: by moves and pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from terminal import WORKBENCH, Terminal
from test_budgets import TRUECOLOR, cost

from engine.files import levelfile
from engine.playlists import packfile
from engine.playlists.pack import Pack, PlaylistEntry
from workbench.paths.resources import get_shipped_levels

MOVE, PAGE = 400, 10_240
GAMES = ("fruit-dating", "skiddy", "linjat", "mazing-monk")


@pytest.mark.slow
@pytest.mark.parametrize("size", [(120, 40), (160, 50)])
@pytest.mark.parametrize("game", GAMES)
def test_the_wall_of_a_pack(home, tmp_path: Path, game: str, size: tuple[int, int]) -> None:
    path = tmp_path / "all.pack.toml"
    levels = map(levelfile.read_level, sorted((get_shipped_levels() / game).glob("*.toml")))
    packfile.write_pack(Pack(tuple(map(PlaylistEntry.from_level, levels))), path)
    with Terminal([*WORKBENCH, str(path)], size, TRUECOLOR) as terminal:
        terminal.until("equal step", 120)
        terminal.until_quiet(1.0)
        moves = [cost(terminal, key) for key in "llljkh"]
        assert max(moves) <= MOVE, moves
        pages = [cost(terminal, key) for key in ("\x1b[F", "\x1b[H", "\x1b[6~", "\x1b[5~")]
        assert max(pages) <= PAGE, pages
