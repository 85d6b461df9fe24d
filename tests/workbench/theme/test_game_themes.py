"""The looks that a plug-in game brings: merged, overridden, drawn, and refused."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import plug_in_games
import pytest
import sokoban
from colours import contrast_of
from commanding import Run, is_one_line
from ice_files import objects
from rich.cells import cell_len
from rich.style import Style
from showcase import names, single_cells

from engine.game import registry
from workbench.drawing import export, terminal_picture, thumbnails
from workbench.drawing.cell_art import BLOCKS
from workbench.paths import user_config_file
from workbench.theme import game_themes, theme_loader
from workbench.theme.cell_sizes import SCALES, SIZES
from workbench.theme.theme_file import SHARED_TABLES, ThemeError
from workbench.theme.theme_loader import Theme

GAMES = tuple(plug_in_games.MODULES)
THEMES = theme_loader.list_shipped()
LOOK = '[sokoban]\nbox = { glyph = "■ " }\n'


@pytest.fixture(autouse=True)
def plug_ins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(user_config_file, "find_themes_folder", lambda: tmp_path / "mine")
    (tmp_path / "mine").mkdir()
    with plug_in_games.installed(tmp_path / "site"):
        yield


@pytest.fixture
def themes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that Sokoban names for its theme files, still empty."""
    folder = tmp_path / "brought"
    folder.mkdir()
    plug_in_games.use_themes(monkeypatch, folder)
    return folder


def own(text: str, name: str = "own") -> Theme:
    """A theme of the user's."""
    (user_config_file.find_themes_folder() / f"{name}.toml").write_text(text, "utf-8")
    return theme_loader.load_theme(name)


def ink(theme: Theme, name: str, game: str = "sokoban") -> str | None:
    colour = theme.get_look(game, name).style.color
    return None if colour is None else colour.name


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("game", GAMES)
class TestTheTestGames:
    def test_all_have_looks_without_letters_of_last_resort(self, name: str, game: str) -> None:
        theme = theme_loader.load_shipped(name)
        assert theme.find_fault(game) is None
        shown = [*names(game).tiles, *names(game).pieces]
        looks = [theme.get_look(game, each) for each in shown]
        assert len({look.glyph for look in looks}) == len(looks), "told apart without colour"
        for each, look in zip(shown, looks, strict=True):
            assert look.shape
            if look.shape not in ("block", "floor"):
                assert set(look.pictures) >= {"larger", "largest"}, each

    @pytest.mark.parametrize("scale", SCALES)
    def test_cells_take_their_columns_and_can_be_seen(
        self, name: str, game: str, scale: Any
    ) -> None:
        theme = theme_loader.load_shipped(name)
        paper = [theme.get_ui_colour(key, "") for key in ("foreground", "background")]
        for mark, picture in product((None, *theme.tables["marks"]), single_cells(game)):
            marks = {} if mark is None else {(0, 0): mark}
            lines = terminal_picture.draw_picture(picture, theme, game, scale=scale, marks=marks)
            assert len(lines) == SIZES[scale][1]
            for line in lines:
                text = "".join(segment.text for segment in line)
                assert cell_len(text) == SIZES[scale][0]
                assert text.isascii() or not theme.is_ascii
                if mark is None and paper[0].startswith("#"):
                    under = Style(color=paper[0], bgcolor=paper[1])
                    for segment in line:
                        signs = {*segment.text} - BLOCKS - {*" ·."}
                        least = 4.5 if name == "high-contrast" else 3.0
                        style = under + (segment.style or Style.null())
                        assert not signs or contrast_of(style) >= least, (picture, signs)


def test_a_theme_has_the_files_of_the_themes_that_it_inherits_from(themes: Path) -> None:
    (themes / "default.toml").write_text(
        '[sokoban]\nbox = { glyph = "■ ", colour = "#111111", shape = "keg" }\n'
        'keg = { like = "box", glyph = "K " }\n'
        '[pictures.keg]\nlarge = ["▛▀▀▜", "▙▄▄▟"]\n',
        "utf-8",
    )
    (themes / "light.toml").write_text('[sokoban]\nbox = { colour = "#222222" }\n')
    by_name = {name: theme_loader.load_shipped(name) for name in ("default", "light", "emoji")}
    assert [ink(theme, "box") for theme in by_name.values()] == ["#111111", "#222222", "#111111"]
    assert {theme.get_look("sokoban", "box").glyph for theme in by_name.values()} == {"■ "}
    assert ink(by_name["light"], "keg") == "#222222"
    assert by_name["light"].get_look("sokoban", "keg").pictures["large"] == ("▛▀▀▜", "▙▄▄▟")
    mine = own('inherits = "light"\n[ui]\nprimary = "#123456"\n')
    assert ink(mine, "box") == "#222222"
    # A user's theme of a shipped name counts once, and one that inherits nothing has the default.
    assert ink(own('inherits = "light"\n', "light"), "box") == "#222222"
    assert ink(own('title = "Bare"\n', "bare"), "box") == "#111111"


