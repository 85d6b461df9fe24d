"""A person who has read nothing makes, steps, edits, plays and saves a level.

No key is written here: each is looked up in the present frame, by the words beside it.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from frames import frame
from plainly import press, until
from textual.pilot import Pilot
from waiting import settled

from engine.files import levelfile
from engine.game import registry
from workbench.app.app import WorkbenchApp
from workbench.features.design.screen import DesignScreen
from workbench.features.play.play import PlayScreen
from workbench.terminal.keys import key_of

NAMED = {"esc": "escape", "^s": "ctrl+s"}
ARROWS = ("down", "right")
"""What a person takes the word "arrows" for, once the screen has it."""
GAMES = ("fruit-dating", "skiddy")


MOST_KEYS = 12
"""Different keys that the journey may take, the letters of a name apart."""


class Person:
    """Someone who presses what the frame says, and all the keys that that took."""

    def __init__(self, pilot: Pilot[int]) -> None:
        self._pilot = pilot
        self.pressed: set[str] = set()

    async def press(self, *keys: str) -> None:
        """Presses keys."""
        self.pressed.update(keys)
        await press(self._pilot, *keys)

    def keys_of(self, label: str) -> list[str]:
        """The keys that the last line of the frame has before a label."""
        line = frame(self._pilot.app).splitlines()[-1]
        found = re.search(rf"(?:^|  )\s*(\S+(?: \S+)?) {re.escape(label)}(?: |$)", line)
        assert found, f"{label!r} is not in {line!r}"
        return [
            NAMED.get(key) or (key if len(key) > 1 else key_of(key)) for key in found[1].split()
        ]

    async def do(self, label: str) -> None:
        """Does what the key line has under a label; of two keys, the first."""
        await self.press(self.keys_of(label)[0])

    async def walk(self) -> None:
        """Uses the arrows, of which the frame says that they do something."""
        assert re.search(r"\barrows\b", frame(self._pilot.app))
        await self.press(*ARROWS)

    async def choose(self, menu: str, title: str) -> None:
        """Opens a menu by its first letter, waits until it shows itself, and takes a line of it."""
        pilot = self._pilot
        line = frame(pilot.app).splitlines()[-1]
        assert re.search(rf" {menu} ", line), f"no menu {menu!r} in {line!r}"
        await self.press(menu[0])
        pattern = re.compile(rf"(?:^|  ) ?(\S)  {re.escape(title)}(?:  |\s*$)", re.MULTILINE)
        await until(pilot, lambda: pattern.search(frame(pilot.app)) is not None, 10)
        found = pattern.search(frame(pilot.app))
        assert found
        await self.press(key_of(found[1]))


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("game", GAMES)
async def test_a_level_is_made_stepped_edited_played_and_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, size: tuple[int, int]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    app = WorkbenchApp(folder=tmp_path)
    async with app.run_test(size=size) as pilot:
        await settled(app, pilot)
        person = Person(pilot)
        await person.do("new")
        answer = re.compile(rf"(\d)  {registry.get(game).title}")
        await until(pilot, lambda: answer.search(frame(app)) is not None)
        found = answer.search(frame(app))
        assert found
        await person.press(found[1])
        await until(pilot, lambda: isinstance(app.screen, DesignScreen))
        await until(pilot, lambda: " moves" in frame(app).splitlines()[-3], 60)
        screen = app.screen
        assert isinstance(screen, DesignScreen)
        session = screen.session
        assert session.playback.player is not None
        moment = session.playback.player.moment
        await person.do("step")
        assert session.playback.player.moment < moment

        await person.choose("edit", "Edit")
        board = session.board
        await person.walk()
        while session.board == board:  # the first tools may be what is there already
            await person.do("tool")
            await person.do("paint")
        await person.choose("edit", "Edit")

        await person.choose("play", "Play")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        await until(pilot, lambda: "arrows" in frame(app))
        await person.walk()
        await person.do("back")
        await until(pilot, lambda: isinstance(app.screen, DesignScreen))

        await person.do("save")
        await until(pilot, lambda: " take " in frame(app) and app.screen is not screen)
        take = re.search(r"(\S+) take ", frame(app))
        assert take
        await press(pilot, *"my-first")
        await person.press(NAMED.get(take[1], take[1]))
        await until(pilot, lambda: not session.document.dirty)
        (saved,) = tmp_path.glob("*.toml")
        assert levelfile.read(saved).board == session.board
        assert (saved.stem, levelfile.read(saved).title) == ("my-first", "My first")
        assert len(person.pressed) <= MOST_KEYS, sorted(person.pressed)
