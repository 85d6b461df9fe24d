"""A person who has read nothing makes, steps, edits, plays and saves a level.

No key is written here: each is looked up in the present frame, by the words beside it.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from frames import frame
from person import NAMED, Person
from plainly import press, until
from waiting import settled

from engine.files import levelfile
from engine.game import registry
from workbench.app.app import WorkbenchApp
from workbench.features.design.screen import DesignScreen
from workbench.features.play.screen import PlayScreen

MADE = re.compile(r"^ *\d+ (moves|layers|turns?) ")
"""What the status line begins with once there is a level with a verdict."""
GAMES = ("fruit-dating", "skiddy", "linjat", "mazing-monk")
MOST_KEYS = 12
"""Different keys that the journey may take, the letters of a name apart."""


@pytest.mark.parametrize(
    ("game", "size"),
    [
        *((game, (80, 24)) for game in GAMES),
        ("skiddy", (120, 40)),
        *(
            pytest.param(game, (120, 40), marks=pytest.mark.slow)
            for game in GAMES
            if game != "skiddy"
        ),
    ],
)
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
        answer = re.compile(rf"(\d)  {registry.get_game(game).title}")
        await until(pilot, lambda: answer.search(frame(app)) is not None)
        found = answer.search(frame(app))
        assert found
        await person.press(found[1])
        await until(pilot, lambda: isinstance(app.screen, DesignScreen))
        await until(pilot, lambda: MADE.search(frame(app).splitlines()[-3]) is not None, 60)
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
        await until(pilot, lambda: " accept " in frame(app) and app.screen is not screen)
        take = re.search(r"(\S+) accept ", frame(app))
        assert take
        await press(pilot, *"my-first")
        await person.press(NAMED.get(take[1], take[1]))
        await until(pilot, lambda: not session.document.is_dirty)
        (saved,) = tmp_path.glob("*.toml")
        assert levelfile.read_level(saved).board == session.board
        assert (saved.stem, levelfile.read_level(saved).title) == ("my-first", "My first")
        assert len(person.pressed) <= MOST_KEYS, sorted(person.pressed)