def test_a_user_overrides_single_keys(themes: Path) -> None:
    (themes / "default.toml").write_text(
        '[sokoban]\nbox = { glyph = "■ ", colour = "#111111", shape = "keg" }\n'
        '[pictures.keg]\nlarge = ["▛▀▀▜", "▙▄▄▟"]\n',
        "utf-8",
    )
    theme = own(
        'inherits = "default"\n[sokoban]\nbox = { colour = "#333333" }\npusher = { glyph = "Me" }\n'
        'goal = { background = "#444444" }\n[pictures.keg]\nlarge = ["/--\\\\", "\\\\--/"]\n'
    )
    look = theme.get_look("sokoban", "box")
    assert (look.glyph, ink(theme, "box")) == ("■ ", "#333333")
    assert look.pictures["large"] == ("/--\\", "\\--/")
    assert theme.get_look("sokoban", "pusher").glyph == "Me"
    goal = theme.get_look("sokoban", "goal")
    assert goal.glyph == "Go" and goal.style.bgcolor is not None, "letters in the user's colour"
    with pytest.raises(ThemeError, match=r"skiddy\.new\.glyph: expected a glyph"):
        own('inherits = "default"\n[skiddy]\nnew = { colour = "red" }\n')


def test_letters_stand_in_for_what_is_missing(themes: Path) -> None:
    (themes / "default.toml").write_text(
        f'{LOOK}goal = {{ colour = "#222222", background = "#dddddd" }}\n', "utf-8"
    )
    theme = theme_loader.load_shipped("default")
    assert theme.get_look("sokoban", "pusher").glyph == "Pu"
    assert theme.get_look("sokoban", "goal").glyph == "Go" and ink(theme, "goal") == "#222222"
    assert theme.get_look("sokoban", "wall").glyph == "██", "that of all games"
    ascii_only = theme_loader.load_shipped("ascii")
    assert ascii_only.get_look("sokoban", "box").glyph == "Bo", "its glyph is not ASCII"
    assert theme_loader.load_shipped("mono").get_look("sokoban", "goal").style == Style()


def test_pictures_of_one_game_change_no_other(themes: Path) -> None:
    (themes / "default.toml").write_text(
        f'{LOOK}[pictures.crate]\nlarge = "12345678"\n[pictures.own]\nlike = "crate"\n', "utf-8"
    )
    theme, usual = theme_loader.load_shipped("default"), theme_loader.load_shipped("default")
    assert theme.find_fault("sokoban") is None
    assert theme.get_look("skiddy", "crate") == usual.get_look("skiddy", "crate")
    assert "own" not in theme.tables["pictures"]


