"""A person who has read nothing asks for levels, chooses six, and makes a pack of them.

No key is written here: each is looked up in the present frame, by the words beside it, or a command
is found by its name.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from frames import frame
from person import Person
from plainly import press, until
from shipped import files_of
from textual.pilot import Pilot
from waiting import settled

from engine.files import levelfile
from engine.files.suffixes import PACK_SUFFIX
from engine.game import registry
from engine.playlists import packfile
from workbench.app.app import WorkbenchApp
from workbench.features.collection import gallery_filler
from workbench.features.collection.gallery_screen import GalleryScreen
from workbench.features.design.screen import DesignScreen
from workbench.features.play.screen import PlayScreen
from workbench.features.playlists.screen import PackScreen
from workbench.terminal.key_queue import get_key_name

SIZES = ((80, 24), (120, 40), (200, 50))
WISHES = {
    "fruit-dating": "moves 8..12 needed_share=1",
    "skiddy": "moves 8..12 needed_share=1",
    "linjat": "moves 8..12",
    "mazing-monk": "moves 8..12",
}
"""What is wished for: where that takes seconds, levels in which every object is needed."""


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
    await press(pilot, get_key_name(found[1]))


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", WISHES)
async def test_six_of_two_dozen_become_a_pack(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, size: tuple[int, int]
) -> None:
    work, spec = tmp_path / "work", WISHES[game]
    work.mkdir()
    monkeypatch.chdir(work)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    app = WorkbenchApp(folder=work)
    async with app.run_test(size=size) as pilot:
        await settled(app, pilot)
        await Person(pilot).do("new")
        await answer(pilot, registry.get_game(game).title)
        await until(pilot, lambda: isinstance(app.screen, DesignScreen))
        design = app.screen
        assert isinstance(design, DesignScreen)
        await until(pilot, lambda: design.session.is_opened and not design.session.is_busy, 60)
        await _wish(pilot, spec)

        # Two dozen such levels, of which six are kept, in files of their own: as they come.
        await Person(pilot).choose("make", "Generate 24 levels")
        await until(pilot, lambda: isinstance(app.screen, GalleryScreen))
        wall = app.screen
        assert isinstance(wall, GalleryScreen)
        if game == "linjat":  # it takes seconds to find one
            await until(pilot, lambda: re.search(r" ([6-9]|\d\d) levels ", frame(app)), 300)
        else:
            await until(pilot, lambda: not wall.filler.is_busy, 300)
            assert f"{gallery_filler.DEFAULT_COUNT} levels" in frame(app)
        for _ in range(6):
            await Person(pilot).do("keep")
        assert "6 kept" in frame(app)
        await Person(pilot).choose("make", "Make pack of kept levels")
        await until(pilot, lambda: " take " in frame(app))
        await press(pilot, "enter")
        await _play_and_save(pilot)
        levels = [levelfile.read_level(path) for path in sorted(work.glob(f"{game}-*.toml"))]
        assert len(levels) == 6
        for level in levels:
            assert 8 <= registry.get_game(game).solver.solve(level.board).facts["moves"] <= 12
        (path,) = work.glob(f"*{PACK_SUFFIX}")
        assert len(packfile.read_pack(path).levels) == 6

        # Back on the wall, where nothing is lost.
        await find(pilot, "stop or back")
        await until(pilot, lambda: app.screen is wall)
        assert "6 kept" in frame(app)


async def _wish(pilot: Pilot[int], spec: str) -> None:
    """Says what is wished for; the fact is found by a word of what it means."""
    await Person(pilot).choose("make", "Set constraint")
    await until(pilot, lambda: "Only make levels with" in frame(pilot.app))
    await press(pilot, *"every object")
    assert "> needed_share" in frame(pilot.app)
    await press(pilot, *["backspace"] * len("every object"))
    await type_text(pilot, spec)
    await until(pilot, lambda: f"now only make levels with {spec}" in frame(pilot.app))


async def _play_and_save(pilot: Pilot[int]) -> None:
    """Of a new pack: looks at its order, plays the first level, saves it."""
    app = pilot.app
    await until(pilot, lambda: isinstance(app.screen, PackScreen), 20)
    pack = app.screen
    await until(pilot, lambda: "as planned" in frame(app), 60)
    await Person(pilot).do("play next")
    await until(pilot, lambda: isinstance(app.screen, PlayScreen))
    assert "level 1 of 6" in frame(app)
    await Person(pilot).do("back")
    await until(pilot, lambda: app.screen is pack)
    await Person(pilot).do("save")
    await until(pilot, lambda: "Saved " in frame(app))


async def test_a_pack_is_made_of_the_levels_in_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the level browser, in order of difficulty."""
    work = tmp_path / "work"
    work.mkdir()
    for path in files_of("fruit-dating")[5::-1]:
        (work / path.name).write_bytes(path.read_bytes())
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    app = WorkbenchApp(folder=work)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await Person(pilot).choose("play", "Open pack")
        await answer(pilot, "Make a pack of the levels in work/")
        await _play_and_save(pilot)
        (path,) = work.glob(f"*{PACK_SUFFIX}")
        verdicts = [
            levelfile.read_level(work / (e.file or "")).verdict
            for e in packfile.read_pack(path).levels
        ]
        moves = [verdict.facts["moves"] for verdict in verdicts if verdict is not None]
        assert len(moves) == 6 and moves == sorted(moves)
