"""A person who has read nothing asks for levels, chooses six, and makes a pack of them.

No key is written here: each is looked up in the present frame, by the words beside it, or a command
is found by its name.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from frames import frame
from plainly import press, until
from test_first_hour import choose, do
from textual.pilot import Pilot
from waiting import settled

from engine.files import levelfile
from engine.game import registry
from engine.packs import packfile
from engine.packs.named import SUFFIX
from workbench.app.app import WorkbenchApp
from workbench.features.design.screen import DesignScreen
from workbench.features.gallery import making
from workbench.features.gallery.screen import GalleryScreen
from workbench.features.levels.screen import LevelsScreen
from workbench.features.packs.screen import PackScreen
from workbench.features.play.play import PlayScreen
from workbench.terminal.keys import key_of

WISH = "moves 8..12 needed_share=1"


async def type_text(pilot: Pilot[int], text: str) -> None:
    """Types words, and what ends them."""
    await press(pilot, *text, "enter")


async def find(pilot: Pilot[int], title: str) -> None:
    """Does a command by its name."""
    screen = pilot.app.screen
    found = re.search(r"\^(\S) find\s*$", frame(pilot.app))
    assert found
    await press(pilot, f"ctrl+{found[1]}")
    await until(pilot, lambda: pilot.app.screen is not screen)
    palette = pilot.app.screen
    await type_text(pilot, title)
    await until(pilot, lambda: pilot.app.screen is not palette)


async def answer(pilot: Pilot[int], words: str) -> None:
    """Waits for an answer of a question that has some words, and gives it."""
    pattern = re.compile(rf"(\S)  {re.escape(words)}")
    await until(pilot, lambda: pattern.search(frame(pilot.app)) is not None)
    found = pattern.search(frame(pilot.app))
    assert found
    await press(pilot, key_of(found[1]))


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_six_of_twenty_become_a_pack(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    app = WorkbenchApp(folder=work)
    async with app.run_test(size=size) as pilot:
        await settled(app, pilot)
        await do(pilot, "new")
        await answer(pilot, "Skiddy")
        await until(pilot, lambda: isinstance(app.screen, DesignScreen))
        design = app.screen
        assert isinstance(design, DesignScreen)
        await until(pilot, lambda: " moves" in frame(app).splitlines()[-3], 60)

        # What is wished for: the fact is found by a word of what it means.
        await choose(pilot, "make", "Wish for levels")
        await until(pilot, lambda: "What must hold" in frame(app))
        await press(pilot, *"every object")
        await until(pilot, lambda: "> needed_share" in frame(app))
        await press(pilot, *["backspace"] * len("every object"))
        await type_text(pilot, WISH)
        await until(pilot, lambda: f"make such levels: {WISH}" in frame(app))

        # Two dozen such levels, of which six are kept, in files of their own.
        await choose(pilot, "make", "24 like this")
        await until(pilot, lambda: isinstance(app.screen, GalleryScreen))
        wall = app.screen
        assert isinstance(wall, GalleryScreen)
        await until(pilot, lambda: not wall.filling.busy, 120)
        assert f"{making.NUMBER} levels" in frame(app)
        for _ in range(6):
            await do(pilot, "keep")
        assert "6 kept" in frame(app)
        await do(pilot, "save")
        await until(pilot, lambda: " take " in frame(app))
        await press(pilot, "enter")
        await until(pilot, lambda: "saved " in frame(app))
        levels = [levelfile.read(path) for path in sorted(work.glob("*.toml"))]
        assert len(levels) == 6
        for level in levels:
            facts = registry.get("skiddy").solver.solve(level.board).facts
            assert 8 <= facts["moves"] <= 12

        # Back to the levels, and a pack of them, in order.
        await find(pilot, "stop or back")
        await until(pilot, lambda: app.screen is design)
        await choose(pilot, "open", "Levels")
        await answer(pilot, "Discard them")
        await until(pilot, lambda: isinstance(app.screen, LevelsScreen), 20)
        await until(pilot, lambda: "Skiddy 6" in frame(app), 20)
        await _make_pack(pilot, work)


async def _make_pack(pilot: Pilot[int], work: Path) -> None:
    """Puts the levels of a folder in order, plays the first, saves the pack."""
    app = pilot.app
    await choose(pilot, "play", "Packs")
    await answer(pilot, "New pack of the levels in work/")
    await until(pilot, lambda: isinstance(app.screen, PackScreen), 20)
    pack = app.screen
    await until(pilot, lambda: "put in order" in frame(app), 20)
    await do(pilot, "play on")
    await until(pilot, lambda: isinstance(app.screen, PlayScreen))
    assert "level 1 of 6" in frame(app)
    await do(pilot, "back")
    await until(pilot, lambda: app.screen is pack)
    await do(pilot, "save")
    await until(pilot, lambda: "saved" in frame(app))
    (path,) = work.glob(f"*{SUFFIX}")
    saved = packfile.read(path)
    lengths = [levelfile.read(work / (entry.file or "")).verdict for entry in saved.levels]
    assert len(lengths) == 6
    moves = [verdict.facts["moves"] for verdict in lengths if verdict is not None]
    assert moves == sorted(moves)