@pytest.mark.parametrize("game", SHARED_TABLES)
def test_a_name_that_is_a_table_of_themes_does_no_harm(
    game: str, themes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = replace(sokoban.GAME, name=game, themes=themes)
    monkeypatch.setattr(registry, "get_game", lambda _: named)
    theme = theme_loader.load_shipped("default")
    for name in ("primary", "chip", "good", "low", "play", "border", "box"):
        assert len(theme.get_look(game, name).glyph) == 2


BAD = {
    "[sokoban": "default.toml: not TOML",
    "sokoban = 3": "sokoban: expected a table",
    "[sokoban]\nbox = 3": "sokoban.box: expected a table",
    "[sokoban]\nbox = { glyph = 3 }": "sokoban.box.glyph: expected 2 terminal column(s)",
    '[sokoban]\nbox = { glyph = "abc" }': "sokoban.box.glyph: expected 2 terminal column(s)",
    '[sokoban]\nbox = { glyph = "a\u0301b" }': "sokoban.box.glyph: expected 2 terminal column(s)",
    '[sokoban]\nbox = { glyph = "\\u001b[" }': "sokoban.box.glyph: expected 2 terminal column(s)",
    '[sokoban]\nbox = { glyph = "石" }': "sokoban.box.narrow: expected a glyph of one column",
    '[sokoban]\nbox = { glyph = "石石" }': "sokoban.box.glyph: expected 2 terminal column(s)",
    '[sokoban]\nbox = { large = ["石石", "石石"] }': "sokoban.box.large: expected 2 lines of 4",
    f'[sokoban]\nbox = {{ glyph = "{"x" * 500_000}" }}': "sokoban.box.glyph: expected 2 terminal",
    f"[sokoban]\n{'b' * 100_000} = 3": "default.toml",
    f"[sokoban]\nbox = {{ glyph = {'9' * 5000} }}": "default.toml",
    "x" * 2_000_000: "default.toml",
    f"[sokoban]\nbox = {'[' * 5000}{']' * 5000}": "default.toml",
    '[sokoban]\n"b\\u001b[31m\\nx" = 3': "sokoban.b\\x1b[31m\\nx: expected a table",
    '[sokoban]\nbox = { glyph = "xx", size = 3 }': "sokoban.box.size: unknown key",
    '[sokoban]\nbox = { colour = "reddish" }': "sokoban.box.colour: expected a colour",
    '[sokoban]\nbox = { like = "none" }': "sokoban.box.like: expected a name of the table",
    '[ui]\nprimary = "#ff0000"': "ui: unknown table; known are sokoban, pictures",
    '[skiddy]\ncrate = { glyph = "xx" }': "skiddy: unknown table; known are sokoban, pictures",
    'inherits = "light"': "inherits: unknown table; known are sokoban, pictures",
    '[pictures]\nx = { huge = "abc" }': "pictures.x.huge: unknown key",
}


@pytest.mark.parametrize(("text", "message"), BAD.items(), ids=map(str, range(len(BAD))))
def test_a_bad_file_is_one_clear_line(themes: Path, text: str, message: str) -> None:
    (themes / "default.toml").write_text(text, "utf-8")
    theme = theme_loader.load_shipped("light")
    fault = theme.find_fault("sokoban")
    assert fault is not None and is_one_line(f"{fault}\n") and len(fault) < 600
    assert fault.startswith("game 'sokoban': ") and fault.endswith("; drawn with its letters")
    assert str(themes / "default.toml") in fault and message in fault
    assert theme.list_faults() == (fault,)
    assert theme.get_look("sokoban", "box").glyph == "Bo"
    assert theme.get_look("skiddy", "crate").glyph == "■ "


def test_the_error_names_the_file_at_fault(themes: Path) -> None:
    (themes / "default.toml").write_text(LOOK, "utf-8")
    (themes / "light.toml").write_text("[sokoban]\nbox = { colour = 3 }\n")
    assert theme_loader.load_shipped("default").find_fault("sokoban") is None
    fault = theme_loader.load_shipped("light").find_fault("sokoban")
    assert fault is not None and f"{themes / 'light.toml'}: sokoban.box.colour: " in fault


@pytest.mark.parametrize(
    ("folder", "message"),
    [
        (3, "themes: expected a Path, found 3"),
        ("theme.toml", "themes: expected a Path, found 'theme.toml'"),
        (Path("/none/at/all"), "/none/at/all/default.toml: "),
        (Path("a\0b"), "a\\x00b/default.toml: "),
        (Path("x" * 5000), "...: file name too long"),
    ],
)
def test_a_bad_folder_is_one_clear_line(
    folder: Any, message: str, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    plug_in_games.use_themes(monkeypatch, folder)
    theme = theme_loader.load_shipped("default")
    fault = theme.find_fault("sokoban")
    assert fault is not None and message in fault and is_one_line(f"{fault}\n")
    assert theme.get_look("sokoban", "pusher").glyph == "Pu"
    assert game_themes.list_game_themes("sokoban") == ()
    (facts,) = objects(run("doctor", "--json")[1])
    assert facts["games"]["sokoban"] == "rules 1, generator 1"


@pytest.mark.parametrize("kind", ["folder", "pipe"])
def test_what_is_no_file_is_not_read(themes: Path, kind: str) -> None:
    (os.mkdir if kind == "folder" else os.mkfifo)(themes / "default.toml")
    fault = theme_loader.load_shipped("default").find_fault("sokoban")
    assert fault is not None and f"{themes / 'default.toml'}: " in fault


def test_thumbnails_and_pictures_show_them() -> None:
    theme, game = theme_loader.load_shipped("default"), sokoban.GAME
    picture = game.boards.draw_picture(plug_in_games.BOARD)
    text = export.render_text(game, picture, theme, color=False)
    assert "██@ ■ ()██" in text and "██· · ■)██" in text
    drawn = thumbnails.draw_thumbnail(picture, theme, game.name)
    inks = {c.name for line in drawn for _, s in line for c in (s.color, s.bgcolor) if c}
    assert {"#6fb1f2", "#d9a066"} <= inks
    svg = export.render_svg(game, picture, theme, "")
    assert "#6fb1f2" in svg and "#d9a066" in svg and ">Pu<" not in svg
