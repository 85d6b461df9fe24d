"""On every screen: what can be done is within two keys or in the palette, and no key is torn."""

from __future__ import annotations

from pathlib import Path

import pytest
from catalogues import fill_with_real
from frames import frame
from plainly import press, until

from engine.files import levelfile
from engine.playlists import packfile
from engine.playlists.pack import Pack, PlaylistEntry
from workbench import commands
from workbench.app.app import WorkbenchApp
from workbench.app.screen_command_palette import ScreenCommands
from workbench.commands import Command
from workbench.commands.key_meanings import MEANINGS, MENUS, is_sequence
from workbench.document.document import Document
from workbench.features.batch.screen import BatchScreen
from workbench.paths.resources import get_shipped_levels
from workbench.ui.commands import MENU_GROUP
from workbench.ui.key_line import KeyLine
from workbench.ui.manual.key_help import list_contexts
from workbench.ui.screen import CommandScreen

GAMES = ("fruit-dating", "skiddy", "linjat", "mazing-monk")
SCREENS = [
    ("", "levels", ""),
    *((game, "design", "") for game in GAMES),
    ("fruit-dating", "design", "design.edit"),
    ("fruit-dating", "design", "design.states"),
    ("fruit-dating", "design", "app.experiments"),
    ("skiddy", "design", "design.gallery"),
    *((game, "play", "") for game in GAMES),
]
"""The level that is opened, the first screen, and a command that leads on from there."""


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def level_of(game: str) -> Path:
    """The first shipped level of a game."""
    return min((get_shipped_levels() / game).glob("*.toml"))


@pytest.mark.parametrize(("game", "start", "then"), SCREENS)
async def test_the_grammar_holds(game: str, start: str, then: str, tmp_path: Path) -> None:
    document = Document.open(level_of(game)) if game else None
    app = WorkbenchApp(document, start, folder=tmp_path)  # type: ignore[arg-type]
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: len(frame(app).strip()) > 100)
        if then:
            before = app.screen
            await press(pilot, *commands.get_command(then).keys[0].split())
            await until(pilot, lambda: then == "design.edit" or app.screen is not before)
            await until(pilot, lambda: isinstance(app.screen, CommandScreen))
        _assert_all_is_reached(app)


async def test_the_grammar_holds_for_packs(tmp_path: Path) -> None:
    pack = Pack((PlaylistEntry.from_level(levelfile.read_level(level_of("skiddy"))),))
    packfile.write_pack(pack, path := tmp_path / "a.pack.toml")
    app = WorkbenchApp(folder=tmp_path, pack=path)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "0 of 1 level won" in frame(app))
        _assert_all_is_reached(app)


@pytest.mark.parametrize("screen", ["batch", "catalogue"])
async def test_the_grammar_holds_for_levels_by_the_thousand(screen: str, tmp_path: Path) -> None:
    fill_with_real(path := tmp_path / "a.db", "skiddy")
    app = WorkbenchApp(folder=tmp_path, catalogue=path)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "3 levels" in frame(app) and "Catalogue a.db" in frame(app))
        if screen == "batch":
            app.push_screen(BatchScreen(path))
            await until(pilot, lambda: "3 of 3 levels" in frame(app))
        _assert_all_is_reached(app)


def _assert_all_is_reached(app: WorkbenchApp) -> None:
    """All commands of the screen have keys that no other has, or stand in the palette."""
    screen = app.screen
    assert isinstance(screen, CommandScreen)
    offered = [*screen.list_commands(*screen.CONTEXTS, "app")]
    active = screen.active_bindings
    line = screen.query_one(KeyLine)
    openers = [c for c in offered if c.group == MENU_GROUP]
    assert [*map(line.list_choices, openers)]
    behind = {c for opener in openers for c in line.list_choices(opener)}
    palette = {command for command, _ in ScreenCommands(screen, None)._list_commands()}
    for command in offered:
        reached = any(key in active for key in command.single_keys) or command in behind
        assert reached or command in palette, command.id
        for key in filter(is_sequence, command.keys):
            assert command in behind, f"{command.id}: {key}"
    _assert_one_meaning(offered, list_contexts(screen, screen.CONTEXTS))


def _assert_one_meaning(offered: list[Command], contexts: tuple[str, ...]) -> None:
    """No two commands have one key, but where a pane, or edit mode, has it in its own way."""
    letters = {menu.key for menu in MENUS}
    meanings = {key: meaning.name for meaning in MEANINGS.values() for key in meaning.keys}
    for command in (*offered, *commands.list_in_contexts(*contexts)):
        for key in command.single_keys:
            values = command.context in ("play", "steering")
            assert key in meanings or key in letters or values, (command.id, key)
    for context in contexts:
        keys = [key for c in offered if c.context == context for key in c.keys]
        assert len(set(keys)) == len(keys), context
